/** What is drawn over the board: arrows and circles of the user, choices, badges; the wheel, the list of keys, and the graph. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { middleOf, openLine, openTab, panel, picture, stage, tool } from "../harness.js";

/** @typedef {import("playwright-core").Page} Page */

const on = stage();

const square = (/** @type {string} */ name) => `[data-class=square][data-name=${name}]`;

/** The classes of all arrows (paths) and circles on the board. @param {Page} page */
function drawings(page) {
  return page.$$eval("#board .drawings > *", (all) => all.map((one) => `${one.localName} ${one.getAttribute("class")}`));
}

/** @param {Page} page @param {string} from @param {string} to */
async function rightDrag(page, from, to) {
  const [start, end] = [await middleOf(page, from), await middleOf(page, to)];
  await page.mouse.move(start.x, start.y);
  await page.mouse.down({ button: "right" });
  await page.mouse.move(end.x, end.y, { steps: 4 });
  await page.mouse.up({ button: "right" });
}

/** @param {Page} page @param {number} ply */
function shown(page, ply) {
  return page.waitForFunction((end) => document.getElementById("board")?.dataset.shown?.endsWith(end), ` ${ply}`);
}

test("the right button draws arrows and circles, which each position keeps until a click", async () => {
  const { page, wrong } = await openTab(await on.browser.newContext(), on.address, false);
  await openLine(page, "takt", { steps: "a5 e1 c3" });
  await rightDrag(page, square("b2"), square("d4"));
  await page.keyboard.down("Shift");
  await rightDrag(page, square("b2"), square("b2"));
  await page.keyboard.up("Shift");
  assert.deepEqual(await drawings(page), ["path green", "circle red"]);
  await picture(page, "drawings");
  // A second circle of another colour replaces the first; the same one again removes it.
  await rightDrag(page, square("b2"), square("b2"));
  assert.deepEqual(await drawings(page), ["path green", "circle green"]);
  await rightDrag(page, square("b2"), square("b2"));
  assert.deepEqual(await drawings(page), ["path green"]);
  await page.keyboard.press("ArrowLeft");
  await shown(page, 2);
  assert.deepEqual(await drawings(page), []);
  await page.keyboard.press("ArrowRight");
  await shown(page, 3);
  assert.deepEqual(await drawings(page), ["path green"]);
  const { x, y } = await middleOf(page, ".coordinates");
  await page.mouse.click(x, y);
  assert.deepEqual(await drawings(page), []);
  assert.deepEqual(wrong, []);
});

test("the keyboard draws as well", async () => {
  const { page } = await openTab(await on.browser.newContext(), on.address, false);
  await page.locator(`#board ${square("c3")}`).focus();
  await page.keyboard.press("c");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Shift+C");
  assert.deepEqual(await drawings(page), ["circle green", "path green"]);
});

test("the wheel steps over the board, and scrolls the page elsewhere", async () => {
  const { page } = await openTab(await on.browser.newContext({ viewport: { width: 800, height: 500 } }), on.address, false);
  await openLine(page, "takt", { steps: "a5 e1 c3" });
  const { x, y } = await middleOf(page, square("b2"));
  await page.mouse.move(x, y);
  await page.mouse.wheel(0, -120);
  await shown(page, 2);
  await page.mouse.wheel(0, -120);
  await shown(page, 1);
  await page.mouse.wheel(0, 120);
  await shown(page, 2);
  assert.equal(await page.evaluate(() => scrollY), 0);
  // While a choice is open, the wheel turns the choices.
  await page.mouse.click(x, y);
  await page.waitForSelector(".choices .choice.on");
  const first = await page.textContent(".choices .choice.on");
  await page.mouse.move(x + 1, y);
  await page.mouse.wheel(0, 120);
  await page.waitForFunction((text) => document.querySelector(".choices .choice.on")?.textContent !== text, first);
  await page.keyboard.press("Escape");
  assert.match((await page.getAttribute("#board", "data-shown")) ?? "", / 2$/);
  const under = await page.locator("#status").boundingBox();
  assert.ok(under);
  await page.mouse.move(under.x + 2, under.y - 2);
  await page.mouse.wheel(0, 120);
  await page.waitForFunction(() => scrollY > 0);
  assert.match((await page.getAttribute("#board", "data-shown")) ?? "", / 2$/);
});

/** A place of each game with several choices. @type {[string, Record<string, string>, string][]} */
const CHOOSERS = [
  ["takt", { start: "x5/x5/x2,1,x2/x5/2,x4 1 2" }, square("e1")],
  ["takt", { start: "x5/x5/x2,121,x2/x5/2,x4 1 9" }, "[data-class=stack][data-name=c3]"],
  ["quoridor", {}, "[data-class=anchor][data-name=a1]"],
  ["quoridor", {}, "[data-class=anchor][data-name=h8]"],
  ["trax", { steps: "@0/" }, "[data-class=cell][data-name=A0]"],
  ["trax", { steps: "@0/ B1+" }, "[data-class=cell][data-name=C1]"],
];

for (const [width, height] of [[1280, 800], [390, 844]]) {
  test(`choices are pictures beside their place, ${width} wide`, async () => {
    const { page, wrong } = await openTab(await on.browser.newContext({ viewport: { width, height } }), on.address, false);
    for (const [number, [game, more, place]] of CHOOSERS.entries()) {
      await openLine(page, game, more);
      const { x, y } = await middleOf(page, place);
      await page.mouse.click(x, y);
      if (/stack/.test(place)) {
        const next = await middleOf(page, square("c4"));
        await page.mouse.click(next.x, next.y);
      }
      await page.waitForSelector(".choices .choice svg");
      await page.waitForFunction(() => [...document.querySelectorAll(".choices .choice")].every((one) => one.querySelector("svg")));
      await picture(page, `choices-${number}-${width}`);
      const seen = await page.evaluate((selector) => {
        const [box, at] = [document.querySelector(".choices"), document.querySelector(`#board ${selector}`)].map((one) => /** @type {Element} */ (one).getBoundingClientRect());
        const away = Math.max(box.left - at.right, at.left - box.right, box.top - at.bottom, at.top - box.bottom);
        const buttons = [...document.querySelectorAll(".choices button")].map((one) => one.getBoundingClientRect());
        return { away, cell: Math.max(60, at.width), least: Math.min(...buttons.flatMap((one) => [one.width, one.height])), left: box.left, top: box.top, right: box.right, bottom: box.bottom };
      }, /stack/.test(place) ? square("c4") : place);
      assert.ok(seen.away >= 0 && seen.away <= seen.cell, `${game} ${place}: ${JSON.stringify(seen)}`);
      assert.ok(seen.least >= 44, `${game}: ${seen.least}`);
      assert.ok(seen.left >= 0 && seen.top >= 0 && seen.right <= width && seen.bottom <= height, `${game} ${place}: ${JSON.stringify(seen)}`);
      assert.ok((await page.locator(".choices .choice").first().textContent())?.trim(), "a label for screen readers");
      await page.keyboard.press("Escape");
    }
    assert.deepEqual(wrong, []);
    await page.context().close();
  });
}

test("the mark of the move shown is a badge at its place", async () => {
  const { page, wrong } = await openTab(await on.browser.newContext(), on.address, false);
  /** @type {[string, string, string][]} */
  const moves = [
    ["takt", "a5 e1 c3", square("c3")],
    ["trax", "@0/ B1+ A0/", "[data-class=tile][data-name=A1]"],
    ["quoridor", "e2 e8 e3h", "[data-class=wall][data-name=e3h]"],
  ];
  for (const [game, steps, place] of moves) {
    await openLine(page, game, { steps });
    assert.equal(await page.locator("#board .badges circle").count(), 0);
    await panel(page, "Notes");
    await page.click("#notes .marks button:text-is('??')");
    await page.waitForSelector("#board .badges .blunder text");
    assert.equal(await page.textContent("#board .badges text"), "??");
    const [badge, at] = [await middleOf(page, ".badges circle"), await page.locator(`#board ${place}`).first().boundingBox()];
    assert.ok(at);
    const inside = badge.x >= at.x && badge.x <= at.x + at.width + 2 && badge.y >= at.y - 2 && badge.y <= at.y + at.height;
    assert.ok(inside, `${game}: ${JSON.stringify({ badge, at })}`);
    await page.keyboard.press("Home");
    await page.waitForSelector("#board .badges circle", { state: "detached" });
  }
  assert.deepEqual(wrong, []);
});

test("the question mark lists all keys, and each of them works", async () => {
  const { page, wrong } = await openTab(await on.browser.newContext(), on.address, false);
  await page.keyboard.press("?");
  await page.waitForSelector("dialog .keys");
  await picture(page, "keys");
  const keys = await page.$$eval("dialog kbd", (all) => all.map((key) => key.textContent));
  for (const key of ["←", "Home", "Space", "F", "?", "Right drag"]) assert.ok(keys.includes(key), `${key} is missing: ${keys}`);
  await page.keyboard.press("Escape");
  await page.waitForSelector("dialog", { state: "detached" });
  assert.deepEqual(wrong, []);
});

test("the graph has axes, names its player, and goes to a move by click and keyboard", { timeout: 90_000 }, async () => {
  const { page, wrong } = await openTab(await on.browser.newContext(), on.address, false);
  await openLine(page, "takt", { steps: "a5 e1 c3 d3 c4 Sd4 b3" });
  await panel(page, "Report");
  await page.click("#judge button:has-text('Analyse game')");
  await page.waitForSelector("#judge .totals", { timeout: 60_000 });
  const graph = page.locator("#graph [role=slider]");
  await page.waitForFunction(() => document.querySelector("#graph [role=slider]")?.getAttribute("aria-valuetext")?.includes("%"));
  assert.equal(await page.textContent("#graph .legend"), "Chance of Player 1 to win, by move");
  const labels = await page.$$eval("#graph .axis text", (all) => all.map((text) => text.textContent));
  assert.deepEqual(labels, ["0 %", "25 %", "50 %", "75 %", "100 %", "1", "2", "3", "4"]);
  await picture(page, "graph");
  const box = await graph.boundingBox();
  assert.ok(box);
  // The left end of the axis is the start, the right end the last move.
  await page.mouse.move(box.x + box.width - 10, box.y + 40);
  assert.match((await page.textContent("#graph .reading")) ?? "", /^4\. b3.*: Player 1 \d+ %.* Player 2 \d+ %/);
  await page.mouse.click(box.x + 40, box.y + 40);
  await shown(page, 0);
  await graph.focus();
  await page.keyboard.press("ArrowRight");
  await shown(page, 1);
  await page.keyboard.press("End");
  await shown(page, 7);
  await page.waitForFunction(() => document.querySelector("#graph [role=slider]")?.getAttribute("aria-valuenow") === "7");
  // The order of the players does not depend on the player to move.
  const chances = await page.evaluate(() => document.querySelector("#graph [role=slider]")?.getAttribute("aria-valuetext"));
  assert.match(chances ?? "", /Player 1 \d+ % · Player 2 \d+ %/);
  assert.deepEqual(wrong, []);
});

test("a hint in a game is shown on the board", async () => {
  const { page, wrong } = await openTab(await on.browser.newContext(), `${on.address}quoridor/analyse`, false);
  await tool(page, "New game");
  await page.click("dialog button.main");
  await page.waitForSelector("#mode button:has-text('Hint')");
  await page.waitForSelector("#board .can");
  const shapes = () => page.locator("#board > svg:first-child *").count();
  const before = await shapes();
  await page.click("#mode button:has-text('Hint')");
  await page.waitForFunction((count) => document.querySelectorAll("#board > svg:first-child *").length > count, before);
  assert.match((await page.textContent("#mode .message")) ?? "", /^Hint: /);
  assert.deepEqual(wrong, []);
});
