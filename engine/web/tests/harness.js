/** A program that serves the page, and a browser that looks at it: what every test in a browser needs. */

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { accessSync, constants, mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { after, afterEach, before } from "node:test";
import { chromium } from "playwright-core";

/** @typedef {import("playwright-core").Page} Page */

const ROOT = new URL("../../../", import.meta.url).pathname;
const TARGET = process.env.CARGO_TARGET_DIR ?? join(ROOT, "target");

/** The program that is tested. */
export const PROGRAM = process.env.LUDEX ?? join(TARGET, "debug/ludex");
/** The folder for pictures; none are taken without it. */
export const PICTURES = process.env.LUDEX_PICTURES ?? "";

/** Chromium: the one that is named, or one that is installed. */
function browserPath() {
  const folders = (process.env.PATH ?? "").split(":");
  const names = ["chromium", "chromium-browser", "google-chrome"];
  const known = [process.env.LUDEX_CHROMIUM ?? "", ...folders.flatMap((folder) => names.map((name) => join(folder, name)))];
  const found = known.find((path) => path && isProgram(path));
  assert.ok(found, "no Chromium: .ci/chromium installs it, LUDEX_CHROMIUM names another one");
  return found;
}

/** @param {string} path */
function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Starts the program on a free port.
 *
 * @param {...string} more
 * @returns {Promise<{ address: string, stop: () => void }>}
 */
export async function serve(...more) {
  assert.ok(isProgram(PROGRAM), `no program at ${PROGRAM}: cargo build -p ludex makes it`);
  const child = spawn(PROGRAM, ["serve", "--port", "0", ...more], { stdio: ["ignore", "pipe", "inherit"] });
  const address = await new Promise((resolve, reject) => {
    let text = "";
    child.stdout.on("data", (data) => {
      text += data;
      const told = /listening on (\S+)/.exec(text);
      if (told) resolve(told[1]);
    });
    child.on("exit", (code) => reject(new Error(`ludex serve ended with ${code}`)));
  });
  return { address, stop: () => child.kill() };
}

/** A browser without a window. */
function browse() {
  return chromium.launch({ executablePath: browserPath(), args: ["--no-sandbox", "--disable-dev-shm-usage"] });
}

/** @typedef {{ address: string, browser: import("playwright-core").Browser }} Stage */

/** What the tests of a file share: the program and a browser, there from before the first test until after the last one. */
export function stage() {
  const shared = /** @type {Stage} */ ({});
  let stop = () => {};
  before(async () => {
    ({ address: shared.address, stop } = await serve());
    shared.browser = await browse();
  });
  afterEach(async (context) => {
    // The types of Node 20 lack what its tests have.
    const { passed, name } = /** @type {{ passed: boolean, name: string }} */ (/** @type {unknown} */ (context));
    if (!passed) for (const tab of tabs) console.log(`${name}: ${await described(tab)}`);
    tabs = [];
  });
  after(async () => {
    await shared.browser?.close();
    stop();
  });
  return shared;
}

/** The tabs of the test that runs. @type {{ page: Page, wrong: string[] }[]} */
let tabs = [];

/** What a tab shows when its test fails, in words. @param {{ page: Page, wrong: string[] }} tab */
async function described({ page, wrong }) {
  if (page.isClosed()) return JSON.stringify({ wrong });
  const shown = await page.evaluate(() => ({
    address: location.href,
    position: document.getElementById("board")?.dataset.shown,
    status: [...document.querySelectorAll("[role=status], [role=alert]")].map((one) => one.textContent),
    moves: document.getElementById("moves")?.textContent,
    judge: document.getElementById("judge")?.textContent,
    engine: document.getElementById("engine-status")?.textContent,
    choices: [...document.querySelectorAll(".choices:not([hidden]) button, #kinds button[aria-pressed=true]")].map((one) => one.textContent),
  }));
  return JSON.stringify({ wrong, ...shown });
}

/**
 * A tab whose errors, and requests that leave the origin, fail the test.
 *
 * @param {import("playwright-core").BrowserContext} context
 * @param {string} address
 * @param {boolean} [analysing] whether the engine is on
 */
export async function openTab(context, address, analysing = true) {
  const page = await context.newPage();
  // The engine is off at the first visit; most tests look at what it says.
  if (analysing) {
    await page.addInitScript(() => {
      const known = localStorage.getItem("ludex.settings");
      if (known === null) localStorage.setItem("ludex.settings", JSON.stringify({ analysis: true }));
    });
  }
  /** @type {string[]} */
  const wrong = [];
  const origin = new URL(address).origin;
  page.on("console", (message) => {
    // A refused question is also told by the browser; whether one was expected is for the test to say.
    if (message.type() === "error" && !/status of 4\d\d/.test(message.text())) wrong.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => wrong.push(`error: ${error.stack ?? error}`));
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (!["blob:", "data:"].includes(url.protocol) && url.origin !== origin) wrong.push(`request: ${url}`);
  });
  tabs.push({ page, wrong });
  await page.goto(address);
  await ready(page);
  return { page, wrong };
}

/** Waits until a position is shown. @param {Page} page */
export async function ready(page) {
  await page.waitForSelector("#board > svg:first-child g[data-class]");
}

/**
 * Opens a position by its link. @param {Page} page @param {string} game @param {Record<string, string>} [more]
 */
export async function openLine(page, game, more = {}) {
  const words = new URLSearchParams({ game, ...more });
  const before = await page.getAttribute("#board", "data-shown");
  await page.evaluate((hash) => void (location.hash = hash), `#${words}`);
  await page.waitForFunction((shown) => document.getElementById("board")?.dataset.shown?.split(" ")[0] !== shown, before?.split(" ")[0]);
  await ready(page);
}

/** The steps of the line that is shown. @param {Page} page @returns {Promise<string[]>} */
export function stepsOf(page) {
  return page.$$eval("#moves .step", (steps) => steps.map((step) => (step.textContent ?? "").replace(/[!?]+$/, "")));
}

const axeText = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

/** What axe finds that is serious. @param {Page} page */
export async function seriousFindings(page) {
  // The page's policy lets no script of others in; what is evaluated by the browser's own tools is not the page's.
  const { readFile } = await import("node:fs/promises");
  await page.evaluate(await readFile(axeText, "utf8"));
  return page.evaluate(async () => {
    // @ts-ignore: axe is there now.
    const { violations } = await globalThis.axe.run(document, { resultTypes: ["violations"] });
    return violations
      .filter((/** @type {any} */ one) => ["serious", "critical"].includes(one.impact))
      .map((/** @type {any} */ one) => `${one.id}: ${one.nodes.map((/** @type {any} */ node) => node.html.slice(0, 160)).join(" | ")}`);
  });
}

/** Takes a picture of a tab, where a folder for them is named. @param {Page} page @param {string} name */
export async function picture(page, name) {
  if (!PICTURES) return;
  mkdirSync(PICTURES, { recursive: true });
  await page.screenshot({ path: join(PICTURES, `${name}.png`) });
}
