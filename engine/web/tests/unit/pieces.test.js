import assert from "node:assert/strict";
import { test } from "node:test";
import { changesOf, shifted } from "../../page/board/pieces.js";

/** Pieces from short texts `kind@place#level:x,y`. @param {string} text */
function pieces(text) {
  const all = text.split(" ").filter(Boolean).map((one) => {
    const [, kind, at, level, x, y] = /^(.+)@(.+)#(\d+):(-?\d+),(-?\d+)$/.exec(one) ?? assert.fail(one);
    const box = { x: Number(x), y: Number(y), width: 10, height: 10 };
    return [`${kind} ${at} ${level}`, { key: `${kind} ${at} ${level}`, kind, at, level: Number(level), box }];
  });
  return /** @type {import("../../page/board/pieces.js").Pieces} */ (new Map(/** @type {any} */ (all)));
}

/** The changes as short texts. @param {string} before @param {string} after */
function changes(before, after) {
  const { moved, turned, fresh, gone } = changesOf(pieces(before), pieces(after));
  const pair = (/** @type {{ from: { at: string, level: number }, to: { at: string, level: number } }} */ { from, to }) => `${from.at}${from.level}>${to.at}${to.level}`;
  return { moved: moved.map(pair), turned: turned.map(pair), fresh: fresh.map(({ kind }) => kind), gone: gone.map(({ kind }) => kind) };
}

test("the lowest stone of a spread goes the shortest way, and back again", () => {
  const [stack, spread] = ["flat@a#1:0,0 flat@a#2:0,0 flat@a#3:0,0", "flat@a#1:0,0 flat@c#1:20,0 flat@b#1:10,0"];
  assert.deepEqual(changes(stack, spread).moved, ["a2>b1", "a3>c1"]);
  assert.deepEqual(changes(spread, stack).moved, ["b1>a2", "c1>a3"]);
});

test("single pieces go to the nearest place, and a hit checker to the bar", () => {
  const after = changes("white@1#1:0,0 white@9#1:90,0 black@20#1:30,0", "white@5#1:30,0 white@8#1:80,0 black@bar#1:50,50");
  assert.deepEqual(after.moved.sort(), ["11>51", "201>bar1", "91>81"]);
  assert.deepEqual([after.fresh, after.gone, after.turned], [[], [], []]);
});

test("a wall is flattened where it is; tiles, walls and dice appear and never move", () => {
  assert.deepEqual(changes("black-wall@c#1:0,0 white-capstone@b#1:9,0", "black-flat@c#1:0,0 white-capstone@c#2:0,0"), { moved: ["b1>c2"], turned: ["c1>c1"], fresh: [], gone: [] });
  assert.deepEqual(changes("tile-1@a#0:0,0 die-3@1#0:5,5", "tile-1@b#0:9,0 die-4@1#0:5,5"), { moved: [], turned: [], fresh: ["tile-1", "die-4"], gone: ["tile-1", "die-3"] });
});

test("a place follows the frame of a picture that has grown", () => {
  globalThis.DOMRect ??= /** @type {any} */ (class { constructor(/** @type {number[]} */ ...[x, y, width, height]) { Object.assign(this, { x, y, width, height }); } });
  const place = shifted(new DOMRect(10, 0, 10, 10), pieces("tile-1@a#0:0,0"), pieces("tile-1@a#0:0,100"));
  assert.deepEqual([place.x, place.y], [10, 100]);
});
