/** Rules for the source files of the page. */

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";

const page = new URL("../../page/", import.meta.url);
const files = readdirSync(page, { recursive: true, encoding: "utf8" });
const read = (/** @type {string} */ name) => readFileSync(new URL(name, page), "utf8");

test("no module is too long, uses other servers, or contains inline styles and scripts", () => {
  for (const name of files.filter((one) => /\.(js|css|html)$/.test(one))) {
    const text = read(name);
    assert.ok(text.split("\n").length <= 400, `${name} is too long`);
    const links = [...text.matchAll(/https?:\/\/[^\s"'`<)]+/g)].map(([link]) => link);
    assert.deepEqual(links.filter((link) => link !== "http://www.w3.org/2000/svg"), [], name);
    assert.doesNotMatch(text, /\beval\(|innerHTML|document\.write|setAttribute\("style"/, name);
  }
  assert.doesNotMatch(read("index.html"), / style=| on[a-z]+=|<style/);
});

test("no module parses texts of the server: their meaning comes in separate members", () => {
  // Exceptions: HTTP headers and streams; links, which the page makes itself; files with progress, which it checks; messages of the page itself; and the cache of the
  // service worker, which is asked by `match`.
  const readers = ["core/link.js", "core/server.js", "core/progress.js", "core/say.js", "worker.js"];
  for (const name of files.filter((one) => one.endsWith(".js") && !readers.includes(one))) {
    const code = read(name).replace(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, "");
    assert.doesNotMatch(code, /\.(exec|match|matchAll|test|split)\(|RegExp/, name);
  }
});
