/** Settings, and the keys of the page. */

import { field, fill, h, select, tick } from "../core/dom.js";
import { openDialog } from "./dialog.js";

/** @typedef {import("../core/desk.js").Desk} Desk */

/** @param {Desk} desk */
export function openSettings(desk) {
  const { settings, limits, info } = desk;
  /** @type {[string, string][]} */
  const themes = [
    ["system", "as the system"],
    ["light", "light"],
    ["dark", "dark"],
  ];
  /** @type {[string, string][]} */
  const seats = [1, 2, 3, 4].map((seat) => [String(seat), `player ${seat}`]);
  const turns = select([...seats, ["mover", "whose turn it is"]], String(settings.get("seat")), (value) => settings.set("seat", value === "mover" ? "mover" : /** @type {1} */ (+value)));
  const ofGame = (/** @type {"searches" | "evaluators"} */ which, /** @type {string[]} */ all) =>
    select(named(all), settings.get(which)[info.name] ?? "", (value) => settings.set(which, { ...settings.get(which), [info.name]: value }));
  openDialog(
    "Settings",
    h("h3", {}, "Board"),
    field("Colours", select(themes, settings.get("theme"), (value) => settings.set("theme", /** @type {"system"} */ (value)))),
    field("Below sits", turns),
    h(
      "div",
      { class: "ticks" },
      tick("Last move", settings.get("last"), (on) => settings.set("last", on)),
      tick("Arrows of the engine", settings.get("arrows"), (on) => settings.set("arrows", on)),
      tick("Coordinates", settings.get("coordinates"), (on) => settings.set("coordinates", on)),
      info.has_paths && tick("Shortest paths", settings.get("paths"), (on) => settings.set("paths", on)),
      tick("Ghost of a move", settings.get("ghosts"), (on) => settings.set("ghosts", on)),
      tick("Confirm moves when playing", settings.get("confirm"), (on) => settings.set("confirm", on)),
      tick("Draw tiles by itself", settings.get("draw"), (on) => settings.set("draw", on)),
      tick("Evaluation bar", settings.get("bar"), (on) => settings.set("bar", on)),
    ),
    h("h3", {}, "Engine"),
    h(
      "div",
      { class: "fields" },
      field("Threads", number(settings.get("threads"), 1, limits.threads, (value) => settings.set("threads", value)), `up to ${limits.threads}`),
      field("Memory, MiB", number(settings.get("hash"), 1, limits.hash, (value) => settings.set("hash", value)), `up to ${limits.hash}`),
      field(`Search of ${info.name}`, ofGame("searches", info.searches.map(({ name }) => name))),
      field(`Evaluator of ${info.name}`, ofGame("evaluators", info.evaluators)),
      field("Judge each move for, ms", number(settings.get("judge_ms"), 10, 10_000, (value) => settings.set("judge_ms", value))),
    ),
    h("h3", {}, "Keys"),
    keyTable(),
  );
}

/** @param {string[]} names @returns {[string, string][]} */
function named(names) {
  return [["", "usual"], ...names.map((name) => /** @type {[string, string]} */ ([name, name]))];
}

/**
 * @param {number} value
 * @param {number} min
 * @param {number} max
 * @param {(value: number) => void} change
 */
function number(value, min, max, change) {
  const input = h("input", { type: "number", min, max, value: Math.min(value, max) });
  input.addEventListener("change", () => {
    const wanted = Math.round(Number(input.value));
    const within = Number.isFinite(wanted) ? Math.max(min, Math.min(max, wanted)) : value;
    input.value = String(within);
    change(within);
  });
  return input;
}

const KEYS = [
  ["← →", "back and forward"],
  ["↑ ↓", "other variation"],
  ["Home, End", "first and last position"],
  ["Tab, arrows, Enter", "on the board: go to a place and touch it"],
  ["Escape", "take a touch back"],
  ["R, wheel", "turn through choices, or the tile that was set up last"],
  ["1 to 4, 0", "kind of piece chosen beforehand, or asked"],
  ["/", "type a move"],
  ["A", "analysis on or off"],
  ["F", "turn the board"],
  ["Space", "play the engine's move"],
];

function keyTable() {
  const body = h("tbody");
  fill(body, ...KEYS.map(([key, what]) => h("tr", {}, h("th", { scope: "row" }, h("kbd", {}, key)), h("td", {}, what))));
  return h("table", { class: "keys" }, body);
}
