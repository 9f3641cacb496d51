/** Games in rooms: against the computer, on one device, in two browsers, and in real time. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { openLine, openPlace, openTab, panel, picture, resign, serve, stage, stepsOf, tool } from "../harness.js";
import { playByClicks } from "../player.js";

/** @typedef {import("playwright-core").Page} Page */

const on = stage();

/** Opens the dialog and chooses the players. @param {Page} page @param {string[]} who */
async function choose(page, ...who) {
  await tool(page, "New game");
  await seat(page, ...who);
}

/** @param {Page} page @param {string[]} who */
async function seat(page, ...who) {
  for (const [index, one] of who.entries()) await page.selectOption(`dialog select[aria-label="Player ${index + 1}"]`, one);
}

/** @param {Page} page @param {string} move @param {string} shown the text in the list of moves */
async function type(page, move, shown = move) {
  await page.waitForFunction(() => !(/** @type {HTMLInputElement} */ (document.getElementById("typed")).disabled));
  await page.fill("#typed", move);
  await page.press("#typed", "Enter");
  await page.waitForFunction((text) => [...document.querySelectorAll("#moves .step")].some((one) => one.textContent === text), shown);
}

test("a game against the computer, with a hint, a takeback, a resignation and analysis", { timeout: 90_000 }, async () => {
  const { page, wrong } = await openTab(await on.browser.newContext(), on.address);
  await openLine(page, "takt", { variant: "size=4" });
  await choose(page, "me", "engine");
  await page.selectOption("dialog select[aria-label='Level of player 2']", "1");
  await page.click("dialog button.main");
  await page.waitForSelector("#mode button:has-text('Hint')");
  assert.ok(await page.isHidden("#engine"));
  // Before the first move there is nothing to take back.
  await page.waitForFunction(() => document.getElementById("status")?.textContent?.startsWith("Your turn. "));
  assert.ok(await page.isDisabled("#mode button:has-text('Takeback')"));
  await type(page, "a1");
  await page.waitForFunction(() => document.querySelectorAll("#moves .step").length === 2);
  await page.click("#mode button:has-text('Hint')");
  await page.waitForFunction(() => /^Hint: /.test(document.querySelector("#mode .message")?.textContent ?? ""));
  await picture(page, "room");
  await page.reload();
  await page.waitForFunction(() => document.querySelectorAll("#moves .step").length === 2);
  await page.click("#mode button:has-text('Takeback')");
  await page.waitForFunction(() => document.querySelectorAll("#moves .step").length === 0);
  await type(page, "b2");
  await page.waitForFunction(() => document.querySelectorAll("#moves .step").length === 2);
  await resign(page);
  await page.waitForSelector("#end .verdict");
  assert.equal(await page.textContent("#end .verdict"), "You lose.");
  assert.match((await page.textContent("#end .score")) ?? "", /wins by resignation/);
  await page.click("#end button:has-text('Review')");
  // The review is the report of the game.
  await page.waitForSelector("#judge .totals");
  await panel(page, "Engine");
  await page.waitForSelector("#lines li");
  assert.equal((await stepsOf(page)).length, 2);
  assert.ok(await page.isHidden("#mode"));
  assert.deepEqual(wrong, []);
});

test("a running game can be resumed, and is forgotten when the room is gone or the game is over", { timeout: 90_000 }, async () => {
  const own = await serve();
  const { page, wrong } = await openTab(await on.browser.newContext(), own.address);
  await openLine(page, "takt", { variant: "size=4" });
  await choose(page, "me", "other");
  await page.click("dialog button.main");
  await page.waitForSelector("#mode li input");
  await type(page, "a1");
  await page.click("#mode button:has-text('Leave')");
  await page.click("dialog button:text-is('Leave the game')");
  await page.waitForFunction(() => document.querySelectorAll("#moves .step").length === 0);
  await tool(page, "Analysis");
  await page.click("dialog summary:has-text('Recent games')");
  assert.equal(await page.locator("dialog button:has-text('Resume: Takt')").count(), 1);
  await page.keyboard.press("Escape");
  await tool(page, "New game");
  await page.click("dialog button:has-text('Resume: Takt')");
  await page.waitForFunction(() => document.querySelector("#moves .step")?.textContent === "a1");
  assert.equal(await page.locator("#mode li input").count(), 2);
  // The actions are shown when the other player has joined.
  assert.equal(await page.locator("#mode .resign").count(), 0);
  const guest = await openTab(await on.browser.newContext(), await page.inputValue("#mode li input"), false);
  await page.waitForSelector("#mode .resign");
  await guest.page.close();
  await resign(page);
  await page.waitForSelector("#end .verdict");
  const rooms = () => page.evaluate(() => JSON.parse(localStorage.getItem("ludex.rooms") ?? "[]").length);
  assert.equal(await rooms(), 0);
  await page.click("#mode button:has-text('Leave')");
  assert.deepEqual(wrong, []);
  await page.evaluate(() => void (location.hash = "#room=nosuchroom&key=none"));
  await page.waitForSelector("dialog:has-text('no longer exists') button:has-text('New game')");
  assert.equal(await rooms(), 0);
  assert.ok(await page.isHidden("#mode"));
  own.stop();
});

test("a broken link is explained, and a new game is offered", { timeout: 90_000 }, async () => {
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
  await page.click("dialog button:text-is('Leave the game')");
  const follow = async (/** @type {string} */ hash, /** @type {RegExp} */ why) => {
    await page.evaluate((hash) => void (location.hash = hash), hash);
    // The dialog of the previous link may still be open; the address is empty only after this link was rejected.
    await page.waitForFunction((shown) => !location.hash.includes("key") && !location.href.includes("room") && location.hash !== shown, hash);
    await page.waitForSelector("dialog:has-text('Game not found')");
    assert.match((await page.textContent("dialog p")) ?? "", why);
    assert.ok(await page.isHidden("#mode"));
  };
  const room = /room\/([^#]+)/.exec(link)?.[1];
  await follow(`#room=${room}&key=0123`, /key in this link is wrong/);
  await picture(page, "no-game");
  assert.deepEqual(await known(), before, "a wrong link does not remove a room for which this browser has a key");
  await follow(`#room=${room}&key=0123&live=1`, /key in this link is wrong/);
  await follow("#room=0123456789abcdef", /key of the game is missing/);
  await follow("#rom=12&kay=3", /damaged/);
  await page.click("dialog button:has-text('New game')");
  await page.waitForSelector("dialog:has-text('Player 1')");
  await page.keyboard.press("Escape");
  // The same error is shown if the page is opened with such a link.
  const other = await openPlace(on, link.slice(0, -4));
  await other.page.waitForSelector("dialog:has-text('key in this link is wrong')");
  await other.page.keyboard.press("Escape");
  await other.page.waitForSelector("#home .card");
  assert.deepEqual([...wrong, ...other.wrong], []);
});

test("two people on one device, with clocks", { timeout: 90_000 }, async () => {
  const { page, wrong } = await openTab(await on.browser.newContext(), on.address);
  await openLine(page, "takt", { variant: "size=3" });
  await choose(page, "me", "me");
  await page.selectOption("dialog .field:has-text('Clock') select", "5m+3s");
  await page.click("dialog button.main");
  await page.waitForSelector("#mode .resign");
  await page.waitForFunction(() => /^[45]:\d\d$/.test(document.querySelector(".seat .clock")?.textContent ?? ""));
  const { over } = await playByClicks(page, 200, 3);
  assert.ok(over);
  await page.waitForSelector("#end .verdict");
  assert.deepEqual(wrong, []);
});

test("two browsers in one room, and a spectator", { timeout: 90_000 }, async () => {
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
  assert.match((await guest.page.textContent("#mode")) ?? "", /You are watching/);
  assert.equal(await guest.page.locator("#board .can").count(), 0);
  await bob.page.setViewportSize({ width: 360, height: 720 });
  await ann.page.click("#mode button:has-text('Takeback')");
  await ann.page.waitForSelector("#offers:has-text('You asked for a takeback')");
  await bob.page.click("#offers button:has-text('Decline')");
  await ann.page.waitForSelector("#offers:empty", { state: "attached" });
  await ann.page.waitForSelector("#mode .message:has-text('Your request for a takeback was declined.')");
  // A player who joined by a link is asked for a name, and keeps it.
  await bob.page.fill("#mode [aria-label='Your name']", "Bob");
  await bob.page.press("#mode [aria-label='Your name']", "Enter");
  await ann.page.waitForSelector(".seat:has-text('Bob')");
  await bob.page.waitForSelector("#mode [aria-label='Your name']", { state: "detached" });
  await ann.page.click("#mode button:has-text('Offer draw')");
  await bob.page.waitForSelector("#offers button:has-text('Accept')");
  const low = await bob.page.locator("#offers").evaluate((bar) => bar.getBoundingClientRect().bottom);
  assert.ok(low < 720, `the offer ends at ${low}`);
  await bob.page.click("#offers button:has-text('Accept')");
  await ann.page.waitForSelector("#end .verdict");
  assert.match((await ann.page.textContent("#end .verdict")) ?? "", /draw/i);
  // The offer of a rematch is shown in the same place.
  await ann.page.click("#end button:has-text('Rematch')");
  await ann.page.waitForSelector("#offers:has-text('You offered a rematch')");
  await bob.page.click("#offers button:has-text('Rematch')");
  await ann.page.waitForFunction(() => document.querySelectorAll("#moves .step").length === 0);
  await ann.page.waitForSelector("#offers:empty", { state: "attached" });
  await resign(ann.page);
  await ann.page.click("#end button:has-text('Rematch')");
  // A player who declines is still connected; one who leaves is not.
  await bob.page.click("#offers button:has-text('Decline')");
  await ann.page.waitForSelector("#mode .message:has-text('Your offer of a rematch was declined.')");
  await ann.page.click("#end button:has-text('Rematch')");
  await bob.page.waitForSelector("#offers button:has-text('Decline')");
  await bob.page.click("#mode button:has-text('Leave')");
  await ann.page.waitForSelector("#offers:has-text('Bob is not connected.')");
  assert.deepEqual([...ann.wrong, ...bob.wrong, ...guest.wrong], []);
});

test("two browsers in one game in real time", { timeout: 90_000 }, async () => {
  const ann = await openTab(await on.browser.newContext(), on.address);
  await openLine(ann.page, "tantrix");
  await tool(ann.page, "New game");
  await ann.page.selectOption("dialog .field:has-text('Game') select", "gobble");
  await seat(ann.page, "me", "other");
  await ann.page.click("dialog button.main");
  await ann.page.waitForSelector("#mode li input");
  const link = await ann.page.inputValue("#mode li input");
  await ann.page.waitForSelector(".runner.away:has-text('Player 2')");
  await ann.page.waitForFunction(() => document.getElementById("status")?.textContent === "Waiting for all players to join.");
  const bob = await openTab(await on.browser.newContext(), link);
  for (const { page } of [ann, bob]) {
    await page.waitForFunction(() => document.getElementById("status")?.textContent === "Everyone plays at the same time.");
    assert.equal(await page.locator(".runner.away").count(), 0);
    assert.match((await page.textContent("#title")) ?? "", /^Gobble/);
    await page.waitForSelector("#tray button:has-text('Flip tile'):enabled");
    await page.locator("#tray [data-class=reserve]").first().click();
    await page.waitForSelector("#tray [data-class=hand]");
  }
  await picture(ann.page, "gobble");
  await ann.page.click("#tray button:has-text('Discard')");
  await bob.page.waitForFunction(() => (document.querySelector("#mode .story")?.childElementCount ?? 0) >= 2);
  // After a reload the game opened before must not appear.
  await bob.page.reload();
  await bob.page.waitForSelector("#tray button:has-text('Flip tile')");
  await bob.page.waitForTimeout(500);
  assert.match((await bob.page.textContent("#title")) ?? "", /^Gobble/);
  assert.equal(await bob.page.textContent("#status"), "Everyone plays at the same time.");
  await picture(bob.page, "gobble-again");
  await bob.page.click("#mode button:has-text('Leave')");
  await bob.page.click("dialog button:has-text('Leave the game')");
  await ann.page.waitForSelector(".runner.away:has-text('Player 2')");
  await bob.page.waitForFunction(() => location.pathname === "/gobble");
  assert.ok(await bob.page.isHidden("#race"));
  assert.deepEqual([...ann.wrong, ...bob.wrong], []);
});

test("the choice about dice is shown only for games of chance", async () => {
  const { page, wrong } = await openTab(await on.browser.newContext(), on.address, false);
  const chance = page.locator("dialog .field:has-text('Dice and tiles')");
  await tool(page, "New game");
  await page.selectOption("dialog .field:has-text('Game') select", "tryktrak");
  await chance.waitFor({ state: "visible" });
  await page.selectOption("dialog .field:has-text('Game') select", "quoridor");
  await chance.waitFor({ state: "hidden" });
  await page.selectOption("dialog .field:has-text('Game') select", "trax");
  await page.waitForTimeout(200);
  assert.ok(await chance.isHidden());
  await page.click("dialog summary:has-text('Variant')");
  await page.selectOption("dialog .field:has-text('Random tile faces') select", "yes");
  await chance.waitFor({ state: "visible" });
  assert.deepEqual(wrong, []);
});

test("a room that the server does not know is removed from the list", { timeout: 90_000 }, async () => {
  const { page, wrong } = await openTab(await on.browser.newContext(), on.address, false);
  await openLine(page, "takt", { variant: "size=4" });
  await choose(page, "me", "other");
  await page.click("dialog button.main");
  await page.waitForSelector("#mode li input");
  await type(page, "a1");
  await page.click("#mode button:has-text('Leave')");
  await page.click("dialog button:text-is('Leave the game')");
  await page.evaluate(() => {
    const rooms = JSON.parse(localStorage.getItem("ludex.rooms") ?? "[]");
    localStorage.setItem("ludex.rooms", JSON.stringify([...rooms, { ...rooms[0], room: "0123abcd", title: "lost" }]));
  });
  await tool(page, "New game");
  await page.waitForSelector("dialog button:has-text('Resume: Takt')");
  await page.waitForSelector("dialog button:has-text('Resume: lost')", { state: "detached" });
  assert.equal(await page.evaluate(() => JSON.parse(localStorage.getItem("ludex.rooms") ?? "[]").length), 1);
  assert.deepEqual(wrong, []);
});

test("in a room with entered tiles, one click deals all of them", { timeout: 90_000 }, async () => {
  const { page, wrong } = await openTab(await on.browser.newContext(), on.address, false);
  await openLine(page, "tantrix");
  await choose(page, "me", "me");
  await page.selectOption("dialog .field:has-text('Dice and tiles') select", "entered");
  await page.click("dialog button.main");
  await page.waitForSelector(".seat");
  await page.click("#chance button:has-text('Deal')");
  await page.waitForFunction(() => document.querySelectorAll("#board .can").length > 0);
  assert.equal(await page.locator("#moves .step").count(), 12);
  assert.deepEqual(wrong, []);
});

test("moves are confirmed if the settings say so, and a clock can have any times", { timeout: 60_000 }, async () => {
  const { page, wrong } = await openTab(await on.browser.newContext(), on.address, false);
  await openLine(page, "quoridor");
  await tool(page, "Settings");
  await page.click("dialog label:has-text('Confirm moves')");
  await page.keyboard.press("Escape");
  // The setting applies to games, not to analysis.
  await page.click("#board [data-class=square][data-name=e2]");
  await page.waitForFunction(() => document.querySelector("#moves .step")?.textContent === "e2");
  await choose(page, "me", "me");
  await page.selectOption("dialog .field:has-text('Clock') select", "other");
  await page.fill("dialog .field:has-text('Minutes') input", "0");
  await page.click("dialog button.main");
  await page.waitForSelector("dialog .message.wrong:has-text('0.25 to 1440 minutes')");
  await page.fill("dialog .field:has-text('Minutes') input", "2.5");
  await page.fill("dialog .field:has-text('Seconds') input", "7");
  await page.click("dialog button.main");
  await page.waitForSelector(".seat:has-text('2:3')");
  await page.waitForSelector("#board .can[data-name=e2]");
  await page.click("#board [data-class=square][data-name=e2]");
  await page.waitForSelector("#board .choices button:text-is('Confirm e2')");
  await picture(page, "confirm");
  assert.deepEqual(await stepsOf(page), []);
  // A click elsewhere chooses another move; a click on the same place confirms, and so do the button and the key.
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
