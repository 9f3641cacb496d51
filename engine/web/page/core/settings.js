/** The settings of the user, shared by all tabs of this browser. */

import { keep, kept } from "./storage.js";

const SETTINGS = "ludex.settings";

const DEFAULTS = {
  /** @type {"system" | "light" | "dark"} */
  theme: "system",
  /** The look of boards and pieces. @type {"wood" | "slate" | "flat"} */
  board: "wood",
  /** @type {"wood" | "slate" | "flat"} */
  pieces: "wood",
  /** Whether the engine analyses the current position. Off until the user switches it on. */
  analysis: false,
  lines: 3,
  threads: 1,
  hash: 64,
  /** The search and the evaluator chosen for each game; without an entry the game uses its default. @type {Record<string, string>} */
  searches: {},
  /** @type {Record<string, string>} */
  evaluators: {},
  arrows: true,
  paths: false,
  coordinates: true,
  /** Whether the cells of a board without a frame show their names. */
  names: false,
  last: true,
  /** Whether pointing at a place previews the move. */
  ghosts: true,
  /** Whether moves must be confirmed in games against others. */
  confirm: false,
  /** Whether tiles are drawn automatically after a move. */
  draw: true,
  /** Whether the board makes sounds. */
  sound: true,
  /** The volume of the sounds, in percent. */
  volume: 70,
  /** Whether moves are animated. The browser's wish for reduced motion overrides it. */
  motion: true,
  /** The chosen tab of the analysis. @type {"moves" | "engine" | "report" | "notes"} */
  tab: "engine",
  /** Whether the evaluation bar is shown. */
  bar: true,
  /** @type {1 | 2 | 3 | 4 | "mover"} the player whose side is at the bottom; `mover` is the player to move */
  seat: 1,
  /** The kind of piece that is placed without asking, for each game. @type {Record<string, string | null>} */
  kinds: {},
  /** Time per move in the analysis of a game, in milliseconds. */
  judge_ms: 200,
  level: 5,
  name: "",
  /** Whether phrases of other players are hidden. */
  mute: false,
  /** Whether the places where a tile fits are highlighted, in games in real time. */
  fits: true,
};

/** @typedef {typeof DEFAULTS} Chosen */

/** The settings. Event `changed` carries the name of the changed setting. */
export class Settings extends EventTarget {
  /** @type {Chosen} */
  #chosen = { ...DEFAULTS, ...kept(SETTINGS, {}) };

  /**
   * @template {keyof Chosen} Name
   * @param {Name} name
   * @returns {Chosen[Name]}
   */
  get(name) {
    return this.#chosen[name];
  }

  /**
   * @template {keyof Chosen} Name
   * @param {Name} name
   * @param {Chosen[Name]} value
   */
  set(name, value) {
    if (this.#chosen[name] === value) return;
    this.#chosen[name] = value;
    keep(SETTINGS, this.#chosen);
    this.dispatchEvent(new CustomEvent("changed", { detail: name }));
  }

  /** Whether the page is dark. */
  get isDark() {
    const theme = this.get("theme");
    return theme === "system" ? matchMedia("(prefers-color-scheme: dark)").matches : theme === "dark";
  }

  /** The name of the theme for pictures in files. */
  get pictureTheme() {
    const board = this.get("board");
    if (board === "flat") return this.isDark ? "dark" : "light";
    return this.isDark ? `${board}-dark` : board;
  }

  /** Applies the theme to the page. */
  showTheme() {
    const theme = this.get("theme");
    const { dataset } = document.documentElement;
    if (theme === "system") delete dataset.theme;
    else dataset.theme = theme;
    dataset.board = this.get("board");
    dataset.pieces = this.get("pieces");
  }
}
