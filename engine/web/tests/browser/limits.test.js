/** Limits of the server, as the page shows them. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { openTab, serve, stage, stepsOf } from "../harness.js";

const on = stage();

test("analyses that share the cores say so", { timeout: 60_000 }, async () => {
  const server = await serve("--threads", "1");
  try {
    const first = await openTab(await on.browser.newContext(), `${server.address}quoridor/analyse`);
    await first.page.waitForSelector("#engine-status:has-text('depth')");
    assert.doesNotMatch((await first.page.textContent("#engine-status")) ?? "", /shared/);
    const second = await openTab(await on.browser.newContext(), `${server.address}trax/analyse#steps=@0/`);
    for (const { page, wrong } of [first, second]) {
      await page.waitForSelector("#engine-status:has-text('shared with 1 other analysis')");
      assert.deepEqual(wrong, []);
    }
    await second.page.close();
    await first.page.waitForFunction(() => !document.getElementById("engine-status")?.textContent?.includes("shared"));
  } finally {
    server.stop();
  }
});

test("a limit is named, with the time until a new attempt", { timeout: 60_000 }, async () => {
  const { page } = await openTab(await on.browser.newContext(), `${on.address}takt/analyse`, false);
  const error = { place: "server", found: "", expected: "", message: "there are too many requests at once", hint: "try again in a moment" };
  let refusals = 0;
  await page.route("**/api/view?*", (route) => {
    refusals += 1;
    return route.fulfill({ status: 503, headers: { "Retry-After": "5", "Content-Type": "application/json" }, body: JSON.stringify({ error, text: `error: ${error.message}` }) });
  });
  await page.keyboard.press("/");
  await page.keyboard.type("c3");
  await page.keyboard.press("Enter");
  await page.waitForSelector("#remark:has-text('The server is busy. Trying again in 3 seconds.')");
  await page.waitForSelector("#remark:has-text('A limit of the server is reached: there are too many requests at once. Try again in 5 seconds.')");
  assert.ok(refusals >= 4, String(refusals));
  // The step is kept, and can be shown when the server has time.
  assert.deepEqual(await stepsOf(page), ["c3"]);
});

test("a refused search begins when there is space", { timeout: 60_000 }, async () => {
  const context = await on.browser.newContext();
  let refused = false;
  await context.routeWebSocket("**/api/analyse/socket?*", (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((message) => {
      const { id } = JSON.parse(String(message));
      if (refused || id === undefined) return server.send(message);
      refused = true;
      const error = { place: "searches", found: "", expected: "", message: "the limit of 64 searches at once is reached", hint: null };
      socket.send(JSON.stringify({ event: "error", id, data: { error, text: error.message } }));
    });
  });
  const { page } = await openTab(context, `${on.address}takt/analyse`);
  await page.waitForSelector("#engine-status:has-text('A limit of the server is reached: the limit of 64 searches at once is reached. Try again in 5 seconds.')");
  await page.waitForSelector("#lines li");
});
