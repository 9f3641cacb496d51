/** A match and its games in the list of moves and in the status line, and the end of a game. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { openLine, openTab, panel, picture, resign, stage, stepsOf, tool } from "../harness.js";

const on = stage();

/** Waits for the line below the board. @param {import("playwright-core").Page} page @param {string} text */
async function status(page, text) {
  await page.waitForFunction((expected) => document.getElementById("status")?.textContent?.includes(expected), text);
}

test("the list groups dice with their move and shows the games of a match, the status line shows the score", async () => {
  const { page, wrong } = await openTab(await on.browser.newContext(), on.address, false);
  await openLine(page, "tryktrak", { variant: "length=3", steps: "dice:31 8/5,6/5 roll dice:64 24/14 double pass" });
  await page.waitForSelector("#moves .game");
  assert.equal(await page.textContent("#moves .game"), "Player 1 wins game 1 (1 point). Score: 1–0");
  await status(page, "Player 1 wins game 1 (1 point). Score: 1–0.");
  assert.deepEqual((await stepsOf(page)).slice(0, 5), ["31:", "8/5,6/5", "roll", "64:", "24/14"]);
  const turns = await page.$$eval("#moves .turn", (all) => all.map((turn) => /** @type {HTMLElement} */ (turn).innerText.replace(/\s+/g, " ").trim()));
  assert.deepEqual(turns, ["31: 8/5,6/5", "64: 24/14", "double", "pass"]);
  // Both turns of a round are in one row.
  assert.equal(await page.locator("#moves .round").first().locator(".turn").count(), 2);
  await picture(page, "match");
  await page.click("#moves .step:text-is('31:')");
  await status(page, "Rolled 3 and 1. Player 1 to play.");
  assert.deepEqual(wrong, []);
});

test("a resignation in a room is shown with the score, and stays in the analysis", { timeout: 60_000 }, async () => {
  const { page, wrong } = await openTab(await on.browser.newContext(), on.address, false);
  await openLine(page, "quoridor");
  await tool(page, "New game");
  for (const player of [1, 2]) await page.selectOption(`dialog select[aria-label="Player ${player}"]`, "me");
  await page.click("dialog button.main");
  await page.waitForSelector("#mode .resign");
  await resign(page);
  await page.waitForSelector("#end .verdict");
  assert.match((await page.textContent("#end .verdict")) ?? "", / wins by resignation\.$/);
  await status(page, "Game over: ");
  assert.match((await page.textContent("#status")) ?? "", / wins by resignation\.$/);
  assert.match((await page.textContent("#moves .game")) ?? "", / wins by resignation$/);
  assert.deepEqual(wrong, []);
});

test("at the end the bar is full and the list shows the result", async () => {
  const { page, wrong } = await openTab(await on.browser.newContext(), on.address, false);
  await openLine(page, "takt", { variant: "size=3", steps: "a1 c3 c2 a2 b2 a3 a2-" });
  await page.waitForFunction(() => document.querySelectorAll("#moves .step").length > 0);
  const over = await page.evaluate(() => /Game over/.test(document.getElementById("status")?.textContent ?? ""));
  assert.ok(over, (await page.textContent("#status")) ?? "");
  assert.match((await page.textContent("#moves .game")) ?? "", /^Player [12] wins by (road|flats) \((R-0|0-R|F-0|0-F)\)$/);
  assert.match((await page.getAttribute("#bar", "aria-label")) ?? "", /100 %/);
  assert.ok(!(await page.getAttribute("#bar", "class"))?.includes("empty"));
  assert.deepEqual(wrong, []);
});

test("the arrows disappear when the engine is switched off", async () => {
  const { page, wrong } = await openTab(await on.browser.newContext(), on.address);
  const elements = () => page.locator("#board > svg:first-child *").count();
  await page.waitForSelector("#lines li");
  await page.click("label.switch");
  await page.waitForFunction(() => document.getElementById("engine-status")?.textContent === "");
  await page.reload();
  await page.waitForSelector("#board > svg:first-child g[data-class]");
  const plain = await elements();
  await page.click("label.switch");
  await page.waitForFunction((count) => document.querySelectorAll("#board > svg:first-child *").length > count, plain);
  await page.click("label.switch");
  await page.waitForFunction((count) => document.querySelectorAll("#board > svg:first-child *").length === count, plain);
  assert.deepEqual(wrong, []);
});

test("the main line is analysed, and without moves there is no analysis", { timeout: 60_000 }, async () => {
  const { page, wrong } = await openTab(await on.browser.newContext(), on.address, false);
  // On an empty board there is nothing to analyse, to comment or to search.
  assert.deepEqual(await page.locator("#tabs button:visible").allTextContents(), ["Moves", "Engine"]);
  assert.ok(await page.isHidden("#extra"));
  await openLine(page, "takt", { variant: "size=4", steps: "a1 d4 b2" });
  await page.click("[aria-label='Previous move']");
  await status(page, "d4.");
  await page.fill("#typed", "c3");
  await page.press("#typed", "Enter");
  await page.waitForSelector("#moves .variation .current");
  await panel(page, "Report");
  await page.click("#judge button:has-text('Analyse game')");
  await page.waitForSelector("#judge .totals", { timeout: 30_000 });
  const judged = await page.evaluate(() => document.querySelector("#judge .totals")?.textContent ?? "");
  assert.match(judged, /Moves21/);
  // The whole game is analysed, so there is no note about a part until the game continues.
  assert.ok(await page.isHidden("#judge .quiet"));
  await page.click("#moves .step:has-text('b2')");
  await status(page, "b2.");
  await page.fill("#typed", "c2");
  await page.press("#typed", "Enter");
  await page.waitForSelector("#judge .quiet:text-is('Analysed 3 of 4 moves.')");
  await tool(page, "Export");
  await page.waitForSelector("dialog small:has-text('without variations')");
  assert.deepEqual(wrong, []);
});

test("a resigned game of a match is announced, and the end with the score", { timeout: 60_000 }, async () => {
  const { page, wrong } = await openTab(await on.browser.newContext(), on.address, false);
  await openLine(page, "tryktrak", { variant: "length=2" });
  await tool(page, "New game");
  for (const player of [1, 2]) await page.selectOption(`dialog select[aria-label="Player ${player}"]`, "me");
  await page.click("dialog button.main");
  await resign(page);
  await page.waitForSelector("#mode .message:has-text('The match continues.')");
  assert.match((await page.textContent("#mode .message")) ?? "", /resigned this game: .* wins 1 point\. The match continues\.$/);
  await page.waitForSelector("#moves .game:has-text('Game 1: ')");
  // Two points end the match in any case.
  await resign(page, 1);
  await page.waitForSelector("#end .verdict");
  assert.match((await page.textContent("#end .verdict")) ?? "", / wins 2 points by resignation\.$/);
  assert.match((await page.textContent("#end .score")) ?? "", /^Score: \d–\d$/);
  await picture(page, "match-over");
  assert.deepEqual(wrong, []);
});
