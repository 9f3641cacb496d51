/** Learning from mistakes: the board goes before the mistake, and one looks for a better move oneself. */

import { button, byId, fill, h } from "../core/dom.js";
import { stream, textOf } from "../core/server.js";

/**
 * @typedef {import("../core/tree.js").TreeNode} TreeNode
 * @typedef {import("../../types").View} View
 * @typedef {import("../../types").JudgedMove} JudgedMove
 */

/** How long a move is looked at, in milliseconds. */
const LOOK = 500;

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
    this.#tell(`${this.desk.nameOf(this.#node.player)} played ${this.#node.step}${this.#node.verdict?.mark ?? ""}. Find a better move.`);
  }

  mayMove() {
    return !this.#solved && this.desk.study.current === this.#node.parent;
  }

  /** @param {string} move @param {View} view */
  async move(move, view) {
    const node = this.#node;
    this.#solved = true;
    this.#tell(`${move} is looked at…`);
    const verdict = await this.#judged(move, view);
    if (node !== this.#node || this.desk.mode !== this) return;
    this.#solved = verdict !== null && !verdict.mark && move !== node.step;
    if (this.#solved) {
      this.#tell(`${move} is right.`, "right");
      return this.desk.study.play(move, node.player);
    }
    const why = move === node.step ? "That is what was played." : verdict ? (verdict.loses_all ? "It gives the whole game away." : `It loses ${verdict.lost}.`) : "";
    this.#tell(`${move} is not it. ${why} Try again.`, "wrong");
    this.desk.dispatchEvent(new Event("again"));
  }

  /**
   * What the judge says to another move in this position: the game knows what is a mistake.
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
      await stream("/api/judge", { line, time_ms: LOOK, threads: 1 }, { move: (judged) => found.push(judged) }, new AbortController().signal);
    } catch (error) {
      this.desk.say(textOf(error), true);
    }
    return found.at(-1) ?? null;
  }

  #show() {
    const best = this.#node.verdict?.candidates[0]?.mv;
    this.#solved = true;
    if (best) this.desk.study.play(best, this.#node.player);
    this.#tell(best ? `Better was ${best}.` : "No better move is known.");
  }

  /** @param {string} text @param {string} [kind] */
  #tell(text, kind = "") {
    const last = this.#at === this.mistakes.length - 1;
    fill(
      this.#host,
      h("p", { class: `told ${kind}`, role: "status" }, text),
      h(
        "div",
        { class: "row" },
        !this.#solved && button("Show", () => this.#show()),
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
