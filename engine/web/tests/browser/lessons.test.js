/** Lessons: each can be completed with the answers of its file, wrong moves get a hint and then the answer, and progress is kept. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { openPlace, pathOf, picture, ready, seriousFindings, stage } from "../harness.js";

/** @typedef {import("playwright-core").Page} Page */

const on = stage();

/** @param {string} game @returns {import("../../page/learn/data.js").Lesson} */
const lessonOf = (game) => JSON.parse(readFileSync(new URL(`../../page/lessons/en/${game}.json`, import.meta.url), "utf8"));

/** Waits for a step. @param {Page} page @param {string} title */
async function waitForStep(page, title) {
  await page.waitForFunction((text) => document.querySelector("#mode h2")?.textContent === text, title);
  await page.waitForFunction(() => document.getElementById("board")?.dataset.shown);
  await ready(page);
}

/** @param {Page} page @param {string} move */
async function type(page, move) {
  await page.waitForFunction((text) => [...document.querySelectorAll("#typed-list option")].some((one) => /** @type {HTMLOptionElement} */ (one).value === text), move);
  await page.fill("#typed", move);
  await page.press("#typed", "Enter");
}

/** @param {Page} page */
const legalMoves = (page) => page.$$eval("#typed-list option", (options) => options.map((option) => /** @type {HTMLOptionElement} */ (option).value));

for (const game of ["takt", "tryktrak", "quoridor", "trax", "tantrix", "gobble"]) {
  test(`the lesson of ${game} can be completed, and leads to a game`, { timeout: 120_000 }, async () => {
    const { page, wrong, context } = await openPlace(on, `/${game}/learn`);
    const { steps } = lessonOf(game);
    await page.waitForSelector("#home .rules li");
    assert.equal(await page.locator("#home .lesson-steps li").count(), steps.length);
    await picture(page, `learn-${game}`);
    await page.click("#home a:text-is('Start the lesson')");
    for (const [index, step] of steps.entries()) {
      await waitForStep(page, step.title);
      assert.equal(pathOf(page), `/${game}/learn/${index + 1}`);
      assert.equal(await page.textContent(".lesson-text"), step.text);
      assert.equal(await page.isVisible("#engine"), false);
      await page.waitForTimeout(100);
      await picture(page, `lesson-${game}-${index + 1}`);
      if (step.goal) {
        assert.equal(await page.locator("#mode button:text-is('Next')").count(), 0, `${step.id} waits for a move`);
        await type(page, /** @type {string} */ (step.answer));
        await page.waitForSelector("#mode .message.right");
        assert.equal(await page.textContent("#mode .message"), step.right);
      }
      assert.equal(await page.textContent("#remark"), "");
      if (index < steps.length - 1) await page.click("#mode button:text-is('Next')");
    }
    assert.equal(await page.locator("#lesson .lesson-steps .done").count(), steps.length);
    await page.click("#mode button:text-is('Play level 1')");
    await page.waitForFunction((mode) => document.body.dataset.mode === mode, game === "gobble" ? "live" : "play");
    assert.match(pathOf(page), /^\/room\//);
    if (game !== "gobble") await page.waitForSelector(".seat:is(:has-text('Beginner (level 1)'), :has([title='Beginner (level 1)']))");
    assert.deepEqual(wrong, []);
    await context.close();
  });
}

test("a wrong move gets a hint, the next one the answer, and a reload keeps the step", { timeout: 60_000 }, async () => {
  const { page, wrong } = await openPlace(on, "/takt/learn/5");
  const step = lessonOf("takt").steps[4];
  await waitForStep(page, step.title);
  await page.waitForSelector("#typed-list option", { state: "attached" });
  const [one, other] = (await legalMoves(page)).filter((move) => !step.goal?.moves?.includes(move));
  await type(page, one);
  await page.waitForSelector(`#mode .message.wrong:has-text('${step.hint}')`);
  await page.waitForTimeout(200);
  const drawn = await page.locator("#board > svg:first-child > *").count();
  await type(page, other);
  await page.waitForSelector(`#mode .message.wrong:has-text('The board shows a right move: ${step.answer}')`);
  await page.waitForFunction((n) => document.querySelectorAll("#board > svg:first-child > *").length > n, drawn);
  await picture(page, "lesson-answer");
  assert.deepEqual(await seriousFindings(page), []);
  await page.reload();
  await waitForStep(page, step.title);
  assert.equal(await page.textContent("#mode .message"), "");
  await page.click("#mode button:text-is('Show answer')");
  await page.waitForSelector("#mode .message.right");
  await page.click("#mode button:text-is('Next')");
  await page.waitForFunction(() => location.pathname === "/takt/learn/6");
  await page.click("#mode button:text-is('Leave')");
  await page.click("#home a:text-is('Continue with step 6')");
  await waitForStep(page, lessonOf("takt").steps[5].title);
  assert.deepEqual(wrong, []);
});

test("Back and Forward go through the steps, and the analysis is there again after the lesson", { timeout: 60_000 }, async () => {
  const { page, wrong } = await openPlace(on, "/takt/analyse#steps=a1+e5");
  await ready(page);
  const { steps } = lessonOf("takt");
  await page.click("#tools a:text-is('Learn')");
  await page.click("#home .lesson-steps li:nth-child(1) a");
  await waitForStep(page, steps[0].title);
  await page.click("#mode button:text-is('Next')");
  await waitForStep(page, steps[1].title);
  await page.click("#lesson .lesson-steps li:nth-child(4) a");
  await waitForStep(page, steps[3].title);
  await page.goBack();
  await waitForStep(page, steps[1].title);
  await page.goBack();
  await waitForStep(page, steps[0].title);
  await page.goForward();
  await waitForStep(page, steps[1].title);
  await page.goBack();
  await page.goBack();
  await page.waitForSelector("#home .lesson-overview .rules");
  await page.goBack();
  await page.waitForFunction(() => document.querySelectorAll("#moves .step").length === 2);
  assert.equal(pathOf(page), "/takt/analyse");
  assert.deepEqual(wrong, []);
});

test("the moves of a demonstration are played on the board", { timeout: 60_000 }, async () => {
  const { page, wrong } = await openPlace(on, "/trax/learn/5");
  const step = lessonOf("trax").steps[4];
  await waitForStep(page, step.title);
  const before = await page.locator("#board .tile").count();
  await page.click("#mode button:text-is('Show me')");
  await page.waitForFunction((n) => document.querySelectorAll("#board .tile").length >= n + 3, before);
  assert.deepEqual(wrong, []);
});
