/** Learning from mistakes: the board goes before the mistake, and one looks for a better move oneself. */

import { button, byId, fill, h } from "../core/dom.js";
import { ask, stream, textOf } from "../core/server.js";
import { LOSSES, percent, sharesOf } from "./values.js";

/**
 * @typedef {import("../core/tree.js").TreeNode} TreeNode
 * @typedef {import("../../types").View} View
 * @typedef {import("../../types").Findings} Findings
 */

/** A move that loses less is good enough. */
const GOOD = LOSSES[LOSSES.length - 1].loss;
/** How long a move is looked at that nobody looked at before, in milliseconds. */
const LOOK = 700;

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

  /** @param {string} move */
  async move(move) {
    this.#solved = true;
    const loss = await this.#lossOf(move).catch((error) => {
      this.desk.say(textOf(error), true);
      return null;
    });
    const right = loss !== null && loss < GOOD && move !== this.#node.step;
    this.#solved = right;
    const told = move === this.#node.step ? "That is what was played." : loss === null ? "" : `It loses ${percent(Math.max(0, loss))}.`;
    this.#tell(right ? `${move} is right.` : `${move} is not it. ${told} Try again.`, right ? "right" : "wrong");
    if (right) this.desk.study.play(move, this.#node.player);
    else this.desk.dispatchEvent(new Event("again"));
  }

  /** What a move loses against the best one. @param {string} move */
  async #lossOf(move) {
    const { verdict, player, parent } = this.#node;
    const candidate = verdict?.candidates.find(({ mv }) => mv === move);
    const best = verdict?.candidates[0];
    if (candidate === best && best) return 0;
    const before = verdict && verdict.lost !== null ? (verdict.expected[player - 1] ?? 0) + verdict.lost : null;
    if (before === null || !parent) return null;
    const line = this.desk.study.line(parent);
    const after = { ...line, steps: [...line.steps, move] };
    const { show } = await ask("/api/view", { line: after });
    if (show.over) return before - (show.returns?.[player - 1] ?? 0);
    /** @type {Findings | null} */
    let found = null;
    const request = { line: after, lines: 1, threads: 1, hash: 16, time_ms: LOOK, seed: 0 };
    await stream("/api/analyse", request, (_, data) => void (found = data), new AbortController().signal);
    const shares = found && sharesOf(found);
    return shares ? before - shares[player - 1] : null;
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
