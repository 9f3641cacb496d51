/** Learning from mistakes: the board shows the position before a mistake, and the user looks for a better move. */

import { button, byId, fill, h } from "../core/dom.js";
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

  #begin() {
    this.#solved = false;
    this.#host.hidden = false;
    if (this.#node.parent) this.desk.study.goTo(this.#node.parent);
    this.#say(`${this.desk.nameOf(this.#node.player)} played ${this.#node.step}${this.#node.verdict?.mark ?? ""}. Find a better move.`);
  }

  mayMove() {
    return !this.#solved && this.desk.study.current === this.#node.parent;
  }

  /** @param {string} move @param {View} view */
  async move(move, view) {
    const node = this.#node;
    this.#solved = true;
    this.#say(`Checking ${move}…`);
    const verdict = await this.#judged(move, view);
    if (node !== this.#node || this.desk.mode !== this) return;
    this.#solved = verdict !== null && !verdict.mark && move !== node.step;
    if (this.#solved) {
      this.#say(`${move} is a good move.`, "right");
      return this.desk.study.play(move, node.player);
    }
    if (verdict || move === node.step) {
      const why = move === node.step ? "It was played in the game." : verdict?.loses_all ? "It loses a won game." : `It loses ${verdict?.lost}.`;
      this.#say(`${move} is not good enough. ${why} Try again.`, "wrong");
    } else {
      this.#say(`${move} could not be judged. Try again.`, "wrong");
    }
    this.desk.dispatchEvent(new Event("again"));
  }

  /**
   * Analyses another move in this position. The server decides what counts as a mistake.
   *
   * @param {string} move
   * @param {View} view
   * @returns {Promise<Pick<JudgedMove, "mark" | "lost" | "loses_all"> | null>}
   */
  async #judged(move, view) {
    const { verdict } = this.#node;
    if (move === verdict?.candidates[0]?.mv) return { mark: "", lost: "", loses_all: false };
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

  #show() {
    const best = this.#node.verdict?.candidates[0]?.mv;
    this.#solved = true;
    if (best) this.desk.study.play(best, this.#node.player);
    this.#say(best ? `The best move was ${best}.` : "No better move is known.");
  }

  /** @param {string} text @param {string} [kind] */
  #say(text, kind = "") {
    const last = this.#at === this.mistakes.length - 1;
    fill(
      this.#host,
      h("p", { class: `message ${kind}`, role: "status" }, text),
      h(
        "div",
        { class: "row" },
        !this.#solved && button("Show best move", () => this.#show()),
        !last && button("Next", () => ((this.#at += 1), this.#begin())),
        button("Done", () => this.desk.enter(null)),
        h("small", {}, `${this.#at + 1} of ${this.mistakes.length}`),
      ),
    );
  }

  leave() {
    this.desk.study.goTo(this.#node);
    this.#host.hidden = true;
    fill(this.#host);
  }
}
