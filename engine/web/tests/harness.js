/** The server and the browser that all browser tests need. */

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { accessSync, constants, mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { after, afterEach, before } from "node:test";
import { chromium, firefox } from "playwright-core";

/** @typedef {import("playwright-core").Page} Page */

const ROOT = new URL("../../../", import.meta.url).pathname;
const TARGET = process.env.CARGO_TARGET_DIR ?? join(ROOT, "target");

/** The tested program. */
export const PROGRAM = process.env.LUDEX ?? join(TARGET, "debug/ludex");
/** The folder for screenshots; without it no screenshots are taken. */
export const PICTURES = process.env.LUDEX_PICTURES ?? "";

/** Whether the tests run in Firefox, with LUDEX_BROWSER=firefox. Otherwise they run in Chromium. */
export const IN_FIREFOX = process.env.LUDEX_BROWSER === "firefox";

/** The path of the browser, from LUDEX_CHROMIUM or PATH. */
function browserPath() {
  const folders = (process.env.PATH ?? "").split(":");
  const names = IN_FIREFOX ? ["firefox", "firefox-esr"] : ["chromium", "chromium-browser", "google-chrome"];
  const given = IN_FIREFOX ? "" : process.env.LUDEX_CHROMIUM ?? "";
  const known = [given, ...folders.flatMap((folder) => names.map((name) => join(folder, name)))];
  const found = known.find((path) => path && isProgram(path));
  const missing = IN_FIREFOX ? "no Firefox found: .ci/browser installs it" : "no Chromium found: run .ci/chromium to install it, or set LUDEX_CHROMIUM to the path of another Chromium";
  assert.ok(found, missing);
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
 * Starts the server, on a free port if none is given.
 *
 * @param {...string} more
 * @returns {Promise<{ address: string, pid: number, stop: () => void }>}
 */
export async function serve(...more) {
  assert.ok(isProgram(PROGRAM), `no program at ${PROGRAM}: cargo build -p ludex makes it`);
  const port = more.includes("--port") ? [] : ["--port", "0"];
  const child = spawn(PROGRAM, ["serve", ...port, ...more], { stdio: ["ignore", "pipe", "inherit"] });
  const address = await new Promise((resolve, reject) => {
    let text = "";
    child.stdout.on("data", (data) => {
      text += data;
      const listening = /listening on (\S+)/.exec(text);
      if (listening) resolve(listening[1]);
    });
    child.on("exit", (code) => reject(new Error(`ludex serve ended with ${code}`)));
  });
  return { address, pid: child.pid ?? 0, stop: () => child.kill() };
}

/** Starts a headless browser. It asks for reduced motion; a test of motion asks for `no-preference` instead. */
export function browse() {
  // `moz-firefox` is the Firefox of the system, driven by the standard protocol WebDriver BiDi.
  if (IN_FIREFOX) return firefox.launch({ channel: "moz-firefox", executablePath: browserPath(), firefoxUserPrefs: { "ui.prefersReducedMotion": 1, "dom.serviceWorkers.enabled": false } });
  return chromium.launch({ executablePath: browserPath(), args: ["--no-sandbox", "--disable-dev-shm-usage", "--force-prefers-reduced-motion"] });
}

/** @typedef {{ address: string, browser: import("playwright-core").Browser }} Stage */

/** The server and the browser for all tests of a file. They start before the first test and stop after the last one. */
export function stage() {
  const shared = /** @type {Stage} */ ({});
  let stop = () => {};
  before(async () => {
    ({ address: shared.address, stop } = await serve());
    shared.browser = await browse();
    // A service worker would hide requests from the tests; those that test it allow it. Firefox has its own setting for that.
    if (IN_FIREFOX) return;
    const open = shared.browser.newContext.bind(shared.browser);
    shared.browser.newContext = (options) => open({ serviceWorkers: "block", ...options });
  });
  afterEach(async (context) => {
    // The types for Node 20 lack these members, which the test context has.
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

/** The tabs of the running test. @type {{ page: Page, wrong: string[] }[]} */
let tabs = [];

/** The texts that a tab shows, for the report of a failed test. @param {{ page: Page, wrong: string[] }} tab */
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

/** Opens a place in a new tab, without waiting for a board. @param {Stage} on @param {string} path */
export async function openPlace(on, path) {
  const context = await on.browser.newContext();
  const page = await context.newPage();
  /** @type {string[]} */
  const wrong = [];
  page.on("pageerror", (error) => wrong.push(`error: ${error.stack ?? error}`));
  await page.goto(new URL(path, on.address).href);
  return { page, wrong, context };
}

/** The path of the address. @param {Page} page */
export function pathOf(page) {
  return new URL(page.url()).pathname;
}

/** Resigns the game in a room, and confirms it. @param {import("playwright-core").Page} page @param {number} [stake] */
export async function resign(page, stake = 0) {
  await page.click("#mode .resign>summary");
  await page.locator("#mode .resign button").nth(stake).click();
}

/**
 * Opens a tab. Errors, and requests to other origins, fail the test.
 *
 * @param {import("playwright-core").BrowserContext} context
 * @param {string} address
 * @param {boolean} [analysing] whether the engine is on
 */
export async function openTab(context, address, analysing = true) {
  const page = await context.newPage();
  // The engine is off at the first visit, but most tests need it.
  if (analysing) {
    await page.addInitScript(() => {
      try {
        const known = localStorage.getItem("ludex.settings");
        if (known === null) localStorage.setItem("ludex.settings", JSON.stringify({ analysis: true }));
      } catch {
        // The empty page of a new tab has no storage in Firefox.
      }
    });
  }
  /** @type {string[]} */
  const wrong = [];
  const origin = new URL(address).origin;
  page.on("console", (message) => {
    // The browser also logs refused requests. The test itself checks whether one was expected.
    if (message.type() === "error" && !/status of 4\d\d/.test(message.text())) wrong.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => wrong.push(`error: ${error.stack ?? error}`));
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (!["blob:", "data:"].includes(url.protocol) && url.origin !== origin) wrong.push(`request: ${url}`);
  });
  tabs.push({ page, wrong });
  // Most tests need a board; the address of the server alone is the home.
  const url = new URL(address);
  if (url.pathname === "/" && !/game=|room=/.test(url.hash)) url.pathname = "/takt/analyse";
  await page.goto(url.href);
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

/**
 * Uses a tool of the header: `New game`, `Puzzles`, or an entry of the menu.
 *
 * @param {Page} page
 * @param {string} name
 */
export async function tool(page, name) {
  const text = { "New game": "Play", Analysis: "New analysis" }[name] ?? name;
  const link = page.locator(`#tools > a:text-is('${text}')`);
  if (await link.isVisible()) return link.click();
  if (await page.isHidden("#menu")) await page.click("#tools .opener");
  await page.locator(`#menu :text-is('${text}'):visible`).click();
}

/** The middle of a place of the board, in pixels of the window. @param {Page} page @param {string} selector */
export async function middleOf(page, selector) {
  const box = await page.locator(`#board ${selector}`).first().boundingBox();
  assert.ok(box, selector);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Opens a tab of the analysis. @param {Page} page @param {"Moves" | "Engine" | "Report" | "Notes"} name */
export async function panel(page, name) {
  await page.click(`#tabs button:text-is('${name}')`);
}

/** The steps in the list of moves. @param {Page} page @returns {Promise<string[]>} */
export function stepsOf(page) {
  return page.$$eval("#moves .step", (steps) => steps.map((step) => (step.textContent ?? "").replace(/[!?]+$/, "")));
}

const axeText = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

/** Serious accessibility problems found by axe. @param {Page} page */
export async function seriousFindings(page) {
  // The content security policy blocks foreign scripts, but not those that the test evaluates.
  const { readFile } = await import("node:fs/promises");
  await page.evaluate(await readFile(axeText, "utf8"));
  return page.evaluate(async () => {
    // @ts-ignore: the script above defines `axe`.
    const { violations } = await globalThis.axe.run(document, { resultTypes: ["violations"] });
    return violations
      .filter((/** @type {any} */ one) => ["serious", "critical"].includes(one.impact))
      .map((/** @type {any} */ one) => `${one.id}: ${one.nodes.map((/** @type {any} */ node) => node.html.slice(0, 160)).join(" | ")}`);
  });
}

/** Takes a screenshot, if a folder is given. @param {Page} page @param {string} name */
export async function picture(page, name) {
  if (!PICTURES) return;
  mkdirSync(PICTURES, { recursive: true });
  await page.screenshot({ path: join(PICTURES, `${name}.png`) });
}
