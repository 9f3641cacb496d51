/** The installed page: it opens without the server, shows what was seen, and follows a new version of the server. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { freePort } from "../below.js";
import { openTab, picture, ready, seriousFindings, serve, stage, stepsOf } from "../harness.js";

const on = stage();

/** Opens a tab in which the service worker is in control. @param {string} address */
async function installed(address) {
  const context = await on.browser.newContext({ serviceWorkers: "allow" });
  const { page } = await openTab(context, address, false);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  // The first views were answered before the worker was in control; now they are kept.
  await page.reload();
  await ready(page);
  return { page, context };
}

/** The position on the board, as it is described below the board. @param {import("playwright-core").Page} page */
function position(page) {
  return page.textContent("#position-text");
}

test("after the server has ended, the page opens, and what was seen can be read", { timeout: 60_000 }, async () => {
  const port = await freePort();
  const server = await serve("--port", port);
  const { page } = await installed(`${server.address}takt/analyse#steps=a1+e5+c3`);
  const seen = await position(page);
  await page.click("[aria-label='Previous move']");
  await page.waitForFunction((last) => document.getElementById("position-text")?.textContent !== last, seen);
  const before = await position(page);
  await page.click("[aria-label='Next move']");
  await page.waitForFunction((last) => document.getElementById("position-text")?.textContent === last, seen);
  // The address follows a little later.
  await page.waitForFunction(() => location.hash.includes("c3"));
  server.stop();
  await page.reload();
  await ready(page);
  assert.deepEqual(await stepsOf(page), ["a1", "e5", "c3"]);
  assert.equal(await position(page), seen);
  await page.waitForSelector("#offline:has-text('Can’t reach the server')");
  await page.click("[aria-label='Previous move']");
  await page.waitForFunction((text) => document.getElementById("position-text")?.textContent === text, before);
  // What was not seen needs the server, and the page says so.
  await page.click("[aria-label='First position']");
  await page.waitForSelector("#remark:has-text('Can’t reach the server')");
  await picture(page, "offline");
  assert.deepEqual(await seriousFindings(page), []);
  // When the server is back, the page continues by itself.
  const again = await serve("--port", port);
  await page.click("#offline button");
  await page.waitForSelector("#offline", { state: "hidden" });
  await page.waitForFunction(() => document.getElementById("position-text")?.textContent?.startsWith("x5/x5/x5/x5/x5"));
  again.stop();
});

test("a new version of the page replaces the old one at the next load", { timeout: 60_000 }, async () => {
  const context = await on.browser.newContext({ serviceWorkers: "allow" });
  try {
    const { page } = await openTab(context, `${on.address}takt/analyse`, false);
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    const names = () => page.evaluate(async () => (await caches.keys()).sort());
    const first = await names();
    assert.ok(first.some((name) => name.startsWith("ludex / page ")), first.join());
    let version = "";
    await context.route("**/worker.js", async (route) => {
      const answer = await route.fetch();
      const text = (await answer.text()).replace(/const VERSION = "([^"]+)"/, (_, old) => `const VERSION = "${(version = `${old}-new`)}"`);
      await route.fulfill({ response: answer, body: text });
    });
    await context.route("**/style.css", async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, body: `${await answer.text()}\n:root{--tested:new}` });
    });
    await page.reload();
    await ready(page);
    const tested = await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--tested"));
    assert.equal(tested, "new", "the files come from the server, not from the cache");
    await page.waitForFunction(async (wanted) => {
      const all = await caches.keys();
      return all.includes(`ludex / page ${wanted}`) && all.filter((name) => name.startsWith("ludex / page ")).length === 1;
    }, version);
  } finally {
    await context.close();
  }
});

test("the manifest and its icons describe an app", async () => {
  const address = (/** @type {string} */ path) => new URL(path, on.address);
  const manifest = await (await fetch(address("manifest.webmanifest"))).json();
  for (const { src, type, sizes } of manifest.icons) {
    const icon = await fetch(address(src));
    assert.equal(icon.status, 200, src);
    assert.equal(icon.headers.get("Content-Type"), type);
    if (type !== "image/png") continue;
    const bytes = new DataView(await icon.arrayBuffer());
    assert.equal(`${bytes.getUint32(16)}x${bytes.getUint32(20)}`, sizes, src);
  }
  assert.equal((await fetch(address("assets/icon-1.png"))).status, 404);
  // Chromium itself finds no reason against installing the page.
  const context = await on.browser.newContext({ serviceWorkers: "allow" });
  const { page } = await openTab(context, `${on.address}takt/analyse`, false);
  const session = await context.newCDPSession(page);
  const { installabilityErrors } = await session.send("Page.getInstallabilityErrors");
  // Contexts of tests are incognito windows, which cannot install anything.
  assert.deepEqual(installabilityErrors.filter(({ errorId }) => errorId !== "in-incognito"), []);
});
