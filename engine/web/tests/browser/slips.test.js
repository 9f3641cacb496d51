/** Small faults of the page that users have met: each test describes one of them. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { openLine, openTab, panel, ready, serve, stage, stepsOf, tool } from "../harness.js";

const on = stage();

test("a mark that is clicked right after typing a comment is set", { timeout: 60_000 }, async () => {
  const { page, wrong } = await openTab(await on.browser.newContext(), on.address, false);
  await openLine(page, "takt", { steps: "a1 e5 c3" });
  await panel(page, "Notes");
  await page.click("#notes textarea");
  await page.keyboard.type("A first line\nand a second one, so that the list grows");
  const mark = await page.locator("#notes .marks button:text-is('!?')").boundingBox();
  assert.ok(mark);
  await page.mouse.move(mark.x + mark.width / 2, mark.y + mark.height / 2);
  await page.mouse.down();
  await page.mouse.up();
  await page.waitForSelector("#moves .current:text-is('c3!?')");
  await page.waitForSelector("#moves .comment:has-text('A first line')");
  assert.deepEqual(wrong, []);
});

test("Escape leaves the position editor, and a change is not discarded without asking", { timeout: 60_000 }, async () => {
  const { page, wrong } = await openTab(await on.browser.newContext(), on.address, false);
  await openLine(page, "takt");
  await tool(page, "Set up");
  await page.waitForSelector("#board .can");
  await page.keyboard.press("Escape");
  await page.waitForFunction(() => document.body.dataset.mode === "analysis");
  await tool(page, "Set up");
  await page.waitForSelector("#board .can");
  await page.locator("#board .can[data-class=square]").first().click({ force: true });
  await page.waitForSelector("#mode button:text-is('Undo'):enabled");
  await page.keyboard.press("Escape");
  await page.click("dialog button:text-is('Keep editing')");
  assert.equal(await page.evaluate(() => document.body.dataset.mode), "setup");
  await page.keyboard.press("Escape");
  await page.click("dialog button:text-is('Discard')");
  await page.waitForFunction(() => document.body.dataset.mode === "analysis");
  assert.deepEqual(wrong, []);
});

test("the report of a game is still there after a reload", { timeout: 60_000 }, async () => {
  const { page, wrong } = await openTab(await on.browser.newContext(), on.address, false);
  await openLine(page, "takt", { variant: "size=4", steps: "a1 d4 b2 c3" });
  await panel(page, "Report");
  await page.click("#judge button:has-text('Analyse game')");
  await page.waitForSelector("#judge .totals", { timeout: 30_000 });
  const before = await page.textContent("#judge .totals");
  await page.waitForTimeout(300);
  await page.reload();
  await ready(page);
  await page.waitForSelector("#judge .totals");
  assert.equal(await page.textContent("#judge .totals"), before);
  assert.deepEqual(wrong, []);
});

test("the clocks stand still while the connection is lost", { timeout: 60_000 }, async () => {
  const own = await serve();
  const { page } = await openTab(await on.browser.newContext(), own.address, false);
  await tool(page, "New game");
  for (const player of [1, 2]) await page.selectOption(`dialog select[aria-label="Player ${player}"]`, "me");
  await page.selectOption("dialog .field:has-text('Clock') select", "5m+3s");
  await page.click("dialog button.main");
  await page.waitForSelector("#mode button:has-text('Resign')");
  for (const move of ["a1", "e5"]) {
    await page.fill("#typed", move);
    await page.press("#typed", "Enter");
    await page.waitForFunction((text) => document.querySelector("#moves .current")?.textContent === text, move);
  }
  await page.waitForFunction(() => document.querySelector(".seat.turn .clock")?.textContent?.startsWith("4:"));
  own.stop();
  await page.waitForSelector("#mode:has-text('Connection lost')");
  const clocks = () => page.locator(".seat .clock").allTextContents();
  const before = await clocks();
  await page.waitForTimeout(2_200);
  assert.deepEqual(await clocks(), before);
});

test("Space plays the move of the engine, and does nothing while dice are due", { timeout: 60_000 }, async () => {
  const { page, wrong } = await openTab(await on.browser.newContext(), on.address);
  await openLine(page, "tryktrak", { variant: "length=7", steps: "dice:31 8/5,6/5" });
  await page.waitForSelector("#lines li");
  await page.keyboard.press("Space");
  await page.waitForSelector("#moves .current:text-is('roll')", { state: "attached" });
  await page.waitForSelector("#chance button.main");
  await page.waitForTimeout(600);
  const steps = (await stepsOf(page)).length;
  await page.keyboard.press("Space");
  await page.waitForTimeout(600);
  assert.equal((await stepsOf(page)).length, steps);
  assert.equal(await page.textContent("#remark"), "");
  assert.deepEqual(wrong, []);
});

test("a player who can make no play passes without a click", { timeout: 60_000 }, async () => {
  const { page, wrong } = await openTab(await on.browser.newContext(), on.address, false);
  // Player 1 is on the bar, and all points of the opponent's home are closed.
  await openLine(page, "tryktrak", { start: "XGID=------E-C---cF-----bbbbbbA:0:0:1:31:0:0:0:0:10" });
  await tool(page, "New game");
  for (const player of [1, 2]) await page.selectOption(`dialog select[aria-label="Player ${player}"]`, "me");
  await page.click("dialog label:has-text('Start from the current position')");
  await page.click("dialog button.main");
  await page.waitForFunction(() => [...document.querySelectorAll("#moves .step")].some((step) => step.textContent === "-"));
  assert.deepEqual(wrong, []);
});

test("dice of a puzzle and of a match are dice in the list, not moves", { timeout: 60_000 }, async () => {
  const { page, wrong } = await openTab(await on.browser.newContext(), on.address, false);
  await page.goto(new URL("/tryktrak/puzzles/2", on.address).href);
  // The server says which steps are dice.
  await page.waitForFunction(() => /^\d\d:$/.test(document.querySelector("#moves .step.chance")?.textContent ?? ""));
  assert.deepEqual(wrong, []);
});
