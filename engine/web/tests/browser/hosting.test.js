/**
 * The examples for operators (`docs/src/examples/hosting`): nginx and Caddy with TLS, which pass requests below a prefix to the server, and the unit
 * of systemd. `.ci/browser` installs what these tests need.
 */

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { checkPageBelow, freePort } from "../below.js";
import { PROGRAM, serve, stage } from "../harness.js";

const on = stage();
const example = (/** @type {string} */ name) => readFileSync(new URL(`../../../../docs/src/examples/hosting/${name}`, import.meta.url), "utf8");

/** @typedef {{ folder: string, port: string, key: string, certificate: string }} Front the port of a proxy, and the files of its certificate */

/** @param {string} text @param {Record<string, string>} changes each text must occur */
function changed(text, changes) {
  return Object.entries(changes).reduce((all, [from, to]) => {
    assert.ok(all.includes(from), `the example has no ${from}`);
    return all.replaceAll(from, to);
  }, text);
}

/** Answers a request through the proxy, whose certificate no authority has signed. @param {string} address @param {Record<string, string>} headers @param {string} [body] @returns {Promise<{ status: number, text: string }>} */
function answer(address, headers, body) {
  return new Promise((resolve, reject) => {
    const asked = request(address, { method: body === undefined ? "GET" : "POST", headers, rejectUnauthorized: false }, (reply) => {
      let text = "";
      reply.on("data", (data) => (text += data));
      reply.on("end", () => resolve({ status: reply.statusCode ?? 0, text }));
    });
    asked.on("error", reject);
    asked.end(body);
  });
}

/** Waits until a proxy answers. @param {string} address @param {() => string} failure the messages of a proxy that has ended, or empty */
async function answering(address, failure) {
  for (;;) {
    const reply = await answer(address, {}).catch(() => null);
    if (reply && reply.status < 500) return;
    assert.equal(failure(), "");
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/**
 * Runs the server behind a proxy, checks the page, and checks that foreign pages and the metrics are refused.
 *
 * @param {(front: Front, server: string) => [string, string[]]} start writes the configuration, and returns the command of the proxy
 */
async function checkBehind(start) {
  const folder = mkdtempSync(join(tmpdir(), "ludex-hosting-"));
  const [key, certificate] = [join(folder, "key.pem"), join(folder, "certificate.pem")];
  const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"];
  execFileSync("openssl", ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", ...subject, "-keyout", key, "-out", certificate], { stdio: "pipe" });
  const [port, own] = [await freePort(), await freePort()];
  const base = `https://localhost:${port}/ludex/`;
  const server = await serve("--port", own, "--public-url", base);
  const [command, parameters] = start({ folder, port, key, certificate }, `127.0.0.1:${own}`);
  const proxy = spawn(command, parameters, { stdio: ["ignore", "pipe", "pipe"], env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder } });
  let failure = "";
  let messages = "";
  for (const output of [proxy.stdout, proxy.stderr]) output.on("data", (data) => (messages += data));
  proxy.on("error", (error) => (failure = `${command} cannot be started: ${error.message}`));
  proxy.on("exit", (code) => (failure = `${command} has ended with ${code}: ${messages}`));
  try {
    await answering(`${base}health`, () => failure);
    await checkPageBelow(base, on.browser);
    const json = { "Content-Type": "application/json" };
    const view = (/** @type {Record<string, string>} */ more) => answer(`${base}api/view`, { ...json, ...more }, JSON.stringify({ line: { game: "takt", steps: [] } }));
    assert.equal((await view({ Origin: `https://localhost:${port}` })).status, 200);
    assert.equal((await view({ Origin: "https://evil.example" })).status, 403);
    assert.equal((await answer(`${base}metrics`, {})).status, 404);
    assert.equal((await answer(`${base}health`, {})).text, "ok");
  } finally {
    proxy.removeAllListeners("exit");
    proxy.kill();
    server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

test("nginx serves the page below a prefix with TLS", { timeout: 120_000 }, async () => {
  await checkBehind(({ folder, port, key, certificate }, server) => {
    const site = changed(example("nginx.conf"), {
      "listen 443 ssl": `listen 127.0.0.1:${port} ssl`,
      "server_name ludex.example": "server_name localhost",
      "/etc/letsencrypt/live/ludex.example/fullchain.pem": certificate,
      "/etc/letsencrypt/live/ludex.example/privkey.pem": key,
      "http://127.0.0.1:7730": `http://${server}`,
    });
    const folders = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `${name}_temp_path ${join(folder, name)};`);
    const path = join(folder, "nginx.conf");
    writeFileSync(path, `daemon off;\npid ${join(folder, "pid")};\nevents {}\nhttp {\naccess_log off;\n${folders.join("\n")}\n${site}}\n`);
    return ["/usr/sbin/nginx", ["-e", "stderr", "-c", path]];
  });
});

test("Caddy serves the page below a prefix with TLS", { timeout: 120_000 }, async () => {
  await checkBehind(({ folder, port, key, certificate }, server) => {
    const site = changed(example("Caddyfile"), {
      "\nludex.example {": `\nhttps://localhost:${port} {\n\ttls ${certificate} ${key}`,
      "127.0.0.1:7730": server,
    });
    const path = join(folder, "Caddyfile");
    writeFileSync(path, `{\n\tadmin off\n\tauto_https disable_redirects\n}\n${site}`);
    return ["caddy", ["run", "--adapter", "caddyfile", "--config", path]];
  });
});

test("the unit of systemd is valid, and its service is confined", () => {
  const folder = mkdtempSync(join(tmpdir(), "ludex-unit-"));
  try {
    const unit = join(folder, "ludex.service");
    writeFileSync(unit, changed(example("ludex.service"), { "/usr/local/bin/ludex": PROGRAM, "/etc/ludex.env": "/dev/null" }));
    assert.equal(execFileSync("systemd-analyze", ["verify", unit], { encoding: "utf8", stdio: "pipe" }), "");
    // The exposure, in tenths: at most 2.0 of 10.
    execFileSync("systemd-analyze", ["security", "--offline=true", "--threshold=20", unit], { stdio: "pipe" });
    const command = example("ludex.service").split("\n").find((line) => line.startsWith("ExecStart=")) ?? "";
    const options = execFileSync(PROGRAM, ["serve", "--help"], { encoding: "utf8" });
    for (const option of command.split(" ").filter((word) => word.startsWith("--"))) assert.ok(options.includes(`${option} `), option);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test("the health check of the container distinguishes a running server from none", async () => {
  const line = example("Containerfile").split("\n").find((one) => one.startsWith("HEALTHCHECK ")) ?? "";
  const port = await freePort();
  /** @type {string[]} */
  const [command, ...parameters] = JSON.parse(line.slice(line.indexOf("[")).replaceAll("7730", port));
  const isHealthy = () => {
    try {
      return execFileSync(command, parameters, { encoding: "utf8", stdio: "pipe" }) === "";
    } catch {
      return false;
    }
  };
  assert.ok(!isHealthy());
  const server = await serve("--port", port);
  assert.ok(isHealthy());
  server.stop();
});
