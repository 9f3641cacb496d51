/** The settings dialog. */

import { field, h, select, tick } from "../core/dom.js";
import { labelled } from "../core/icons.js";
import { languageList } from "../core/language.js";
import { BY_TOUCH, say } from "../core/say.js";
import { openDialog } from "./dialog.js";
import { openKeys } from "./keys.js";
import { progressControls } from "./progress.js";

/** @typedef {import("../core/desk.js").Desk} Desk */

/** @type {[string, string][]} */
const LOOKS = [
  ["wood", say("Wood")],
  ["slate", say("Slate")],
  ["flat", say("Flat|look")],
];

/** @param {Desk} desk */
export function openSettings(desk) {
  const { settings, limits, info } = desk;
  /** @type {[string, string][]} */
  const themes = [
    ["system", say("Same as this device")],
    ["light", say("Light")],
    ["dark", say("Dark")],
  ];
  /** @type {[string, string][]} */
  const seats = [1, 2, 3, 4].map((seat) => [String(seat), say("Player {number} at the bottom", { number: seat })]);
  const turns = select([...seats, ["mover", say("Player to move at the bottom")]], String(settings.get("seat")), (value) => settings.set("seat", value === "mover" ? "mover" : /** @type {1} */ (+value)));
  const look = (/** @type {"board" | "pieces"} */ which) => select(LOOKS, settings.get(which), (value) => settings.set(which, /** @type {"wood"} */ (value)));
  const ofGame = (/** @type {"searches" | "evaluators"} */ which, /** @type {string[]} */ all) =>
    select(named(all), settings.get(which)[info.name] ?? "", (value) => settings.set(which, { ...settings.get(which), [info.name]: value }));
  // Names inside of the cells cover more of the board than those on a frame, so they are off until the user wants them.
  const names = document.querySelector("#board .names") ? "names" : "coordinates";
  openDialog(
    say("Settings"),
    h("div", { class: "fields" }, field(say("Language"), languageList())),
    h("h3", {}, say("Board")),
    h(
      "div",
      { class: "fields" },
      field(say("Light or dark"), select(themes, settings.get("theme"), (value) => settings.set("theme", /** @type {"system"} */ (value)))),
      field(say("Board"), look("board")),
      field(say("Pieces"), look("pieces")),
      field(say("Board orientation"), turns),
    ),
    h(
      "div",
      { class: "ticks" },
      tick(say("Highlight last move"), settings.get("last"), (on) => settings.set("last", on)),
      tick(say("Engine arrows"), settings.get("arrows"), (on) => settings.set("arrows", on)),
      tick(say("Coordinates"), settings.get(names), (on) => settings.set(names, on)),
      info.has_paths && tick(say("Shortest paths"), settings.get("paths"), (on) => settings.set("paths", on)),
      tick(say("Preview moves"), settings.get("ghosts"), (on) => settings.set("ghosts", on)),
      tick(say("Confirm moves in games"), settings.get("confirm"), (on) => settings.set("confirm", on)),
      tick(say("Draw tiles automatically"), settings.get("draw"), (on) => settings.set("draw", on)),
      tick(say("Animate moves"), settings.get("motion"), (on) => settings.set("motion", on)),
      tick(say("Sound"), settings.get("sound"), (on) => settings.set("sound", on)),
      tick(say("Evaluation bar"), settings.get("bar"), (on) => settings.set("bar", on)),
    ),
    field(say("Volume"), volume(settings, desk.sounds)),
    h("h3", {}, say("Engine")),
    h(
      "div",
      { class: "fields" },
      field(say("Threads"), number(settings.get("threads"), 1, limits.threads, (value) => settings.set("threads", value)), say("Up to {most}", { most: limits.threads })),
      field(say("Memory (MiB)"), number(settings.get("hash"), 1, limits.hash, (value) => settings.set("hash", value)), say("Up to {most}", { most: limits.hash })),
      field(say("Search for {game}", { game: info.title }), ofGame("searches", info.searches.map(({ name }) => name))),
      field(say("Evaluation for {game}", { game: info.title }), ofGame("evaluators", info.evaluators)),
      field(say("Game analysis: time per move (ms)"), number(settings.get("judge_ms"), 10, 10_000, (value) => settings.set("judge_ms", value))),
    ),
    h("h3", {}, say("Progress")),
    progressControls(),
    BY_TOUCH ? null : h("div", { class: "row" }, labelled("keys", say("Keyboard and mouse"), openKeys)),
  );
}

/** @param {string[]} names @returns {[string, string][]} */
function named(names) {
  return [["", say("Default")], ...names.map((name) => /** @type {[string, string]} */ ([name, name]))];
}

/** The slider for the volume. It plays a sound when it is released. @param {import("../core/settings.js").Settings} settings @param {import("../core/sound.js").Sounds} sounds */
function volume(settings, sounds) {
  const slider = h("input", { type: "range", min: 0, max: 100, step: 5, value: settings.get("volume") });
  slider.addEventListener("change", () => {
    settings.set("volume", Number(slider.value));
    sounds.play("place");
  });
  return slider;
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
