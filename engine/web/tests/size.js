/** Prints what the first load of the page transfers in each language, in bytes after compression with gzip -9, and fails if one is more than the limit in the arguments. */

import { gzipSync } from "node:zlib";
import { serve } from "./harness.js";

const limit = Number(process.argv[2]);
const { address, stop } = await serve();
try {
  for (const language of ["en", "ru", "pl"]) {
    const headers = { cookie: `ludex_language=${language}` };
    const load = async (/** @type {string} */ path) => Buffer.from(await (await fetch(new URL(path, address), { headers })).arrayBuffer());
    const index = await load("/");
    const parts = [...index.toString().matchAll(/(?:src|href)="(\/[^"]+\.(?:js|css|svg))"/g)].map(([, path]) => path);
    const files = [index, ...(await Promise.all(parts.map(load)))];
    const bytes = files.reduce((sum, file) => sum + gzipSync(file, { level: 9 }).length, 0);
    console.log(`${language}: ${bytes} of ${limit} bytes, compressed, in ${files.length} files`);
    if (!(bytes <= limit)) process.exitCode = 1;
  }
} finally {
  stop();
}
