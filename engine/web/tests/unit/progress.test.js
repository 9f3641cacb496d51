/** Progress: the results of puzzles, the days in a row, and the check of imported files. */

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { exported, imported, parsed } from "../../page/core/progress.js";
import { finishStep, lessonOf, openStep } from "../../page/learn/progress.js";
import { matching, nextPuzzle, NO_FILTER } from "../../page/puzzles/filter.js";
import { daysInRow, puzzleProgress, storeDaily, storeResult } from "../../page/puzzles/progress.js";

/** A storage for the tests. */
class Memory {
  /** @type {Map<string, string>} */
  #values = new Map();
  getItem(/** @type {string} */ name) {
    return this.#values.get(name) ?? null;
  }
  setItem(/** @type {string} */ name, /** @type {string} */ value) {
    this.#values.set(name, value);
  }
}

beforeEach(() => {
  Object.assign(globalThis, { localStorage: new Memory() });
});

/** @param {string} id @returns {any} */
const puzzle = (id, rating = 1300) => ({ id, rating, line: { game: id.split("-")[0] } });

test("results count once for the rating, and a later success removes a puzzle from the missed ones", () => {
  storeResult(puzzle("takt-tinue-1"), false);
  const { rating } = puzzleProgress().ratings.takt;
  storeResult(puzzle("takt-tinue-1"), true);
  storeResult(puzzle("trax-attack-1"), true);
  const all = puzzleProgress();
  assert.equal(all.ratings.takt.rating, rating);
  assert.deepEqual([all.solved, all.failed, all.run, all.best], [2, 1, 2, 2]);
  assert.deepEqual([all.done, all.missed], [["takt-tinue-1", "trax-attack-1"], []]);
});

test("days in a row", () => {
  for (const date of ["2026-02-27", "2026-02-28", "2026-03-01"]) storeDaily(date);
  assert.equal(daysInRow("2026-03-01"), 3);
  assert.equal(daysInRow("2026-03-02"), 3);
  assert.equal(daysInRow("2026-03-03"), 0);
  storeDaily("2026-03-01");
  assert.equal(daysInRow("2026-03-01"), 3);
  storeDaily("2026-03-05");
  assert.equal(daysInRow("2026-03-05"), 1);
});

test("filters choose by theme, difficulty and result", () => {
  const entry = (/** @type {number} */ number, /** @type {number} */ turns, /** @type {number} */ rating) => ({ id: `g-k-${number}`, number, kind: "k", turns, rating });
  const entries = [entry(1, 2, 1200), entry(2, 2, 1500), entry(3, 3, 1900)];
  const ids = (/** @type {object} */ filter) => matching(entries, { ...NO_FILTER, ...filter }).map(({ number }) => number);
  assert.deepEqual(ids({}), [1, 2, 3]);
  assert.deepEqual(ids({ theme: "k 2" }), [1, 2]);
  assert.deepEqual(ids({ theme: "k", level: "hard" }), [3]);
  assert.deepEqual(ids({ level: "easy" }), [1]);
  const progress = { done: ["g-k-1", "g-k-2"], missed: ["g-k-2"] };
  assert.equal(nextPuzzle(entries, NO_FILTER, progress, [])?.number, 3);
  assert.equal(nextPuzzle(entries, { ...NO_FILTER, again: true }, progress, [])?.number, 2);
  assert.equal(nextPuzzle(entries, NO_FILTER, progress, ["g-k-3"]), null);
});

test("exported progress can be imported elsewhere, and twice changes nothing", () => {
  storeResult(puzzle("takt-tinue-1"), true);
  storeResult(puzzle("takt-tinue-2"), false);
  storeDaily("2026-11-28");
  openStep("trax", "loop");
  finishStep("trax", "tiles");
  const text = exported();
  Object.assign(globalThis, { localStorage: new Memory() });
  finishStep("trax", "place");
  storeResult(puzzle("trax-attack-1"), true);
  imported(text);
  const once = exported();
  imported(text);
  assert.equal(exported(), once);
  const all = puzzleProgress();
  assert.deepEqual(new Set(all.done), new Set(["trax-attack-1", "takt-tinue-1", "takt-tinue-2"]));
  assert.deepEqual(all.missed, ["takt-tinue-2"]);
  assert.deepEqual(Object.keys(all.ratings).sort(), ["takt", "trax"]);
  assert.equal(all.daily, "2026-11-28");
  assert.deepEqual(new Set(lessonOf("trax").done), new Set(["tiles", "place"]));
});

test("a wrong file is refused, and nothing changes", () => {
  storeResult(puzzle("takt-tinue-1"), true);
  const before = exported();
  const good = JSON.parse(before);
  const damaged = (/** @type {(data: any) => void} */ change) => {
    const data = structuredClone(good);
    change(data);
    return JSON.stringify(data);
  };
  for (const [text, said] of /** @type {[string, RegExp][]} */ ([
    ["", /not JSON/],
    ["{}", /not a file with progress/],
    [" ".repeat(1_000_001), /too large/],
    [damaged((data) => (data.version = 2)), /version 2/],
    [damaged((data) => (data.puzzles.done = [7])), /puzzles\.done/],
    [damaged((data) => (data.puzzles.solved = -1)), /puzzles\.solved/],
    [damaged((data) => (data.puzzles.ratings.takt.rating = "much")), /puzzles\.ratings\.takt\.rating/],
    [damaged((data) => (data.puzzles.daily = "2026-99-99")), /puzzles\.daily/],
    [damaged((data) => (data.lessons = [])), /lessons/],
    [damaged((data) => (data.lessons = { takt: { done: ["<b>"], at: "" } })), /lessons\.takt\.done/],
    [damaged((data) => delete data.puzzles), /puzzles/],
  ])) {
    assert.throws(() => parsed(text), said, text.slice(0, 60));
    assert.throws(() => imported(text));
  }
  assert.equal(exported(), before);
});
