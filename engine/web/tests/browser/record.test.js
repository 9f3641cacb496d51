/** A game file is dropped on the page and analysed, its mistakes are practised, and it is exported. */

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { openTab, panel, stage, stepsOf, tool } from "../harness.js";

const RECORD = `[Player1 "Ann"]
[Player2 "Bob"]
[Size "5"]

1. a5 e1
2. c3 c2 {A comment.}
3. d3 d2?
4. b3 Cb2
5. e3 a2
`;

const on = stage();

/** Drops a text as a file on the page. @param {import("playwright-core").Page} page @param {string} text */
async function drop(page, text) {
  await page.evaluate((content) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([content], "game.ptn"));
    document.body.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
  }, text);
}

test("a dropped game file is analysed, its mistakes are practised, and it is exported", { timeout: 120_000 }, async () => {
  const { page, wrong } = await openTab(await on.browser.newContext({ acceptDownloads: true }), on.address);
  await drop(page, RECORD);
  await page.waitForFunction(() => document.querySelectorAll("#moves .step").length === 10);
  assert.deepEqual((await stepsOf(page)).slice(0, 4), ["a5", "e1", "c3", "c2"]);
  assert.match((await page.textContent("#moves")) ?? "", /A comment\./);

  await panel(page, "Report");
  await page.click("#judge button:has-text('Analyse game')");
  await page.waitForSelector("#judge .totals", { timeout: 60_000 });
  assert.match((await page.textContent("#judge .totals")) ?? "", /AnnBob.*Moves55.*Accuracy\d+ %/s);
  await page.waitForSelector("#judge .mistakes li");
  await page.waitForSelector("#graph .curve-line");

  await page.click("#judge button:has-text('Learn from your mistakes')");
  await page.waitForSelector("#learn .message");
  assert.equal(await page.textContent("#engine-status"), "hidden");
  await page.waitForSelector("#graph", { state: "hidden" });
  const asked = (await page.textContent("#learn .message")) ?? "";
  const played = / than (\S+) \(/.exec(asked)?.[1];
  assert.ok(played, asked);
  await page.waitForFunction(() => !(/** @type {HTMLInputElement} */ (document.getElementById("typed")).disabled));
  await page.fill("#typed", played);
  await page.press("#typed", "Enter");
  await page.waitForFunction(() => /is not good enough\. It was played in the game/.test(document.querySelector("#learn .message")?.textContent ?? ""));
  const drawn = await page.evaluate(() => document.querySelector("#board > svg:first-child")?.outerHTML);
  await page.click("#learn button:has-text('Show best move')");
  assert.match((await page.textContent("#learn .message")) ?? "", /^The board shows the (best move|missed win): \S+\.$/);
  await page.waitForFunction((before) => document.querySelector("#board > svg:first-child")?.outerHTML !== before, drawn);
  // The line is played move by move.
  const shown = await page.getAttribute("#board", "data-shown");
  await page.click("#learn button:has-text('Next move')");
  await page.waitForSelector("#learn .line-steps button:first-child[aria-current=step]");
  await page.waitForFunction((before) => document.getElementById("board")?.dataset.shown !== before, shown);
  await page.click("#learn button:has-text('Previous move')");
  await page.waitForFunction((before) => document.getElementById("board")?.dataset.shown === before, shown);
  await page.click("#learn button:has-text('Done')");

  await tool(page, "Export");
  const saved = page.waitForEvent("download");
  await page.click("dialog button:has-text('ptn')");
  const text = await readFile(await (await saved).path(), "utf8");
  assert.match(text, /\[Player1 "Ann"\]/);
  assert.match(text, /A comment\./);
  const picture = page.waitForEvent("download");
  await page.click("dialog button:has-text('PNG')");
  const bytes = await readFile(await (await picture).path());
  assert.equal(bytes.subarray(1, 4).toString(), "PNG");
  const report = page.waitForEvent("download");
  await page.click("dialog button:has-text('Analysis report')");
  const download = await report;
  assert.equal(download.suggestedFilename(), "takt.html");
  const html = await readFile(await download.path(), "utf8");
  assert.match(html, /Ann – Bob/);
  assert.match(html, /Analysed by Ludex/);
  // The report contains the analysis of the panel, not a new one.
  assert.equal(await page.textContent("dialog .message"), "Saved as takt.html.");
  assert.deepEqual(wrong, []);
});

test("a text that is not a game is refused, and the open game is kept", async () => {
  const { page, wrong } = await openTab(await on.browser.newContext(), on.address);
  await page.fill("#typed", "c3");
  await page.press("#typed", "Enter");
  await page.waitForSelector("#moves .step");
  await drop(page, "hello, this is just text");
  await page.waitForSelector("#remark.wrong");
  assert.deepEqual(await stepsOf(page), ["c3"]);
  assert.deepEqual(wrong, []);
});

test("variations, comments and marks", async () => {
  const { page, wrong } = await openTab(await on.browser.newContext(), on.address);
  for (const move of ["a1", "e5", "c3"]) {
    await page.fill("#typed", move);
    await page.press("#typed", "Enter");
    await page.waitForFunction((text) => document.querySelector("#moves .current")?.textContent?.startsWith(text) && document.getElementById("status")?.textContent?.includes(`${text}.`), move);
  }
  await page.click("label.switch");
  await page.click("[aria-label='Previous move']");
  await page.waitForFunction(() => document.getElementById("status")?.textContent?.includes("e5."));
  await page.fill("#typed", "d4");
  await page.press("#typed", "Enter");
  await page.waitForSelector("#moves .variation .current");
  await panel(page, "Notes");
  await page.click("#notes .marks button:text-is('!?')");
  await page.fill("#notes textarea", "Bold.");
  await page.dispatchEvent("#notes textarea", "change");
  assert.match((await page.textContent("#moves .variation")) ?? "", /d4!\?Bold\./);
  await page.click("#notes button:has-text('Main line')");
  assert.match((await page.textContent("#moves .variation")) ?? "", /c3/);
  await page.click("#notes button:has-text('Delete')");
  assert.deepEqual(await stepsOf(page), ["a1", "e5", "c3"]);
  assert.deepEqual(wrong, []);
});

test("a text that is not a game is refused, and for a bad move its place is shown", async () => {
  const { page, wrong } = await openTab(await on.browser.newContext(), on.address);
  await tool(page, "Import");
  await page.fill("dialog textarea", "hello, this is just text");
  await page.click("dialog button.main");
  await page.waitForSelector("dialog .message details");
  assert.match((await page.textContent("dialog .message")) ?? "", /^Not recognised as a game or position\./);
  assert.equal(await page.getAttribute("dialog .message details", "open"), null);
  await page.fill("dialog textarea", '[Size "5"]\n\n1. a5 e1\n2. zz c3\n');
  await page.selectOption("dialog .field:has-text('Game') select", "takt");
  await page.click("dialog button.main");
  await page.waitForFunction(() => /Line 4, move 2.*zz/.test(document.body.textContent ?? ""));
  assert.deepEqual(await stepsOf(page), ["a5", "e1"]);
  assert.deepEqual(wrong, []);
});

test("a game with variations, comments and marks is exported and imported", { timeout: 60_000 }, async () => {
  const { page, wrong } = await openTab(await on.browser.newContext({ acceptDownloads: true }), on.address, false);
  await drop(page, '[Player1 "Ann"]\n[Event "Cup"]\n[Size "5"]\n\n1. a1 e5\n2. c3 (2. d4! d3) c4?? {Ugly ] this.}\n');
  await page.waitForSelector("#moves .variation .step >> nth=1");
  await page.click("#moves .variation .step >> nth=1");
  await panel(page, "Notes");
  await page.fill("#notes textarea", "Better.");
  await page.dispatchEvent("#notes textarea", "change");
  await page.waitForFunction(() => document.querySelector("#moves .variation .current"));
  const moves = await page.textContent("#moves");
  assert.match(moves ?? "", /d4!d3.*Better\./);
  await tool(page, "Export");
  await page.waitForSelector("dialog small:has-text('PTN and SGF keep all variations with comments and marks.')");
  const saved = page.waitForEvent("download");
  await page.click("dialog button:text-is('SGF')");
  const text = await readFile(await (await saved).path(), "utf8");
  assert.match(text, /Cup/);
  await page.waitForFunction(() => document.querySelector("dialog .message")?.textContent === "Saved as takt.sgf.");
  await page.keyboard.press("Escape");
  await tool(page, "Analysis");
  await page.click("dialog button.main");
  await page.waitForSelector("#moves .quiet:has-text('No moves yet.')");
  await drop(page, text);
  await page.waitForSelector("#moves .variation .step >> nth=1");
  assert.equal(await page.textContent("#moves"), moves);
  assert.deepEqual(wrong, []);
});
