/**
 * Every screen in Russian and in Polish: what people see and what screen readers say is in their language. A Russian text has no Latin word,
 * a Polish text no English word; the lists below name the exceptions. In a room, each player reads the phrases of the others in the own
 * language.
 */

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { openLine, openTab, resign, stage } from "../harness.js";
import { playByClicks } from "../player.js";

/** @typedef {import("playwright-core").Page} Page */

const on = stage();

/** A word that could be English. */
const WORD = /[\p{Script=Latin}]{4,}/gu;

/** Words that are the same in every language. */
const NAMES = [
  ...["Ludex", "Quoridor", "Gobble", "Python"],
  // File formats and protocols.
  ...["JSON", "HTML", "Markdown", "XGID", "Playtak"],
  // Moves of Tryktrak.
  ...["roll", "double", "take", "pass", "dice"],
  // Searches, evaluations and values of options, as one types them.
  ...["alphabeta", "mcts", "handmade", "network", "equal", "club", "size", "Repetition", "RYBG"],
  // The languages in their own words.
  ...["English", "Polski"],
  // Keys of the keyboard.
  ...["Ctrl", "Shift", "Enter", "Home", "Escape"],
  // The program and its options.
  ...["listen", "localhost", "http"],
];

/** What other parts of the project do not translate yet. @type {string[]} */
const NOT_YET = [];

/** A table of translations. @param {URL} url @returns {Record<string, string | Record<string, string>>} */
const tableOf = (url) => JSON.parse(readFileSync(url, "utf8"));

/** The tables of the whole project in a language. @param {string} language */
function tables(language) {
  const root = new URL("../../../../", import.meta.url);
  const folders = ["games", "engine"].flatMap((folder) => readdirSync(new URL(`${folder}/`, root)).map((name) => `${folder}/${name}`));
  const paths = ["engine/web/page", "search", "learn", ...folders].map((folder) => new URL(`${folder}/words/${language}.json`, root));
  return paths.flatMap((url) => {
    try {
      return [tableOf(url)];
    } catch {
      return [];
    }
  });
}

/** The words of texts, in lower case. @param {string[]} texts */
const wordsOf = (texts) => new Set(texts.flatMap((text) => text.match(WORD) ?? []).map((word) => word.toLowerCase()));

const polish = tables("pl");
const polishWords = wordsOf(polish.flatMap((table) => Object.values(table).flatMap((one) => (typeof one === "string" ? one : Object.values(one)))));
/** The words of the English texts that no Polish text has. */
const ENGLISH = new Set([...wordsOf(polish.flatMap(Object.keys))].filter((word) => !polishWords.has(word)));

/** Whether a word is foreign. @type {Record<string, (word: string) => boolean>} */
const FOREIGN = { ru: () => true, pl: (word) => ENGLISH.has(word.toLowerCase()) };

const KNOWN = new Set([...NAMES, ...NOT_YET].map((word) => word.toLowerCase()));

/** What is on the screen for eyes and ears, without moves, notation and names of files. @param {Page} page */
function textsOf(page) {
  return page.evaluate(() => {
    const isNotation = (/** @type {Element} */ element) => element.closest(".step, .pv, .events, .line-steps, .said, pre, code, kbd, datalist, script, style, noscript") !== null;
    /** @type {Set<string>} */
    const texts = new Set();
    for (const element of document.querySelectorAll("body *")) {
      const shown = element instanceof HTMLOptionElement ? element.closest("select") : element;
      if (!shown?.checkVisibility() || isNotation(element)) continue;
      for (const name of ["aria-label", "title", "placeholder", "alt", "aria-valuetext"]) texts.add(element.getAttribute(name) ?? "");
      for (const node of element.childNodes) if (node.nodeType === Node.TEXT_NODE) texts.add(node.nodeValue?.trim() ?? "");
    }
    return [document.title, ...texts].filter(Boolean);
  });
}

/** Walks through screens in a language, and keeps the foreign texts. */
class Walk {
  /** @type {Map<string, string>} */
  found = new Map();

  /** @param {string} language @param {Page} page */
  constructor(language, page) {
    this.language = language;
    this.page = page;
  }

  /** Reads the screen. @param {string} screen */
  async read(screen) {
    await this.page.waitForTimeout(150);
    for (const text of await textsOf(this.page)) {
      const foreign = (text.match(WORD) ?? []).filter((word) => !KNOWN.has(word.toLowerCase()) && FOREIGN[this.language](word));
      if (foreign.length && !this.found.has(text)) this.found.set(text, screen);
    }
  }

  /** Opens a place, and reads it. @param {string} path @param {string} shown */
  async place(path, shown) {
    await this.page.goto(new URL(path, on.address).href);
    await this.page.waitForSelector(shown);
    await this.read(path);
  }

  /** Reads all that the menu opens. @param {string} screen */
  async menu(screen) {
    const { page } = this;
    const entries = page.locator("#menu > button:visible");
    await page.click("#tools .opener");
    const count = await entries.count();
    await this.read(`${screen}, menu`);
    // The last entry is the theme.
    for (let index = 0; index + 1 < count; index += 1) {
      if (index) await page.click("#tools .opener");
      await entries.nth(index).click();
      await page.waitForTimeout(250);
      await this.details("dialog[open]");
      await this.read(`${screen}, entry ${index + 1} of the menu`);
      if (await page.locator("dialog[open]").count()) await page.keyboard.press("Escape");
      else await page.goBack();
    }
  }

  /** Opens all that is folded. @param {string} host */
  async details(host) {
    await this.page.$$eval(`${host} details`, (all) => all.forEach((one) => one.setAttribute("open", "")));
  }

  /** Throws if a text was foreign. */
  check() {
    assert.deepEqual([...this.found].map(([text, screen]) => `${screen}: ${text}`), []);
  }
}

/** A tab in a language. @param {string} language */
async function tab(language) {
  const context = await on.browser.newContext({ viewport: { width: 1280, height: 900 } });
  await context.addCookies([{ name: "ludex_language", value: language, url: on.address }]);
  const { page, wrong } = await openTab(context, on.address);
  return { page, wrong, walk: new Walk(language, page) };
}

/** Makes a room, and returns the paths of its seats. @param {Page} page @param {object} order */
async function roomOf(page, order) {
  const answer = await page.request.post(`${on.address}api/rooms`, { data: order, headers: { Origin: new URL(on.address).origin } });
  assert.equal(answer.status(), 200, await answer.text());
  /** @type {import("../../types").NewRoom} */
  const { room, keys } = await answer.json();
  return keys.flatMap((key) => (key ? [`/room/${room}#key=${key}${"real_time" in order ? "&live=1" : ""}`] : []));
}

/** A few steps of each game. @type {Record<string, string>} */
const STEPS = {
  takt: "a5 e1 c3 a1 Sd3 b1",
  tryktrak: "dice:31 8/5,6/5 roll dice:64",
  quoridor: "e2 e8 e3h d6v",
  trax: "@0/ B1+ A2/",
  tantrix: "",
};

for (const language of ["ru", "pl"]) {
  test(`home and its dialogs, ${language}`, { timeout: 120_000 }, async () => {
    const { walk, wrong, page } = await tab(language);
    assert.equal(await page.getAttribute("html", "lang"), language);
    await walk.place("/", "#home .card:nth-child(6) svg");
    await walk.place("/takt/analyse", "#board .square");
    await walk.menu("takt");
    walk.check();
    assert.deepEqual(wrong, []);
  });

  for (const game of Object.keys(STEPS)) {
    test(`${game}, ${language}`, { timeout: 240_000 }, async () => {
      const { page, walk, wrong } = await tab(language);
      await walk.place(`/${game}`, "#home .hub svg");
      await page.goto(new URL(`/${game}/analyse`, on.address).href);
      await openLine(page, game, { steps: STEPS[game] });
      if (!STEPS[game]) await page.click("#chance button.main");
      await page.waitForSelector("#lines li, #cube table");
      await walk.details("main");
      await walk.read(`${game}, engine`);
      for (const name of ["moves", "notes", "report"]) {
        await page.click(`#tab-${name}`);
        await walk.read(`${game}, ${name}`);
      }
      await page.click("#judge button");
      await page.waitForSelector("#judge .totals, #remark:not(:empty)", { timeout: 60_000 });
      await walk.read(`${game}, report`);
      if (await page.locator("#judge button").count() > 1 && (await page.locator("#judge .mistakes").count())) {
        await page.locator("#judge button.labelled").nth(1).click();
        await page.waitForSelector("#learn .message");
        await walk.read(`${game}, learning`);
      }
      await walk.place(`/${game}/puzzles`, "#mode .message:not(:empty)");
      await walk.place(`/${game}/setup`, "#mode .tray");
      walk.check();
      assert.deepEqual(wrong, []);
    });

    test(`a game of ${game} against level 1, ${language}`, { timeout: 240_000 }, async () => {
      const { page, walk, wrong } = await tab(language);
      await page.goto(new URL(`/${game}/play`, on.address).href);
      await page.waitForSelector("dialog .seatrow");
      await walk.details("dialog");
      await walk.read(`${game}, new game`);
      await page.locator("dialog .seatrow:nth-child(2) select").nth(1).selectOption("1");
      await page.click("dialog button.main");
      await page.waitForSelector("#mode .resign");
      await walk.details("#mode");
      await walk.read(`${game}, begun`);
      const { over } = await playByClicks(page, 40);
      await walk.read(`${game}, played`);
      if (!over) {
        // In Tryktrak the button is folded.
        await page.locator("#mode .resign button").first().dispatchEvent("click");
        await page.waitForSelector("#end .verdict");
      }
      await page.waitForFunction(() => !/^…$/.test(document.querySelector("#end .accuracy dd")?.textContent ?? ""));
      await walk.read(`${game}, end`);
      await page.click("#end .close");
      await walk.read(`${game}, closed end`);
      walk.check();
      assert.deepEqual(wrong, []);
    });
  }

  test(`Gobble, ${language}`, { timeout: 120_000 }, async () => {
    const { page, walk, wrong } = await tab(language);
    await walk.place("/gobble/play", "dialog .seatrow");
    await walk.details("dialog");
    await walk.read("gobble, new game");
    const order = (/** @type {string} */ speed) => ({ seats: [{ who: "person", name: null }], real_time: { game: "tantrix", variant: `mode=gobble,players=3,split=2/2/2,speed=${speed}`, bots: 2 } });
    const [slow] = await roomOf(page, order("3000"));
    await walk.place(slow, "#tray .controls .main:enabled");
    await page.click("#tray .controls .main");
    await page.waitForSelector("#tray .in-play");
    await walk.read("gobble, tile");
    await page.click("#mode .row button");
    await walk.read("gobble, leaving");
    await page.click("dialog[open] .actions button:last-child");
    // A game in which no tile of the computer players fits waits for the person, so this may need more than one.
    let over = false;
    for (let game = 0; !over && game < 6; game++) {
      const [fast] = await roomOf(page, order("0.05"));
      await walk.place(fast, "#mode .row");
      over = await page.waitForSelector("#end .verdict", { timeout: 5000 }).then(Boolean, () => false);
    }
    assert.ok(over, "no game ended");
    await walk.read("gobble, end");
    await page.click("#end .main");
    await page.waitForSelector(".replay");
    await page.keyboard.press("ArrowRight");
    await walk.read("gobble, replay");
    walk.check();
    assert.deepEqual(wrong, []);
  });
}

test("two players of a room read everything in their own languages", { timeout: 120_000 }, async () => {
  const [russian, polish] = [await tab("ru"), await tab("pl")];
  const person = { who: "person", name: null };
  const order = { line: { game: "takt", variant: null, start: null, steps: [] }, seats: [person, person], clock: "5m", dice: "server", takebacks: true };
  const paths = await roomOf(russian.page, order);
  for (const [index, { walk }] of [russian, polish].entries()) {
    await walk.place(paths[index], "#mode .about");
    await walk.details("#mode");
    await walk.read("room");
  }
  await russian.page.waitForSelector("#mode .resign");
  await russian.page.locator(".phrases button").first().click();
  await polish.page.waitForSelector(".said li");
  const said = await Promise.all([russian, polish].map(({ page }) => page.textContent(".said li")));
  assert.ok(said[0]?.endsWith("Привет!") && said[1]?.endsWith("Cześć!"), said.join(" / "));
  await russian.page.locator("#mode button.labelled:has(+ .resign)").click();
  await polish.page.waitForSelector("#offers button");
  for (const { walk } of [russian, polish]) await walk.read("offer");
  await polish.page.locator("#offers button").nth(1).click();
  await russian.page.waitForSelector("#mode .message:not(:empty)");
  await russian.walk.read("declined");
  await resign(russian.page);
  for (const { page, walk } of [russian, polish]) {
    await page.waitForSelector("#end .verdict");
    await walk.read("end");
    walk.check();
  }
});
