/**
 * Texts for people, in the language of the user.
 *
 * The English text is in the code and is the key of its translations in `words/ru.json` and `words/pl.json`. A translation is a text, or
 * an object with a text for each plural form of the language (`one`, `few`, `many`, `other`). A name in braces is replaced by a value. If an
 * English text needs two translations, what follows `|` distinguishes them and is never shown: `say("Open|not closed")`. A test checks that
 * no text is missing or unused, and that the page shows no text from elsewhere.
 */

/** The language of the page: `en`, `ru` or `pl`. The server puts the user’s language here. */
export const LANGUAGE = "en";
/** The translations into that language. The server puts them here. @type {Record<string, string | Record<string, string>>} */
const WORDS = {};

const plurals = new Intl.PluralRules(LANGUAGE);

/** @typedef {Record<string, string | number>} Values the values of the names in braces */

/** A text in the language of the user. @param {string} text the English text @param {Values} [values] */
export function say(text, values = {}) {
  const translation = WORDS[text];
  return filled(typeof translation === "string" ? translation : withoutContext(text), values);
}

/**
 * A text with a count: `sayCount(n, "{count} move", "{count} moves")`.
 *
 * @param {number} count a whole number
 * @param {string | Record<string, string>} one the English text for one; the server puts the forms of another language here
 * @param {string} other the English text for any other count
 * @param {Values} [values]
 */
export function sayCount(count, one, other, values = {}) {
  const forms = typeof one === "string" ? WORDS[one] ?? one : one;
  const form = typeof forms === "object" ? forms[plurals.select(count)] : count === 1 ? forms : other;
  return filled(withoutContext(form), { count, ...values });
}

/**
 * A text with elements in it, as a list of children for `h`: `sayParts("Press {key}.", { key: h("kbd", {}, "R") })`.
 *
 * @param {string} text
 * @param {Record<string, string | number | Node>} values
 */
export function sayParts(text, values) {
  const translation = WORDS[text];
  const parts = (typeof translation === "string" ? translation : withoutContext(text)).split(/\{(\w+)\}/);
  return parts.map((part, index) => (index % 2 ? values[part] ?? `{${part}}` : part));
}

/** Whether the user has a touch screen and no mouse. */
export const BY_TOUCH = globalThis.matchMedia?.("(hover: none) and (pointer: coarse)").matches ?? false;

/** An English text in the words for the device: without a mouse, people tap. The other languages have words that fit both. @param {string} text */
export function forDevice(text) {
  return BY_TOUCH && LANGUAGE === "en" ? text.replace(/\b([Cc])lick(?=s?\b)/g, (_, first) => `${first === "C" ? "T" : "t"}ap`) : text;
}

/** @param {string} text @param {Values} values */
function filled(text, values) {
  return forDevice(text).replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

/** The text without the words that distinguish it from an equal one. @param {string} text */
function withoutContext(text) {
  const end = text.lastIndexOf("|");
  return end < 0 ? text : text.slice(0, end);
}
