/** A match and its games: what the list and the line below the board say of them, and how a game's end is told. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { openLine, openTab, picture, stage, stepsOf } from "../harness.js";

const on = stage();

/** Waits for the line below the board. @param {import("playwright-core").Page} page @param {string} text */
async function status(page, text) {
  await page.waitForFunction((expected) => document.getElementById("status")?.textContent?.includes(expected), text);
}

test("the list stands dice with their play and tells the games of a match, the status the score", async () => {
  const { page, wrong } = await openTab(await on.browser.newContext(), on.address, false);
  await openLine(page, "tryktrak", { variant: "length=3", steps: "dice:31 8/5,6/5 roll dice:64 24/14 double pass" });
  await page.waitForSelector("#moves .game");
  assert.equal(await page.textContent("#moves .game"), "Player 1 wins game 1, 1 point: 1–0");
  await status(page, "Player 1 wins game 1, 1 point: 1–0.");
  assert.deepEqual((await stepsOf(page)).slice(0, 5), ["31:", "8/5,6/5", "roll", "64:", "24/14"]);
  const turns = await page.$$eval("#moves .turn", (all) => all.map((turn) => /** @type {HTMLElement} */ (turn).innerText.replace(/\s+/g, " ").trim()));
  assert.deepEqual(turns, ["31: 8/5,6/5", "64: 24/14"]);
  // Each turn of a round stands in one row.
  assert.equal(await page.locator("#moves .round").first().locator(".turn").count(), 2);
  await picture(page, "match");
  await page.click("#moves .step:text-is('31:')");
  await status(page, "The dice show 3 and 1. Player 1 to play.");
  assert.deepEqual(wrong, []);
});

test("a resignation in a room is told with the score, in words, and stays so in the analysis", { timeout: 60_000 }, async () => {
  const { page, wrong } = await openTab(await on.browser.newContext(), on.address, false);
  await openLine(page, "quoridor");
  await page.click("#tools button:has-text('Play')");
  for (const player of [1, 2]) await page.selectOption(`dialog select[aria-label="Player ${player}"]`, "me");
  await page.click("dialog button.main");
  await page.waitForSelector("#mode button:has-text('Resign')");
  await page.click("#mode button:has-text('Resign')");
  await page.waitForSelector("#mode .verdict");
  assert.match((await page.textContent("#mode .verdict")) ?? "", / wins, by resignation\.$/);
  await status(page, "The game is over: ");
  assert.match((await page.textContent("#status")) ?? "", / wins, by resignation\.$/);
  assert.match((await page.textContent("#moves .game")) ?? "", / wins, by resignation$/);
  assert.deepEqual(wrong, []);
});

test("at the end the bar is full and the list tells the result", async () => {
  const { page, wrong } = await openTab(await on.browser.newContext(), on.address, false);
  await openLine(page, "takt", { variant: "size=3", steps: "a1 c3 c2 a2 b2 a3 a2-" });
  await page.waitForFunction(() => document.querySelectorAll("#moves .step").length > 0);
  const over = await page.evaluate(() => /game is over/.test(document.getElementById("status")?.textContent ?? ""));
  assert.ok(over, (await page.textContent("#status")) ?? "");
  assert.match((await page.textContent("#moves .game")) ?? "", /^(R-0|0-R|F-0|0-F)$/);
  assert.match((await page.getAttribute("#bar", "aria-label")) ?? "", /100 %/);
  assert.ok(!(await page.getAttribute("#bar", "class"))?.includes("empty"));
  assert.deepEqual(wrong, []);
});

test("without the engine its arrows leave the board", async () => {
  const { page, wrong } = await openTab(await on.browser.newContext(), on.address);
  const elements = () => page.locator("#board > svg:first-child *").count();
  await page.waitForSelector("#lines li");
  await page.click("label.switch");
  await page.waitForFunction(() => document.getElementById("engine-status")?.textContent === "off");
  await page.reload();
  await page.waitForSelector("#board > svg:first-child g[data-class]");
  const plain = await elements();
  await page.click("label.switch");
  await page.waitForFunction((count) => document.querySelectorAll("#board > svg:first-child *").length > count, plain);
  await page.click("label.switch");
  await page.waitForFunction((count) => document.querySelectorAll("#board > svg:first-child *").length === count, plain);
  assert.deepEqual(wrong, []);
});

test("a judgement is of the main line, and without moves there is none", { timeout: 60_000 }, async () => {
  const { page, wrong } = await openTab(await on.browser.newContext(), on.address, false);
  await page.click("#judge button:has-text('Judge the game')");
  await page.waitForFunction(() => document.getElementById("remark")?.textContent === "There are no moves to judge yet.");
  await openLine(page, "takt", { variant: "size=4", steps: "a1 d4 b2" });
  await page.click("[aria-label=Back]");
  await status(page, "d4.");
  await page.fill("#typed", "c3");
  await page.press("#typed", "Enter");
  await page.waitForSelector("#moves .variation .current");
  await page.click("#judge button:has-text('Judge the game')");
  await page.waitForSelector("#judge .totals", { timeout: 30_000 });
  const judged = await page.evaluate(() => document.querySelector("#judge .totals")?.textContent ?? "");
  assert.match(judged, /Moves21/);
  // What was judged is all there is, until the game goes on.
  assert.ok(await page.isHidden("#judge .quiet"));
  await page.click("#moves .step:has-text('b2')");
  await status(page, "b2.");
  await page.fill("#typed", "c2");
  await page.press("#typed", "Enter");
  await page.waitForSelector("#judge .quiet:text-is('Judged to move 3 of 4.')");
  await page.click("#tools button:has-text('Export')");
  await page.waitForSelector("dialog small:has-text('no variations')");
  assert.deepEqual(wrong, []);
});

test("a game of a match that is given up is told, and the end with the score", { timeout: 60_000 }, async () => {
  const { page, wrong } = await openTab(await on.browser.newContext(), on.address, false);
  await openLine(page, "tryktrak", { variant: "length=2" });
  await page.click("#tools button:has-text('Play')");
  for (const player of [1, 2]) await page.selectOption(`dialog select[aria-label="Player ${player}"]`, "me");
  await page.click("dialog button.main");
  const resign = async (/** @type {number} */ stake) => {
    await page.click("#mode summary:has-text('Resign')");
    await page.locator("#mode details.inline button").nth(stake).click();
  };
  await resign(0);
  await page.waitForSelector("#mode .told:has-text('The match goes on.')");
  assert.match((await page.textContent("#mode .told")) ?? "", /gave this game up: .* wins, 1 point\. The match goes on\.$/);
  await page.waitForSelector("#moves .game:has-text('Game 1: ')");
  // Two points end the match, whoever has one.
  await resign(1);
  await page.waitForSelector("#mode .verdict");
  assert.match((await page.textContent("#mode .verdict")) ?? "", / wins, 2 points, by resignation\. The score: \d–\d\.$/);
  await picture(page, "match-over");
  assert.deepEqual(wrong, []);
});
