/** The engine in the page: it appears, follows, stops, and its lines can be used. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { openLine, openTab, stage, stepsOf } from "../harness.js";

const on = stage();

test("analysis appears, goes with the position, and stops", async () => {
  const { page, wrong } = await openTab(await on.browser.newContext(), on.address);
  await page.waitForSelector("#lines li:nth-child(3)");
  assert.match((await page.textContent("#engine-status")) ?? "", /depth \d+ · .* nodes/);
  assert.match((await page.getAttribute("#bar", "aria-label")) ?? "", /Evaluation: Player 1 \d+/);
  await page.fill("#typed", "a1");
  await page.press("#typed", "Enter");
  await page.waitForFunction(() => document.querySelector("#moves .step.current")?.textContent?.startsWith("a1"));
  await page.waitForSelector("#lines li");
  await page.locator("#engine-on").uncheck();
  await page.waitForFunction(() => document.getElementById("engine-status")?.textContent === "off");
  assert.equal(await page.locator("#lines li").count(), 0);
  await page.locator("#engine-on").check();
  await page.waitForSelector("#lines li");
  assert.deepEqual(wrong, []);
});

test("moves of a line are played by a click, and a line is copied into the tree", async () => {
  const { page, wrong } = await openTab(await on.browser.newContext(), on.address);
  await page.waitForSelector("#lines li .pv button:nth-child(3)");
  // The line may change under the pointer; what is clicked counts.
  const moves = await page.evaluate(() => {
    const buttons = [...document.querySelectorAll("#lines li:first-child .pv button")].slice(0, 3);
    /** @type {HTMLElement} */ (buttons[2]).click();
    return buttons.map((one) => one.textContent);
  });
  assert.deepEqual(await stepsOf(page), moves);
  await page.keyboard.press("Home");
  await page.waitForSelector("#lines li .copy");
  await page.evaluate(() => /** @type {HTMLElement} */ (document.querySelector("#lines li:last-child .copy")).click());
  assert.ok((await stepsOf(page)).length > 3);
  assert.deepEqual(wrong, []);
});

test("the number of lines is chosen, and arrows stand in the picture", async () => {
  const { page, wrong } = await openTab(await on.browser.newContext(), on.address);
  await page.selectOption("#engine-lines select", "5");
  await page.waitForSelector("#lines li:nth-child(5)");
  const elements = () => page.locator("#board > svg:first-child *").count();
  const plain = await elements();
  await page.waitForFunction((count) => document.querySelectorAll("#board > svg:first-child *").length > count - 1, plain);
  assert.deepEqual(wrong, []);
});

test("the cube and the outcomes are shown where the findings have them", async () => {
  const { page, wrong } = await openTab(await on.browser.newContext(), on.address);
  await openLine(page, "tryktrak", { steps: "dice:31" });
  await page.waitForSelector("#lines li");
  await page.waitForSelector("#cube table");
  assert.deepEqual(wrong, []);
});

test("a proof is shown as solved, and its move is played", async () => {
  const { page, wrong } = await openTab(await on.browser.newContext(), on.address);
  await openLine(page, "takt", { variant: "size=6", start: "2,x4,1/x,212121C,1,1,1,x/22,2,x,1,x2/x,2,2C,1,x2/2,2,x4/2,x5 1 15" });
  await page.click("#extra button:has-text('Solve')");
  await page.waitForSelector("#extra .proven");
  assert.match((await page.textContent("#extra .proven")) ?? "", /Solved: win in 7 plies/);
  await page.click("#extra .row:last-child button:has-text('4b5<')");
  assert.deepEqual(await stepsOf(page), ["4b5<"]);
  assert.deepEqual(wrong, []);
});
