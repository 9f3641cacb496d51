/**
 * Learning from mistakes: the board shows the position before a mistake, and the user looks for a better move. What was missed is shown on
 * the board: the best move as an arrow, and its line move by move.
 */

import { button, byId, fill, h } from "../core/dom.js";
import { labelled } from "../core/icons.js";
import { say } from "../core/say.js";
import { stream, textOf } from "../core/server.js";

/**
 * @typedef {import("../core/tree.js").TreeNode} TreeNode
 * @typedef {import("../../types").View} View
 * @typedef {import("../../types").JudgedMove} JudgedMove
 */

/** Search time for a tried move, in milliseconds. */
const SEARCH_TIME = 500;

/**
 * @typedef {import("../core/desk.js").Mode} Mode
 * @implements {Mode}
 */
export class Learn {
  name = "learn";
  secret = true;
  fixed = true;
  #host = byId("learn");
  #at = 0;
  #solved = false;
  /** The moves that are shown: the best line, or a tried move with its refutation. Empty before they are shown. @type {string[]} */
  #line = [];
  /** The number of moves of the line that are on the board. */
  #shown = 0;
  #text = "";
  #kind = "";

  /**
   * @param {import("../core/desk.js").Desk} desk
   * @param {TreeNode[]} mistakes the worst first
   */
  constructor(desk, mistakes) {
    this.desk = desk;
    this.mistakes = mistakes;
    queueMicrotask(() => this.#begin());
  }

  get #node() {
    return this.mistakes[this.#at];
  }

  /** The best line of the position before the mistake: a forced win that was missed, or the best candidate. */
  get #best() {
    const { verdict } = this.#node;
    if (verdict?.missed_win?.line.length) return verdict.missed_win.line;
    const [best] = verdict?.candidates ?? [];
    return best ? (best.pv.length ? best.pv : [best.mv]) : [];
  }

  /** The move that comes next in the shown line, as an arrow. */
  get arrows() {
    const isHere = this.desk.study.current.ply === (this.#node.parent?.ply ?? 0) + this.#shown;
    const next = isHere ? this.#line[this.#shown] : undefined;
    return next ? `${next}=` : "";
  }

  #begin() {
    this.#solved = false;
    this.#host.hidden = false;
    this.#setLine([]);
    scrollTo(0, 0);
    if (this.#node.parent) this.desk.study.goTo(this.#node.parent);
    this.#say(say("Find a better move than {move} ({name}).", { name: this.desk.nameOf(this.#node.player), move: this.#node.step }));
  }

  mayMove() {
    return !this.#solved && this.desk.study.current === this.#node.parent;
  }

  /** @param {string} move @param {View} view */
  async move(move, view) {
    const node = this.#node;
    this.#solved = true;
    this.#setLine([]);
    this.#say(say("Checking {move}…", { move }));
    const verdict = await this.#judged(move, view);
    if (node !== this.#node || this.desk.mode !== this) return;
    this.#solved = verdict !== null && !verdict.mark && move !== node.step;
    if (this.#solved) {
      this.desk.study.play(move, node.player);
      return this.#say(say("{move} is a good move.", { move }), "right");
    }
    if (verdict || move === node.step) {
      const known = move === node.step ? node.verdict : verdict;
      const why = move === node.step ? say("It was played in the game.") : verdict?.loses_all ? say("It loses a won game.") : say("It loses {lost}.", { lost: verdict?.lost ?? "" });
      if (known?.reply?.length) this.#setLine([move, ...known.reply]);
      this.#say(say("{move} is not good enough. {why} Try again.", { move, why }), "wrong");
    } else {
      this.#say(say("{move} could not be judged. Try again.", { move }), "wrong");
    }
    this.#again();
  }

  #again() {
    this.desk.dispatchEvent(new Event("again"));
  }

  /**
   * Analyses another move in this position. The server decides what counts as a mistake.
   *
   * @param {string} move
   * @param {View} view
   * @returns {Promise<Pick<JudgedMove, "mark" | "lost" | "loses_all" | "reply"> | null>}
   */
  async #judged(move, view) {
    const { verdict } = this.#node;
    if (move === verdict?.candidates[0]?.mv) return { mark: "", lost: "", loses_all: false, reply: [] };
    const line = { ...view.line, start: view.show.position, steps: [move] };
    /** @type {JudgedMove[]} */
    const found = [];
    try {
      await stream("/api/judge", { line, time_ms: SEARCH_TIME, threads: 1 }, { move: (judged) => found.push(judged) }, new AbortController().signal);
    } catch (error) {
      this.desk.say(textOf(error), true);
    }
    return found.at(-1) ?? null;
  }

  /** @param {string[]} line */
  #setLine(line) {
    this.#line = line;
    this.#shown = 0;
  }

  /** Shows what was missed: the best move as an arrow. Its line can then be played move by move. */
  #showBest() {
    const line = this.#best;
    this.#solved = true;
    if (this.#node.parent) this.desk.study.goTo(this.#node.parent);
    this.#setLine(line);
    const { missed_win: win } = this.#node.verdict ?? {};
    const text = say(win ? "The board shows the missed win: {move}." : "The board shows the best move: {move}.", { move: line[0] });
    this.#say(line.length ? text : say("No better move is known."));
    this.#again();
  }

  /** Puts the first `n` moves of the line on the board. @param {number} n */
  #step(n) {
    const { study } = this.desk;
    const { parent } = this.#node;
    if (!parent) return;
    this.#shown = n;
    study.current = parent;
    study.playAll(this.#line.slice(0, n));
    this.#show();
  }

  /** The line that is shown, move by move; the move on the board is marked. */
  #lineControls() {
    const line = this.#line;
    if (!line.length) return null;
    const steps = line.map((step, index) => button(step, () => this.#step(index + 1), { class: "step", "aria-current": index + 1 === this.#shown ? "step" : null }));
    return h(
      "div",
      { class: "row", role: "group", "aria-label": say("Line|of moves") },
      labelled("back", say("Previous move"), () => this.#step(this.#shown - 1), { disabled: this.#shown === 0 }),
      labelled("forward", say("Next move"), () => this.#step(this.#shown + 1), { disabled: this.#shown === line.length, class: this.#solved ? "main" : "" }),
      h("span", { class: "line-steps" }, ...steps),
    );
  }

  /** @param {string} text @param {string} [kind] */
  #say(text, kind = "") {
    [this.#text, this.#kind] = [text, kind];
    this.#show();
  }

  #show() {
    const last = this.#at === this.mistakes.length - 1;
    fill(
      this.#host,
      h("p", { class: `message ${this.#kind}`, role: "status" }, this.#text),
      this.#lineControls(),
      h(
        "div",
        { class: "row" },
        labelled("show", say(this.#solved ? "Show best move again" : "Show best move"), () => this.#showBest()),
        this.#shown > 0 && !this.#solved && labelled("undo", say("Try another move"), () => this.#begin()),
        !last && labelled("skip", say("Next mistake"), () => ((this.#at += 1), this.#begin())),
        labelled("leave", say("Done"), () => this.desk.enter(null)),
        h("small", {}, say("{number} of {all}", { number: this.#at + 1, all: this.mistakes.length })),
      ),
    );
  }

  leave() {
    this.desk.study.goTo(this.#node);
    this.#host.hidden = true;
    fill(this.#host);
  }
}
