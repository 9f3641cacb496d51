/** What the parts of the page share: the games, the settings, what is open, and who may move. */

import { Study } from "./study.js";
import { Views } from "./views.js";

/**
 * @typedef {import("../../types").Games} Games
 * @typedef {import("../../types").GameInfo} GameInfo
 * @typedef {import("../../types").View} View
 */

/**
 * What the page is used for beside free analysis: a game in a room, a puzzle, mistakes to learn from.
 *
 * @typedef {object} Mode
 * @property {string} name
 * @property {boolean} secret whether what the engine thinks is hidden
 * @property {boolean} fixed whether one cannot go to other positions
 * @property {boolean} [own] whether it shows the board itself
 * @property {(view: View) => boolean} mayMove
 * @property {(move: string, view: View) => void} move
 * @property {() => void} [turn] turns what was put last
 * @property {() => void} leave
 */

/** It tells `view` when another position is shown, `mode` when the page is used for something else, `said` with a remark, and `lost` where a link leads to no game. */
export class Desk extends EventTarget {
  study = new Study();
  /** What is shown. @type {View | null} */
  view = null;
  /** @type {Mode | null} */
  mode = null;
  /** The page of the game that was judged last, with what was asked for it. @type {{ asked: string, html: string } | null} */
  page = null;

  /**
   * @param {Games} games
   * @param {import("./settings.js").Settings} settings
   */
  constructor(games, settings) {
    super();
    this.games = games.games;
    this.limits = games.limits;
    this.version = games.version;
    this.settings = settings;
    this.views = new Views(settings);
  }

  /** The game that is open. @returns {GameInfo} */
  get info() {
    return this.game(this.study.game) ?? this.games[0];
  }

  /** The options of the variant that is open, as far as they are known. */
  get options() {
    return this.view?.line.game === this.study.game ? this.view.options : [];
  }

  /** The games to choose from, each with what it is called. @returns {[string, string][]} */
  get choices() {
    return this.games.map(({ name, title }) => [name, title]);
  }

  /** @param {string} name */
  game(name) {
    return this.games.find((game) => game.name === name);
  }

  /** Whether what the engine thinks may be seen. */
  get open() {
    return !this.mode?.secret;
  }

  /** @param {View} view */
  show(view) {
    this.view = view;
    this.dispatchEvent(new Event("view"));
  }

  /** Leaves what the page was used for, and only then begins something else: both fill the same panel. @param {(() => Mode) | null} begin */
  enter(begin) {
    const before = this.mode;
    this.mode = null;
    before?.leave();
    this.mode = begin?.() ?? null;
    this.dispatchEvent(new Event("mode"));
  }

  /** Says something in a line that all see and screen readers read. @param {string} text @param {boolean} [wrong] */
  say(text, wrong = false) {
    this.dispatchEvent(new CustomEvent("said", { detail: { text, wrong } }));
  }

  /** Says that the game of a link is not to be had, and why. @param {string} why */
  lose(why) {
    this.dispatchEvent(new CustomEvent("lost", { detail: why }));
  }

  /** Asks who made the steps that lead to a position. @param {import("./tree.js").TreeNode} node */
  async identify(node) {
    const view = await this.views.of(this.study.line(node)).catch(() => null);
    if (view) this.study.learn(view, node);
  }

  /** What a player is called. @param {number} player */
  nameOf(player) {
    return this.study.names[player - 1] || `Player ${player}`;
  }
}
