/** The page below a prefix, behind a reverse proxy: `--public-url`. */

import assert from "node:assert/strict";
import { createServer, request as send } from "node:http";
import { connect } from "node:net";
import { test } from "node:test";
import { checkPageBelow, freePort } from "../below.js";
import { serve, stage } from "../harness.js";

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

test("the page works below a prefix, with rooms and links", { timeout: 60_000 }, async () => {
  const front = await proxy();
  const base = `http://localhost:${front.port}/ludex/`;
  const port = await freePort();
  const own = await serve("--port", port, "--public-url", base);
  try {
    assert.equal(own.address, base, "the server prints the public address");
    front.passTo(`http://127.0.0.1:${port}/`);
    await checkPageBelow(base, on.browser);
  } finally {
    own.stop();
    front.stop();
  }
});
