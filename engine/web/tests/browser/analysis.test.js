/** The engine panel: it starts, follows the position, stops, and its lines can be played. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { openLine, openTab, stage, stepsOf } from "../harness.js";

const on = stage();

test("analysis appears, follows the position, and stops", async () => {
  const { page, wrong } = await openTab(await on.browser.newContext(), on.address);
  await page.waitForSelector("#lines li:nth-child(3)");
  assert.match((await page.textContent("#engine-status")) ?? "", /depth \d+ · .* nodes/);
  assert.match((await page.getAttribute("#bar", "aria-label")) ?? "", /Evaluation: Player 1 \d+/);
  await page.fill("#typed", "a1");
  await page.press("#typed", "Enter");
  await page.waitForFunction(() => document.querySelector("#moves .step.current")?.textContent?.startsWith("a1"));
  await page.waitForSelector("#lines li");
  await page.locator("#engine-on").uncheck();
  await page.waitForFunction(() => document.getElementById("engine-status")?.textContent === "");
  assert.equal(await page.locator("#lines li").count(), 0);
  await page.locator("#engine-on").check();
  await page.waitForSelector("#lines li");
  assert.deepEqual(wrong, []);
});

test("moves of a line are played by a click, and a line is copied into the tree", async () => {
  const { page, wrong } = await openTab(await on.browser.newContext(), on.address);
  await page.waitForSelector("#lines li .pv button:nth-child(3)");
  // The line may change under the pointer, so read and click in one step.
  const moves = await page.evaluate(() => {
    const buttons = [...document.querySelectorAll("#lines li:first-child .pv button")].slice(0, 3);
    /** @type {HTMLElement} */ (buttons[2]).click();
    return buttons.map((one) => one.textContent);
  });
  assert.deepEqual(await stepsOf(page), moves);
  await page.keyboard.press("Home");
  await page.waitForSelector("#lines li .copy");
  const copied = await page.evaluate(() => {
    const line = /** @type {HTMLElement} */ (document.querySelector("#lines li:last-child"));
    /** @type {HTMLElement} */ (line.querySelector(".copy")).click();
    return [...line.querySelectorAll(".pv button")].map((one) => one.textContent ?? "");
  });
  const steps = await stepsOf(page);
  assert.ok(copied.length > 0 && copied.every((move) => steps.includes(move)), `${copied} in ${steps}`);
  assert.deepEqual(wrong, []);
});

test("the number of lines is chosen, and arrows are in the picture", async () => {
  const { page, wrong } = await openTab(await on.browser.newContext(), on.address);
  await page.selectOption("#engine-lines select", "5");
  await page.waitForSelector("#lines li:nth-child(5)");
  const elements = () => page.locator("#board > svg:first-child *").count();
  const plain = await elements();
  await page.waitForFunction((count) => document.querySelectorAll("#board > svg:first-child *").length > count - 1, plain);
  assert.deepEqual(wrong, []);
});

test("the cube decision and the chances are shown if the findings contain them", async () => {
  const { page, wrong } = await openTab(await on.browser.newContext(), on.address);
  await openLine(page, "tryktrak", { steps: "dice:31" });
  await page.waitForSelector("#lines li");
  await page.waitForSelector("#cube table");
  assert.deepEqual(wrong, []);
});

test("a forced win is shown, and its move is played", async () => {
  const { page, wrong } = await openTab(await on.browser.newContext(), on.address);
  await openLine(page, "takt", { variant: "size=6", start: "2,x4,1/x,212121C,1,1,1,x/22,2,x,1,x2/x,2,2C,1,x2/2,2,x4/2,x5 1 15" });
  await page.click("#extra button:has-text('Search for a forced win')");
  await page.waitForSelector("#extra .proven");
  assert.match((await page.textContent("#extra .proven")) ?? "", /Forced win in 7 plies/);
  await page.click("#extra .row:last-child button:has-text('4b5<')");
  assert.deepEqual(await stepsOf(page), ["4b5<"]);
  assert.deepEqual(wrong, []);
});

test("the engine is off at the first visit", async () => {
  const { page, wrong } = await openTab(await on.browser.newContext(), on.address, false);
  assert.equal(await page.isChecked("#engine-on"), false);
  assert.equal(await page.textContent("#engine-status"), "");
  await page.locator("#engine-on").check();
  await page.waitForSelector("#lines li");
  assert.deepEqual(wrong, []);
});

test("analysis pauses while the tab is hidden, and resumes when it is shown", async () => {
  const { page, wrong } = await openTab(await on.browser.newContext(), on.address);
  /** @type {string[]} */
  const sent = [];
  page.on("websocket", (socket) => socket.on("framesent", ({ payload }) => sent.push(String(payload))));
  await page.reload();
  await page.waitForSelector("#lines li");
  const hide = (/** @type {boolean} */ hidden) =>
    page.evaluate((value) => {
      Object.defineProperty(document, "hidden", { configurable: true, get: () => value });
      document.dispatchEvent(new Event("visibilitychange"));
    }, hidden);
  await hide(true);
  await page.waitForFunction(() => document.getElementById("engine-status")?.textContent === "paused");
  assert.match(sent.at(-1) ?? "", /"stop":true/);
  assert.ok(await page.isChecked("#engine-on"));
  await hide(false);
  await page.waitForSelector("#lines li");
  assert.match(sent.at(-1) ?? "", /"line"/);
  assert.deepEqual(wrong, []);
});

test("badges and list come from one finding, with one minus sign", async () => {
  const { page, wrong } = await openTab(await on.browser.newContext(), on.address);
  /** @type {string[]} */
  const arrows = [];
  page.on("request", (request) => {
    const asked = request.url().includes("/api/view?") ? request.postDataJSON().arrows : null;
    if (asked) arrows.push(asked);
  });
  // The player to move is losing.
  await openLine(page, "takt", { start: "x5/x5/1,1,1,x2/x5/2,x4 2 3" });
  await page.waitForFunction(() => document.querySelectorAll("#lines li .score").length > 1);
  const read = () =>
    page.$$eval("#lines li", (lines) => lines.map((line) => `${line.querySelector(".pv button")?.textContent}=${line.querySelector(".score")?.textContent}`).join(";"));
  // Once there are arrows, the shown values are those of a requested picture.
  let same = 0;
  for (let look = 0; look < 12; look += 1) {
    await page.waitForTimeout(150);
    const shown = await read();
    if (arrows.some((asked) => asked === shown)) same += 1;
    else assert.ok(same === 0, `${shown} is not one of ${arrows.join(" | ")}`);
  }
  assert.ok(same > 0, arrows.join(" | "));
  assert.ok(!arrows.some((asked) => /=-/.test(asked)));
  assert.deepEqual(wrong, []);
});

test("a wrong cube action is marked, the owner of the equity is named, and the mark stays after a new analysis", async () => {
  const { page, wrong } = await openTab(await on.browser.newContext(), on.address);
  await openLine(page, "tryktrak", { start: "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10" });
  await page.waitForSelector("#cube caption:has-text('Equity of Player 1')");
  await page.waitForTimeout(900);
  await page.fill("#typed", "double");
  await page.press("#typed", "Enter");
  await page.waitForFunction(() => document.querySelector("#moves .current")?.textContent === "double??");
  await page.waitForSelector("#cube caption:has-text('Equity of Player 1')");
  await page.waitForSelector("#lines .score[title='Evaluation for Player 2']");
  await page.click("#steps [aria-label='Previous move']");
  for (let look = 0; look < 5; look += 1) {
    await page.waitForTimeout(80);
    assert.equal(await page.textContent("#moves .step"), "double??");
  }
  assert.deepEqual(wrong, []);
});

test("a search or an evaluator that a variant does not support is replaced by the default", async () => {
  const { page, wrong } = await openTab(await on.browser.newContext(), on.address);
  await page.evaluate(() => {
    const chosen = { analysis: true, evaluators: { takt: "network" }, searches: { quoridor: "alphabeta" } };
    localStorage.setItem("ludex.settings", JSON.stringify(chosen));
  });
  await page.reload();
  await openLine(page, "takt", { variant: "size=4" });
  await page.waitForSelector("#lines li .score");
  await openLine(page, "quoridor", { variant: "players=4" });
  await page.waitForSelector("#lines li .score");
  assert.deepEqual(wrong, []);
});
