/** Games in rooms: against the program, on one device, in two browsers, and in real time. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { openLine, openTab, picture, serve, stage, stepsOf } from "../harness.js";
import { playByClicks } from "../player.js";

/** @typedef {import("playwright-core").Page} Page */

const on = stage();

/** Opens the dialog and says who sits where. @param {Page} page @param {string[]} who */
async function choose(page, ...who) {
  await page.click("#tools button:has-text('Play')");
  await seat(page, ...who);
}

/** @param {Page} page @param {string[]} who */
async function seat(page, ...who) {
  for (const [index, one] of who.entries()) await page.selectOption(`dialog select[aria-label="Player ${index + 1}"]`, one);
}

/** @param {Page} page @param {string} move @param {string} told what the other side is told of it */
async function type(page, move, told = move) {
  await page.waitForFunction(() => !(/** @type {HTMLInputElement} */ (document.getElementById("typed")).disabled));
  await page.fill("#typed", move);
  await page.press("#typed", "Enter");
  await page.waitForFunction((text) => [...document.querySelectorAll("#moves .step")].some((one) => one.textContent === text), told);
}

test("a game against the program, with a hint, taken back, resigned and analysed", { timeout: 90_000 }, async () => {
  const { page, wrong } = await openTab(await on.browser.newContext(), on.address);
  await openLine(page, "takt", { variant: "size=4" });
  await choose(page, "me", "engine");
  await page.selectOption("dialog select[aria-label='Level of player 2']", "1");
  await page.click("dialog button.main");
  await page.waitForSelector("#mode button:has-text('Hint')");
  assert.ok(await page.isHidden("#engine"));
  await type(page, "a1");
  await page.waitForFunction(() => document.querySelectorAll("#moves .step").length === 2);
  await page.click("#mode button:has-text('Hint')");
  await page.waitForFunction(() => /^Hint: /.test(document.querySelector("#mode .told")?.textContent ?? ""));
  await picture(page, "room");
  await page.reload();
  await page.waitForFunction(() => document.querySelectorAll("#moves .step").length === 2);
  await page.click("#mode button:has-text('Take back')");
  await page.waitForFunction(() => document.querySelectorAll("#moves .step").length === 0);
  await type(page, "b2");
  await page.waitForFunction(() => document.querySelectorAll("#moves .step").length === 2);
  await page.click("#mode button:has-text('Resign')");
  await page.waitForSelector("#mode .verdict");
  assert.match((await page.textContent("#mode .verdict")) ?? "", /wins, by resignation/);
  await page.click("#mode button:has-text('Analyse this game')");
  await page.waitForSelector("#lines li");
  assert.equal((await stepsOf(page)).length, 2);
  assert.ok(await page.isHidden("#mode"));
  assert.deepEqual(wrong, []);
});

test("a running game is found again, and forgotten where the room is gone or the game is over", { timeout: 90_000 }, async () => {
  const own = await serve();
  const { page, wrong } = await openTab(await on.browser.newContext(), own.address);
  await openLine(page, "takt", { variant: "size=4" });
  await choose(page, "me", "other");
  await page.click("dialog button.main");
  await page.waitForSelector("#mode li input");
  await type(page, "a1");
  await page.click("#mode button:has-text('Leave')");
  await page.waitForFunction(() => document.querySelectorAll("#moves .step").length === 0);
  await page.click("#tools button:has-text('New')");
  await page.click("dialog summary:has-text('Open lately')");
  assert.equal(await page.locator("dialog button:has-text('Go on: Takt')").count(), 1);
  await page.keyboard.press("Escape");
  await page.click("#tools button:has-text('Play')");
  await page.click("dialog button:has-text('Go on: Takt')");
  await page.waitForFunction(() => document.querySelector("#moves .step")?.textContent === "a1");
  assert.equal(await page.locator("#mode li input").count(), 2);
  await page.click("#mode button:has-text('Resign')");
  await page.waitForSelector("#mode .verdict");
  const rooms = () => page.evaluate(() => JSON.parse(localStorage.getItem("ludex.rooms") ?? "[]").length);
  assert.equal(await rooms(), 0);
  await page.click("#mode button:has-text('Leave')");
  assert.deepEqual(wrong, []);
  await page.evaluate(() => void (location.hash = "#room=nosuchroom&key=none"));
  await page.waitForSelector("dialog:has-text('no longer there') button:has-text('New game')");
  assert.equal(await rooms(), 0);
  assert.ok(await page.isHidden("#mode"));
  own.stop();
});

test("a link that leads to no game says why, and a new game is offered", { timeout: 90_000 }, async () => {
  const { page, wrong } = await openTab(await on.browser.newContext(), on.address, false);
  await openLine(page, "takt", { variant: "size=4" });
  await choose(page, "me", "other");
  await page.click("dialog button.main");
  await page.waitForSelector("#mode li input");
  await type(page, "a1");
  const link = await page.inputValue("#mode li input");
  const known = () => page.evaluate(() => JSON.parse(localStorage.getItem("ludex.rooms") ?? "[]"));
  const before = await known();
  await page.click("#mode button:has-text('Leave')");
  const follow = async (/** @type {string} */ hash, /** @type {RegExp} */ why) => {
    await page.evaluate((hash) => void (location.hash = hash), hash);
    // The dialogue of the link before may still be there; the address is bare only when this link has been given up.
    await page.waitForFunction(() => location.hash === "");
    await page.waitForSelector("dialog:has-text('No game here')");
    assert.match((await page.textContent("dialog p")) ?? "", why);
    assert.ok(await page.isHidden("#mode"));
    assert.equal(await page.evaluate(() => location.hash), "");
  };
  const room = /#(room=[^&]+)/.exec(link)?.[1];
  await follow(`#${room}&key=0123`, /key of this link is wrong/);
  await picture(page, "no-game");
  assert.deepEqual(await known(), before, "what this browser has a key of is not forgotten for that");
  await follow(`#${room}&key=0123&live=1`, /key of this link is wrong/);
  await follow(`#${room}`, /lacks the key/);
  await follow("#rom=12&kay=3", /damaged/);
  await page.click("dialog button:has-text('New game')");
  await page.waitForSelector("dialog:has-text('Player 1')");
  await page.keyboard.press("Escape");
  // The same where the page is opened by such a link.
  const other = await openTab(await on.browser.newContext(), `${on.address}${link.slice(link.indexOf("#"), -4)}`, false);
  await other.page.waitForSelector("dialog:has-text('key of this link is wrong')");
  assert.deepEqual([...wrong, ...other.wrong], []);
});

test("two people on one device, with clocks", { timeout: 90_000 }, async () => {
  const { page, wrong } = await openTab(await on.browser.newContext(), on.address);
  await openLine(page, "takt", { variant: "size=3" });
  await choose(page, "me", "me");
  await page.selectOption("dialog .field:has-text('Clock') select", "5m+3s");
  await page.click("dialog button.main");
  await page.waitForSelector("#mode button:has-text('Resign')");
  await page.waitForFunction(() => /^[45]:\d\d$/.test(document.querySelector("#seats .clock")?.textContent ?? ""));
  const { over } = await playByClicks(page, 200, 3);
  assert.ok(over);
  await page.waitForSelector("#mode .verdict");
  assert.deepEqual(wrong, []);
});

test("two browsers in one room, and one who looks on", { timeout: 90_000 }, async () => {
  const ann = await openTab(await on.browser.newContext(), on.address);
  await openLine(ann.page, "takt");
  await choose(ann.page, "me", "other");
  await ann.page.click("dialog button.main");
  await ann.page.waitForSelector("#mode li input");
  const links = await ann.page.$$eval("#mode li input", (inputs) => inputs.map((input) => /** @type {HTMLInputElement} */ (input).value));
  assert.equal(links.length, 2);
  const bob = await openTab(await on.browser.newContext(), links[0]);
  const guest = await openTab(await on.browser.newContext(), links[1]);
  await type(ann.page, "a1");
  await bob.page.waitForFunction(() => document.querySelector("#moves .step")?.textContent === "a1");
  await type(bob.page, "e5");
  await guest.page.waitForFunction(() => document.querySelectorAll("#moves .step").length === 2);
  assert.match((await guest.page.textContent("#mode")) ?? "", /You look on/);
  assert.equal(await guest.page.locator("#board .can").count(), 0);
  await bob.page.setViewportSize({ width: 360, height: 720 });
  await ann.page.click("#mode button:has-text('Take back')");
  await ann.page.waitForSelector("#offers:has-text('You offered: to take back')");
  await bob.page.click("#offers button:has-text('Decline')");
  await ann.page.waitForSelector("#offers:empty", { state: "attached" });
  await ann.page.waitForSelector("#mode .told:has-text('The offer was declined: to take back.')");
  // Who came in by a link is asked for a name, and has it from then on.
  await bob.page.fill("#mode [aria-label='Your name']", "Bob");
  await bob.page.press("#mode [aria-label='Your name']", "Enter");
  await ann.page.waitForSelector("#seats:has-text('Bob')");
  await bob.page.waitForSelector("#mode [aria-label='Your name']", { state: "detached" });
  await ann.page.click("#mode button:has-text('Draw')");
  await bob.page.waitForSelector("#offers button:has-text('Accept')");
  const low = await bob.page.locator("#offers").evaluate((bar) => bar.getBoundingClientRect().bottom);
  assert.ok(low < 720, `the offer ends at ${low}`);
  await bob.page.click("#offers button:has-text('Accept')");
  await ann.page.waitForSelector("#mode .verdict");
  assert.match((await ann.page.textContent("#mode .verdict")) ?? "", /draw/i);
  // The offer of another game stands where the others stood.
  await ann.page.click("#mode button:has-text('Play again')");
  await ann.page.waitForSelector("#offers:has-text('You offered: to play again')");
  await bob.page.click("#offers button:has-text('Play again')");
  await ann.page.waitForFunction(() => document.querySelectorAll("#moves .step").length === 0);
  await ann.page.waitForSelector("#offers:empty", { state: "attached" });
  await ann.page.click("#mode button:has-text('Resign')");
  await ann.page.click("#mode button:has-text('Play again')");
  // Whoever declines is still there; whoever leaves is not.
  await bob.page.click("#offers button:has-text('Decline')");
  await ann.page.waitForSelector("#mode .told:has-text('The offer was declined: to play again.')");
  await ann.page.click("#mode button:has-text('Play again')");
  await bob.page.waitForSelector("#offers button:has-text('Decline')");
  await bob.page.click("#mode button:has-text('Leave')");
  await ann.page.waitForSelector("#offers:has-text('Bob is not here.')");
  assert.deepEqual([...ann.wrong, ...bob.wrong, ...guest.wrong], []);
});

test("two browsers in one game in real time", { timeout: 90_000 }, async () => {
  const ann = await openTab(await on.browser.newContext(), on.address);
  await openLine(ann.page, "tantrix");
  await ann.page.click("#tools button:has-text('Play')");
  await ann.page.click("dialog label:has-text('Gobble')");
  await seat(ann.page, "me", "other");
  await ann.page.click("dialog button.main");
  await ann.page.waitForSelector("#mode li input");
  const link = await ann.page.inputValue("#mode li input");
  await ann.page.waitForSelector("#seats .seat:has-text('2.') .away");
  await ann.page.waitForFunction(() => document.getElementById("status")?.textContent === "Waiting until all are here.");
  const bob = await openTab(await on.browser.newContext(), link);
  for (const { page } of [ann, bob]) {
    await page.waitForFunction(() => document.getElementById("status")?.textContent === "All play at once.");
    assert.equal(await page.locator("#seats .away").count(), 0);
    assert.match((await page.textContent("#title")) ?? "", /^Tantrix, /);
    await page.waitForSelector("#mode button:has-text('Turn up')");
    await page.locator("#board [data-class=reserve]").first().click();
    await page.waitForSelector("#board [data-class=hand]");
  }
  await ann.page.locator("#board [data-class=hand]").first().click();
  await ann.page.waitForSelector(".marks .goal");
  await picture(ann.page, "gobble");
  await ann.page.click("#mode button:has-text('Discard')");
  await bob.page.waitForFunction(() => (document.querySelector("#mode .story")?.childElementCount ?? 0) >= 2);
  // Nothing of what was open before comes up after a reload.
  await bob.page.reload();
  await bob.page.waitForSelector("#mode button:has-text('Turn up')");
  await bob.page.waitForTimeout(500);
  assert.match((await bob.page.textContent("#title")) ?? "", /^Tantrix, /);
  assert.equal(await bob.page.textContent("#status"), "All play at once.");
  await picture(bob.page, "gobble-again");
  await bob.page.click("#mode button:has-text('Leave')");
  await ann.page.waitForSelector("#seats .seat:has-text('2.') .away");
  await bob.page.waitForFunction(() => /^Takt/.test(document.getElementById("title")?.textContent ?? ""));
  assert.ok(await bob.page.isHidden("#seats"));
  assert.deepEqual([...ann.wrong, ...bob.wrong], []);
});

test("chance is asked about only where the game has any", async () => {
  const { page, wrong } = await openTab(await on.browser.newContext(), on.address, false);
  const chance = page.locator("dialog .field:has-text('Chance')");
  await page.click("#tools button:has-text('Play')");
  await page.selectOption("dialog .field:has-text('Game') select", "tryktrak");
  await chance.waitFor({ state: "visible" });
  await page.selectOption("dialog .field:has-text('Game') select", "quoridor");
  await chance.waitFor({ state: "hidden" });
  await page.selectOption("dialog .field:has-text('Game') select", "trax");
  await page.waitForTimeout(200);
  assert.ok(await chance.isHidden());
  await page.click("dialog summary:has-text('Variant')");
  await page.selectOption("dialog .field:has-text('luck') select", "yes");
  await chance.waitFor({ state: "visible" });
  assert.deepEqual(wrong, []);
});

test("a room that the server does not know leaves the list", { timeout: 90_000 }, async () => {
  const { page, wrong } = await openTab(await on.browser.newContext(), on.address, false);
  await openLine(page, "takt", { variant: "size=4" });
  await choose(page, "me", "other");
  await page.click("dialog button.main");
  await page.waitForSelector("#mode li input");
  await type(page, "a1");
  await page.click("#mode button:has-text('Leave')");
  await page.evaluate(() => {
    const rooms = JSON.parse(localStorage.getItem("ludex.rooms") ?? "[]");
    localStorage.setItem("ludex.rooms", JSON.stringify([...rooms, { ...rooms[0], room: "0123abcd", title: "lost" }]));
  });
  await page.click("#tools button:has-text('Play')");
  await page.waitForSelector("dialog button:has-text('Go on: Takt')");
  await page.waitForSelector("dialog button:has-text('Go on: lost')", { state: "detached" });
  assert.equal(await page.evaluate(() => JSON.parse(localStorage.getItem("ludex.rooms") ?? "[]").length), 1);
  assert.deepEqual(wrong, []);
});

test("in a room where chance is entered one press deals all tiles", { timeout: 90_000 }, async () => {
  const { page, wrong } = await openTab(await on.browser.newContext(), on.address, false);
  await openLine(page, "tantrix");
  await choose(page, "me", "me");
  await page.selectOption("dialog .field:has-text('Chance') select", "entered");
  await page.click("dialog button.main");
  await page.waitForSelector("#seats .seat");
  await page.click("#chance button:has-text('Deal')");
  await page.waitForFunction(() => document.querySelectorAll("#board .can").length > 0);
  assert.equal(await page.locator("#moves .step").count(), 12);
  assert.deepEqual(wrong, []);
});

test("a move is confirmed where that is wanted, and a clock has any times", { timeout: 60_000 }, async () => {
  const { page, wrong } = await openTab(await on.browser.newContext(), on.address, false);
  await openLine(page, "quoridor");
  await page.click("#tools button:has-text('Settings')");
  await page.click("dialog label:has-text('Confirm moves')");
  await page.keyboard.press("Escape");
  // It is about games that are played, not about looking at positions.
  await page.click("#board [data-class=square][data-name=e2]");
  await page.waitForFunction(() => document.querySelector("#moves .step")?.textContent === "e2");
  await choose(page, "me", "me");
  await page.selectOption("dialog .field:has-text('Clock') select", "other");
  await page.fill("dialog .field:has-text('Minutes') input", "0");
  await page.click("dialog button.main");
  await page.waitForSelector("dialog .told.wrong:has-text('0.25 to 1440 minutes')");
  await page.fill("dialog .field:has-text('Minutes') input", "2.5");
  await page.fill("dialog .field:has-text('Seconds') input", "7");
  await page.click("dialog button.main");
  await page.waitForSelector("#seats:has-text('2:3')");
  await page.waitForSelector("#board .can[data-name=e2]");
  await page.click("#board [data-class=square][data-name=e2]");
  await page.waitForSelector("#board .choices button:text-is('Confirm e2')");
  await picture(page, "confirm");
  assert.deepEqual(await stepsOf(page), []);
  // Somewhere else is another move, the same place again confirms, and so do the button and the key.
  await page.click("#board [data-class=square][data-name=d1]");
  await page.waitForSelector("#board .choices button:text-is('Confirm d1')");
  await page.click("#board [data-class=square][data-name=d1]");
  await page.waitForFunction(() => document.querySelectorAll("#moves .step").length === 1);
  await page.waitForSelector("#board .can[data-name=e8]");
  await page.click("#board [data-class=square][data-name=e8]");
  await page.click("#board .choices button:text-is('Confirm e8')");
  await page.waitForFunction(() => document.querySelectorAll("#moves .step").length === 2);
  await page.waitForSelector("#board .can[data-name=d2]");
  await page.click("#board [data-class=square][data-name=d2]");
  await page.waitForSelector("#board .choices button:text-is('Confirm d2')");
  await page.keyboard.press("Escape");
  await page.waitForSelector("#board .choices", { state: "hidden" });
  await page.click("#board [data-class=square][data-name=d2]");
  await page.waitForSelector("#board .choices button:text-is('Confirm d2')");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelectorAll("#moves .step").length === 3);
  assert.deepEqual(await stepsOf(page), ["d1", "e8", "d2"]);
  assert.deepEqual(wrong, []);
});
