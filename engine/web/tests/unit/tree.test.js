/** The tree of variations, links and texts; these tests need no browser. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { percent, ranked, scoreText, sharesOf, signed } from "../../page/analysis/values.js";
import { match } from "../../page/board/typed.js";
import { fragmentOf, lineOf, pathOf, placeOf, roomOf } from "../../page/core/link.js";
import { parsed } from "../../page/core/server.js";
import { Study } from "../../page/core/study.js";
import { gameText, resultText, stepText, thrown, withPoints } from "../../page/core/words.js";
import { TreeNode, asidesOf, keptResult, packed, unpacked } from "../../page/core/tree.js";
import { titleOf } from "../../page/dialogs/variant.js";
import { clockText } from "../../page/play/bars.js";

function small() {
  const root = new TreeNode(null, "", 0);
  const a = root.play("a", 1);
  const b = a.play("b", 2);
  const c = a.play("c", 2);
  c.play("d", 1);
  return { root, a, b, c };
}

test("variations are promoted, made the main line, and removed", () => {
  const { root, a, b, c } = small();
  assert.deepEqual(c.children[0].steps, ["a", "c", "d"]);
  assert.ok(!c.isMain);
  assert.equal(c.children[0].variation, c);
  assert.equal(b.variation, null);
  assert.ok(c.promote());
  assert.deepEqual(a.children, [c, b]);
  assert.ok(!c.promote());
  b.makeMain();
  assert.deepEqual(a.children, [b, c]);
  assert.equal(c.remove(), a);
  assert.deepEqual(root.end.steps, ["a", "b"]);
  assert.equal(root.play("a", 1), a);
});

test("variations are listed after the main line, each step with the number of the step before it", () => {
  const { root, a, c } = small();
  c.mark = "?!";
  c.children[0].comment = "deep";
  root.play("z", 1);
  const asides = asidesOf(root);
  assert.deepEqual(asides, [
    { in: 0, step: "z", mark: "", comment: null },
    { in: 1, step: "c", mark: "?!", comment: null },
    { in: 4, step: "d", mark: "", comment: "deep" },
  ]);
  const study = new Study();
  const line = { game: "takt", steps: ["a", "b"] };
  const players = asides.map((aside) => ({ ...aside, player: 1, foreign: "", name: null, ending: null }));
  const record = { line, players: [], format: "sgf", names: [], tags: [], result: null, outcome: null, comments: {}, marks: {}, foreign: {}, damage: null, remarks: [] };
  study.openRecord({ ...record, asides: players });
  assert.deepEqual(asidesOf(study.root), asides);
  const kept = { ...players[0], foreign: "KO[]", name: "the other way", ending: "1-0" };
  study.openRecord({ ...record, foreign: { 1: "X[y]" }, asides: [kept] });
  const again = unpacked(JSON.parse(JSON.stringify(packed(study.root))));
  const { player, ...unplayed } = kept;
  assert.equal(player, 1);
  assert.deepEqual(asidesOf(again), [unplayed]);
  assert.equal(again.children[0].unshown.foreign, "X[y]");
  assert.equal(a.steps.join(), study.root.children[0].steps.join());
});

test("a tree of any length is restored from storage", () => {
  const root = new TreeNode(null, "", 0);
  let node = root;
  for (let ply = 0; ply < 2000; ply += 1) node = node.play(`m${ply}`, 1 + (ply % 2));
  node.comment = "end";
  root.play("other", 1).mark = "?!";
  const again = unpacked(JSON.parse(JSON.stringify(packed(root))));
  assert.equal(again.end.steps.length, 2000);
  assert.equal(again.end.comment, "end");
  assert.equal(again.children[1].mark, "?!");
  assert.equal(again.end.player, 2);
});

test("a study follows the game of a room", () => {
  const study = new Study();
  study.open({ game: "takt", steps: ["a1", "b1", "c1"] });
  study.follow(["a1"]);
  assert.deepEqual(study.root.end.steps, ["a1"]);
  study.follow(["a1", "d1"]);
  assert.deepEqual(study.line().steps, ["a1", "d1"]);
});

test("a link carries a line", () => {
  const line = { game: "takt", variant: "size=5,komi=2", start: "x5/x5/x5/x5/x5 1 1", steps: ["a1", "5c3<23", "c3+"] };
  assert.deepEqual(lineOf(fragmentOf(line, 1), "takt"), { line, at: 1, named: false });
  assert.equal(lineOf(fragmentOf(line), null), null);
  // Links of earlier versions name the game.
  assert.deepEqual(lineOf("#game=takt&steps=a1+e5"), { line: { game: "takt", variant: null, start: null, steps: ["a1", "e5"] }, at: 2, named: true });
  assert.equal(fragmentOf({ game: "takt", steps: [] }), "");
  assert.equal(lineOf("#token=x", "takt"), null);
  assert.equal(lineOf("#game=takt&at=99")?.at, 0);
  assert.deepEqual(roomOf("#room=7&key=a&key=b"), { room: "7", keys: ["a", "b"], real_time: false });
  assert.deepEqual(roomOf("#key=a&live=1", "7"), { room: "7", keys: ["a"], real_time: true });
  assert.equal(roomOf("#key=a"), null);
});

test("a place has a path, and a path a place", () => {
  /** @type {[string, import("../../page/core/link.js").Place][]} */
  const places = [
    ["", { kind: "home" }],
    ["takt", { kind: "game", game: "takt" }],
    ["gobble/play", { kind: "play", game: "gobble" }],
    ["takt/analyse", { kind: "analyse", game: "takt" }],
    ["trax/puzzles/12", { kind: "puzzles", game: "trax", number: 12 }],
    ["trax/puzzles", { kind: "puzzles", game: "trax", number: null }],
    ["room/a1b2", { kind: "room", room: "a1b2" }],
  ];
  for (const [path, place] of places) {
    assert.deepEqual(placeOf(path), place);
    assert.equal(pathOf(place), path);
  }
  assert.deepEqual(placeOf("takt/nothing"), { kind: "missing", path: "takt/nothing" });
});

test("typed moves may be abbreviated, in upper or lower case", () => {
  const steps = ["a1", "a2", "Sa1"].map((step) => ({ step, label: step }));
  steps.push({ step: "dice:31", label: "31" });
  assert.equal(match("a1", steps), "a1");
  assert.equal(match("sa", steps), "Sa1");
  assert.equal(match("31", steps), "dice:31");
  assert.deepEqual(match("a", steps), ["a1", "a2"]);
  assert.deepEqual(match("zz", steps), []);
});

test("events of a stream are parsed", () => {
  assert.deepEqual(parsed('event: done\ndata: {"a":1}'), { name: "done", data: { a: 1 } });
  assert.equal(parsed(": still there"), null);
});

test("evaluations are formatted", () => {
  assert.equal(percent(0.456), "46 %");
  assert.equal(signed(-0.3), "−0.30");
  assert.equal(signed(0.001), "0.00");
  const found = /** @type {any} */ ({ to_move: 2, win: 0.6, draw: 0.2 });
  assert.deepEqual(sharesOf(found)?.map((share) => share.toFixed(2)), ["0.30", "0.70"]);
  const four = /** @type {any} */ ({ to_move: 1, win: 0.3, players: [-0.5, 0, -1, -0.5] });
  assert.deepEqual(sharesOf(four), [0.25, 0.5, 0, 0.25]);
  assert.equal(clockText(65_000), "1:05");
  assert.equal(clockText(9_440), "0:09.4");
});

test("lines are sorted by their shown values", () => {
  const lines = [
    { move: "a", win: 0.5, score: -0.03, pv: [] },
    { move: "b", win: 1, score: null, pv: [] },
    { move: "c", win: 0.6, score: 0.41, pv: [] },
    { move: "d", win: 0, score: null, pv: [] },
    { move: "e", win: 0, score: 0.5, pv: [] },
    { move: "f", win: 1, score: null, pv: [] },
  ];
  const found = /** @type {any} */ ({ bestmove: "f", proof: { result: "win", plies: 1 }, win: 1, score: { value: null }, lines });
  const order = ranked(found);
  assert.deepEqual(order.map((line) => `${line.move} ${scoreText(line, found)}`), ["f win in 1", "b win", "e +0.50", "c +0.41", "a −0.03", "d loss"]);
});

test("results and games of a match are formatted", () => {
  const nameOf = (/** @type {number} */ player) => ["Ann", "Bob"][player - 1];
  const won = /** @type {import("../../types").Outcome} */ ({ kind: "win", label: "p1win", winner: 1, points: null, sign: false, says_how: false, way: null });
  assert.equal(resultText({ ...won, label: "p2win 3", winner: 2, points: 3 }, nameOf, "resignation"), "Bob wins 3 points by resignation");
  assert.equal(resultText(won, nameOf, "time"), "Ann wins on time");
  assert.equal(resultText({ ...won, label: "R-0", sign: true, says_how: true, way: "road" }, nameOf, "board"), "Ann wins by road (R-0)");
  assert.equal(resultText({ ...won, kind: "draw", label: "draw", winner: null }, nameOf, "agreement"), "draw by agreement");
  assert.equal(resultText({ ...won, kind: "ended", label: "0-0", sign: true, winner: null }, nameOf), "game ended (0-0)");
  assert.equal(resultText(null, nameOf), "game ended");
  assert.equal(gameText([[1, 0], [1, 2]], 2, nameOf), "Bob wins game 2 (2 points). Score: 1–2");
  // The points of a money game are its whole score.
  assert.equal(resultText(withPoints(won, [[0, 0], [2, 0]]), nameOf), "Ann wins 2 points");
  assert.equal(resultText(withPoints(won, [[1, 0], [3, 0]]), nameOf), "Ann wins");
});

test("chance events and variants are shown by their labels, not by their notation", () => {
  const root = new TreeNode(null, "", 0);
  const event = /** @type {const} */ ({ kind: "dice", label: "31" });
  const dice = root.play("roll=3/1", 0, event);
  assert.equal(thrown(dice), "31");
  assert.equal(stepText(dice), "Rolled 3 and 1");
  const drawn = dice.play("tile#7", 0, { kind: "draw", label: "7" });
  assert.equal(stepText(drawn), "Drawn: 7");
  assert.equal(stepText(drawn.play("?face", 0, { kind: "draw", label: "?face" })), "?face");
  // A step without a known event is shown in notation.
  assert.equal(stepText(drawn.play("dice:31", 0)), "dice:31");
  assert.equal(thrown(unpacked(JSON.parse(JSON.stringify(packed(root)))).children[0]), "31");
  const options = [{ name: "size", value: "5", usual: true, label: "board size 5" }, { name: "luck", value: "no", usual: false, label: "no random tile faces" }];
  assert.equal(titleOf(/** @type {any} */ ({ name: "trax", title: "Trax" }), options), "Trax, no random tile faces");
  assert.equal(keptResult("R-0")?.label, "R-0");
});
