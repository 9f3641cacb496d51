/** Small faults of the page that users have met: each test describes one of them. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { openLine, openTab, panel, ready, serve, stage, stepsOf, tool } from "../harness.js";

const on = stage();

test("a mark that is clicked right after typing a comment is set", { timeout: 60_000 }, async () => {
  const { page, wrong } = await openTab(await on.browser.newContext(), on.address, false);
  await openLine(page, "takt", { steps: "a1 e5 c3" });
  await panel(page, "Notes");
  await page.click("#notes textarea");
  await page.keyboard.type("A first line\nand a second one, so that the list grows");
  const mark = await page.locator("#notes .marks button:text-is('!?')").boundingBox();
  assert.ok(mark);
  await page.mouse.move(mark.x + mark.width / 2, mark.y + mark.height / 2);
  await page.mouse.down();
  await page.mouse.up();
  await page.waitForFunction(() => document.querySelector("#moves .current")?.textContent === "c3!?");
  await page.waitForSelector("#moves .comment:has-text('A first line')");
  assert.deepEqual(wrong, []);
});

test("Escape leaves the position editor, and a change is not discarded without asking", { timeout: 60_000 }, async () => {
  const { page, wrong } = await openTab(await on.browser.newContext(), on.address, false);
  await openLine(page, "takt");
  await tool(page, "Set up");
  await page.waitForSelector("#board .can");
  await page.keyboard.press("Escape");
  await page.waitForFunction(() => document.body.dataset.mode === "analysis");
  await tool(page, "Set up");
  await page.waitForSelector("#board .can");
  await page.locator("#board .can[data-class=square]").first().click({ force: true });
  await page.waitForSelector("#mode button:text-is('Undo'):enabled");
  await page.keyboard.press("Escape");
  await page.click("dialog button:text-is('Keep editing')");
  assert.equal(await page.evaluate(() => document.body.dataset.mode), "setup");
  await page.keyboard.press("Escape");
  await page.click("dialog button:text-is('Discard')");
  await page.waitForFunction(() => document.body.dataset.mode === "analysis");
  assert.deepEqual(wrong, []);
});

test("the report of a game is still there after a reload", { timeout: 60_000 }, async () => {
  const { page, wrong } = await openTab(await on.browser.newContext(), on.address, false);
  await openLine(page, "takt", { variant: "size=4", steps: "a1 d4 b2 c3" });
  await panel(page, "Report");
  await page.click("#judge button:has-text('Analyse game')");
  await page.waitForSelector("#judge .totals", { timeout: 30_000 });
  const before = await page.textContent("#judge .totals");
  await page.waitForTimeout(300);
  await page.reload();
  await ready(page);
  await page.waitForSelector("#judge .totals");
  assert.equal(await page.textContent("#judge .totals"), before);
  assert.deepEqual(wrong, []);
});

test("the clocks stand still while the connection is lost", { timeout: 60_000 }, async () => {
  const own = await serve();
  const { page } = await openTab(await on.browser.newContext(), own.address, false);
  await tool(page, "New game");
  for (const player of [1, 2]) await page.selectOption(`dialog select[aria-label="Player ${player}"]`, "me");
  await page.selectOption("dialog .field:has-text('Clock') select", "5m+3s");
  await page.click("dialog button.main");
  await page.waitForSelector("#mode .resign");
  for (const move of ["a1", "e5"]) {
    await page.fill("#typed", move);
    await page.press("#typed", "Enter");
    await page.waitForFunction((text) => document.querySelector("#moves .current")?.textContent === text, move);
  }
  await page.waitForFunction(() => document.querySelector(".seat.turn .clock")?.textContent?.startsWith("4:"));
  own.stop();
  await page.waitForSelector("#mode:has-text('Connection lost')");
  const clocks = () => page.locator(".seat .clock").allTextContents();
  const before = await clocks();
  await page.waitForTimeout(2_200);
  assert.deepEqual(await clocks(), before);
});

test("Space plays the move of the engine, and does nothing while dice are due", { timeout: 60_000 }, async () => {
  const { page, wrong } = await openTab(await on.browser.newContext(), on.address);
  await openLine(page, "tryktrak", { variant: "length=7", steps: "dice:31 8/5,6/5" });
  await page.waitForSelector("#lines li");
  await page.keyboard.press("Space");
  await page.waitForSelector("#moves .current:text-is('roll')", { state: "attached" });
  await page.waitForSelector("#chance button.main");
  await page.waitForTimeout(600);
  const steps = (await stepsOf(page)).length;
  await page.keyboard.press("Space");
  await page.waitForTimeout(600);
  assert.equal((await stepsOf(page)).length, steps);
  assert.equal(await page.textContent("#remark"), "");
  assert.deepEqual(wrong, []);
});

test("a player who can make no play passes without a click", { timeout: 60_000 }, async () => {
  const { page, wrong } = await openTab(await on.browser.newContext(), on.address, false);
  // Player 1 is on the bar, and all points of the opponent's home are closed.
  await openLine(page, "tryktrak", { start: "XGID=------E-C---cF-----bbbbbbA:0:0:1:31:0:0:0:0:10" });
  await tool(page, "New game");
  for (const player of [1, 2]) await page.selectOption(`dialog select[aria-label="Player ${player}"]`, "me");
  await page.click("dialog label:has-text('Start from the current position')");
  await page.click("dialog button.main");
  await page.waitForFunction(() => [...document.querySelectorAll("#moves .step")].some((step) => step.textContent === "-"));
  assert.deepEqual(wrong, []);
});

test("dice of a puzzle and of a match are dice in the list, not moves", { timeout: 60_000 }, async () => {
  const { page, wrong } = await openTab(await on.browser.newContext(), on.address, false);
  await page.goto(new URL("/tryktrak/puzzles/2", on.address).href);
  // The server says which steps are dice.
  await page.waitForFunction(() => /^\d\d:$/.test(document.querySelector("#moves .step.chance")?.textContent ?? ""));
  assert.deepEqual(wrong, []);
});

test("a checker on the bar enters before another one can be moved", { timeout: 60_000 }, async () => {
  const { page, wrong } = await openTab(await on.browser.newContext(), on.address, false);
  await openLine(page, "tryktrak", { start: "XGID=-b----E-C---eE---c-e----AA:0:0:1:31:0:0:0:0:10" });
  await page.waitForSelector("#board .can[data-class=bar]");
  assert.equal(await page.locator("#board .can[data-class=point]").count(), 0);
  await page.locator("#board .can[data-class=bar]").click({ force: true });
  await page.locator("#board [data-class=point][data-name='22']").click({ force: true });
  await page.waitForSelector("#board .can[data-class=point][data-name='6']");
  assert.equal(await page.locator("#board .can[data-class=bar]").count(), 0);
  assert.deepEqual(wrong, []);
});

test("in a room a play is confirmed, and can be undone in part or as a whole", { timeout: 60_000 }, async () => {
  const { page, wrong } = await openTab(await on.browser.newContext({ reducedMotion: "reduce" }), on.address, false);
  await openLine(page, "tryktrak", { start: "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10" });
  await tool(page, "New game");
  for (const player of [1, 2]) await page.selectOption(`dialog select[aria-label="Player ${player}"]`, "me");
  await page.click("dialog label:has-text('Start from the current position')");
  await page.click("dialog button.main");
  await page.waitForSelector("#mode button:has-text('Takeback')");
  const point = (/** @type {number} */ number) => page.locator(`#board [data-class=point][data-name="${number}"]`);
  const hop = async (/** @type {number} */ from, /** @type {number} */ to) => {
    await page.waitForSelector(`#board .can[data-class=point][data-name="${from}"]`);
    await point(from).click({ force: true });
    await page.waitForSelector(`#board .can[data-class=point][data-name="${to}"]`);
    await point(to).click({ force: true });
  };
  await hop(8, 5);
  await hop(6, 5);
  const confirm = page.locator("#board .choices button:text-is('Confirm 8/5,6/5')");
  await confirm.waitFor();
  assert.deepEqual(await stepsOf(page), []);
  // The button undoes the last click, Escape the one before.
  await page.click(".undo");
  await confirm.waitFor({ state: "hidden" });
  await page.waitForSelector(".marks .goal");
  for (let count = 0; count < 3; count += 1) await page.keyboard.press("Escape");
  await page.waitForFunction(() => document.querySelector(".undo")?.hasAttribute("disabled"));
  await hop(8, 5);
  await hop(6, 5);
  await confirm.waitFor();
  await page.keyboard.press("Enter");
  await page.waitForSelector("#moves .step:text-is('8/5,6/5')");
  assert.deepEqual(wrong, []);
});

test("in an analysis a forced pass is made without a click, and can be removed", { timeout: 60_000 }, async () => {
  const { page, wrong } = await openTab(await on.browser.newContext(), on.address, false);
  await openLine(page, "tryktrak", { start: "XGID=------E-C---cF-----bbbbbbA:0:0:1:00:0:0:0:0:10" });
  await page.click("#options button:has-text('Roll')");
  await page.click("#chance summary:has-text('Enter dice')");
  await page.click("#chance .events button[aria-label='dice:31']");
  await page.waitForSelector("#moves .current:text-is('-')");
  await page.waitForFunction(() => document.getElementById("remark")?.textContent === "Only one move was possible: no play.");
  // Going back does not make the move again, and neither does removing it.
  await page.click("[aria-label='Previous move']");
  await page.waitForTimeout(1_300);
  assert.match((await page.textContent("#moves .current")) ?? "", /31/);
  await page.click("[aria-label='Next move']");
  await panel(page, "Notes");
  await page.click("#notes button:has-text('Delete')");
  await page.waitForTimeout(1_300);
  assert.equal(await page.locator("#moves .step:text-is('-')").count(), 0);
  assert.deepEqual(wrong, []);
});

/** Records whose result contradicts their moves: the text, the number of plies, and the results that the message names. @type {[string, string, number, RegExp][]} */
const CONTRADICTIONS = [
  ["takt, tag and moves", '[Size "3"]\n[Result "0-R"]\n\n1. a1 c3\n2. b3 b1\n3. a3\n', 5, /R-0.*0-R/],
  ["takt, tag and end of the moves", '[Size "5"]\n[Result "1-0"]\n\n1. a1 e5\n2. c3 c2 0-1\n', 4, /0-1.*1-0/],
  ["quoridor", "(;FF[4]CA[UTF-8]GAME[quoridor]VARIANT[players=2,board=3x3,walls=0]RE[W+]\n;W[a1];B[a3];W[b1];B[b3];W[c1];B[c3];W[b1];B[b3])", 8, /1\/2-1\/2.*1-0/],
  ["trax", "# Result: 1-0\n@0/ @1\\ A2/ B0+ C1\\ D1+ A1\\ @1/ F1\\ G1/ H1+ D0\\ H3+ A4+ C4+ E4/ E5/ F5\\\n", 18, /0-1.*1-0/],
  ["tryktrak", " 3 point match\n\n Game 1\n Ann : 0                             Bob : 0\n  1) 31: 8/5 6/5                      64: 24/14\n  2)  Doubles => 2                    Drops\n                                      Wins 1 point\n", 6, /player 1 wins 1 point.*player 2 wins 1 point/],
];
for (const [name, record, plies, results] of CONTRADICTIONS) {
  test(`a result that contradicts the moves is named: ${name}`, { timeout: 60_000 }, async () => {
    const { page, wrong } = await openTab(await on.browser.newContext(), on.address, false);
    await tool(page, "Import");
    await page.fill("dialog textarea", record);
    await page.click("dialog button.main");
    await page.waitForSelector("#remark.wrong:has-text('Imported with changes')");
    assert.match((await page.textContent("#remark")) ?? "", results);
    await page.waitForFunction((count) => document.querySelectorAll("#moves .step").length === count, plies);
    assert.deepEqual(wrong, []);
  });
}

test("dice and cube actions of a match file stay in their columns", { timeout: 60_000 }, async () => {
  const { page, wrong } = await openTab(await on.browser.newContext(), on.address, false);
  await tool(page, "Import");
  await page.fill("dialog textarea", " 3 point match\n\n Game 1\n Ann : 0                             Bob : 0\n  1) 31: 8/5 6/5                      64: 24/14\n  2)  Doubles => 2                     Takes\n  3) 52: 13/8 24/22                   61: 13/7 8/7\n");
  await page.click("dialog button.main");
  await page.waitForSelector("#moves .round >> nth=2");
  const rounds = await page.$$eval("#moves .round", (all) => all.map((round) => /** @type {HTMLElement} */ (round).innerText.replace(/\s+/g, " ").trim()));
  assert.deepEqual(rounds.slice(0, 2), ["1. 31: 8/5,6/5 64: 24/14", "2. double take"]);
  assert.match(rounds[2] ?? "", /^3\. 52: \S+ 61: \S+$/);
  assert.deepEqual(wrong, []);
});

test("the home does not list a game without moves", { timeout: 60_000 }, async () => {
  const { page, wrong } = await openTab(await on.browser.newContext(), on.address, false);
  await page.waitForTimeout(300);
  await page.goto(new URL("/", on.address).href);
  await page.waitForSelector("#home .card");
  assert.equal(await page.locator("#home .last").count(), 0);
  await page.goto(new URL("/quoridor/analyse", on.address).href);
  await ready(page);
  await page.fill("#typed", "e2");
  await page.press("#typed", "Enter");
  await page.waitForSelector("#moves .step");
  await page.waitForTimeout(300);
  await page.goto(new URL("/", on.address).href);
  await page.waitForSelector("#home .last button:has-text('Quoridor: e2')");
  assert.equal(await page.locator("#home .last button").count(), 1);
  assert.deepEqual(wrong, []);
});

for (const [width, height] of [[1024, 640], [390, 740]]) {
  test(`the status line is in the window with three and four players, ${width} × ${height}`, { timeout: 60_000 }, async () => {
    const { page, wrong } = await openTab(await on.browser.newContext({ viewport: { width, height } }), on.address, false);
    for (const [game, players] of [["quoridor", 3], ["quoridor", 4], ["tantrix", 4]]) {
      await openLine(page, String(game), { variant: `players=${players}` });
      await page.evaluate(() => scrollTo(0, 0));
      const box = await page.locator("#status").boundingBox();
      assert.ok(box && box.y > 40 && box.y + box.height <= height, `${game} with ${players} players: ${JSON.stringify(box)}`);
    }
    assert.deepEqual(wrong, []);
  });
}
