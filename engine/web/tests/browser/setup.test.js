/** The position editor. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { openLine, openTab, ready, stage, tool } from "../harness.js";

/** @typedef {import("playwright-core").Page} Page */

const on = stage();

/** A tab with an open editor. @param {string} game @param {Record<string, string>} [more] */
async function settingUp(game, more) {
  const { page, wrong } = await openTab(await on.browser.newContext({ reducedMotion: "reduce" }), on.address);
  if (await page.isChecked("#engine-on")) await page.click("label.switch");
  await openLine(page, game, more);
  await tool(page, "Set up");
  await page.waitForSelector("#mode .main");
  return { page, wrong };
}

/** Clicks a place, and waits until the position changes. @param {Page} page @param {string} kind @param {string} name */
async function put(page, kind, name) {
  const before = await position(page);
  await page.locator(`#board [data-class=${kind}][data-name="${name}"]`).last().click({ force: true });
  await page.waitForFunction((text) => document.querySelector("textarea")?.value !== text, before);
}

/** @param {Page} page */
function position(page) {
  return page.inputValue("#mode textarea");
}

/** @param {Page} page @param {string} name */
async function choose(page, name) {
  await page.getByRole("button", { name, exact: true }).click();
  await page.getByRole("button", { name, exact: true, pressed: true }).waitFor();
}

/** @param {Page} page @param {string} button */
async function press(page, button) {
  const before = await position(page);
  await page.click(`#mode button:text-is("${button}")`);
  await page.waitForFunction((text) => document.querySelector("textarea")?.value !== text, before);
}

/** @param {Page} page @param {string} label @param {string} value */
async function set(page, label, value) {
  const before = await position(page);
  const control = page.getByLabel(label, { exact: true });
  if (await control.evaluate((one) => one instanceof HTMLSelectElement)) await control.selectOption(value);
  else {
    await control.fill(value);
    await control.press("Tab");
  }
  await page.waitForFunction((text) => document.querySelector("textarea")?.value !== text, before);
}

/** Presses Done, and returns the position in notation. @param {Page} page */
async function done(page) {
  const text = await position(page);
  await page.click("#mode button:text-is('Done')");
  await ready(page);
  await page.waitForFunction(() => document.body.dataset.mode === "analysis" && document.querySelector("#board .can"));
  return text;
}

test("a stack, a wall and a capstone of Takt are set up by clicks, and one piece too many is explained", async () => {
  const { page, wrong } = await settingUp("takt", { variant: "size=5" });
  await put(page, "square", "c3");
  await choose(page, "Flat of player 2");
  await put(page, "square", "c3");
  await choose(page, "Wall of player 1");
  await put(page, "square", "c3");
  await choose(page, "Capstone of player 2");
  await put(page, "square", "a1");
  assert.equal(await position(page), "x5/x5/x2,121S,x2/x5/2C,x4 1 2");
  // A second capstone is not allowed: no place is highlighted for it, and a click shows why.
  assert.equal(await page.locator("#board .can").count(), 0);
  await page.locator("#board [data-class=square][data-name=b1]").click({ force: true });
  await page.waitForSelector("#mode .message.wrong:has-text('a player has at most 1 capstone')");
  // The message of the next refused click replaces the one before.
  await page.locator("#board [data-name=c3]").last().click({ force: true });
  await page.waitForSelector("#mode .message.wrong:has-text('a wall or a capstone is on top here')");
  await choose(page, "Erase");
  await put(page, "square", "c3");
  await set(page, "Player to move", "2");
  await set(page, "Move number", "4");
  assert.equal(await done(page), "x5/x5/x2,12,x2/x5/2C,x4 2 4");
  await page.waitForSelector("#status:has-text('Player 2 to move')");
  assert.deepEqual(wrong, []);
});

test("checkers, dice and cube of Tryktrak are set up by clicks", async () => {
  const { page, wrong } = await settingUp("tryktrak", { variant: "length=5" });
  await press(page, "Clear board");
  await put(page, "point", "6");
  await put(page, "bar", "1");
  await choose(page, "Checker of player 2");
  await put(page, "point", "20");
  await set(page, "Dice", "31");
  await set(page, "Cube", "2");
  await set(page, "Cube owner", "2");
  await set(page, "Score of player 1", "3");
  const text = await done(page);
  assert.equal(text, "XGID=------A-------------a----A:1:-1:1:31:3:0:0:5:6");
  await page.waitForSelector("#board .can[data-class=bar]");
  assert.deepEqual(wrong, []);
});

test("pawns, walls and remaining walls of Quoridor are set up by clicks, and a change is undone", async () => {
  const { page, wrong } = await settingUp("quoridor", { variant: "board=5x5,walls=4" });
  await put(page, "square", "c3");
  await choose(page, "Horizontal wall");
  for (const wall of ["a4h", "c4h"]) await put(page, "slot", wall);
  const before = await position(page);
  await choose(page, "Vertical wall");
  await put(page, "slot", "b2v");
  await press(page, "Undo");
  assert.equal(await position(page), before);
  await choose(page, "Erase");
  await put(page, "wall", "a4h");
  await set(page, "Walls left of player 2", "1");
  await set(page, "Player to move", "2");
  assert.equal(await done(page), "c4//c3 c5/3 1/2/5x5");
  assert.deepEqual(wrong, []);
});

test("tiles of Trax are set up by clicks, together with the tiles that they force", async () => {
  const { page, wrong } = await settingUp("trax");
  await choose(page, "Tile +");
  await page.click("#board .can[data-class=cell]", { force: true });
  await page.waitForFunction(() => !document.querySelector("textarea")?.value.startsWith("- "));
  const one = await position(page);
  await choose(page, "Tile /");
  await put(page, "cell", "B1");
  const two = await position(page);
  assert.notEqual(one, two);
  await choose(page, "Erase");
  await put(page, "tile", "B1");
  assert.equal(await position(page), one);
  await set(page, "Player to move", "2");
  await done(page);
  assert.deepEqual(wrong, []);
});

test("tiles of Tantrix are placed, rotated and dealt by clicks, for three players", async () => {
  const { page, wrong } = await settingUp("tantrix");
  await set(page, "Players", "3");
  await choose(page, "Tile 5");
  await put(page, "cell", "0:0");
  assert.match(await position(page), /^5a@0:0 -\|-\|- \?1,2,3,4,6/);
  // Another click rotates the tile, and so does the key R.
  await put(page, "tile", "5a@0:0");
  assert.match(await position(page), /^5b@0:0 /);
  await page.keyboard.press("r");
  await page.waitForFunction(() => document.querySelector("textarea")?.value.startsWith("5c@0:0 "));
  await choose(page, "Tile 43");
  // Its colours are yellow, blue and green: it fits below the blue edge, but not beside red ones.
  const lit = await page.locator("#board .can[data-class=cell]").evaluateAll((cells) => cells.map((cell) => cell.getAttribute("data-name")));
  const dark = await page.locator("#board [data-class=cell]:not(.can)").evaluateAll((cells) => cells.map((cell) => cell.getAttribute("data-name") ?? ""));
  assert.equal(lit.length + dark.length, 6);
  assert.ok(lit.length && dark.length);
  await page.locator(`#board [data-class=cell][data-name="${dark[0]}"]`).click({ force: true });
  await page.waitForSelector("#mode .message.wrong:has-text('the space needs red to the')");
  await put(page, "seat", "2");
  assert.match(await position(page), /^5c@0:0 -\|43\|- /);
  await choose(page, "Erase");
  await put(page, "hand", "43");
  await set(page, "Bag", "empty");
  await choose(page, "Tile 9");
  await put(page, "seat", "3");
  await set(page, "Colour of player 1", "Blue");
  assert.equal(await done(page), "5c@0:0 -|-|9 - BYR 2 2");
  await page.waitForSelector("#status:has-text('Player 3 to move')");
  assert.deepEqual(wrong, []);
});

test("pieces are pictures with names, and a reload keeps the position", async () => {
  const { page, wrong } = await settingUp("quoridor", { variant: "board=5x5,walls=4" });
  assert.equal(await page.locator("#mode .tray button svg").count(), 4);
  assert.equal(await page.locator("#board .can[data-name=c1]").count(), 0);
  await put(page, "square", "b2");
  await choose(page, "Horizontal wall");
  const before = await position(page);
  await put(page, "slot", "a4h");
  const text = await position(page);
  await page.reload();
  await page.waitForSelector("#board .can[data-class=slot]");
  assert.equal(await position(page), text);
  assert.equal(await page.textContent("#title"), "Quoridor, board size 5x5, walls per player 4");
  await page.getByRole("button", { name: "Horizontal wall", pressed: true }).waitFor();
  await press(page, "Undo");
  assert.equal(await position(page), before);
  await put(page, "slot", "c4h");
  // A cancelled editor does not come back.
  await page.click("#mode button:text-is('Cancel')");
  await page.click("dialog button:text-is('Discard')");
  await page.waitForFunction(() => document.body.dataset.mode === "analysis");
  await page.reload();
  await ready(page);
  assert.equal(await page.evaluate(() => document.body.dataset.mode ?? "analysis"), "analysis");
  assert.deepEqual(wrong, []);
});

test("a typed position is checked", async () => {
  const { page, wrong } = await settingUp("takt");
  await page.fill("#mode textarea", "x5/x5/nonsense 1 1");
  await page.press("#mode textarea", "Tab");
  await page.waitForSelector("#mode .message.wrong");
  await page.fill("#mode textarea", "x5/x5/x2,1,x2/x5/x5 2 1");
  await page.press("#mode textarea", "Tab");
  await page.waitForSelector("#board [data-class=stack][data-name=c3] *");
  // A text with another number of rows changes the size of the board.
  await page.fill("#mode textarea", "x4/x4/x,2,x2/x4 1 2");
  await page.press("#mode textarea", "Tab");
  await page.waitForFunction(() => document.getElementById("title")?.textContent === "Takt (Tak), board size 4");
  await page.click("#mode button:text-is('Cancel')");
  await page.click("dialog button:text-is('Discard')");
  await page.waitForFunction(() => document.body.dataset.mode === "analysis" && !document.querySelector("#board [data-class=stack][data-name=c3] *"));
  assert.deepEqual(wrong, []);
});

test("the editor opens in the middle of a puzzle, and again from the editor", async () => {
  const { page, wrong } = await openTab(await on.browser.newContext(), on.address, false);
  await tool(page, "Puzzles");
  await page.waitForSelector("#mode button:text-is('Show solution')");
  for (let time = 0; time < 2; time += 1) {
    await tool(page, "Set up");
    await page.waitForSelector("#mode .tray button");
    await page.waitForSelector("#board .can");
  }
  await page.locator("#board .can[data-class=square]").first().click({ force: true });
  await page.waitForSelector("#mode button:text-is('Undo'):enabled");
  await page.click("#mode button:text-is('Cancel')");
  await page.click("dialog button:text-is('Discard')");
  await page.waitForFunction(() => document.body.dataset.mode === "analysis");
  assert.deepEqual(wrong, []);
});
