/** All keys and gestures of the page: the table that the shortcuts and the dialog with the list of keys are made of. */

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
    "Moves",
    [
      { keys: ["ArrowLeft"], action: "back", text: "Previous move" },
      { keys: ["ArrowRight"], action: "forward", text: "Next move" },
      { keys: ["Home"], action: "first", text: "First position" },
      { keys: ["End"], action: "last", text: "Last position" },
      { keys: ["ArrowUp"], action: "above", text: "Previous variation" },
      { keys: ["ArrowDown"], action: "below", text: "Next variation" },
      { keys: ["Wheel"], text: "Over the board: previous and next move" },
    ],
  ],
  [
    "Board",
    [
      { keys: ["Tab"], text: "Go to the board" },
      { keys: ["Arrow keys"], text: "On the board: go to another place" },
      { keys: ["Enter"], action: "take", text: "Choose the place, or take the selected choice" },
      { keys: ["Escape"], action: "cancel", text: "Undo the last click of a move; in Set up, cancel" },
      { keys: ["Backspace"], action: "undo", text: "Undo the last click of a move" },
      { keys: ["r"], action: "turn", text: "Next choice; in Set up, rotate the last tile" },
      { keys: ["R"], action: "turnBack", text: "Previous choice" },
      { keys: ["Wheel"], text: "Next and previous choice, while a choice is open" },
      { keys: ["0", "1", "2", "3", "4"], action: "kind", text: "Kind of piece to place; 0 asks each time" },
      { keys: ["f"], action: "flip", text: "Flip board" },
    ],
  ],
  [
    "Drawing",
    [
      { keys: ["Right click", "c"], text: "Draw or remove a circle; C on the focused place" },
      { keys: ["Right drag", "C"], text: "Draw or remove an arrow; Shift + C from the last circle" },
      { keys: ["Shift", "Ctrl", "Alt"], text: "With the right button: other colours" },
      { keys: ["Click"], text: "Remove all arrows and circles" },
    ],
  ],
  [
    "Page",
    [
      { keys: ["a"], action: "engine", text: "Engine on or off" },
      { keys: [" "], action: "best", text: "Play the best move of the engine" },
      { keys: ["/"], action: "type", text: "Enter a move" },
      { keys: ["m"], action: "sound", text: "Sound on or off" },
      { keys: ["?"], action: "help", text: "Show this list" },
    ],
  ],
];

/** The names of keys that differ from their value. @type {Record<string, string>} */
const NAMES = { ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓", " ": "Space", R: "Shift + R", C: "Shift + C" };

/** A key as the page shows it. @param {string} key */
export function keyName(key) {
  return NAMES[key] ?? (key.length === 1 ? key.toUpperCase() : key);
}

/** The action of a key; undefined if it has none. @param {string} key @returns {Action | undefined} */
export function actionOf(key) {
  const entries = KEYS.flatMap(([, group]) => group);
  const find = (/** @type {string} */ one) => entries.find(({ keys, action }) => action && keys.includes(one))?.action;
  // Letters work with Caps Lock as well.
  return find(key) ?? (key.length === 1 ? find(key.toLowerCase()) : undefined);
}
