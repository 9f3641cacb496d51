/**
 * Measures the page in Chromium, for `bench/RESULTS.md` and issues; it is not a test, because its figures depend on the machine.
 *
 *     node tests/measure.js times        # the first board, cold and warm, and the first line of the engine after a move, for each game
 *     node tests/measure.js use MINUTES  # memory of the page and of the server during mixed use of all games
 */

import { readFileSync } from "node:fs";
import { browse, openTab, ready, serve } from "./harness.js";
import { numbers, playByClicks } from "./player.js";

const GAMES = ["takt", "tryktrak", "quoridor", "trax", "tantrix"];
const RUNS = 5;

/** @param {number[]} values */
function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}

/** Milliseconds from the navigation to the first board. @param {import("playwright-core").Page} page @param {string} url */
async function firstBoard(page, url) {
  await page.goto(url);
  await ready(page);
  return page.evaluate(() => performance.now());
}

/** Milliseconds from the key that plays the engine's best move to the engine's first line for the next position. @param {import("playwright-core").Page} page */
function firstLine(page) {
  return page.evaluate(async () => {
    const list = /** @type {HTMLElement} */ (document.getElementById("lines"));
    const begun = performance.now();
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key: " ", bubbles: true }));
    // The old lines are removed at once.
    if (list.childElementCount) throw new Error("the old lines are still there");
    return new Promise((/** @type {(time: number) => void} */ resolve) => {
      const watch = new MutationObserver(() => {
        if (!list.childElementCount) return;
        watch.disconnect();
        resolve(performance.now() - begun);
      });
      watch.observe(list, { childList: true });
    });
  });
}

async function times() {
  console.log("| game | first board, cold | warm | first line |\n|---|--:|--:|--:|");
  for (const game of GAMES) {
    const cold = [];
    const warm = [];
    const lines = [];
    for (let run = 0; run < RUNS; run += 1) {
      const on = await start();
      const page = await (await on.browser.newContext()).newPage();
      const url = `${on.address}${game}/analyse`;
      cold.push(await firstBoard(page, url));
      warm.push(await firstBoard(page, `${url}?again`));
      if (game === "tryktrak") await page.goto(`${url}#steps=dice:31`);
      await page.click("#engine-on");
      for (let move = 0; move < 3 && game !== "tantrix"; move += 1) {
        await page.waitForSelector("#lines li");
        await page.waitForTimeout(300);
        lines.push(await firstLine(page));
        if (game === "tryktrak") break;
      }
      await on.stop();
    }
    const shown = [cold, warm, lines].map((values) => (values.length ? `${Math.round(median(values))} ms` : "–"));
    console.log(`| ${game} | ${shown.join(" | ")} |`);
  }
}

/** Uses all games in turn, and prints the memory after each round. @param {number} minutes */
async function use(minutes) {
  const on = await start();
  const { page } = await openTab(await on.browser.newContext(), `${on.address}takt/analyse`);
  const tools = await page.context().newCDPSession(page);
  await tools.send("HeapProfiler.enable");
  const next = numbers(7);
  const end = Date.now() + minutes * 60_000;
  console.log("| minute | page heap | nodes of the document | listeners | server |\n|--:|--:|--:|--:|--:|");
  for (let round = 1; Date.now() < end; round += 1) {
    for (const game of GAMES) {
      await visit(page, `${game}/analyse`);
      await playByClicks(page, 14, 1 + next(1000));
      for (let step = 0; step < 10; step += 1) await page.keyboard.press("ArrowLeft");
      for (let step = 0; step < 10; step += 1) await page.keyboard.press("ArrowRight");
      await visit(page, `${game}/puzzles/${1 + next(40)}`);
      await visit(page, `${game}/learn/${1 + next(8)}`);
      await page.goBack();
      await ready(page);
      await visit(page, "");
      await page.waitForSelector(".card svg");
    }
    await tools.send("HeapProfiler.collectGarbage");
    const { usedSize } = await tools.send("Runtime.getHeapUsage");
    const { nodes, jsEventListeners } = await tools.send("Memory.getDOMCounters");
    const minute = Math.round((Date.now() - (end - minutes * 60_000)) / 60_000);
    console.log(`| ${minute} | ${(usedSize / 1e6).toFixed(1)} MB | ${nodes} | ${jsEventListeners} | ${serverMemory(on.pid)} MB |`);
  }
  await on.stop();
}

/** Goes to a place of the page without loading the page again, as a link does. @param {import("playwright-core").Page} page @param {string} path */
async function visit(page, path) {
  await page.evaluate((path) => {
    history.pushState(null, "", `/${path}`);
    dispatchEvent(new PopStateEvent("popstate"));
  }, path);
  if (path) await ready(page);
}

/** The resident memory of a process, in MB. @param {number} pid */
function serverMemory(pid) {
  const line = readFileSync(`/proc/${pid}/status`, "utf8").split("\n").find((one) => one.startsWith("VmRSS:")) ?? "";
  return Math.round(Number(line.replace(/\D/g, "")) / 1000);
}

async function start() {
  const server = await serve();
  const browser = await browse();
  const stop = async () => {
    await browser.close();
    server.stop();
  };
  return { address: server.address, pid: server.pid, browser, stop };
}

const [what, minutes] = process.argv.slice(2);
if (what === "times") await times();
else if (what === "use" && Number(minutes) > 0) await use(Number(minutes));
else {
  console.error("usage: node tests/measure.js times | use MINUTES");
  process.exitCode = 2;
}
