/** The page below a prefix, behind a reverse proxy: `--public-url`. */

import assert from "node:assert/strict";
import { createServer, request as send } from "node:http";
import { connect } from "node:net";
import { test } from "node:test";
import { openTab, ready, serve, stage, tool } from "../harness.js";

const on = stage();

/**
 * Starts a proxy that passes on everything below `/ludex/` to a server, with the same Host and Origin.
 *
 * @returns {Promise<{ port: number, passTo: (address: string) => void, stop: () => void }>}
 */
async function proxy() {
  let target = new URL("http://127.0.0.1:1/");
  const server = createServer((question, answer) => {
    const passed = send({ host: target.hostname, port: target.port, path: question.url, method: question.method, headers: question.headers }, (reply) => {
      answer.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(answer);
    });
    passed.on("error", () => answer.writeHead(502).end());
    question.pipe(passed);
  });
  server.on("upgrade", (question, socket, head) => {
    const passed = connect(Number(target.port), target.hostname, () => {
      const lines = question.rawHeaders.flatMap((text, index) => (index % 2 ? [] : [`${text}: ${question.rawHeaders[index + 1]}`]));
      passed.write(`GET ${question.url} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`);
      passed.write(head);
      passed.pipe(socket);
      socket.pipe(passed);
    });
    for (const one of [passed, socket]) one.on("error", () => (passed.destroy(), socket.destroy()));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(null)));
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  return { port, passTo: (address) => (target = new URL(address)), stop: () => (server.closeAllConnections(), server.close()) };
}

/** A port that no program uses now. @returns {Promise<string>} */
async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(null)));
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  await new Promise((resolve) => server.close(resolve));
  return String(port);
}

test("the page works below a prefix, with rooms and links", { timeout: 60_000 }, async () => {
  const front = await proxy();
  const base = `http://localhost:${front.port}/ludex/`;
  const port = await freePort();
  const own = await serve("--port", port, "--public-url", base);
  try {
    assert.equal(own.address, base, "the server prints the public address");
    front.passTo(`http://127.0.0.1:${port}/`);
    const { page, wrong } = await openTab(await on.browser.newContext(), `${base}takt/analyse#steps=a1`);
    await page.waitForSelector("#lines li");
    assert.equal(new URL(page.url()).pathname, "/ludex/takt/analyse");
    await tool(page, "New game");
    await page.selectOption("dialog select[aria-label='Player 2']", "other");
    await page.click("dialog button.main");
    await page.waitForSelector("#mode li input");
    const link = await page.inputValue("#mode li input");
    assert.ok(link.startsWith(`${base}room/`), link);
    const friend = await openTab(await on.browser.newContext(), link, false);
    await friend.page.waitForSelector(".seat:has-text('(you)')");
    await ready(friend.page);
    await page.click("#brand");
    await page.waitForSelector("#home .card svg");
    assert.equal(page.url(), base);
    assert.deepEqual([...wrong, ...friend.wrong], []);
  } finally {
    own.stop();
    front.stop();
  }
});
