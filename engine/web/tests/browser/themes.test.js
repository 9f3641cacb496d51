/** The looks of boards and pieces. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { openLine, openTab, stage, tool } from "../harness.js";

/** @typedef {import("playwright-core").Page} Page */

const on = stage();

/** The colour with which the first shape of a target is filled. @param {Page} page @param {string} shape */
const fill = (page, shape) => page.$eval(shape, (element) => getComputedStyle(element).fill);
/** Whether an element with this class is shown on the board. @param {Page} page @param {string} name */
const isShown = (page, name) => page.$eval(`#board .${name}`, (element) => getComputedStyle(element).display !== "none");

test("board and pieces are chosen separately, and the choice is kept", async () => {
  const { page, wrong } = await openTab(await on.browser.newContext(), on.address, false);
  await openLine(page, "takt", { steps: "a1 e5" });
  const frame = "#board > svg:first-child > rect:nth-of-type(2)";
  const wood = await fill(page, frame);
  assert.ok(await isShown(page, "grain"));
  assert.ok(!(await isShown(page, "veins")));
  await tool(page, "Settings");
  await page.selectOption("dialog .field:has-text('Board') select:has(option[value='slate'])", "slate");
  await page.selectOption("dialog .field:has-text('Pieces') select", "flat");
  assert.notEqual(await fill(page, frame), wood);
  assert.ok((await isShown(page, "veins")) && !(await isShown(page, "grain")));
  const hidden = await page.evaluate(() => getComputedStyle(/** @type {Element} */ (document.querySelector("#board defs .gloss"))).display);
  assert.equal(hidden, "none");
  await page.reload();
  await page.waitForSelector("#board > svg:first-child .veins");
  assert.ok(await isShown(page, "veins"));
  assert.deepEqual(wrong, []);
});

test("the preview of a move shows a piece of a new kind", async () => {
  const { page, wrong } = await openTab(await on.browser.newContext(), on.address, false);
  await openLine(page, "takt", { steps: "a1 e5" });
  // The first wall of the game: the picture before the move has no drawing of it.
  await page.click("#kinds button:has-text('Wall')");
  await page.hover("#board [data-class=square][data-name=c3]");
  const wall = "#board .ghost [data-piece=white-wall] use";
  await page.waitForSelector(wall, { state: "attached" });
  const box = await page.$eval(wall, (element) => element.getBoundingClientRect().width);
  assert.ok(box > 10, `the wall is ${box} pixels wide`);
  assert.deepEqual(wrong, []);
});

test("the cells of Tantrix show their names if the user wants them", async () => {
  const { page, wrong } = await openTab(await on.browser.newContext(), on.address, false);
  await openLine(page, "tantrix", { steps: "" });
  await page.waitForSelector("#board .names", { state: "attached" });
  assert.ok(!(await isShown(page, "names")));
  await tool(page, "Settings");
  await page.check("dialog label:has-text('Coordinates') input");
  assert.ok(await isShown(page, "names"));
  assert.deepEqual(wrong, []);
});

test("walls have the colours of their owners", async () => {
  const { page, wrong } = await openTab(await on.browser.newContext(), on.address, false);
  await openLine(page, "quoridor", { steps: "e2 e8 e3h d6v" });
  const walls = await page.$$eval("#board [data-piece^=wall]", (all) => all.map((wall) => `${wall.getAttribute("data-piece")} ${wall.getAttribute("data-at")}`));
  assert.deepEqual(walls, ["wall-1 e3h", "wall-2 d6v"]);
  assert.deepEqual(wrong, []);
});
