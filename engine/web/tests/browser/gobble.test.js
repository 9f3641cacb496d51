/** Gobble: a game against the computer with mouse, keys and finger, its end, the replay and another game. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { openTab, picture, seriousFindings, stage } from "../harness.js";

/** @typedef {import("playwright-core").Page} Page */

const on = stage();

/** Starts a game against slow computer players. @param {Page} page @param {string} [speed] @param {Record<string, string>} [more] options of the variant, by their labels */
async function start(page, speed = "3000", more = {}) {
  await page.waitForSelector("dialog .seatrow");
  await page.click("dialog summary:has-text('Variant')");
  for (const [label, value] of Object.entries({ Speed: speed, ...more })) await page.fill(`dialog .field:has(> span:text-is('${label}')) input`, value);
  await page.click("dialog button.main");
  await page.waitForSelector("#tray .held svg");
}

/** Waits for the end of the countdown. @param {Page} page */
async function begun(page) {
  await page.waitForSelector("#tray .controls button:text-is('Flip tile'):enabled");
}

/** Opens the dialog for a game of Gobble. @param {import("playwright-core").BrowserContextOptions} [options] */
async function openGobble(options = {}) {
  const tab = await openTab(await on.browser.newContext({ reducedMotion: "reduce", ...options }), on.address, false);
  await tab.page.goto(new URL("/gobble/play", on.address).href);
  return tab;
}

/** Flips tiles until one fits somewhere. @param {Page} page */
async function flipUntilOneFits(page) {
  for (;;) {
    await page.keyboard.press("Space");
    await page.waitForSelector("#tray .controls button:text-is('Discard'):enabled");
    if (await page.locator("#board .cell.can").count()) return;
    await page.keyboard.press("d");
    await begun(page);
  }
}

/** The rotation of the tile in play, in degrees. @param {Page} page */
const rotation = (page) => page.locator("#tray .in-play").evaluate((tile) => /** @type {SVGElement} */ (tile).style.rotate);

test("a tile is flipped, rotated and placed with the mouse and the keys", { timeout: 90_000 }, async () => {
  const { page, wrong } = await openGobble();
  await start(page);
  // Nothing can be done during the countdown.
  await page.waitForSelector(".countdown:text-is('3'), .countdown:text-is('2')");
  assert.equal(await page.locator("#board .cell.can").count(), 0);
  await begun(page);
  await flipUntilOneFits(page);
  assert.equal(await rotation(page), "0deg");
  await page.mouse.move(5, 500);
  await page.keyboard.press("r");
  assert.equal(await rotation(page), "60deg");
  await page.click("#tray .in-play");
  assert.equal(await rotation(page), "120deg");
  await page.mouse.move(5, 500);
  await page.keyboard.press("R");
  assert.equal(await rotation(page), "60deg");
  await page.hover("#board .cell.can");
  await page.waitForSelector(".live-ghost g");
  await picture(page, "gobble-ghost");
  const left = await page.locator(".runner.own .left").textContent();
  await page.click("#board .cell.can");
  await page.waitForFunction((before) => Number(document.querySelector(".runner.own .left")?.textContent) === Number(before) - 1, left);
  assert.equal(await page.locator(".live-ghost g").count(), 0);
  assert.deepEqual(await seriousFindings(page), []);
  assert.deepEqual(wrong, []);
});

test("without highlighted places the player finds place and rotation alone", { timeout: 90_000 }, async () => {
  const { page, wrong } = await openGobble();
  await start(page);
  await begun(page);
  await flipUntilOneFits(page);
  const fitting = await page.locator("#board .cell.can").count();
  await page.click("#tray label:has-text('Highlight places')");
  await page.waitForFunction((before) => document.querySelectorAll("#board .cell.can").length > before, fitting);
  assert.equal(await page.locator("#board .cell.can").count(), await page.locator("#board .cell").count());
  assert.deepEqual(wrong, []);
});

test("with a finger the first tap shows the tile and the second one places it", { timeout: 90_000 }, async () => {
  const { page, wrong } = await openGobble({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await start(page);
  await begun(page);
  await page.tap("#tray button:text-is('Flip tile')");
  await page.waitForSelector("#tray .controls button:text-is('Discard'):enabled");
  await page.tap("#tray label:has-text('Highlight places')");
  const cell = page.locator("#board .cell.can").first();
  await cell.tap();
  await page.waitForSelector(".live-ghost g");
  const low = await page.locator("#tray .controls").evaluate((row) => row.getBoundingClientRect().bottom);
  assert.ok(low < 844, `the buttons end at ${low}`);
  // Another rotation at the same place, then the tile is placed: the server refuses it if it does not fit.
  await page.tap("#tray button:text-is('Rotate')");
  assert.ok(await page.locator(".live-ghost g").count());
  const before = await page.locator(".story li").count();
  await cell.tap();
  await page.waitForFunction((count) => document.querySelectorAll(".story li").length > count || document.querySelector("#remark.wrong:not(:empty)"), before);
  await picture(page, "gobble-390");
  assert.deepEqual(wrong, []);
});

test("a game ends with the ranks, can be replayed, and begins again", { timeout: 120_000 }, async () => {
  const { page, wrong } = await openGobble();
  // A game in which no tile of the computer player fits waits for the person, so this may need more than one.
  let over = false;
  for (let game = 0; !over && game < 5; game++) {
    if (game) await page.goto(new URL("/gobble/play", on.address).href);
    await start(page, "0.05", { "Tiles per player": "1/1" });
    over = await page.waitForSelector("#end .verdict", { timeout: 10_000 }).then(Boolean, () => false);
  }
  assert.ok(over, "no game ended");
  assert.match((await page.textContent("#end .verdict")) ?? "", /^(You win|.+ wins)!$/);
  assert.equal(await page.locator("#end .ranks li").count(), 2);
  await page.click("#end button:text-is('Replay')");
  await page.waitForSelector(".replay");
  assert.match((await page.textContent(".replay p")) ?? "", /start of the game/);
  const visible = () => page.$$eval("#board .tile", (tiles) => tiles.filter((tile) => /** @type {SVGElement} */ (tile).style.visibility !== "hidden").length);
  const atStart = await visible();
  const steps = Number(await page.getAttribute(".replay input", "max"));
  assert.ok(steps > 0);
  await page.keyboard.press("ArrowRight");
  assert.ok((await visible()) >= atStart);
  await page.fill(".replay input", String(steps));
  assert.equal(await visible(), await page.locator("#board .tile").count());
  await picture(page, "gobble-replay");
  await page.click("#tray button:text-is('Play again')");
  await page.waitForSelector("#tray .held svg");
  await page.waitForSelector(".replay", { state: "detached" });
  assert.deepEqual(wrong, []);
});

test("the computer players have the levels of the dialog", { timeout: 60_000 }, async () => {
  const { page, wrong } = await openGobble();
  await page.waitForSelector("dialog .seatrow");
  await page.selectOption("dialog select[aria-label='Level of player 2']", "9");
  const order = page.waitForRequest((request) => request.url().includes("/api/rooms?"));
  await page.click("dialog button.main");
  assert.match((await order).postDataJSON().real_time.variant, /level=5\/9/);
  await page.waitForSelector("#tray .held svg");
  assert.deepEqual(wrong, []);
});
