/** The choice of the language: in the settings, on the home, and by the browser without a choice. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { openPlace, openTab, pathOf, stage } from "../harness.js";

/** @typedef {import("playwright-core").Page} Page */

const on = stage();

const HEADINGS = { en: "Board games to play, learn and analyse", ru: "Настольные игры: играть, учиться, анализировать", pl: "Gry planszowe: graj, ucz się, analizuj" };

/** Checks that the home is in a language. @param {Page} page @param {"en" | "ru" | "pl"} language */
async function checkHome(page, language) {
  await page.locator("#home h1", { hasText: HEADINGS[language] }).waitFor();
  assert.equal(await page.getAttribute("html", "lang"), language);
  assert.equal(await page.inputValue("#home footer select"), language);
}

/** Chooses a language in a list, and waits until the page is loaded again. @param {Page} page @param {string} list @param {string} language */
async function choose(page, list, language) {
  await Promise.all([page.waitForEvent("load"), page.selectOption(list, language)]);
}

/** Opens the settings, whatever their name is in the language of the page. @param {Page} page */
async function openSettings(page) {
  await page.click("#tools .opener");
  const names = ["Settings", "Настройки", "Ustawienia"].map((name) => `#menu button:text-is('${name}')`);
  await page.click(names.join(", "));
  return "dialog .fields:first-child select";
}

test("the language chosen in the settings holds for the whole page, and survives a reload", { timeout: 60_000 }, async () => {
  const { page, wrong } = await openPlace(on, "/");
  await checkHome(page, "en");
  for (const language of /** @type {const} */ (["ru", "pl"])) {
    await choose(page, await openSettings(page), language);
    await checkHome(page, language);
    await page.reload();
    await checkHome(page, language);
  }
  assert.equal(await page.locator("#tools > a, #home .card a.button").filter({ hasText: "Play" }).count(), 0);
  await choose(page, "#home footer select", "en");
  await checkHome(page, "en");
  assert.deepEqual(wrong, []);
});

test("a choice keeps the place and the game", { timeout: 60_000 }, async () => {
  const { page, wrong } = await openTab(await on.browser.newContext(), `${on.address}quoridor/analyse#steps=e2+e8`, false);
  await choose(page, await openSettings(page), "pl");
  await page.locator("#moves .step", { hasText: "e8" }).waitFor();
  assert.equal(pathOf(page), "/quoridor/analyse");
  assert.equal(await page.textContent("#tab-notes"), "Notatki");
  assert.deepEqual(wrong, []);
});

test("without a choice, the page is in the language of the browser", { timeout: 60_000 }, async () => {
  const context = await on.browser.newContext({ locale: "pl-PL" });
  const page = await context.newPage();
  await page.goto(on.address);
  await checkHome(page, "pl");
  await choose(page, "#home footer select", "en");
  await checkHome(page, "en");
});

test("each tab keeps its language, whatever another tab chooses", { timeout: 60_000 }, async () => {
  const context = await on.browser.newContext();
  const first = await openTab(context, `${on.address}trax/analyse`, false);
  const second = await openTab(context, on.address, false);
  await choose(second.page, await openSettings(second.page), "ru");
  await second.page.locator("html[lang=ru]").waitFor();
  // The server answers the first tab in English: positions, moves and kinds of pieces.
  await first.page.fill("#typed", "@0/");
  await first.page.press("#typed", "Enter");
  await first.page.waitForFunction(() => document.querySelectorAll("#moves .step").length === 1);
  assert.match((await first.page.textContent("#spoken")) ?? "", /^White places/);
  assert.match((await first.page.textContent("#kinds")) ?? "", /Curves \(\/\)/);
  // In a room as well.
  await first.page.click("#tools > a:text-is('Play')");
  await first.page.click("dialog button.main");
  await first.page.waitForSelector("#mode button:text-is('Leave')");
  await first.page.waitForSelector("#moves:has-text('No moves yet.')");
  assert.doesNotMatch(await first.page.innerText("main"), /[а-яё]/i);
  assert.deepEqual([...first.wrong, ...second.wrong], []);
});
