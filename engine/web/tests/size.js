/**
 * Prints what the first load of the page transfers in each language, and fails if one is more than the limit in the arguments. Texts are
 * compressed with gzip -9; fonts are compressed files.
 */

import { gzipSync } from "node:zlib";
import { serve } from "./harness.js";

/** The fonts that a page in a language loads. @type {Record<string, string[]>} */
const LETTERS = { en: ["latin"], ru: ["latin", "cyrillic"], pl: ["latin", "polish"] };
const limit = Number(process.argv[2]);
const { address, stop } = await serve();
try {
  for (const language of ["en", "ru", "pl"]) {
    const headers = { cookie: `ludex_language=${language}` };
    const load = async (/** @type {string} */ path) => Buffer.from(await (await fetch(new URL(path, address), { headers })).arrayBuffer());
    const index = await load("/");
    const parts = [...index.toString().matchAll(/(?:src|href)="(\/[^"]+\.(?:js|css|svg))"/g)].map(([, path]) => path);
    const texts = [index, ...(await Promise.all(parts.map(load)))];
    const sheet = (await load("/style.css")).toString();
    const fonts = [...sheet.matchAll(/url\(([^)]+\.woff2)\)/g)].map(([, path]) => `/${path}`);
    const faces = await Promise.all(fonts.filter((path) => LETTERS[language].some((letters) => path.includes(letters))).map(load));
    const files = [...texts, ...faces];
    const bytes = texts.reduce((sum, text) => sum + gzipSync(text, { level: 9 }).length, 0) + faces.reduce((sum, face) => sum + face.length, 0);
    console.log(`${language}: ${bytes} of ${limit} bytes, compressed, in ${files.length} files`);
    if (!(bytes <= limit)) process.exitCode = 1;
  }
} finally {
  stop();
}
