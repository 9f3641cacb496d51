/** Every mode has an address: home, games, puzzles and rooms; Back and Forward stay in the site; keys of rooms are not in the address. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { openLine, openPlace, openTab, pathOf, ready, resign, seriousFindings, stage, stepsOf, tool } from "../harness.js";

/** @typedef {import("playwright-core").Page} Page */

const on = stage();

/** @param {Page} page @param {string} move */
async function type(page, move) {
  await page.fill("#typed", move);
  await page.press("#typed", "Enter");
  await page.waitForFunction((text) => document.querySelector("#moves .current")?.textContent === text, move);
}

test("the home shows six games with pictures, and leads to each of their places", { timeout: 60_000 }, async () => {
  const { page, wrong } = await openPlace(on, "/");
  await page.waitForFunction(() => document.querySelectorAll("#home .card .look svg").length === 6);
  assert.deepEqual(await page.locator("#home .card h2").allTextContents(), ["Takt (Tak)", "Tryktrak (backgammon)", "Quoridor", "Trax", "Tantrix", "Gobble"]);
  for (const [index, card] of (await page.locator("#home .card").all()).entries()) {
    // Gobble is a game in real time, without analysis and puzzles.
    assert.deepEqual(await card.locator(".row a").allTextContents(), index < 5 ? ["Play", "Analyse", "Puzzles", "Learn"] : ["Play", "Learn"]);
    assert.ok(((await card.locator("p").first().textContent()) ?? "").length > 30);
  }
  assert.deepEqual(await seriousFindings(page), []);
  await page.click("#home .card:nth-child(4) a:text-is('Puzzles')");
  await page.waitForSelector("#mode button:text-is('Show solution')");
  assert.match(pathOf(page), /^\/trax\/puzzles\/\d+$/);
  await page.goBack();
  await page.waitForSelector("#home .card");
  await page.click("#home .card:nth-child(6) a:text-is('Play')");
  await page.waitForSelector("dialog .seatrow");
  assert.equal(await page.inputValue("dialog .field:has-text('Game') select"), "gobble");
  assert.equal(pathOf(page), "/gobble/play");
  await page.goBack();
  await page.waitForSelector("dialog", { state: "detached" });
  await page.click("#home .card:nth-child(3) a:text-is('Learn')");
  await page.waitForSelector("#home .rules li");
  assert.equal(pathOf(page), "/quoridor/learn");
  assert.deepEqual(wrong, []);
});

test("Back and Forward go through games, puzzles and the home, and restore the position", { timeout: 60_000 }, async () => {
  const { page, wrong } = await openPlace(on, "/takt/analyse");
  await ready(page);
  await type(page, "a1");
  await type(page, "e5");
  await page.waitForFunction(() => location.hash === "#steps=a1+e5");
  await page.click("#games a:text-is('Trax')");
  await page.waitForSelector("#home .hub");
  assert.equal(pathOf(page), "/trax");
  await page.click("#home a:text-is('Analyse')");
  await page.waitForFunction(() => document.getElementById("title")?.textContent === "Trax");
  assert.equal(pathOf(page), "/trax/analyse");
  await page.click("#brand");
  await page.waitForSelector("#home .cards");
  await page.goBack();
  await page.waitForFunction(() => document.body.dataset.mode === "analysis");
  assert.equal(pathOf(page), "/trax/analyse");
  await page.goBack();
  await page.goBack();
  await page.waitForFunction(() => document.querySelectorAll("#moves .step").length === 2);
  assert.equal(pathOf(page), "/takt/analyse");
  assert.deepEqual(await stepsOf(page), ["a1", "e5"]);
  await page.goForward();
  await page.waitForSelector("#home .hub");
  assert.equal(pathOf(page), "/trax");
  assert.deepEqual(wrong, []);
});

test("the address is a link to the position, and older links work", { timeout: 60_000 }, async () => {
  const { page, wrong } = await openPlace(on, "/takt/analyse#variant=size=4&steps=a1+d4+b2&at=2");
  await ready(page);
  await page.waitForFunction(() => document.querySelector("#moves .current")?.textContent === "d4");
  assert.equal(await page.textContent("#title"), "Takt (Tak), board size 4");
  await page.waitForFunction(() => location.hash === "#variant=size%3D4&steps=a1+d4");
  // A reload keeps the rest of the tree, which the address does not contain.
  await page.waitForTimeout(300);
  await page.reload();
  await page.waitForFunction(() => document.querySelectorAll("#moves .step").length === 3);
  const old = await openPlace(on, "/#game=quoridor&steps=e2+e8");
  await ready(old.page);
  await old.page.waitForFunction(() => document.querySelectorAll("#moves .step").length === 2);
  assert.equal(pathOf(old.page), "/quoridor/analyse");
  const unknown = await openPlace(on, "/takt/analyse#nonsense");
  await unknown.page.waitForSelector("dialog:has-text('damaged')");
  const missing = await openPlace(on, "/takt/puzzles/99999");
  await missing.page.waitForSelector("#mode .message:has-text('There is no puzzle 99999')");
  assert.deepEqual([...wrong, ...old.wrong, ...unknown.wrong, ...missing.wrong], []);
});

test("the key of a room is not in the address, and a reload returns to the seat", { timeout: 60_000 }, async () => {
  const { page, wrong } = await openTab(await on.browser.newContext(), on.address, false);
  await tool(page, "New game");
  assert.equal(pathOf(page), "/takt/play");
  await page.selectOption("dialog select[aria-label='Player 2']", "other");
  await page.click("dialog button.main");
  await page.waitForSelector("#mode li input");
  const link = await page.inputValue("#mode li input");
  assert.match(new URL(link).pathname, /^\/room\/\w+$/);
  const address = page.url();
  assert.equal(address, link.slice(0, link.indexOf("#")));
  const friend = await openTab(await on.browser.newContext(), link, false);
  await friend.page.waitForSelector(".seat:has-text('(you)')");
  assert.equal(friend.page.url(), address);
  await friend.page.reload();
  await friend.page.waitForSelector(".seat[data-player='2']:has-text('(you)')");
  // Leaving and going back returns to the room.
  await friend.page.click("#brand");
  await friend.page.waitForSelector("#home .card");
  await friend.page.goBack();
  await friend.page.waitForSelector(".seat[data-player='2']:has-text('(you)')");
  const stranger = await openPlace(on, new URL(address).pathname);
  await stranger.page.waitForSelector("dialog:has-text('key of the game is missing')");
  assert.deepEqual([...wrong, ...friend.wrong, ...stranger.wrong], []);
});

test("a dialog over a puzzle or a game in a room is closed without disturbing it", { timeout: 60_000 }, async () => {
  const { page, wrong } = await openTab(await on.browser.newContext(), new URL("/takt/puzzles/2", on.address).href, false);
  await page.waitForSelector("#mode button:text-is('Show solution')");
  const message = await page.textContent("#mode .message");
  await tool(page, "New game");
  await page.waitForSelector("dialog");
  assert.equal(pathOf(page), "/takt/play");
  await page.keyboard.press("Escape");
  await page.waitForFunction(() => location.pathname === "/takt/puzzles/2");
  assert.equal(await page.textContent("#mode .message"), message);
  await tool(page, "New game");
  for (const player of [1, 2]) await page.selectOption(`dialog select[aria-label="Player ${player}"]`, "me");
  await page.click("dialog button.main");
  await page.waitForSelector("#mode .resign");
  await page.waitForFunction(() => location.pathname.startsWith("/room/"));
  await type(page, "a1");
  const sockets = [];
  page.on("websocket", (socket) => sockets.push(socket.url()));
  await tool(page, "New game");
  await page.keyboard.press("Escape");
  await page.waitForFunction(() => location.pathname.startsWith("/room/"));
  await type(page, "e5");
  assert.equal(sockets.length, 0, "the room was left and entered again");
  assert.deepEqual(wrong, []);
});

test("a game is imported by paste at home, and is then the first to continue", { timeout: 60_000 }, async () => {
  const { page, wrong } = await openPlace(on, "/");
  await page.waitForSelector("#home .card");
  await page.evaluate(() => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text", '[Size "5"]\n\n1. a1 e5 2. c3');
    document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
  });
  await page.waitForFunction(() => document.querySelectorAll("#moves .step").length === 3);
  assert.equal(pathOf(page), "/takt/analyse");
  await page.waitForTimeout(300);
  await page.click("#brand");
  await page.click("#home .last button:has-text('a1 e5 c3')");
  await page.waitForFunction(() => document.querySelectorAll("#moves .step").length === 3);
  assert.deepEqual(wrong, []);
});

test("the header is at most 56 pixels high, and the game can be changed on a phone", { timeout: 60_000 }, async () => {
  const context = await on.browser.newContext({ viewport: { width: 390, height: 844 } });
  const { page, wrong } = await openTab(context, on.address, false);
  const header = await page.locator("header.top").boundingBox();
  assert.ok(header && header.height <= 56, `${header?.height}`);
  await page.selectOption("#games select", { label: "Gobble" });
  await page.waitForSelector("#home h1:text-is('Gobble')");
  assert.equal(await page.inputValue("#games select"), "gobble");
  await tool(page, "Learn");
  await page.waitForSelector("#home .rules");
  assert.equal(pathOf(page), "/gobble/learn");
  assert.deepEqual(wrong, []);
});

test("on a phone, what is needed next is in the window", { timeout: 90_000 }, async () => {
  const { page, wrong } = await openTab(await on.browser.newContext({ viewport: { width: 390, height: 844 } }), on.address);
  /** Waits until an element is in the window. @param {string} selector */
  const isSeen = (selector) =>
    page.waitForFunction((selector) => {
      const { top, bottom, height } = document.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect();
      return height > 0 && top >= 0 && bottom <= innerHeight;
    }, selector);
  await openLine(page, "takt", { steps: "a1 e5 c3" });
  await page.waitForSelector("#lines li");
  await isSeen("#lines li");
  await page.goto(new URL("/tantrix/puzzles/3", on.address).href);
  await page.waitForSelector("#board .tile");
  for (const part of ["#mode .task", "#board", "#below .seat"]) await isSeen(part);
  assert.ok(await page.isHidden("#mode select"));
  await page.click("#mode summary");
  assert.ok(await page.isVisible("#mode select"));
  await page.goto(new URL("/tantrix/play", on.address).href);
  await page.selectOption("dialog .field:has-text('Clock') select", "5m+3s");
  await page.click("dialog button.main");
  await page.waitForSelector("#mode .resign");
  await page.waitForSelector(".row-held .held");
  await isSeen("#mode .resign");
  await resign(page);
  await page.waitForSelector("#end .verdict");
  const parts = await page.$$eval(".seat.row-held", (seats) => seats.map((seat) => [...seat.children].map((part) => part.getBoundingClientRect()).filter(({ width }) => width).every(({ top, bottom, right }) => top >= seat.getBoundingClientRect().top && bottom <= seat.getBoundingClientRect().bottom && right <= innerWidth)));
  assert.deepEqual(parts, [true, true], "nothing in a bar is cut");
  const [board, end] = await Promise.all(["#board", "#end"].map((part) => page.locator(part).boundingBox()));
  assert.ok(board && end && end.y >= board.y + board.height, "the end is below the board");
  assert.deepEqual(wrong, []);
});

test("the board stays in its place while moves, dice and offers come and go", { timeout: 60_000 }, async () => {
  const { page, wrong } = await openTab(await on.browser.newContext({ viewport: { width: 1280, height: 800 } }), on.address, false);
  await page.goto(new URL("/tryktrak/analyse", on.address).href);
  await ready(page);
  const places = () => page.evaluate(() => ["board", "steps", "status"].map((id) => Math.round(document.getElementById(id)?.getBoundingClientRect().top ?? 0)));
  const before = await places();
  await page.click("#chance button.main");
  await page.waitForSelector("#board .can");
  assert.deepEqual(await places(), before);
  // The players are in the bars, not in the picture.
  assert.match((await page.textContent(".seat[data-player='1'] .has")) ?? "", /^\d+ pips/);
  assert.deepEqual(wrong, []);
});

test("a wrong address shows the games and says what was not found", { timeout: 60_000 }, async () => {
  const { page, wrong } = await openPlace(on, "/takt/nonsense");
  await page.waitForSelector("#home .notice:text-is('There is no page at /takt/nonsense. Choose a game here.')");
  await page.waitForSelector("#home .card");
  assert.equal(pathOf(page), "/takt/nonsense");
  await page.goto(new URL("/nothing", on.address).href);
  await page.waitForSelector("#home .notice:has-text('/nothing')");
  await page.click("#home .card a:text-is('Analyse')");
  await ready(page);
  await page.goBack();
  await page.waitForSelector("#home .notice:has-text('/nothing')");
  await page.click("#brand");
  await page.waitForSelector("#home .notice", { state: "detached" });
  assert.deepEqual(wrong, []);
});

test("what is empty says what to do, with the button that does it", { timeout: 60_000 }, async () => {
  const { page, wrong } = await openTab(await on.browser.newContext(), new URL("/tantrix/analyse", on.address).href, false);
  // The button to deal is on the board.
  const [board, deal] = await Promise.all([page.locator("#board").boundingBox(), page.locator("#chance").boundingBox()]);
  assert.ok(board && deal && deal.y > board.y && deal.y + deal.height < board.y + board.height);
  assert.match((await page.textContent("#engine")) ?? "", /Turn the engine on/);
  await page.click("#moves button:text-is('Import')");
  await page.waitForSelector("dialog[open]");
  await page.keyboard.press("Escape");
  await page.click("#chance button.main");
  await page.waitForSelector("#board .can");
  assert.equal(await page.locator(".play > #chance:visible").count(), 0);
  await page.goto(new URL("/takt/analyse#steps=a1+e5", on.address).href);
  await ready(page);
  await page.click("#tab-report");
  await page.waitForSelector("#judge:has-text('The report shows')");
  await page.goto(new URL("/takt/puzzles", on.address).href);
  await page.waitForSelector("#mode:has-text('Your rating will be here')");
  await page.selectOption("#mode [aria-label='Which puzzles']", "again");
  await page.waitForSelector("#mode .message:has-text('There is nothing to repeat here.')");
  await page.click("#mode button:text-is('All puzzles')");
  await page.waitForSelector("#mode button:text-is('Skip')");
  assert.deepEqual(wrong, []);
});
