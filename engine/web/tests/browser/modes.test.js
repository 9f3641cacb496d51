/** Changes between modes: leaving one mode must not disturb the next one. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { openLine, openTab, stage, tool } from "../harness.js";

/** @typedef {import("playwright-core").Page} Page */

const on = stage();

/** Starts a game in real time with a player who has not joined yet. @param {Page} page */
async function beginGobble(page) {
  await tool(page, "New game");
  await page.selectOption("dialog .field:has-text('Game') select", "gobble");
  await page.selectOption("dialog select[aria-label='Player 1']", "me");
  await page.selectOption("dialog select[aria-label='Player 2']", "other");
  await page.click("dialog button.main");
  await page.waitForSelector("#mode li input");
}

test("puzzles and a game in real time show their panels after any other mode", { timeout: 90_000 }, async () => {
  const { page, wrong } = await openTab(await on.browser.newContext(), on.address, false);
  await openLine(page, "tantrix");
  await tool(page, "Puzzles");
  await page.waitForSelector("#mode button:has-text('Show solution')");
  await beginGobble(page);
  // A game in real time has no link to puzzles, but an address may lead there.
  await page.evaluate(() => {
    history.pushState({}, "", "/tantrix/puzzles");
    dispatchEvent(new PopStateEvent("popstate", { state: {} }));
  });
  await page.waitForSelector("#mode button:has-text('Show solution')");
  await page.click("#mode button:has-text('Leave')");
  await page.waitForFunction(() => location.pathname === "/tantrix");
  await tool(page, "Analyse");
  await page.waitForSelector("#engine");

  await tool(page, "Set up");
  await page.waitForSelector("#mode h2:has-text('Set up')");
  await beginGobble(page);
  await tool(page, "Set up");
  await page.waitForSelector("#mode h2:has-text('Set up')");
  await page.click("#mode button:has-text('Leave'), #mode button:has-text('Cancel')");
  await page.waitForSelector("#engine");
  assert.equal(await page.locator("#moves .step").count(), 0);
  assert.deepEqual(wrong, []);
});

test("an error message disappears with its position", { timeout: 60_000 }, async () => {
  const { page, wrong } = await openTab(await on.browser.newContext(), on.address, false);
  await openLine(page, "takt", { steps: "a1 e5" });
  const paste = async () => {
    await page.evaluate(() => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text", "nothing that anybody knows");
      document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
    });
    await page.waitForSelector("#remark.wrong:has-text('Not recognised')");
  };
  const gone = () => page.waitForSelector("#remark:not(.wrong):empty", { state: "attached", timeout: 5_000 });
  await paste();
  await page.press("body", "ArrowLeft");
  await gone();
  await tool(page, "Puzzles");
  for (const name of ["Show solution", "Next"]) {
    await page.waitForSelector(`#mode button:has-text('${name}')`);
    await paste();
    await page.click(`#mode button:has-text('${name}')`);
    await gone();
  }
  assert.deepEqual(wrong, []);
});
