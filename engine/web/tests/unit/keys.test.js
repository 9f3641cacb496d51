import assert from "node:assert/strict";
import { test } from "node:test";
import { KEYS, actionOf, keyName, keyOf } from "../../page/keys.js";

test("each key of the list does what the list says, and no key is listed twice", () => {
  const entries = KEYS.flatMap(([, group]) => group).filter(({ action }) => action);
  const keys = entries.flatMap((entry) => entry.keys);
  assert.equal(new Set(keys).size, keys.length);
  for (const entry of entries) for (const key of entry.keys) assert.equal(actionOf(key), entry.action, key);
  assert.equal(actionOf("F"), "flip");
  assert.equal(actionOf("R"), "turnBack");
  assert.equal(actionOf("Tab"), undefined);
});

test("keys have names", () => {
  assert.deepEqual([" ", "ArrowLeft", "f", "Home"].map(keyName), ["Space", "←", "F", "Home"]);
});

test("keys work on a keyboard with Cyrillic letters", () => {
  assert.equal(keyOf({ key: "а", code: "KeyF", shiftKey: false }), "f");
  assert.equal(keyOf({ key: "К", code: "KeyR", shiftKey: true }), "R");
  // Other Latin keyboards have their own places, and other keys their names.
  assert.equal(keyOf({ key: "a", code: "KeyQ", shiftKey: false }), "a");
  assert.equal(keyOf({ key: "Escape", code: "Escape", shiftKey: false }), "Escape");
  assert.equal(keyOf({ key: "ё", code: "Backquote", shiftKey: false }), "ё");
});
