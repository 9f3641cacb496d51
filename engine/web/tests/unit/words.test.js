/**
 * The translations of the page: none is missing, none is unused, and all have the same values and the plural forms of their language. The code
 * of the page contains no text for people that is not translated.
 */

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import ts from "typescript";

const PAGE = new URL("../../page/", import.meta.url);
const FORMS = ["few", "many", "one", "other"];
/** The functions that translate, and the number of their texts. @type {Record<string, number>} */
const SAYING = { say: 1, sayCount: 2, sayParts: 1 };

/** The place of the text for people among the arguments of functions that show one; of all arguments from there on for `h`. @type {Record<string, number>} */
const SHOWING = { h: 2, button: 0, field: 0, tick: 0, labelled: 1, iconButton: 1, openDialog: 0, setText: 1, say: 0 };
/** Attributes and members with a text for people. */
const READ = ["aria-label", "title", "placeholder", "alt", "textContent"];
/** Attributes, members and functions with words for the browser: classes, selectors and transformations. */
const NOT_SHOWN = ["class", "className", "transform", "querySelector", "querySelectorAll", "closest", "matches", "matchMedia"];
/** Literals that look like texts for people. Each value of a template is replaced by `□`. */
const NOT_READ = new Set([
  // Names that are the same in all languages: of the program, of each language in itself, and of keys.
  ...["Key", "Ludex", "□ – Ludex", "□: □ – Ludex", "English", "Русский", "Polski"],
  ...["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End", "Tab", "Enter", "Escape", "Backspace", "Shift", "Ctrl", "Alt", "Shift + R", "Shift + C"],
  // Words of HTTP and of the browser.
  ...["AbortError", "Bearer □", "Content-Disposition", "Content-Type", "Ludex-Remarks", "Ludex-Stored", "Retry-After"],
  // A seat whose player has chosen no name, as the server calls it.
  "Player □",
  // The only touch of a position in which dice are due.
  "dice roll",
  // For programmers.
  ...["the page has no #□", "the root of a tree cannot be removed", "the picture cannot be read", "no service worker:", "no sound:", "no picture:"],
]);

/** The modules of the page. */
function modules() {
  const paths = /** @type {string[]} */ (readdirSync(PAGE, { recursive: true })).filter((name) => name.endsWith(".js"));
  return paths.map((path) => ts.createSourceFile(path, readFileSync(new URL(path, PAGE), "utf8"), ts.ScriptTarget.Latest, true));
}

/** The texts of the page’s code and document. The value says whether the text has a count. @returns {Map<string, boolean>} */
function texts() {
  /** @type {Map<string, boolean>} */
  const found = new Map();
  for (const source of modules()) collect(source, found);
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

/** A literal as text, with `□` for each value of a template; null for other nodes. @param {ts.Node} node */
function textOf(node) {
  if (ts.isStringLiteralLike(node)) return node.text;
  return ts.isTemplateExpression(node) ? node.head.text + node.templateSpans.map(({ literal }) => `□${literal.text}`).join("") : null;
}

/** Collects the literals outside of `say…` that look like texts for people. @param {ts.Node} node @param {string[]} found */
function collectUnsaid(node, found) {
  if (ts.isImportDeclaration(node)) return;
  if (ts.isPropertyAssignment(node)) return collectUnsaid(node.initializer, found);
  const text = textOf(node);
  if (text !== null && !NOT_READ.has(text) && looksRead(text, node)) found.push(text);
  const said = ts.isCallExpression(node) && ts.isIdentifier(node.expression) ? (SAYING[node.expression.text] ?? 0) : 0;
  const own = ts.isCallExpression(node) ? node.arguments.slice(said > 1 ? 1 : 0, said > 1 ? said + 1 : said) : [];
  ts.forEachChild(node, (child) => {
    if (!own.includes(/** @type {ts.Expression} */ (child))) collectUnsaid(child, found);
  });
}

/** Whether people read a literal: where texts are shown any word, elsewhere several words or one with a capital letter. @param {string} text @param {ts.Node} node */
function looksRead(text, node) {
  const [name, isShown] = whereUsed(node);
  if (NOT_SHOWN.includes(name)) return false;
  return (isShown && /\p{L}{2,}/u.test(text)) || /^\p{Lu}\p{Ll}/u.test(text) || /\p{L}{2,}[,.;:!?]* \p{L}{2,}|□ \p{L}{3,}/u.test(text);
}

/** The name of the attribute, member or function that takes the value of an expression, and whether people read it there. @param {ts.Node} node @returns {[string, boolean]} */
function whereUsed(node) {
  const { parent } = node;
  const isPart = ts.isTemplateSpan(parent) || ts.isTemplateExpression(parent) || ts.isParenthesizedExpression(parent) || (ts.isConditionalExpression(parent) && parent.condition !== node);
  if (isPart) return whereUsed(parent);
  if (ts.isPropertyAssignment(parent)) return named(ts.isComputedPropertyName(parent.name) ? "" : parent.name.text);
  if (ts.isBinaryExpression(parent)) {
    const { kind } = parent.operatorToken;
    if (kind === ts.SyntaxKind.EqualsToken) return named(ts.isPropertyAccessExpression(parent.left) ? parent.left.name.text : "");
    const isValue = [ts.SyntaxKind.PlusToken, ts.SyntaxKind.BarBarToken, ts.SyntaxKind.QuestionQuestionToken, ts.SyntaxKind.AmpersandAmpersandToken].includes(kind);
    return isValue ? whereUsed(parent) : ["", false];
  }
  if (!ts.isCallExpression(parent)) return ["", false];
  const called = parent.expression;
  const name = ts.isPropertyAccessExpression(called) ? called.name.text.replace("#", "") : ts.isIdentifier(called) ? called.text : "";
  const at = parent.arguments.indexOf(/** @type {ts.Expression} */ (node));
  return [name, name in SHOWING && (name === "h" ? at >= SHOWING.h : at === SHOWING[name])];
}

/** @param {string} name @returns {[string, boolean]} */
function named(name) {
  return [name, READ.includes(name)];
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

test("the code of the page contains no text for people outside of say, sayCount and sayParts", () => {
  /** @type {string[]} */
  const problems = [];
  for (const source of modules()) {
    /** @type {string[]} */
    const found = [];
    collectUnsaid(source, found);
    problems.push(...found.map((text) => `${source.fileName}: ${text}`));
  }
  assert.deepEqual(problems, []);
});
