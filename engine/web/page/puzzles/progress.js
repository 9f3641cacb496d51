/** The progress with puzzles, kept in the browser: solved puzzles, ratings, and the days with a solved daily puzzle. */

import { keep, kept } from "../core/storage.js";
import { OF_PUZZLE, UNRATED, rated } from "./rating.js";

export const PUZZLES = "ludex.puzzles";
/** At most this many finished puzzles are remembered. */
export const MOST_DONE = 2000;

/**
 * @typedef {object} Progress
 * @property {string[]} done the ids of the finished puzzles
 * @property {string[]} missed the ids of those that were not solved at the first try
 * @property {number} solved
 * @property {number} failed
 * @property {number} run the number of puzzles in a row that were solved at the first try
 * @property {number} best the longest such run
 * @property {Record<string, import("./rating.js").Rating>} ratings by game
 * @property {string} daily the date of the last solved daily puzzle, `YYYY-MM-DD`; empty if there is none
 * @property {number} days the number of days in a row with a solved daily puzzle, up to that date
 */

/** @type {Progress} */
export const NONE = { done: [], missed: [], solved: 0, failed: 0, run: 0, best: 0, ratings: {}, daily: "", days: 0 };

/** @returns {Progress} */
export function puzzleProgress() {
  return { ...NONE, ...kept(PUZZLES, {}) };
}

/** The rating of the user in a game. @param {string} game */
export function ratingIn(game) {
  return puzzleProgress().ratings[game] ?? UNRATED;
}

/**
 * Stores the result of a puzzle. A puzzle that was finished before does not change the rating.
 *
 * @param {import("../../types").Puzzle} puzzle
 * @param {boolean} solved whether it was solved at the first try
 */
export function storeResult({ id, rating, line: { game } }, solved) {
  const all = puzzleProgress();
  const isNew = !all.done.includes(id);
  const without = (/** @type {string[]} */ ids) => ids.filter((one) => one !== id);
  all.done = [...without(all.done), id].slice(-MOST_DONE);
  all.missed = (solved ? without(all.missed) : [...without(all.missed), id]).slice(-MOST_DONE);
  if (solved) all.solved += 1;
  else all.failed += 1;
  all.run = solved ? all.run + 1 : 0;
  all.best = Math.max(all.best, all.run);
  if (isNew) all.ratings = { ...all.ratings, [game]: rated(all.ratings[game] ?? UNRATED, [{ rating, deviation: OF_PUZZLE, score: Number(solved) }]) };
  keep(PUZZLES, all);
}

/** Stores that the daily puzzle of a date was solved. @param {string} date */
export function storeDaily(date) {
  const all = puzzleProgress();
  if (all.daily >= date) return;
  keep(PUZZLES, { ...all, daily: date, days: all.daily === dayBefore(date) ? all.days + 1 : 1 });
}

/** The number of days in a row with a solved daily puzzle, up to today or yesterday. @param {string} date today */
export function daysInRow(date) {
  const { daily, days } = puzzleProgress();
  return daily === date || daily === dayBefore(date) ? days : 0;
}

/** Today at the place of the user, `YYYY-MM-DD`. */
export function today() {
  const now = new Date();
  return dateText(new Date(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate())));
}

/** @param {string} date */
function dayBefore(date) {
  const day = new Date(`${date}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() - 1);
  return dateText(day);
}

/** @param {Date} day */
function dateText(day) {
  return day.toISOString().slice(0, 10);
}
