/** The filters of the puzzles: theme and difficulty, with the number of puzzles for each. */

import { select } from "../core/dom.js";
import { say, sayCount } from "../core/say.js";
import { capital } from "../core/words.js";

/**
 * @typedef {import("../../types").PuzzleEntry} Entry
 * @typedef {import("../../types").Puzzles["kinds"]} Kinds
 *
 * @typedef {object} Filter
 * @property {string} theme a kind, or a kind with a number of turns; empty for all
 * @property {string} level the name of a difficulty; empty for all
 * @property {boolean} again whether to repeat the puzzles that were not solved at the first try
 */

/** @type {Filter} */
export const NO_FILTER = { theme: "", level: "", again: false };

/** The difficulties: name, the rating below which a puzzle belongs to it, and title. @type {[string, number, string][]} */
const LEVELS = [
  ["easy", 1250, say("Easy")],
  ["medium", 1750, say("Medium")],
  ["hard", Infinity, say("Hard")],
];

/** The name and the title of the difficulty of a puzzle. @param {number} rating */
export function levelOf(rating) {
  const [name, , title] = LEVELS.find(([, below]) => rating < below) ?? LEVELS[0];
  return { name, title };
}

/** The theme of a puzzle within its kind: the number of turns. @param {Entry} entry */
function themeOf({ kind, turns }) {
  return `${kind} ${turns ?? ""}`;
}

/** The puzzles that match a theme and a difficulty. @param {Entry[]} entries @param {Pick<Filter, "theme" | "level">} filter */
export function matching(entries, { theme, level }) {
  return entries.filter((entry) => (!theme || entry.kind === theme || themeOf(entry) === theme) && (!level || levelOf(entry.rating).name === level));
}

/**
 * The next puzzle to solve: the first one that is not finished, or the first one to repeat.
 *
 * @param {Entry[]} entries
 * @param {Filter} filter
 * @param {{ done: string[], missed: string[] }} progress
 * @param {string[]} skipped
 */
export function nextPuzzle(entries, filter, { done, missed }, skipped) {
  const isOpen = (/** @type {Entry} */ { id }) => (filter.again ? missed.includes(id) : !done.includes(id)) && !skipped.includes(id);
  return matching(entries, filter).find(isOpen) ?? null;
}

/**
 * The controls of the filter.
 *
 * @param {Entry[]} entries
 * @param {Kinds} kinds
 * @param {Filter} filter
 * @param {string[]} missed
 * @param {(filter: Filter) => void} change
 */
export function filterControls(entries, kinds, filter, missed, change) {
  const count = (/** @type {Partial<Filter>} */ other) => matching(entries, { ...filter, ...other }).length;
  /** @type {[string, string][]} */
  const themes = [["", say("All themes ({count})", { count: count({ theme: "" }) })]];
  for (const { name, about } of kinds) {
    const title = capital(about || name);
    themes.push([name, `${title} (${count({ theme: name })})`]);
    const turns = new Set(entries.filter(({ kind }) => kind === name).map((entry) => entry.turns));
    if (turns.size < 2) continue;
    for (const n of [...turns].sort((one, other) => Number(one) - Number(other))) themes.push([`${name} ${n}`, `${title}, ${sayCount(Number(n), "{count} turn", "{count} turns")} (${count({ theme: `${name} ${n}` })})`]);
  }
  const levels = LEVELS.map(([name, , title]) => /** @type {[string, string]} */ ([name, `${title} (${count({ level: name })})`]));
  const repeated = matching(entries, filter).filter(({ id }) => missed.includes(id)).length;
  /** @type {[string, string][]} */
  const which = [
    ["", say("New puzzles")],
    ["again", say("Repeat missed puzzles ({count})", { count: repeated })],
  ];
  return [
    select(themes, filter.theme, (theme) => change({ ...filter, theme }), { "aria-label": say("Theme") }),
    select([["", say("Any difficulty ({count})", { count: count({ level: "" }) })], ...levels], filter.level, (level) => change({ ...filter, level }), { "aria-label": say("Difficulty") }),
    select(which, filter.again ? "again" : "", (value) => change({ ...filter, again: value === "again" }), { "aria-label": say("Which puzzles") }),
  ];
}
