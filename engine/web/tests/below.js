/** Checks of the page behind a proxy, below a prefix. */

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { openTab, ready, tool } from "./harness.js";

/** A port that no program uses now. @returns {Promise<string>} */
export async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(null)));
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  await new Promise((resolve) => server.close(resolve));
  return String(port);
}

/**
 * The page, live analysis, rooms and links work below an address.
 *
 * @param {string} base
 * @param {import("playwright-core").Browser} browser
 */
export async function checkPageBelow(base, browser) {
  const options = { ignoreHTTPSErrors: true };
  const { page, wrong } = await openTab(await browser.newContext(options), `${base}takt/analyse#steps=a1`);
  await page.waitForSelector("#lines li");
  assert.equal(page.url().split("#")[0], `${base}takt/analyse`);
  await tool(page, "New game");
  await page.selectOption("dialog select[aria-label='Player 2']", "other");
  await page.click("dialog button.main");
  await page.waitForSelector("#mode li input");
  const link = await page.inputValue("#mode li input");
  assert.ok(link.startsWith(`${base}room/`), link);
  const friend = await openTab(await browser.newContext(options), link, false);
  await friend.page.waitForSelector(".seat:has-text('(you)')");
  await ready(friend.page);
  await page.click("#brand");
  await page.waitForSelector("#home .card svg");
  assert.equal(page.url(), base);
  assert.deepEqual([...wrong, ...friend.wrong], []);
}
