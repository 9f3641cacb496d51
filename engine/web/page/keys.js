/** All keys and gestures of the page: the table that the shortcuts and the dialog with the list of keys are made of. */

import { say } from "./core/say.js";

/**
 * @typedef {"first" | "back" | "forward" | "last" | "above" | "below" | "cancel" | "undo" | "turn" | "turnBack" | "take" | "type" | "engine" | "best" | "flip" | "kind" | "sound" | "help"} Action
 *
 * @typedef {object} Entry
 * @property {string[]} keys the keys as `KeyboardEvent.key`, or gestures in words
 * @property {Action} [action] what the keys do anywhere on the page; without it, a part of the page handles them
 * @property {string} text
 */

/** @type {[string, Entry[]][]} */
export const KEYS = [
  [
    say("Moves"),
    [
      { keys: ["ArrowLeft"], action: "back", text: say("Previous move") },
      { keys: ["ArrowRight"], action: "forward", text: say("Next move") },
      { keys: ["Home"], action: "first", text: say("First position") },
      { keys: ["End"], action: "last", text: say("Last position") },
      { keys: ["ArrowUp"], action: "above", text: say("Previous variation") },
      { keys: ["ArrowDown"], action: "below", text: say("Next variation") },
      { keys: [say("Wheel")], text: say("Over the board: previous and next move") },
    ],
  ],
  [
    say("Board"),
    [
      { keys: ["Tab"], text: say("Go to the board") },
      { keys: [say("Arrow keys")], text: say("On the board: go to another place") },
      { keys: ["Enter"], action: "take", text: say("Choose the place, or take the selected choice") },
      { keys: ["Escape"], action: "cancel", text: say("Undo the last click of a move; in Set up, cancel") },
      { keys: ["Backspace"], action: "undo", text: say("Undo the last click of a move") },
      { keys: ["r"], action: "turn", text: say("Next choice; in Set up, rotate the last tile") },
      { keys: ["R"], action: "turnBack", text: say("Previous choice") },
      { keys: [say("Wheel")], text: say("Next and previous choice, while a choice is open") },
      { keys: ["0", "1", "2", "3", "4"], action: "kind", text: say("Kind of piece to place; 0 asks each time") },
      { keys: ["f"], action: "flip", text: say("Flip board") },
    ],
  ],
  [
    say("Drawing"),
    [
      { keys: [say("Right click"), "c"], text: say("Draw or remove a circle; C on the focused place") },
      { keys: [say("Right drag"), "C"], text: say("Draw or remove an arrow; Shift + C from the last circle") },
      { keys: ["Shift", "Ctrl", "Alt"], text: say("With the right button: other colours") },
      { keys: [say("Click")], text: say("Remove all arrows and circles") },
    ],
  ],
  [
    say("Page"),
    [
      { keys: ["a"], action: "engine", text: say("Engine on or off") },
      { keys: [" "], action: "best", text: say("Play the best move of the engine") },
      { keys: ["/"], action: "type", text: say("Enter a move|key") },
      { keys: ["m"], action: "sound", text: say("Sound on or off") },
      { keys: ["?"], action: "help", text: say("Show this list") },
    ],
  ],
];

/** The names of keys that differ from their value. @type {Record<string, string>} */
const NAMES = { ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓", " ": say("Space|the key"), R: "Shift + R", C: "Shift + C" };

/** A key as the page shows it. @param {string} key */
export function keyName(key) {
  return NAMES[key] ?? (key.length === 1 ? key.toUpperCase() : key);
}

/**
 * The key of an event. On a keyboard with letters of another script, it is the Latin letter at the same place.
 *
 * @param {Pick<KeyboardEvent, "key" | "code" | "shiftKey">} event
 */
export function keyOf({ key, code, shiftKey }) {
  if (key.length !== 1 || key <= "~" || !code.startsWith("Key")) return key;
  const letter = code.slice("Key".length);
  return shiftKey ? letter : letter.toLowerCase();
}

/** The action of a key; undefined if it has none. @param {string} key @returns {Action | undefined} */
export function actionOf(key) {
  const entries = KEYS.flatMap(([, group]) => group);
  const find = (/** @type {string} */ one) => entries.find(({ keys, action }) => action && keys.includes(one))?.action;
  // Letters work with Caps Lock as well.
  return find(key) ?? (key.length === 1 ? find(key.toLowerCase()) : undefined);
}
