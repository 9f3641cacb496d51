/** A short game of each kind, played by clicks on highlighted targets. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { openLine, openTab, stage, stepsOf, tool } from "../harness.js";
import { playByClicks } from "../player.js";

const on = stage();

/** @type {[string, Record<string, string>, number][]} */
const GAMES = [
  ["takt", { variant: "size=3" }, 200],
  ["quoridor", { variant: "board=5x5,walls=1" }, 300],
  // Each player has two checkers left.
  ["tryktrak", { start: "XGID=-B----------------------b-:0:0:1:00:0:0:0:0:10" }, 60],
  ["trax", {}, 60],
  // The game is stopped after a few moves.
  ["tantrix", {}, 14],
];

for (const [game, more, most] of GAMES) {
  test(`a game of ${game} by clicks`, { timeout: 120_000 }, async () => {
    const { page, wrong } = await openTab(await on.browser.newContext({ reducedMotion: "reduce" }), on.address);
    await page.click("label.switch");
    await openLine(page, game, more);
    const { steps, over } = await playByClicks(page, most, 7);
    assert.ok(over || steps >= most, `${steps} steps`);
    if (game !== "tantrix") assert.ok(over, `the game is not over after ${steps} steps`);
    assert.deepEqual(wrong, []);
    await page.context().close();
  });
}

test("a drag moves a pawn and sends no request on the way", async () => {
  const { page, wrong } = await openTab(await on.browser.newContext(), on.address);
  await page.click("label.switch");
  await openLine(page, "quoridor");
  const middle = async (/** @type {string} */ touch) => {
    const [kind, name] = touch.split(" ");
    const box = await page.locator(`#board [data-class=${kind}][data-name="${name}"]`).boundingBox();
    assert.ok(box);
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  const [from, to] = [await middle("square e1"), await middle("square e2")];
  await page.mouse.move(from.x, from.y);
  await page.waitForTimeout(200);
  await page.mouse.down();
  await page.mouse.move(from.x + 10, from.y - 10);
  let asked = 0;
  await page.waitForTimeout(200);
  page.on("request", () => (asked += 1));
  await page.mouse.move(to.x, to.y, { steps: 20 });
  assert.ok(await page.isVisible(".dragged"));
  assert.equal(asked, 0);
  await page.mouse.up();
  await page.waitForFunction(() => document.querySelector("#moves .current")?.textContent?.startsWith("e2"));
  assert.deepEqual(wrong, []);
});

test("Escape undoes a click", async () => {
  const { page, wrong } = await openTab(await on.browser.newContext(), on.address);
  await openLine(page, "takt", { start: "x5/x5/x2,1,x2/x5/2,x4 1 2" });
  await page.locator("#board .can[data-class=square][data-name=c3]").click({ force: true });
  await page.waitForSelector(".marks .goal");
  await page.keyboard.press("Escape");
  await page.waitForFunction(() => !document.querySelector(".marks .goal"));
  assert.deepEqual(wrong, []);
});

test("a drag after Escape keeps the checkers that were moved", async () => {
  const { page, wrong } = await openTab(await on.browser.newContext({ reducedMotion: "reduce" }), on.address);
  await page.click("label.switch");
  await openLine(page, "tryktrak", { start: "XGID=-b----E-C---eE---c-e----B-:0:0:1:33:0:0:0:0:10" });
  const middle = async (/** @type {number} */ point) => {
    const box = await page.locator(`#board [data-class=point][data-name="${point}"]`).boundingBox();
    assert.ok(box);
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const drag = async (/** @type {number} */ from, /** @type {number} */ to) => {
    const [[x, y], [toX, toY]] = [await middle(from), await middle(to)];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(toX, toY, { steps: 5 });
    await page.mouse.up();
    await page.waitForTimeout(150);
  };
  for (const [from, to] of [[8, 5], [8, 5], [6, 3]]) await drag(from, to);
  await page.keyboard.press("Escape");
  await page.waitForTimeout(150);
  // The whole hop is undone: no checker is in hand, and the point can be selected again.
  assert.equal(await page.locator(".marks .chosen").count(), 1);
  assert.ok(await page.locator('#board .can[data-class=point][data-name="6"]').count());
  assert.ok(await page.isVisible(".undo"));
  await page.locator('#board .can[data-class=point][data-name="6"]').click({ force: true });
  await drag(6, 3);
  assert.equal(await page.locator("#moves .step").count(), 0);
  await drag(6, 3);
  await page.waitForFunction(() => document.querySelectorAll("#moves .step").length === 1);
  assert.match((await page.textContent("#moves .step")) ?? "", /^8\/5\(2\),6\/3\(2\)/);
  assert.ok(!(await page.isVisible(".undo")));
  assert.deepEqual(wrong, []);
});

test("rejected text disappears with its position", async () => {
  const { page, wrong } = await openTab(await on.browser.newContext(), on.address);
  await openLine(page, "takt");
  await page.fill("#typed", "zz");
  await page.press("#typed", "Enter");
  await page.waitForSelector("#remark.wrong:not(:empty)");
  await page.locator("#board .can[data-class=square][data-name=a1]").click({ force: true });
  await page.waitForFunction(() => document.querySelectorAll("#moves .step").length === 1);
  assert.equal(await page.inputValue("#typed"), "");
  assert.equal(await page.textContent("#remark"), "");
  assert.deepEqual(wrong, []);
});

test("a finger moves a pawn and lays a wall", async () => {
  const context = await on.browser.newContext({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } });
  const { page, wrong } = await openTab(context, on.address);
  await openLine(page, "quoridor");
  // A forced tap does not wait for its target, and the targets are known only after the server has sent the moves.
  await page.waitForSelector("#board .can[data-class=square][data-name=e2]");
  await page.locator("#board [data-class=square][data-name=e2]").tap({ force: true });
  await page.waitForFunction(() => document.querySelectorAll("#moves .step").length === 1);
  await page.waitForSelector("#board .can[data-class=anchor][data-name=d4]", { state: "attached" });
  await page.locator("#board [data-class=anchor][data-name=d4]").tap({ force: true });
  await page.locator(".choices .choice:has-text('vertical')").tap();
  await page.waitForFunction(() => document.querySelectorAll("#moves .step").length === 2);
  // A groove is narrower than a finger: the first tap beside the crossing shows the wall, and the second one lays it.
  const groove = "#board [data-class=slot][data-name=f6h]";
  await page.waitForSelector(groove.replace("[", ".can["), { state: "attached" });
  await page.locator(groove).tap({ force: true, position: { x: 4, y: 6 } });
  await page.waitForSelector(".choices .choice:has-text('Confirm f6h')");
  assert.equal(await page.locator("#moves .step").count(), 2);
  await page.locator(".choices .choice").first().tap();
  await page.waitForFunction(() => document.querySelectorAll("#moves .step").length === 3);
  assert.deepEqual(wrong, []);
});

test("all tiles are dealt by one click, and collapsed in the list", async () => {
  const { page, wrong } = await openTab(await on.browser.newContext(), on.address);
  await openLine(page, "tantrix");
  await page.waitForFunction(() => document.getElementById("status")?.textContent === "The tiles are not dealt yet.");
  await page.click("#chance button.main:has-text('Deal')");
  await page.waitForFunction(() => document.querySelectorAll("#moves details .step").length === 12);
  assert.equal(await page.textContent("#moves summary"), "Deal");
  await page.waitForFunction(() => /to move/.test(document.getElementById("status")?.textContent ?? ""));
  assert.deepEqual(wrong, []);
});

test("a text that is not a game is refused", async () => {
  const { page, wrong } = await openTab(await on.browser.newContext(), on.address);
  await tool(page, "Import");
  await page.fill("dialog textarea", "hello there");
  await page.click("dialog button:has-text('Import').main");
  await page.waitForSelector("dialog .message.wrong details");
  assert.match((await page.textContent("dialog .message")) ?? "", /^Not recognised as a game or position\.Details/);
  assert.deepEqual(wrong, []);
});

test("a tile is drawn automatically after a move, unless that is switched off", async () => {
  const { page, wrong } = await openTab(await on.browser.newContext({ reducedMotion: "reduce" }), on.address, false);
  await openLine(page, "tantrix");
  await page.waitForSelector("#chance button:has-text('Deal')");
  assert.equal(await page.locator("#chance label:has-text('Draw automatically')").count(), 0);
  await page.click("#chance button.main");
  await page.waitForFunction(() => document.querySelectorAll("#board .can").length > 0);
  const lay = async () => {
    const before = await page.locator("#moves .step:not(.chance)").count();
    await page.focus("#typed");
    const move = await page.$eval("#typed-list option", (one) => /** @type {HTMLOptionElement} */ (one).value);
    await page.fill("#typed", move);
    await page.press("#typed", "Enter");
    await page.waitForFunction((count) => document.querySelectorAll("#moves .step:not(.chance)").length > count, before);
  };
  await lay();
  // The old targets stay on the board until the server has answered.
  await page.waitForSelector("#moves .step.chance.current");
  await page.waitForFunction(() => document.querySelectorAll("#board .can").length > 0);
  assert.ok(await page.locator("#moves .step.current").evaluate((one) => one.classList.contains("chance")));
  // Going back to the position before a draw does not draw again.
  const steps = (await stepsOf(page)).length;
  await page.click("#steps [aria-label='Previous move']");
  await page.waitForSelector("#chance label:has-text('Draw automatically')");
  await page.waitForTimeout(200);
  assert.equal((await stepsOf(page)).length, steps);
  await page.click("#chance label:has-text('Draw automatically')");
  await page.click("#steps [aria-label='Last position']");
  await page.waitForFunction(() => document.querySelectorAll("#board .can").length > 0);
  await lay();
  await page.waitForSelector("#chance button:has-text('Draw')");
  await page.waitForTimeout(200);
  assert.ok(await page.isVisible("#chance button.main"));
  assert.deepEqual(wrong, []);
});

test("a double shows four dice", async () => {
  const { page, wrong } = await openTab(await on.browser.newContext(), on.address, false);
  const pips = () => page.locator("#board [data-class=dice] circle").count();
  await openLine(page, "tryktrak", { start: "XGID=-b----E-C---eE---c-e----B-:0:0:1:33:0:0:0:0:10" });
  assert.equal(await pips(), 12);
  await openLine(page, "tryktrak", { start: "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10" });
  assert.equal(await pips(), 4);
  assert.deepEqual(wrong, []);
});

test("a kind that is chosen beforehand is placed by one click", async () => {
  const { page, wrong } = await openTab(await on.browser.newContext({ reducedMotion: "reduce" }), on.address, false);
  await openLine(page, "takt", { start: "x5/x5/x2,1,x2/x5/2,x4 1 2" });
  const square = (/** @type {string} */ name) => page.locator(`#board .can[data-class=square][data-name=${name}]`).click({ force: true });
  await square("b2");
  await page.waitForSelector(".choices .choice:has-text('flat')");
  await page.keyboard.press("Escape");
  await page.click("#kinds button:has-text('wall')");
  await square("b2");
  await page.waitForFunction(() => document.querySelector("#moves .current")?.textContent === "Sb2");
  await page.keyboard.press("1");
  await page.waitForSelector("#kinds button[aria-pressed=true]:has-text('flat')");
  await square("d4");
  await page.waitForFunction(() => document.querySelector("#moves .current")?.textContent === "d4");
  await page.reload();
  await page.waitForSelector("#kinds button[aria-pressed=true]:has-text('flat')");
  await page.keyboard.press("0");
  await square("a5");
  await page.waitForSelector(".choices .choice:has-text('capstone')");
  assert.deepEqual(wrong, []);
});

test("choices are shown beside their place and near it", async () => {
  const { page, wrong } = await openTab(await on.browser.newContext({ viewport: { width: 1280, height: 800 } }), on.address, false);
  const check = async (/** @type {string} */ place) => {
    await page.locator(`#board .can${place}`).first().click({ force: true });
    await page.waitForSelector(".choices .choice");
    const at = await page.locator(`#board ${place}`).first().boundingBox();
    const box = await page.locator(".choices").boundingBox();
    assert.ok(at && box);
    const dx = Math.max(box.x - at.x - at.width, at.x - box.x - box.width);
    const dy = Math.max(box.y - at.y - at.height, at.y - box.y - box.height);
    assert.ok(Math.max(dx, dy) >= 0 && Math.max(dx, dy) <= 50, `${place}: ${JSON.stringify({ at, box })}`);
    assert.ok(box.x >= 0 && box.y >= 0 && box.x + box.width <= 1280 && box.y + box.height <= 800, place);
    await page.keyboard.press("Escape");
  };
  await openLine(page, "takt", { start: "x5/x5/x2,1,x2/x5/2,x4 1 2" });
  for (const name of ["b2", "d4", "e5", "a5"]) await check(`[data-class=square][data-name=${name}]`);
  await openLine(page, "trax", { steps: "@0/" });
  for (const name of ["A0", "B1"]) await check(`[data-class=cell][data-name=${name}]`);
  await openLine(page, "quoridor");
  await check("[data-class=anchor][data-name=e5]");
  assert.deepEqual(wrong, []);
});

test("a board fills the window, but one with few tiles is not enlarged too much", async () => {
  const { page, wrong } = await openTab(await on.browser.newContext({ viewport: { width: 1280, height: 800 } }), on.address, false);
  await openLine(page, "takt");
  const board = await page.locator("#board").boundingBox();
  const under = await page.locator("#status").boundingBox();
  assert.ok(board && under);
  // The picture contains only the board; the players are in the bars.
  assert.ok(board.height > 510, `${board.height}`);
  assert.ok(under.y + under.height <= 800, `${under.y}`);
  await openLine(page, "trax", { steps: "@0/" });
  const tile = await page.locator("#board [data-class=tile]").boundingBox();
  assert.ok(tile && tile.height <= 625 / 3, `${tile?.height}`);
  assert.deepEqual(wrong, []);
});

test("the title names the game and the options that differ from the defaults", async () => {
  const { page, wrong } = await openTab(await on.browser.newContext(), on.address, false);
  await openLine(page, "takt", { variant: "size=6,komi=2" });
  assert.equal(await page.textContent("#title"), "Takt (Tak), board size 6, komi 2");
  await openLine(page, "trax", { variant: "luck=yes" });
  assert.equal(await page.textContent("#title"), "Trax, random tile faces");
  await openLine(page, "tantrix");
  assert.equal(await page.textContent("#title"), "Tantrix");
  assert.deepEqual(wrong, []);
});

test("a move is kept if the server is busy or does not answer", async () => {
  const { page } = await openTab(await on.browser.newContext(), on.address, false);
  await openLine(page, "takt", { steps: "a1" });
  let refusals = 2;
  await page.route("**/api/view?*", async (route) => {
    if (refusals-- > 0) await route.fulfill({ status: 503, contentType: "application/json", body: JSON.stringify({ text: "too many requests" }) });
    else await route.continue();
  });
  await page.fill("#typed", "e5");
  await page.press("#typed", "Enter");
  await page.waitForFunction(() => document.getElementById("board")?.dataset.shown?.endsWith(" 2"));
  await page.unroute("**/api/view?*");
  await page.route("**/api/view?*", (route) => route.abort());
  await page.fill("#typed", "b2");
  await page.press("#typed", "Enter");
  await page.waitForSelector("text=Can’t reach the server");
  assert.deepEqual(await stepsOf(page), ["a1", "e5", "b2"]);
});
