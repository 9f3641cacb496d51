/** The translations of the page: none is missing, none is unused, and all have the same values and the plural forms of their language. */

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import ts from "typescript";

const PAGE = new URL("../../page/", import.meta.url);
const FORMS = ["few", "many", "one", "other"];

/** The texts of the page’s code and document. The value says whether the text has a count. @returns {Map<string, boolean>} */
function texts() {
  /** @type {Map<string, boolean>} */
  const found = new Map();
  for (const path of /** @type {string[]} */ (readdirSync(PAGE, { recursive: true })).filter((name) => name.endsWith(".js"))) {
    const source = ts.createSourceFile(path, readFileSync(new URL(path, PAGE), "utf8"), ts.ScriptTarget.Latest, true);
    collect(source, found);
  }
  for (const text of documentTexts()) found.set(text, false);
  return found;
}

/** @param {ts.Node} node @param {Map<string, boolean>} found */
function collect(node, found) {
  if (ts.isCallExpression(node) && ts.isIdentifier(node.expression)) {
    const { text } = node.expression;
    const counted = text === "sayCount";
    if (counted || text === "say" || text === "sayParts") {
      for (const literal of literals(node.arguments[counted ? 1 : 0])) found.set(literal, counted);
    }
  }
  ts.forEachChild(node, (child) => collect(child, found));
}

/** The literals of a text, which may be chosen by a condition. @param {ts.Expression | undefined} text @returns {string[]} */
function literals(text) {
  if (!text) return [];
  if (ts.isStringLiteralLike(text)) return [text.text];
  if (ts.isConditionalExpression(text)) return [...literals(text.whenTrue), ...literals(text.whenFalse)];
  if (ts.isParenthesizedExpression(text)) return literals(text.expression);
  return [];
}

/** What people read in the document itself. */
function documentTexts() {
  const html = readFileSync(new URL("index.html", PAGE), "utf8");
  const body = html.slice(html.indexOf("<body"), html.indexOf("<noscript>")).replace(/<!--.*?-->/gs, "");
  const attributes = [...body.matchAll(/ (?:aria-label|placeholder|title|alt)="([^"]+)"/g)].map(([, text]) => text);
  const inner = [...body.matchAll(/>([^<]+)</g)].map(([, text]) => text.trim());
  return [...attributes, ...inner].filter((text) => text && text !== "Ludex");
}

/** @param {string} text */
function names(text) {
  return [...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))].filter((name) => name !== "count").sort();
}

for (const language of ["ru", "pl"]) {
  test(`no text of the page is missing or unused in ${language}.json`, () => {
    const table = JSON.parse(readFileSync(new URL(`words/${language}.json`, PAGE), "utf8"));
    const wanted = texts();
    /** @type {string[]} */
    const problems = [];
    for (const [text, counted] of wanted) {
      const translation = table[text];
      if (translation === undefined) problems.push(`missing: ${text}`);
      else if (counted !== (typeof translation === "object")) problems.push(`plural forms: ${text}`);
      else if (counted && Object.keys(translation).sort().join() !== FORMS.join()) problems.push(`must have the forms ${FORMS.join(", ")}: ${text}`);
      else for (const form of counted ? Object.values(translation) : [translation]) if (names(form).join() !== names(text).join()) problems.push(`other values: ${text}: ${form}`);
    }
    for (const text of Object.keys(table)) if (!wanted.has(text)) problems.push(`unused: ${text}`);
    assert.deepEqual(problems, []);
  });
}
