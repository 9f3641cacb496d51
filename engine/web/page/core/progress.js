/** The progress of the user as a file: finished lessons and puzzles with ratings. A file from outside is checked before anything is stored. */

import { LESSONS, allLessons } from "../learn/progress.js";
import { MOST_DONE, NONE, PUZZLES, puzzleProgress } from "../puzzles/progress.js";
import { say } from "./say.js";
import { keep } from "./storage.js";

/**
 * @typedef {import("../puzzles/progress.js").Progress} Progress
 * @typedef {import("../puzzles/rating.js").Rating} Rating
 * @typedef {import("../learn/progress.js").LessonProgress} LessonProgress
 * @typedef {{ lessons: Record<string, LessonProgress>, puzzles: Progress }} Both
 */

const KIND = "ludex-progress";
const VERSION = 1;
/** Larger files are refused, in characters. */
export const LARGEST = 1_000_000;
/** At most this many games and this many steps of a lesson are read. */
const MOST = 200;

/** The progress as the text of a file. */
export function exported() {
  return JSON.stringify({ kind: KIND, version: VERSION, lessons: allLessons(), puzzles: puzzleProgress() }, null, 1);
}

/**
 * Reads a file and adds its progress to that of this browser. Throws an error that says what is wrong, and then changes nothing.
 *
 * @param {string} text
 * @returns {Both} the progress after the import
 */
export function imported(text) {
  const { lessons, puzzles } = parsed(text);
  const both = { lessons: mergedLessons(allLessons(), lessons), puzzles: mergedPuzzles(puzzleProgress(), puzzles) };
  if (!keep(LESSONS, both.lessons) || !keep(PUZZLES, both.puzzles)) throw new Error(say("The browser’s storage is full or disabled, so the progress could not be stored."));
  return both;
}

/** Checks the text of a file. @param {string} text @returns {Both} */
export function parsed(text) {
  if (text.length > LARGEST) throw new Error(say("The file is too large to be a file with progress."));
  /** @type {any} */
  let data;
  try {
    data = JSON.parse(text);
  } catch {
    throw new Error(say("The file is not JSON. Choose a file that Ludex has exported."));
  }
  if (data?.kind !== KIND) throw new Error(say("The file is not a file with progress. Choose a file that Ludex has exported."));
  if (data.version !== VERSION) throw new Error(say("The file has version {found}, but this page reads version {version}.", { found: JSON.stringify(data.version), version: VERSION }));
  return { lessons: lessonsOf(data.lessons), puzzles: puzzlesOf(data.puzzles) };
}

/** @param {string} why @returns {never} */
function refuse(why) {
  throw new Error(why);
}

/** @param {any} value @param {string} place @returns {[string, any][]} */
function entriesOf(value, place) {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return refuse(say("The file is damaged: “{place}” is not an object.", { place }));
  const entries = Object.entries(value);
  if (entries.length > MOST || entries.some(([name]) => !isName(name))) return refuse(say("The file is damaged: “{place}” is not a list of games.", { place }));
  return entries;
}

/** Whether a value is a plain name, such as the id of a puzzle. @param {any} value */
function isName(value) {
  return typeof value === "string" && /^[a-z0-9][a-z0-9-]{0,59}$/.test(value);
}

/** @param {any} value @param {string} place @param {number} most @returns {string[]} */
function names(value, place, most) {
  if (!Array.isArray(value) || value.length > most || !value.every(isName)) return refuse(say("The file is damaged: “{place}” is not a list of names.", { place }));
  return [...new Set(value)];
}

/** @param {any} value @param {string} place @param {number} low @param {number} high */
function number(value, place, low, high) {
  if (Number.isFinite(value) && value >= low && value <= high) return Number(value);
  return refuse(say("The file is damaged: “{place}” is not a number from {low} to {high}.", { place, low, high }));
}

/** @param {any} value @param {string} place */
function count(value, place) {
  return Number.isInteger(value) ? number(value, place, 0, 1e9) : refuse(say("The file is damaged: “{place}” is not a whole number.", { place }));
}

/** @param {any} value @returns {Record<string, LessonProgress>} */
function lessonsOf(value) {
  return Object.fromEntries(
    entriesOf(value, "lessons").map(([game, one]) => {
      if (one?.at !== "" && !isName(one?.at)) refuse(say("The file is damaged: “{place}” is not the name of a step.", { place: `lessons.${game}.at` }));
      return [game, { done: names(one.done, `lessons.${game}.done`, MOST), at: one.at }];
    }),
  );
}

/** @param {any} value @returns {Progress} */
function puzzlesOf(value) {
  const { daily } = value ?? {};
  if (daily !== "" && !(typeof daily === "string" && /^\d{4}-\d\d-\d\d$/.test(daily) && !Number.isNaN(Date.parse(daily)))) {
    refuse(say("The file is damaged: “{place}” is not a date.", { place: "puzzles.daily" }));
  }
  const counts = /** @type {const} */ (["solved", "failed", "run", "best", "days"]);
  return {
    ...NONE,
    ...Object.fromEntries(counts.map((name) => [name, count(value[name], `puzzles.${name}`)])),
    done: names(value.done, "puzzles.done", MOST_DONE),
    missed: names(value.missed, "puzzles.missed", MOST_DONE),
    ratings: Object.fromEntries(entriesOf(value.ratings, "puzzles.ratings").map(([game, one]) => [game, ratingOf(one, `puzzles.ratings.${game}`)])),
    daily,
  };
}

/** @param {any} value @param {string} place @returns {Rating} */
function ratingOf(value, place) {
  return {
    rating: number(value?.rating, `${place}.rating`, -2000, 6000),
    deviation: number(value.deviation, `${place}.deviation`, 1, 500),
    volatility: number(value.volatility, `${place}.volatility`, 0.001, 1),
    games: count(value.games, `${place}.games`),
  };
}

/** Both sets of finished steps. The open step stays as it is in this browser. @param {Record<string, LessonProgress>} own @param {Record<string, LessonProgress>} other */
function mergedLessons(own, other) {
  const all = { ...other, ...own };
  return Object.fromEntries(Object.entries(all).map(([game, { at }]) => [game, { done: union(own[game]?.done, other[game]?.done), at: at || (other[game]?.at ?? "") }]));
}

/**
 * Both sets of finished puzzles. Where only one number can be kept, the one that more games or puzzles support is kept: adding them would count a
 * file twice that is imported twice.
 *
 * @param {Progress} own
 * @param {Progress} other
 * @returns {Progress}
 */
function mergedPuzzles(own, other) {
  const more = own.solved + own.failed >= other.solved + other.failed ? own : other;
  const done = union(own.done, other.done).slice(-MOST_DONE);
  const solvedAtOnce = (/** @type {Progress} */ { done, missed }) => done.filter((id) => !missed.includes(id));
  const solved = new Set([...solvedAtOnce(own), ...solvedAtOnce(other)]);
  const games = new Set([...Object.keys(own.ratings), ...Object.keys(other.ratings)]);
  const ratings = Object.fromEntries(
    [...games].map((game) => {
      const [mine, theirs] = [own.ratings[game], other.ratings[game]];
      return [game, !theirs || (mine && mine.games >= theirs.games) ? mine : theirs];
    }),
  );
  const latest = own.daily >= other.daily ? own : other;
  return {
    done,
    missed: union(own.missed, other.missed).filter((id) => !solved.has(id)),
    solved: more.solved,
    failed: more.failed,
    run: more.run,
    best: Math.max(own.best, other.best),
    ratings,
    daily: latest.daily,
    days: own.daily === other.daily ? Math.max(own.days, other.days) : latest.days,
  };
}

/** @param {string[]} [one] @param {string[]} [other] */
function union(one = [], other = []) {
  return [...new Set([...one, ...other])];
}
