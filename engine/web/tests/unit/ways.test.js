/** The walk along the ways of moves, with ways like those of the server. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Walk } from "../../page/core/ways.js";

const WORDS = Object.fromEntries(["flat", "wall", "pass", "3", "2+1", "1+2"].map((word) => [`=${word}`, word]));
/** @param {import("../../types").WaysOfMove[]} moves */
const walkOf = (moves) => new Walk(moves, WORDS);
/** @param {string} move @param {string[][]} ways */
const fixed = (move, ...ways) => ({ move, ways: ways.map((touches) => ({ hops: [touches], free: false })) });
/** @param {string} move @param {string[][]} hops */
const free = (move, ...hops) => ({ move, ways: [{ hops, free: true }] });

test("a square and a choice make a move", () => {
  const walk = walkOf([fixed("a1", ["square a1", "=flat"]), fixed("Sa1", ["square a1", "=wall"])]);
  assert.deepEqual([...walk.next], ["square a1"]);
  assert.ok(walk.touch("square a1"));
  assert.deepEqual(walk.choices, ["=flat", "=wall"]);
  assert.equal(walk.moveAfter("=wall"), "Sa1");
  assert.equal(walk.only, null);
  assert.ok(walk.touch("=wall"));
  assert.equal(walk.only, "Sa1");
});

test("a single choice is taken automatically, and undone with the touch before it", () => {
  const walk = walkOf([fixed("a1", ["square a1", "=flat"]), fixed("b1", ["square b1", "=flat"])]);
  walk.touch("square a1");
  assert.equal(walk.only, "a1");
  assert.ok(walk.undo());
  assert.ok(!walk.begun);
  assert.deepEqual([...walk.next], ["square a1", "square b1"]);
  assert.ok(!walk.undo());
});

test("a choice that begins a move is not taken automatically", () => {
  const walk = walkOf([fixed("pass", ["=pass"])]);
  assert.deepEqual(walk.choices, ["=pass"]);
  assert.equal(walk.only, null);
  walk.touch("=pass");
  assert.equal(walk.only, "pass");
});

test("an impossible touch changes nothing", () => {
  const walk = walkOf([fixed("a1", ["square a1"])]);
  assert.ok(!walk.touch("square b1"));
  assert.deepEqual(walk.touches, []);
  assert.equal(walk.only, null);
});

test("a move can be clicked in one way and dragged in another", () => {
  const walk = walkOf([
    fixed("3c3>21", ["square c3", "=3", "square d3", "square d3", "square e3"], ["square c3", "square e3", "=3", "=2+1"]),
    fixed("3c3>12", ["square c3", "=3", "square d3", "square e3", "square e3"], ["square c3", "square e3", "=3", "=1+2"]),
  ]);
  walk.touch("square c3");
  assert.deepEqual([...walk.next].sort(), ["=3", "square e3"]);
  walk.touch("square e3");
  assert.deepEqual(walk.touches, ["square c3", "square e3", "=3"]);
  assert.deepEqual(walk.choices, ["=2+1", "=1+2"]);
  walk.touch("=1+2");
  assert.equal(walk.only, "3c3>12");
});

test("a complete move may also continue", () => {
  const walk = walkOf([fixed("short", ["cell 1"]), fixed("long", ["cell 1", "cell 2"])]);
  walk.touch("cell 1");
  assert.deepEqual(walk.made, ["short"]);
  assert.equal(walk.only, null);
  walk.touch("cell 2");
  assert.equal(walk.only, "long");
});

test("free hops can be made in any order, each one completely", () => {
  const walk = walkOf([free("8/5 6/5", ["point 8", "point 5"], ["point 6", "point 5"])]);
  assert.deepEqual([...walk.next], ["point 8", "point 6"]);
  walk.touch("point 6");
  assert.deepEqual([...walk.next], ["point 5"]);
  walk.touch("point 5");
  assert.deepEqual([...walk.next], ["point 8"]);
  walk.touch("point 8");
  walk.touch("point 5");
  assert.equal(walk.only, "8/5 6/5");
});

test("a hop waits for the one that brings its checker", () => {
  const walk = walkOf([free("13/5", ["point 13", "point 8"], ["point 8", "point 5"])]);
  assert.deepEqual([...walk.next], ["point 13"]);
  walk.touch("point 13");
  walk.touch("point 8");
  assert.deepEqual([...walk.next], ["point 8"]);
  walk.touch("point 8");
  walk.touch("point 5");
  assert.equal(walk.only, "13/5");
});

test("a checker on the bar enters before another one moves", () => {
  /** @type {import("../../types").WaysOfMove[]} */
  const moves = [{ move: "bar/20,6/5", ways: [{ hops: [["point 6", "point 5"], ["bar 1", "point 20"]], free: true, after: [[1, 0]] }] }];
  const walk = walkOf(moves);
  assert.deepEqual([...walk.next], ["bar 1"]);
  assert.ok(!walk.touch("point 6"));
  walk.touch("bar 1");
  walk.touch("point 20");
  assert.deepEqual([...walk.next], ["point 6"]);
  walk.touch("point 6");
  walk.touch("point 5");
  assert.equal(walk.only, "bar/20,6/5");
});

test("equal hops do not make the walk longer", () => {
  const hop = ["point 6", "point 4"];
  const walk = walkOf([free("6/4(4)", hop, hop, hop, hop)]);
  for (let made = 0; made < 4; made += 1) {
    assert.deepEqual([...walk.next], ["point 6"]);
    walk.touch("point 6");
    walk.touch("point 4");
  }
  assert.equal(walk.only, "6/4(4)");
});

test("the checker in hand is dropped, and checkers that were moved stay", () => {
  const hop = (/** @type {number} */ from) => [`point ${from}`, `point ${from - 3}`];
  const walk = walkOf([free("8/5(2) 6/3(2)", hop(8), hop(8), hop(6), hop(6))]);
  for (const touch of ["point 8", "point 5", "point 8", "point 5", "point 6"]) walk.touch(touch);
  walk.release();
  assert.deepEqual(walk.touches, ["point 8", "point 5", "point 8", "point 5"]);
  walk.release();
  assert.equal(walk.touches.length, 4);
  const stack = walkOf([fixed("3c3>21", ["square c3", "square e3", "=3", "=2+1"]), fixed("3c3>12", ["square c3", "square e3", "=3", "=1+2"])]);
  stack.touch("square c3");
  stack.touch("square e3");
  stack.release();
  assert.ok(!stack.begun);
});

test("a drag is undone as a whole", () => {
  const walk = walkOf([free("8/5 6/3", ["point 8", "point 5"], ["point 6", "point 3"])]);
  walk.touch("point 8");
  walk.touch("point 5");
  walk.join();
  assert.ok(walk.undo());
  assert.ok(!walk.begun);
  assert.ok(!walk.undo());
});
