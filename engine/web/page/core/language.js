/** The choice of the language. The server reads it from a cookie, because it sends the page in that language. */

import { select } from "./dom.js";
import { basePath } from "./link.js";
import { LANGUAGE, say } from "./say.js";

/** How long the choice is kept, in seconds. */
const YEAR = 31_536_000;

/** Each language in its own words. @type {[string, string][]} */
const LANGUAGES = [
  ["en", "English"],
  ["ru", "Русский"],
  ["pl", "Polski"],
];

/** A list of the languages. Choosing one loads the page again. It is in a face of the system: the page loads no letters of other languages for it. */
export function languageList() {
  const choose = (/** @type {string} */ language) => {
    document.cookie = `ludex_language=${language}; path=${basePath()}; max-age=${YEAR}; samesite=lax`;
    location.reload();
  };
  return select(LANGUAGES, LANGUAGE, choose, { "aria-label": say("Language"), class: "languages" });
}
