/** What a user chose, for all tabs of this browser. */

import { keep, kept } from "./storage.js";

const SETTINGS = "ludex.settings";

const DEFAULTS = {
  /** @type {"system" | "light" | "dark"} */
  theme: "system",
  /** Whether the engine analyses what is looked at; not before somebody asks for it. */
  analysis: false,
  lines: 3,
  threads: 1,
  hash: 64,
  /** Search and evaluator of each game, where they are not its own. @type {Record<string, string>} */
  searches: {},
  /** @type {Record<string, string>} */
  evaluators: {},
  arrows: true,
  paths: false,
  coordinates: true,
  last: true,
  /** Whether a move is shown as a ghost before it is made. */
  ghosts: true,
  /** Whether a move of a game in play must be confirmed. */
  confirm: false,
  /** Whether what is drawn after a move is drawn by itself. */
  draw: true,
  /** Whether the evaluation stands beside the board. */
  bar: true,
  /** @type {1 | 2 | 3 | 4 | "mover"} whose side is below */
  seat: 1,
  /** The choice that each game takes by itself. @type {Record<string, string | null>} */
  kinds: {},
  /** Milliseconds for each move of a judged game. */
  judge_ms: 200,
  level: 5,
  name: "",
};

/** @typedef {typeof DEFAULTS} Chosen */

/** Settings, which tell `changed` with the name of what was changed. */
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

  /** Puts the theme on the page. */
  showTheme() {
    const theme = this.get("theme");
    if (theme === "system") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
  }
}
