/** Keyboard control, and labels for screen readers. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { openTab, seriousFindings, stage, stepsOf } from "../harness.js";

const on = stage();

/** @param {import("playwright-core").Page} page */
function focused(page) {
  return page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent ?? "");
}

test("a move is made on the board by Tab, arrows and Enter", async () => {
  const { page, wrong } = await openTab(await on.browser.newContext(), on.address);
  for (let presses = 0; presses < 20 && !/^[a-e][1-5]: /.test(await focused(page)); presses += 1) await page.keyboard.press("Tab");
  const from = await focused(page);
  assert.match(from, /^[a-e][1-5]: empty$/);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowUp");
  const at = await focused(page);
  assert.notEqual(at, from);
  await page.keyboard.press("Enter");
  const [name] = at.split(":");
  await page.waitForFunction((text) => document.getElementById("status")?.textContent?.includes(`${text}.`), name);
  assert.match((await page.textContent("#status")) ?? "", /^Player 1: .*\. Player 2 to move\. Place one of White's stones\.$/);
  assert.equal(await page.textContent("#spoken"), `White places a flat of the opponent at ${name}. Black to move. Place one of White's stones.`);
  assert.equal(await page.getAttribute(`#board [data-class=square][data-name="${name}"]`, "aria-label"), `${name}: black flat`);
  // The focus stays on the board, so that the next move can follow at once.
  await page.waitForFunction(() => document.activeElement?.getAttribute("role") === "button" && document.activeElement.hasAttribute("data-class"));
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelectorAll("#moves .step").length === 2);
  assert.deepEqual(wrong, []);
});

test("choices are taken by keyboard", async () => {
  const { page, wrong } = await openTab(await on.browser.newContext(), `${on.address}#game=takt&steps=a1+e5`);
  await page.waitForSelector("#moves .step");
  for (let presses = 0; presses < 30 && !/^[a-e][1-5]: /.test(await focused(page)); presses += 1) await page.keyboard.press("Tab");
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
  await page.waitForFunction(() => document.getElementById("engine-status")?.textContent === "");
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

test("screen readers get a sentence for every place and every move of each game", { timeout: 60_000 }, async () => {
  const games = {
    takt: ["steps=a1+e5+c3+d3+c3%3E", "square d3", "d3: white flat on one black", "White moves one piece from c3 to the right. Black to move."],
    quoridor: ["steps=e2+e8+e3h", "square e4", "e4: empty, wall below", "Player 1 places a horizontal wall above e3 and f3. Player 2 to move."],
    trax: ["steps=@0/+B1%2B", "tile A1", "A1: white joins north and west, red joins east and south", "Red places a tile at B1: white joins north and south, red joins east and west. White to move."],
    tryktrak: ["start=XGID%3D-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:6&steps=8/5,6/5", "point 5", "point 20: two black checkers", "Black moves one checker from 8 to 5 and one checker from 6 to 5. White to move."],
  };
  for (const [game, [line, touch, label, spoken]] of Object.entries(games)) {
    const { page, wrong } = await openTab(await on.browser.newContext(), `${on.address}${game}/analyse#${line}`, false);
    const [kind, name] = game === "tryktrak" ? ["point", "20"] : touch.split(" ");
    await page.waitForFunction((text) => document.getElementById("spoken")?.textContent === text, spoken).catch(async () => assert.equal(await page.textContent("#spoken"), spoken));
    assert.equal(await page.locator(`#board [data-class=${kind}][data-name="${name}"]`).last().getAttribute("aria-label"), label);
    const codes = await page.$$eval("#board [data-class]", (targets) => targets.map((target) => target.getAttribute("aria-label") ?? "").filter((text) => !/[:,] | in hand/.test(text)));
    assert.deepEqual(codes, [], game);
    assert.deepEqual(await seriousFindings(page), []);
    assert.deepEqual(wrong, []);
  }
});
