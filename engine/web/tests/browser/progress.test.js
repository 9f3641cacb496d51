/** Progress with puzzles: themes, the daily puzzle, the rating, and progress as a file. Forced moves are explained. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { openLine, openTab, panel, picture, seriousFindings, stage, tool } from "../harness.js";

/** @typedef {import("playwright-core").Page} Page */

const on = stage();

/** Asks the server. @param {Page} page @param {string} path @param {object} data */
async function asked(page, path, data) {
  const answer = await page.request.post(`${on.address}${path}`, { data, headers: { Origin: new URL(on.address).origin } });
  return answer.json();
}

/** Opens a place in a tab whose clock stands still at noon of a date. @param {import("playwright-core").BrowserContext} context @param {string} path @param {string} date */
async function openOn(context, path, date) {
  const page = await context.newPage();
  await page.clock.setFixedTime(new Date(`${date}T12:00:00`));
  await page.goto(new URL(path, on.address).href);
  return page;
}

/** Solves the shown puzzle with the solution of the server. @param {Page} page @param {string} id */
async function solve(page, id) {
  /** @type {string[]} */
  const steps = [];
  for (;;) {
    const { solution } = await asked(page, "api/puzzles/try", { id, steps, reveal: true });
    const { reply, solved } = await asked(page, "api/puzzles/try", { id, steps: [...steps, solution[0]] });
    await page.waitForFunction((move) => [...document.querySelectorAll("#typed-list option")].some((one) => /** @type {HTMLOptionElement} */ (one).value === move), solution[0]);
    await page.fill("#typed", solution[0]);
    await page.press("#typed", "Enter");
    if (solved) return void (await page.waitForSelector("#mode .message:has-text('Solved')"));
    steps.push(solution[0], reply);
    await page.waitForSelector(`#mode .message:has-text('${solution[0]} is correct')`);
  }
}

test("the daily puzzle depends on the date, and days in a row are counted", { timeout: 90_000 }, async () => {
  const context = await on.browser.newContext();
  for (const [index, date] of ["2026-11-28", "2026-11-29"].entries()) {
    const page = await openOn(context, "/", date);
    await page.waitForSelector("#home .daily svg");
    await picture(page, `home-daily-${index}`);
    const { puzzle } = await asked(page, "api/puzzles/daily", { date });
    await page.click("#home .daily a:text-is('Solve')");
    await page.waitForSelector("#mode strong:text-is('Daily puzzle')");
    assert.equal(new URL(page.url()).pathname, `/${puzzle.line.game}/puzzles/${puzzle.number}`);
    await solve(page, puzzle.id);
    await page.waitForSelector(`#mode .facts-row:has-text('${index ? "2 days in a row" : "Daily puzzle: 1 day"}')`);
    await page.goto(on.address);
    await page.waitForSelector("#home .daily :text-is('Solved today')");
    assert.deepEqual(await seriousFindings(page), []);
    await page.close();
  }
  await context.close();
});

test("themes and difficulties have counts, and the rating follows the results", { timeout: 90_000 }, async () => {
  const { page, wrong } = await openTab(await on.browser.newContext(), on.address, false);
  await openLine(page, "quoridor");
  await tool(page, "Puzzles");
  await page.waitForSelector("#mode select[aria-label='Theme'] option:nth-child(2)", { state: "attached" });
  const shown = () => page.evaluate(() => Number(location.pathname.split("/").at(-1)));
  await page.waitForFunction(() => /\/puzzles\/\d+$/.test(location.pathname));
  assert.equal(await shown(), 1);
  await solve(page, "quoridor-race-1");
  assert.match((await page.textContent("#mode .message")) ?? "", /^Solved! Your rating is about \d+\./);
  await page.click("#mode button:text-is('Next')");
  await page.waitForFunction(() => /\/puzzles\/2$/.test(location.pathname));
  await page.click("#mode button:text-is('Show solution')");
  await page.waitForSelector("#mode .message:has-text('Solution')");
  const rating = await page.evaluate(() => JSON.parse(localStorage.getItem("ludex.puzzles") ?? "{}").ratings.quoridor);
  assert.equal(rating.games, 2);
  await page.selectOption("#mode select[aria-label='Which puzzles']", "again");
  await page.waitForFunction(() => document.querySelector("#mode button:nth-of-type(1)")?.textContent === "Skip");
  assert.equal(await shown(), 2);

  await page.selectOption("#mode select[aria-label='Game']", "takt");
  await page.waitForSelector("#mode select[aria-label='Theme'] option:has-text('3 turns')", { state: "attached" });
  const themes = await page.$$eval("#mode select[aria-label='Theme'] option", (options) => options.map((option) => option.textContent ?? ""));
  assert.deepEqual(themes.map((text) => /\((\d+)\)$/.exec(text)?.[1]), ["31", "31", "21", "10"]);
  await page.selectOption("#mode select[aria-label='Theme']", "tinue 3");
  await page.waitForSelector("#mode .message:has-text('in 3 turns')");
  await picture(page, "puzzle-theme");
  assert.deepEqual(wrong, []);
});

test("progress is exported and imported, and a wrong file is refused", { timeout: 60_000 }, async () => {
  const stored = { done: ["takt-tinue-1", "takt-tinue-2"], missed: ["takt-tinue-2"], solved: 1, failed: 1, run: 0, best: 1, ratings: { takt: { rating: 1250.5, deviation: 280, volatility: 0.06, games: 2 } }, daily: "2026-11-27", days: 4 };
  const context = await on.browser.newContext();
  const { page, wrong } = await openTab(context, on.address, false);
  await page.evaluate((data) => {
    localStorage.setItem("ludex.puzzles", JSON.stringify(data));
    localStorage.setItem("ludex.lessons", JSON.stringify({ trax: { done: ["tiles", "place"], at: "loop" } }));
  }, stored);
  await tool(page, "Settings");
  const [download] = await Promise.all([page.waitForEvent("download"), page.click("dialog button:text-is('Export progress')")]);
  assert.match(download.suggestedFilename(), /^ludex-progress-\d{4}-\d\d-\d\d\.json$/);
  const file = readFileSync(await download.path());

  const other = await openTab(await on.browser.newContext(), on.address, false);
  await tool(other.page, "Settings");
  const input = other.page.locator("dialog input[type=file]");
  const choose = (/** @type {string | Buffer} */ text) => input.setInputFiles({ name: "progress.json", mimeType: "application/json", buffer: Buffer.from(text) });
  await choose("{}");
  await other.page.waitForSelector("dialog .message.wrong:has-text('not a file with progress')");
  assert.equal(await other.page.evaluate(() => localStorage.getItem("ludex.puzzles")), null);
  await choose(file);
  await other.page.waitForSelector("dialog .message:has-text('2 finished puzzles and 2 finished steps')");
  assert.deepEqual(await other.page.evaluate(() => JSON.parse(localStorage.getItem("ludex.puzzles") ?? "{}")), stored);
  assert.deepEqual(await other.page.evaluate(() => JSON.parse(localStorage.getItem("ludex.lessons") ?? "{}")), { trax: { done: ["tiles", "place"], at: "loop" } });
  await picture(other.page, "settings-progress");
  assert.deepEqual([...wrong, ...other.wrong], []);
});

test("the list of moves says why a move was forced", { timeout: 60_000 }, async () => {
  const { page, wrong } = await openTab(await on.browser.newContext(), on.address, false);
  const said = async (/** @type {string} */ game, /** @type {Record<string, string>} */ more, /** @type {RegExp} */ text) => {
    await openLine(page, game, more);
    await panel(page, "Moves");
    await page.waitForFunction(([source]) => new RegExp(source).test(document.getElementById("choice")?.textContent ?? ""), [text.source]);
  };
  await said("takt", { start: "x5/2,2,2,2,x/x2,1,x2/x,1,x,1,x/x2,1,x2 1 5", steps: "Se4" }, /^Player 2 threatened to win\. Only 4 of 66 moves of Player 1 prevented it\.$/);
  await picture(page, "forced-reply");
  await said("takt", { start: "x5/2,2,2,2,x/x2,1,x2/x,1,x,1,x/x2,1,x2 1 5", steps: "a1" }, /^$/);
  await said("trax", { steps: "@0+ B1+ A2\\" }, /^The move forced one more tile\.$/);
  await said("tryktrak", { start: "XGID=------E-C---cF-----bbbbbbA:0:0:1:31:0:0:0:0:10", steps: "-" }, /^Player 1 could not enter a checker from the bar, so the turn passed\.$/);
  await said("tantrix", { start: "32a@0:0,5b@0:-1,49d@-1:0,31f@1:0,47f@-1:-1 18,22|- - RY 0 1", steps: "22e@1:-1" }, /^Player 1 had to fill a forced space\.$/);
  assert.deepEqual(wrong, []);
});
