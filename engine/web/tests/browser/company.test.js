/** Other people in a room: seats by lot, the clock before the first move, phrases, codes of invitations, and leaving. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { openLine, openTab, picture, stage, tool } from "../harness.js";

/** @typedef {import("playwright-core").Page} Page */

const on = stage();

/** Opens a room for two. @param {Page} page @param {string[]} who @param {(page: Page) => Promise<void>} [choose] */
async function openRoom(page, who, choose = async () => {}) {
  await tool(page, "New game");
  for (const [index, one] of who.entries()) await page.selectOption(`dialog select[aria-label="Player ${index + 1}"]`, one);
  await choose(page);
  await page.click("dialog button.main");
  await page.waitForSelector("#mode button:text-is('Leave')");
}

/** @param {Page} page @param {string} move */
async function type(page, move) {
  await page.waitForFunction(() => !(/** @type {HTMLInputElement} */ (document.getElementById("typed")).disabled));
  await page.fill("#typed", move);
  await page.press("#typed", "Enter");
  await page.waitForFunction((text) => document.querySelector("#moves .current")?.textContent === text, move);
}

test("seats can be drawn by lot", { timeout: 90_000 }, async () => {
  const { page, wrong } = await openTab(await on.browser.newContext(), on.address, false);
  const seats = new Set();
  for (let tries = 0; tries < 40 && seats.size < 2; tries += 1) {
    await openRoom(page, ["me", "other"], async () => page.click("dialog label:has-text('Random seats')"));
    await page.waitForSelector(".seat:has-text('(you)')");
    seats.add(await page.getAttribute(".seat:has-text('(you)')", "data-player"));
    await page.click("#mode button:text-is('Leave')");
  }
  assert.equal(seats.size, 2);
  assert.deepEqual(wrong, []);
});

test("the clock starts with the first move", { timeout: 60_000 }, async () => {
  const { page, wrong } = await openTab(await on.browser.newContext(), on.address, false);
  await openRoom(page, ["me", "me"], async () => void (await page.selectOption("dialog .field:has-text('Clock') select", "1m")));
  await page.waitForSelector("#mode:has-text('The clocks start with the first move.')");
  assert.deepEqual(await page.locator(".seat .clock").allTextContents(), ["1:00", "1:00"]);
  await type(page, "a1");
  await page.waitForFunction(() => /^0:5/.test(document.querySelector(".seat.turn .clock")?.textContent ?? ""));
  assert.deepEqual((await page.locator(".seat:not(.turn) .clock").allTextContents()).slice(0, 1), ["1:00"]);
  assert.deepEqual(wrong, []);
});

test("players say phrases, which can be muted, and see the spectators", { timeout: 90_000 }, async () => {
  // On a high window the phrases are open.
  const viewport = { width: 1280, height: 900 };
  const ann = await openTab(await on.browser.newContext({ viewport }), on.address, false);
  await openRoom(ann.page, ["me", "other"]);
  await ann.page.waitForSelector("#mode li input");
  const links = await ann.page.$$eval("#mode li input", (inputs) => inputs.map((input) => /** @type {HTMLInputElement} */ (input).value));
  const bob = await openTab(await on.browser.newContext({ viewport }), links[0], false);
  const guest = await openTab(await on.browser.newContext(), links[1], false);
  await ann.page.waitForSelector("#mode:has-text('1 person is watching.')");
  await ann.page.click("#mode .phrases button:text-is('Good luck!')");
  for (const { page } of [ann, bob, guest]) await page.waitForSelector("#mode .said li:has-text('Player 1: Good luck!')");
  await picture(ann.page, "chat");
  assert.equal(await guest.page.locator("#mode .phrases button:visible").count(), 0);
  // The server limits how often a player can speak.
  for (let count = 0; count < 4; count += 1) await ann.page.click("#mode .phrases button:text-is('Hello!')");
  await ann.page.waitForSelector("#mode .message.wrong:has-text('wait a moment')");
  await bob.page.click("#mode label:has-text('Mute chat')");
  assert.equal(await bob.page.locator("#mode .said li").count(), 0);
  await bob.page.click("#mode .phrases button:text-is('Thank you!')");
  await guest.page.waitForSelector("#mode .said li:has-text('Player 2: Thank you!')");
  assert.equal(await bob.page.locator("#mode .said li").count(), 0);
  assert.deepEqual([...ann.wrong, ...bob.wrong, ...guest.wrong], []);
});

test("the invitation has a code", { timeout: 60_000 }, async () => {
  const { page, wrong } = await openTab(await on.browser.newContext(), on.address, false);
  await openRoom(page, ["me", "other"]);
  await page.locator("#mode li button:text-is('QR code')").first().click();
  await page.waitForSelector("dialog .code svg path");
  await picture(page, "code");
  const dark = (await page.getAttribute("dialog .code svg path", "d"))?.split("M").length ?? 0;
  assert.ok(dark > 200, `${dark} dark modules`);
  assert.deepEqual(wrong, []);
});

test("leaving a running game asks, by button, by link and by going back", { timeout: 90_000 }, async () => {
  const { page, wrong } = await openTab(await on.browser.newContext(), on.address, false);
  await openLine(page, "takt", { variant: "size=4" });
  await openRoom(page, ["me", "me"]);
  // Before the first move nothing is lost.
  await page.click("#mode button:text-is('Leave')");
  await page.waitForFunction(() => location.pathname === "/takt");
  await openRoom(page, ["me", "me"]);
  await type(page, "a1");
  const room = page.url();
  const leaves = [
    () => page.click("#mode button:text-is('Leave')"),
    () => page.click("#games a:text-is('Trax')"),
    () => page.evaluate(() => history.back()),
  ];
  for (const leave of leaves) {
    await leave();
    await page.click("dialog:has-text('The game is not over') button:text-is('Stay')");
    await page.waitForSelector("dialog", { state: "detached" });
    assert.equal(page.url(), room);
    assert.equal(await page.evaluate(() => document.body.dataset.mode), "play");
  }
  const asks = await page.evaluate(() => !dispatchEvent(new Event("beforeunload", { cancelable: true })));
  assert.ok(asks, "closing the tab asks");
  await page.click("#games a:text-is('Trax')");
  await page.click("dialog button:text-is('Leave the game')");
  await page.waitForFunction(() => location.pathname === "/trax");
  assert.equal(await page.evaluate(() => !dispatchEvent(new Event("beforeunload", { cancelable: true }))), false);
  assert.deepEqual(wrong, []);
});

/** Notes the sounds that a tab plays, by the pitches of their tones. @param {Page} page */
function listen(page) {
  return page.evaluate(() => {
    const tones = /** @type {string[]} */ (/** @type {any} */ (window).tones = []);
    const glide = AudioParam.prototype.setValueAtTime;
    AudioParam.prototype.setValueAtTime = function (/** @type {number} */ value, /** @type {number} */ when) {
      tones.push(String(value));
      return glide.call(this, value, when);
    };
  });
}

/** Waits for a tone. @param {Page} page @param {string} pitch */
function hasTone(page, pitch) {
  return page.waitForFunction((pitch) => /** @type {any} */ (window).tones.includes(pitch), pitch);
}

test("a player who joins, an offer and a low clock make sounds, unless sounds are off", { timeout: 90_000 }, async () => {
  const ann = await openTab(await on.browser.newContext(), on.address, false);
  await openRoom(ann.page, ["me", "other"], async () => {
    await ann.page.selectOption("dialog .field:has-text('Clock') select", "other");
    await ann.page.fill("dialog label:has-text('Minutes per player') input", "0.25");
    await ann.page.fill("dialog label:has-text('Seconds added per move') input", "0");
  });
  await ann.page.waitForSelector("#mode .about:has-text('The other player is not here yet.')");
  await listen(ann.page);
  const bob = await openTab(await on.browser.newContext(), await ann.page.inputValue("#mode li input"), false);
  await hasTone(ann.page, "260");
  await ann.page.waitForSelector("#mode .about:not(:has-text('not here yet'))");
  await bob.page.click("#mode button:text-is('Offer draw')");
  await hasTone(ann.page, "587");
  await ann.page.click("#offers button:text-is('Decline')");
  await type(ann.page, "a1");
  await type(bob.page, "e5");
  await hasTone(ann.page, "880");
  await ann.page.keyboard.press("m");
  await ann.page.evaluate(() => void (/** @type {any} */ (window).tones.length = 0));
  await bob.page.click("#mode button:text-is('Offer draw')");
  await ann.page.waitForSelector("#offers button:text-is('Accept')");
  assert.deepEqual(await ann.page.evaluate(() => /** @type {any} */ (window).tones), []);
  assert.deepEqual([...ann.wrong, ...bob.wrong], []);
});

test("the column beside the board: the level, a hint in words, and buttons that keep their place", { timeout: 60_000 }, async () => {
  for (const viewport of [{ width: 1440, height: 900 }, { width: 1024, height: 768 }]) {
    const { page, wrong } = await openTab(await on.browser.newContext({ viewport }), on.address, false);
    await openRoom(page, ["me", "engine"]);
    await page.waitForSelector("#mode .about:has-text('Regular (level 5): Stops your immediate threats if it can.')");
    await page.waitForSelector("#moves:has-text('Build a road across the board.')");
    assert.match((await page.textContent("#status")) ?? "", /^Your turn\. Place one of Black's stones\.$/);
    const places = () => page.$$eval("#mode .acts button, #steps button", (all) => all.map((one) => JSON.stringify(one.getBoundingClientRect())));
    const before = await places();
    assert.equal(before.length, 10);
    await page.click("#mode button:text-is('Hint')");
    await page.waitForFunction(() => /^Hint: .+\. White places a flat of the opponent at [a-e][1-5]\.$/.test(document.querySelector("#mode .message")?.textContent ?? ""));
    assert.deepEqual(await places(), before);
    const [rows, column] = await Promise.all([page.locator(".panel.moves").boundingBox(), page.locator("aside").boundingBox()]);
    assert.ok(rows && column && rows.height > 0.4 * column.height, JSON.stringify([rows, column]));
    const last = await page.locator("#mode .acts>.row").boundingBox();
    assert.ok(last && last.y + last.height <= viewport.height, "the buttons are inside of the window");
    assert.deepEqual(wrong, []);
  }
});
