/** The open game survives a reload and a crash; tabs are independent; links carry a line. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { openTab, ready, serve, stage, stepsOf, tool } from "../harness.js";

const on = stage();

/** @param {import("playwright-core").Page} page @param {string} move */
async function type(page, move) {
  await page.fill("#typed", move);
  await page.press("#typed", "Enter");
  await page.waitForFunction((text) => document.getElementById("status")?.textContent?.includes(`${text}.`), move);
}

test("a reload brings back the tree, the place in it, and the settings", async () => {
  const { page, wrong } = await openTab(await on.browser.newContext(), on.address);
  await type(page, "a1");
  await type(page, "e5");
  await page.click("[aria-label='Previous move']");
  await tool(page, "Light or dark");
  const theme = await page.evaluate(() => document.documentElement.dataset.theme);
  await page.waitForTimeout(300);
  await page.reload();
  await ready(page);
  await page.waitForSelector("#moves .current");
  assert.deepEqual(await stepsOf(page), ["a1", "e5"]);
  assert.match((await page.textContent("#moves .current")) ?? "", /^a1/);
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), theme);
  assert.deepEqual(wrong, []);
});

test("tabs do not disturb each other, and a duplicated tab gets a separate slot", async () => {
  const context = await on.browser.newContext();
  const one = await openTab(context, on.address);
  const two = await openTab(context, on.address);
  await type(one.page, "a1");
  await type(two.page, "b2");
  const [same] = await Promise.all([context.waitForEvent("page"), one.page.evaluate(() => void window.open(location.href))]);
  await ready(same);
  await same.waitForSelector("#moves .step");
  await type(same, "e5");
  await one.page.waitForTimeout(300);
  for (const { page } of [one, two]) {
    await page.reload();
    await ready(page);
    await page.waitForSelector("#moves .step");
  }
  assert.deepEqual(await stepsOf(one.page), ["a1"]);
  assert.deepEqual(await stepsOf(two.page), ["b2"]);
  assert.deepEqual(await stepsOf(same), ["a1", "e5"]);
  assert.deepEqual([...one.wrong, ...two.wrong], []);
});

test("the game of a crashed tab is in the list", async () => {
  const context = await on.browser.newContext();
  const { page } = await openTab(context, on.address);
  await type(page, "c3");
  await page.waitForTimeout(300);
  await page.goto("chrome://crash").catch(() => {});
  const { page: other, wrong } = await openTab(context, on.address);
  await tool(other, "Analysis");
  await other.click("dialog summary:has-text('Recent games')");
  await other.click("dialog .recent button:has-text('c3')");
  await other.waitForSelector("#moves .step");
  assert.deepEqual(await stepsOf(other), ["c3"]);
  assert.deepEqual(wrong, []);
});

test("a link carries a line, and the place in it", async () => {
  const context = await on.browser.newContext();
  const { page, wrong } = await openTab(context, `${on.address}#game=quoridor&steps=e2+e8&at=1`);
  await page.waitForSelector("#moves .current");
  assert.deepEqual(await stepsOf(page), ["e2", "e8"]);
  assert.match((await page.textContent("#moves .current")) ?? "", /^e2/);
  assert.deepEqual(wrong, []);
});

test("a board with a token opens by the complete link only, and removes the token from the address", async () => {
  const secret = "correct-horse-battery";
  const guarded = await serve("--listen", "127.0.0.1", "--token", secret);
  try {
    const { page, wrong } = await openTab(await on.browser.newContext(), guarded.address);
    await page.waitForSelector("#lines li");
    assert.ok(!page.url().includes(secret));
    await page.reload();
    await ready(page);
    const stranger = await (await on.browser.newContext()).newPage();
    await stranger.goto(guarded.address.split("#")[0]);
    await stranger.waitForSelector("[role=alert]:has-text('complete link')");
    assert.deepEqual(wrong, []);
  } finally {
    guarded.stop();
  }
});
