/** Motion and sound: what moves, that it ends in the right picture, and what switches it off. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { middleOf, openLine, openTab, stage } from "../harness.js";

/** @typedef {import("playwright-core").Page} Page */

const on = stage();

/** A context whose pages count the copies of pieces that move, with their delays, and the tones that are played. @param {"no-preference" | "reduce"} reducedMotion */
async function watched(reducedMotion) {
  const context = await on.browser.newContext({ reducedMotion });
  await context.addInitScript(() => {
    /** @type {any} */
    const seen = globalThis;
    [seen.delays, seen.tones] = [[], 0];
    const { animate } = Element.prototype;
    // @ts-ignore: the page passes no other options.
    Element.prototype.animate = function (/** @type {Keyframe[]} */ frames, /** @type {KeyframeAnimationOptions} */ options) {
      if (this.closest(".moving")) seen.delays.push(options.delay);
      return animate.call(this, frames, options);
    };
    const { start } = OscillatorNode.prototype;
    OscillatorNode.prototype.start = function (/** @type {number} */ when) {
      seen.tones += 1;
      return start.call(this, when);
    };
  });
  return context;
}

/** The delays of all copies since the last call, in milliseconds. @param {Page} page @returns {Promise<number[]>} */
function delays(page) {
  // @ts-ignore: the script of `watched` defines it.
  return page.evaluate(() => globalThis.delays.splice(0));
}

/** The number of tones since the page was opened. @param {Page} page @returns {Promise<number>} */
function tones(page) {
  // @ts-ignore: the script of `watched` defines it.
  return page.evaluate(() => globalThis.tones);
}

/** Waits for a position, and for the end of the motion. @param {Page} page @param {number} ply */
async function still(page, ply) {
  await page.waitForFunction((end) => document.getElementById("board")?.dataset.shown?.endsWith(end), ` ${ply}`);
  await page.waitForFunction(() => !document.querySelector("#board .moving > *") && !document.querySelector("#board .in-motion"));
}

/** The pieces of the board with their places. @param {Page} page */
function pieces(page) {
  return page.$$eval("#board > svg:first-child [data-piece]", (all) => all.map((piece) => `${piece.getAttribute("data-piece")} ${piece.getAttribute("data-at")} ${piece.getAttribute("data-level") ?? ""} ${getComputedStyle(piece).opacity}`).sort());
}

/** A line of each game whose last step moves pieces, and at least how many. @type {[string, string, number][]} */
const LINES = [
  ["takt", "a5 e1 c3 d3 c4 d4 c3+", 1],
  ["takt", "a5 e1 c3 d3 c3> e3 2d3<11", 2],
  ["quoridor", "e2 e8 e3", 1],
  ["quoridor", "e2 e8 e3h", 1],
  ["tryktrak", "dice:31", 2],
  ["tryktrak", "dice:31 8/5,6/5", 2],
  ["tryktrak", "dice:21 13/11,6/5 dice:64 24/14*", 2],
  ["trax", "@0/ B1+ A0/", 2],
];

for (const [game, steps, least] of LINES) {
  test(`pieces move in ${game} after ${steps}, and the picture is right at the end`, async () => {
    const context = await watched("no-preference");
    const { page, wrong } = await openTab(context, on.address, false);
    await openLine(page, game, { steps });
    const plies = steps.split(" ").length;
    await still(page, plies);
    const expected = await pieces(page);
    assert.deepEqual(await delays(page), [], "a position that is opened does not move");
    await page.keyboard.press("ArrowLeft");
    await still(page, plies - 1);
    assert.notDeepEqual(await pieces(page), expected);
    assert.ok((await delays(page)).length >= 1, "back");
    await page.waitForTimeout(150);
    await page.keyboard.press("ArrowRight");
    await still(page, plies);
    const forward = await delays(page);
    assert.ok(forward.length >= least, `${forward}`);
    assert.deepEqual(await pieces(page), expected);
    assert.ok((await tones(page)) > 0, "a move makes a sound");
    assert.deepEqual(wrong, []);
    await context.close();
  });
}

test("forced tiles follow the placed tile one after another", async () => {
  const { page } = await openTab(await watched("no-preference"), on.address, false);
  await openLine(page, "trax", { steps: "@0/ B1+ A0/" });
  await page.keyboard.press("ArrowLeft");
  await still(page, 2);
  await delays(page);
  await page.waitForTimeout(150);
  await page.keyboard.press("ArrowRight");
  await still(page, 3);
  assert.deepEqual(await delays(page), [0, 120]);
});

test("a step during a motion ends it at once", async () => {
  const { page } = await openTab(await watched("no-preference"), on.address, false);
  await openLine(page, "takt", { steps: "a5 e1 c3 d3 c4 d4" });
  await page.evaluate(() => {
    for (const key of ["ArrowLeft", "ArrowLeft", "ArrowLeft", "ArrowRight"]) document.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
  });
  await still(page, 4);
  const now = await pieces(page);
  assert.equal(now.length, 4);
  assert.ok(now.every((piece) => piece.endsWith(" 1")), now.join("; "));
});

test("nothing moves with reduced motion, or if the setting is off", async () => {
  for (const [wish, motion] of /** @type {const} */ ([["reduce", true], ["no-preference", false]])) {
    const context = await watched(wish);
    await context.addInitScript((setting) => localStorage.setItem("ludex.settings", JSON.stringify({ motion: setting })), motion);
    const { page } = await openTab(context, on.address, false);
    await openLine(page, "takt", { steps: "a5 e1 c3" });
    await page.keyboard.press("ArrowLeft");
    await still(page, 2);
    await page.keyboard.press("ArrowRight");
    await still(page, 3);
    assert.deepEqual(await delays(page), [], wish);
    await context.close();
  }
});

test("a dragged piece stays where it was dropped", async () => {
  const { page } = await openTab(await watched("no-preference"), on.address, false);
  await openLine(page, "quoridor", { steps: "e2 e8" });
  const [from, to] = [await middleOf(page, ".pawn[data-name=e2]"), await middleOf(page, "[data-class=square][data-name=e3]")];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 5 });
  await page.mouse.up();
  await still(page, 3);
  assert.deepEqual(await delays(page), []);
  assert.ok((await tones(page)) > 0);
});

test("sound begins with the first gesture, and has a switch", async () => {
  const { page } = await openTab(await watched("reduce"), on.address, false);
  await openLine(page, "takt", { steps: "a5 e1 c3" });
  const press = (/** @type {string} */ label) => page.evaluate((name) => /** @type {HTMLElement} */ (document.querySelector(`#steps [aria-label='${name}']`)).click(), label);
  await press("First position");
  await still(page, 0);
  await press("Next move");
  await still(page, 1);
  assert.equal(await tones(page), 0, "a script is not a gesture");
  await page.keyboard.press("ArrowRight");
  await still(page, 2);
  const played = await tones(page);
  assert.ok(played > 0);
  assert.equal(await page.getAttribute("#tools [aria-label=Sound]", "aria-pressed"), "true");
  await page.click("#tools [aria-label=Sound]");
  assert.equal(await page.getAttribute("#tools [aria-label=Sound]", "aria-pressed"), "false");
  await page.keyboard.press("ArrowRight");
  await still(page, 3);
  assert.equal(await tones(page), played);
  await page.reload();
  await page.waitForSelector("#tools [aria-label=Sound][aria-pressed=false]");
  await page.keyboard.press("m");
  await page.waitForSelector("#tools [aria-label=Sound][aria-pressed=true]");
});
