// Makes the picture of the web board for the README: node xtask/web-board.mjs LUDEX PICTURE. The Chromium is that of LUDEX_CHROMIUM, by
// default /usr/bin/chromium. Uses playwright-core, which `npm ci` installs in engine/web.

import { spawn } from "node:child_process";
import { createRequire } from "node:module";

const { chromium } = createRequire(new URL("../engine/web/package.json", import.meta.url))("playwright-core");
const [program, picture] = process.argv.slice(2);
const LINE = { variant: "size=6,komi=2", steps: "a6 f1 d3 c4 c3 d4 b4 Ce4 e3 c5 b3 b5" };
/** How long the engine searches before the picture is taken, in ms. */
const SEARCH = 6000;

const server = spawn(program, ["serve", "--port", "0"], { stdio: ["ignore", "pipe", "inherit"] });
const browser = await chromium.launch({ executablePath: process.env.LUDEX_CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
try {
  const address = await new Promise((resolve, reject) => {
    server.stdout.on("data", (data) => resolve(/listening on (\S+)/.exec(data)?.[1]));
    server.on("exit", (code) => reject(new Error(`ludex serve ended with ${code}`)));
  });
  const page = await browser.newPage({ viewport: { width: 1180, height: 716 }, colorScheme: "light" });
  await page.addInitScript(() => localStorage.setItem("ludex.settings", JSON.stringify({ analysis: true })));
  await page.goto(`${address}takt/analyse#${new URLSearchParams(LINE)}`);
  await page.waitForSelector("#board > svg:first-child g[data-class]");
  await page.waitForTimeout(SEARCH);
  await page.screenshot({ path: picture });
} finally {
  await browser.close();
  server.removeAllListeners("exit").kill();
}
