/** Keyboard control, and labels for screen readers. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { openTab, stage, stepsOf } from "../harness.js";

const on = stage();

/** @param {import("playwright-core").Page} page */
function focused(page) {
  return page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent ?? "");
}

test("a move is made on the board by Tab, arrows and Enter", async () => {
  const { page, wrong } = await openTab(await on.browser.newContext(), on.address);
  for (let presses = 0; presses < 20 && !/^square /.test(await focused(page)); presses += 1) await page.keyboard.press("Tab");
  const from = await focused(page);
  assert.match(from, /^square [a-e][1-5]$/);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowUp");
  const at = await focused(page);
  assert.notEqual(at, from);
  await page.keyboard.press("Enter");
  const name = at.replace("square ", "");
  await page.waitForFunction((text) => document.getElementById("status")?.textContent?.includes(`${text}.`), name);
  assert.match((await page.textContent("#status")) ?? "", /^Player 1: .*\. Player 2 to move\.$/);
  // The focus stays on the board, so that the next move can follow at once.
  await page.waitForFunction(() => document.activeElement?.getAttribute("role") === "button" && document.activeElement.hasAttribute("data-class"));
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelectorAll("#moves .step").length === 2);
  assert.deepEqual(wrong, []);
});

test("choices are taken by keyboard", async () => {
  const { page, wrong } = await openTab(await on.browser.newContext(), `${on.address}#game=takt&steps=a1+e5`);
  await page.waitForSelector("#moves .step");
  for (let presses = 0; presses < 30 && !/^square /.test(await focused(page)); presses += 1) await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.waitForSelector(".choices .choice");
  const first = await focused(page);
  await page.keyboard.press("r");
  assert.notEqual(await focused(page), first);
  await page.keyboard.press("Escape");
  await page.waitForSelector(".choices", { state: "hidden" });
  assert.deepEqual(wrong, []);
});

test("keys step through the game, enter moves and toggle the engine", async () => {
  const { page, wrong } = await openTab(await on.browser.newContext(), on.address);
  await page.keyboard.press("/");
  await page.keyboard.type("c3");
  await page.keyboard.press("Enter");
  await page.waitForSelector("#moves .step");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Home");
  await page.waitForFunction(() => !document.querySelector("#moves .current"));
  await page.keyboard.press("ArrowRight");
  await page.waitForSelector("#moves .current");
  await page.keyboard.press("a");
  await page.waitForFunction(() => document.getElementById("engine-status")?.textContent === "off");
  await page.keyboard.press("f");
  await page.keyboard.press("/");
  await page.keyboard.type("zz");
  await page.keyboard.press("Enter");
  await page.waitForSelector("#remark.wrong");
  assert.deepEqual(await stepsOf(page), ["c3"]);
  assert.deepEqual(wrong, []);
});

test("the board has labels for screen readers", async () => {
  const { page } = await openTab(await on.browser.newContext(), on.address);
  assert.equal(await page.getAttribute("#board > svg:first-child", "role"), "group");
  assert.ok(((await page.getAttribute("#board > svg:first-child", "aria-label")) ?? "").length > 5);
  assert.ok(((await page.textContent("#position-text")) ?? "").length > 5);
  assert.equal(await page.locator("#board [role=button]:not([aria-label])").count(), 0);
});
