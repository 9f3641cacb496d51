/** State that all modules of the page share: the games, the settings, the open game and the current mode. */

import { TITLES } from "../home/lines.js";
import { Bars } from "../play/bars.js";
import { say } from "./say.js";
import { Sounds } from "./sound.js";
import { Study } from "./study.js";
import { Views } from "./views.js";
import { capital } from "./words.js";

/**
 * @typedef {import("../../types").Games} Games
 * @typedef {import("../../types").GameInfo} GameInfo
 * @typedef {import("../../types").View} View
 */

/**
 * A use of the page other than free analysis: a game in a room, a puzzle, the position editor, learning from mistakes.
 *
 * @typedef {object} Mode
 * @property {string} name
 * @property {boolean} secret whether the analysis of the engine is hidden
 * @property {boolean} fixed whether the user must stay at the current position
 * @property {boolean} [own] whether the mode draws the board itself
 * @property {(view: View) => boolean} mayMove
 * @property {(move: string, view: View) => void} move
 * @property {import("./link.js").Place} [place] the place in the address; without it, the analysis of the open game
 * @property {number | null} [you] the player at this device, in a game with one
 * @property {boolean} [example] whether the positions are examples of a lesson that cannot occur in the game, so that their results mean nothing
 * @property {string} [title] the heading of the mode; without it, the game and its variant
 * @property {string} [arrows] the move that is drawn as an arrow on the current position, in the form of the `view` request: `c3=`
 * @property {() => void} [turn] rotates the tile that was placed last
 * @property {() => string} [running] what it means to leave the mode, if a game is running; otherwise empty
 * @property {() => void} [cancel] leaves the mode when the user presses Escape
 * @property {() => void} leave
 */

/** @typedef {{ name: string, title: string, about: string, info: GameInfo, live: boolean }} Shown a game of the page; `live` if it is a variant in real time of the game `info` */

/** Events: `go` with a place that the user wants to visit, `place` when the address must follow the state of a mode, `view` when another position is shown, `mode` when the mode changes, `said` with a message for the user, `hint` with a move to show on the board, `lost` when the game of a link cannot be opened, `again` when the position must be shown again, `review` when the game must be analysed. */
export class Desk extends EventTarget {
  study = new Study();
  /** The position on the board, as the server described it. @type {View | null} */
  view = null;
  /** @type {Mode | null} */
  mode = null;
  /** The bars with the players. @type {import("../play/bars.js").Bars} */
  bars;
  /** The HTML report of the last analysed game, with the request that it answers. @type {{ asked: string, html: string } | null} */
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
    this.sounds = new Sounds(settings);
    this.views = new Views(settings);
    this.bars = new Bars(this);
  }

  /** The game that is open. @returns {GameInfo} */
  get info() {
    return this.game(this.study.game) ?? this.games[0];
  }

  /** The options of the open variant; empty until the server has sent them. */
  get options() {
    return this.view?.line.game === this.study.game ? this.view.options : [];
  }

  /** The games as the page offers them: each game, and each variant in real time after its game. @returns {Shown[]} */
  get shown() {
    return this.games.flatMap((info) => {
      const { name, title, about, real_time: live } = info;
      return [{ name, title, about, info, live: false }, ...(live ? [{ name: live.name, title: TITLES[live.name] ?? capital(live.name), about: live.about, info, live: true }] : [])];
    });
  }

  /** The games to choose from: identifier and title. @returns {[string, string][]} */
  get choices() {
    return this.games.map(({ name, title }) => [name, title]);
  }

  /** @param {string} name */
  game(name) {
    return this.games.find((game) => game.name === name);
  }

  /** Whether the analysis of the engine may be shown. */
  get open() {
    return !this.mode?.secret;
  }

  /** @param {View} view */
  show(view) {
    this.view = view;
    document.body.dataset.game = view.line.game;
    this.dispatchEvent(new Event("view"));
  }

  /** Leaves the current mode, then enters another one: both use the same panel. @param {(() => Mode) | null} begin */
  enter(begin) {
    const before = this.mode;
    this.mode = null;
    before?.leave();
    this.mode = begin?.() ?? null;
    this.dispatchEvent(new Event("mode"));
  }

  /** Goes to a place of the page. @param {import("./link.js").Place} place */
  go(place) {
    this.dispatchEvent(new CustomEvent("go", { detail: place }));
  }

  /** Shows a message below the board, which screen readers read aloud. @param {string} text @param {boolean} [wrong] */
  say(text, wrong = false) {
    this.dispatchEvent(new CustomEvent("said", { detail: { text, wrong } }));
  }

  /** Reports that the game of a link cannot be opened, and why. @param {string} why */
  lose(why) {
    this.dispatchEvent(new CustomEvent("lost", { detail: why }));
  }

  /** Asks the server which player made each step that leads to a position. @param {import("./tree.js").TreeNode} node */
  async identify(node) {
    const view = await this.views.of(this.study.line(node)).catch(() => null);
    if (view) this.study.learn(view, node);
  }

  /** The name of a player. @param {number} player */
  nameOf(player) {
    const { names } = this.study;
    const name = names[player - 1] || say("Player {number}", { number: player });
    const colour = this.view?.names[player - 1];
    // Two computers have one name.
    return colour && names.indexOf(name) !== names.lastIndexOf(name) ? `${name} (${colour})` : name;
  }
}
