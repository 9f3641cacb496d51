/** Puzzles: wrong moves are reported, the solution is shown, and progress is kept. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { openLine, openTab, picture, stage, tool } from "../harness.js";

const on = stage();

test("puzzles are shown, tried, solved and remembered", { timeout: 90_000 }, async () => {
  const { page, wrong } = await openTab(await on.browser.newContext(), on.address);
  await openLine(page, "takt", { steps: "a1 e5" });
  await tool(page, "Puzzles");
  await page.waitForFunction(() => (document.querySelector("#mode .message")?.textContent ?? "").length > 5);
  assert.ok(await page.isHidden("#engine"));
  await picture(page, "puzzle");
  const first = await page.getAttribute("#board", "data-shown");

  // Show the solution of the first puzzle.
  await page.click("#mode button:has-text('Show solution')");
  await page.waitForFunction(() => /^Solution: /.test(document.querySelector("#mode .message")?.textContent ?? ""));
  assert.match((await page.textContent("#mode .facts-row")) ?? "", /Not at the first try: 1/);
  await page.click("#mode button:has-text('Next')");
  await page.waitForFunction((shown) => document.getElementById("board")?.dataset.shown !== shown && !/^Solution/.test(document.querySelector("#mode .message")?.textContent ?? ""), first);

  // A bad move.
  await page.waitForFunction(() => !(/** @type {HTMLInputElement} */ (document.getElementById("typed")).disabled));
  const moves = await page.$$eval("#typed-list option", (options) => options.map((option) => /** @type {HTMLOptionElement} */ (option).value));
  await page.fill("#typed", moves.find((move) => move.startsWith("S")) ?? moves[0]);
  await page.press("#typed", "Enter");
  await page.waitForFunction(() => /is not the best move|is correct|Solved/.test(document.querySelector("#mode .message")?.textContent ?? ""));

  await page.click("#mode button:has-text('Skip'), #mode button:has-text('Next')");
  await page.click("#mode button:has-text('Leave')");
  await page.waitForFunction(() => location.pathname === "/takt");
  await page.click("#tools a:has-text('Analyse')");
  await page.waitForFunction(() => document.querySelectorAll("#moves .step").length === 2);
  assert.ok(await page.isVisible("#engine"));
  assert.deepEqual(wrong, []);
});

test("a loop of Tantrix is closed, with a draw between two tiles", { timeout: 90_000 }, async () => {
  const { page, wrong } = await openTab(await on.browser.newContext(), on.address, false);
  await openLine(page, "tantrix");
  await tool(page, "Puzzles");
  await page.waitForSelector("#mode .message:has-text('Close a loop of your colour')");
  const kinds = await page.$$eval("#mode select[aria-label='Theme'] option", (options) => options.map((option) => option.textContent ?? ""));
  assert.ok(kinds.some((kind) => /^Loops.* \(48\)$/.test(kind)), kinds.join());
  const type = async (/** @type {string} */ move) => {
    await page.waitForFunction(() => !(/** @type {HTMLInputElement} */ (document.getElementById("typed")).disabled));
    await page.fill("#typed", move);
    await page.press("#typed", "Enter");
  };
  /** The solution of the server. @param {string} id @param {string[]} steps */
  const right = async (id, steps) => {
    const answer = await page.request.post(`${on.address}api/puzzles/try`, { data: { id, steps, reveal: true }, headers: { Origin: new URL(on.address).origin } });
    return (await answer.json()).solution[0];
  };
  await picture(page, "puzzle-loop");
  await type(await right("tantrix-loop-1", []));
  await page.waitForSelector("#mode .message:has-text('Solved!')");
  await picture(page, "puzzle-loop-closed");
  // The puzzles with two tiles follow the sixteen with one.
  await page.evaluate(() => {
    const done = Array.from({ length: 16 }, (_, index) => `tantrix-loop-${index + 1}`);
    localStorage.setItem("ludex.puzzles", JSON.stringify({ done, solved: 1, failed: 0 }));
  });
  await page.click("#mode button:has-text('Next')");
  await page.waitForSelector("#mode .message:has-text('(tiles to place: 2)')");
  const first = await right("tantrix-loop-17", []);
  await type(first);
  await page.waitForSelector("#mode .message:has-text('is correct')");
  const text = (await page.textContent("#mode .message")) ?? "";
  const drawn = />\d+/.exec(text)?.[0] ?? "";
  assert.ok(drawn, text);
  // A reload restores the progress.
  await page.reload();
  await page.waitForSelector("#mode .message:has-text('(tiles to place: 2)')");
  await page.waitForFunction((step) => [...document.querySelectorAll("#moves .step")].some((one) => one.textContent?.includes(step)), drawn);
  await picture(page, "puzzle-loop-drawn");
  await type(await right("tantrix-loop-17", [first, drawn]));
  await page.waitForSelector("#mode .message:has-text('Solved!')");
  // Of several correct moves one is played, and the others are listed.
  await page.evaluate(() => localStorage.removeItem("ludex.puzzles"));
  for (let text = ""; !text.includes(" or "); ) {
    await page.click("#mode button:has-text('Next')");
    await page.click("#mode button:has-text('Show solution')");
    await page.waitForFunction(() => /^Solution: /.test(document.querySelector("#mode .message")?.textContent ?? ""));
    text = (await page.textContent("#mode .message")) ?? "";
    await page.waitForFunction(() => document.querySelectorAll("#moves .step").length > 0);
    assert.equal(await page.$$eval("#status.wrong, .error", (found) => found.filter((one) => one.checkVisibility()).length), 0);
  }
  assert.deepEqual(wrong, []);
});

test("a half-entered move is undone by the solution and by the next puzzle", { timeout: 90_000 }, async () => {
  const { page, wrong } = await openTab(await on.browser.newContext(), on.address, false);
  await openLine(page, "trax");
  await tool(page, "Puzzles");
  for (const name of ["Show solution", "Next", "Skip"]) {
    // The first puzzle is on screen, then its solution, then the next puzzle.
    await page.waitForSelector(`#mode button:has-text('${name}')`);
    if (name !== "Next") {
      await page.waitForSelector("#board .can");
      await page.waitForTimeout(300);
      await page.locator("#board .can").first().click();
      await page.waitForSelector("#board .choices", { state: "visible" });
    }
    // Delay the answer of the server.
    let answer = () => {};
    const held = new Promise((resolve) => (answer = () => resolve(null)));
    await page.route("**/api/puzzles**", async (route) => (await held, route.continue()));
    await page.click(`#mode button:has-text('${name}')`);
    await page.waitForSelector("#board .choices", { state: "hidden", timeout: 5_000 });
    assert.equal(await page.locator(".marks .chosen, .ghost > *").count(), 0);
    answer();
    await page.waitForTimeout(300);
    await page.unroute("**/api/puzzles**");
  }
  assert.deepEqual(wrong, []);
});

test("the user plays from the bottom of the board, and reads for whom", { timeout: 60_000 }, async () => {
  const { page, wrong } = await openTab(await on.browser.newContext(), new URL("/takt/puzzles/4", on.address).href, false);
  await page.waitForSelector("#mode .message:has-text('You play Black. Force a road')");
  await page.waitForSelector("#below [data-player='2']");
  assert.match((await page.textContent("#status")) ?? "", /Your turn\.$/);
  await page.click("#mode button:has-text('Leave')");
  await page.waitForFunction(() => location.pathname === "/takt");
  await page.click("#tools a:has-text('Analyse')");
  await page.waitForSelector("#below [data-player='1']");
  assert.deepEqual(wrong, []);
});

test("kinds of pieces are never drawn on the board of another game", { timeout: 60_000 }, async () => {
  const { page, wrong } = await openTab(await on.browser.newContext(), new URL("/quoridor/analyse", on.address).href, false);
  await page.waitForSelector("#kinds svg");
  /** @type {string[]} */
  const refused = [];
  page.on("response", (response) => response.status() >= 400 && refused.push(response.request().postData() ?? ""));
  await page.click("#games a:text-is('Takt')");
  await page.click("#home a:text-is('Puzzles')");
  await page.waitForSelector("#mode .message:has-text('Force a road')");
  await page.waitForSelector("#kinds svg");
  assert.deepEqual(refused, []);
  assert.deepEqual(wrong, []);
});
