/** The settings of the user, shared by all tabs of this browser. */

import { keep, kept } from "./storage.js";

const SETTINGS = "ludex.settings";

const DEFAULTS = {
  /** @type {"system" | "light" | "dark"} */
  theme: "system",
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
  last: true,
  /** Whether pointing at a place previews the move. */
  ghosts: true,
  /** Whether moves must be confirmed in games against others. */
  confirm: false,
  /** Whether tiles are drawn automatically after a move. */
  draw: true,
  /** Whether the board makes sounds. */
  sound: true,
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

  /** Applies the theme to the page. */
  showTheme() {
    const theme = this.get("theme");
    if (theme === "system") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
  }
}
