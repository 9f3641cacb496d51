/** Buttons for the search for a forced win and for rollouts, in games that support them. Each runs until it ends or is stopped. */

import { button, byId, fill, h } from "../core/dom.js";
import { labelled } from "../core/icons.js";
import { say, sayCount } from "../core/say.js";
import { isAborted, stream, textOf } from "../core/server.js";
import { short, signed } from "./values.js";

/** The time limit of the search for a forced win, in milliseconds. */
const SOLVE = 60_000;

export class Extra {
  #host = byId("extra");
  #result = h("div", { role: "status" });
  /** @type {AbortController | null} */
  #running = null;

  /** @param {import("../core/desk.js").Desk} desk */
  constructor(desk) {
    this.desk = desk;
    for (const event of ["opened", "position"]) desk.study.addEventListener(event, () => this.#reset());
    desk.addEventListener("mode", () => this.#reset());
    desk.study.addEventListener("tree", () => this.#show());
  }

  #reset() {
    this.#running?.abort();
    this.#running = null;
    fill(this.#result);
    this.#buttons();
    this.#show();
  }

  /** There is nothing to prove or to roll out on an empty board, or when the game is over. */
  #show() {
    const { info, mode, study } = this.desk;
    const { parent, ended } = study.current;
    const isNeeded = (parent || study.start) && !ended && (info.solvers?.length || info.rollouts);
    this.#host.hidden = mode !== null || !isNeeded;
  }

  #buttons() {
    const { info } = this.desk;
    const stop = this.#running && button(say("Stop"), () => this.#stop());
    const solve = info.solvers?.length ? labelled("search", say("Search for a forced win"), () => this.#solve()) : null;
    const rollout = info.rollouts ? labelled("dice", say("Rollout"), () => this.#rollout(), { title: say("Play many games from this position, and average their results") }) : null;
    fill(this.#host, h("div", { class: "row" }, stop || solve, stop ? null : rollout), this.#result);
  }

  /** Stops the search. Its partial result is removed. */
  #stop() {
    this.#running?.abort();
    fill(this.#result);
  }

  /**
   * @template {"/api/solve" | "/api/rollout"} Path
   * @param {Path} path
   * @param {import("../../types").Streams[Path]["asks"]} asks
   * @param {import("../core/server.js").Handlers<Path>} handlers
   */
  async #run(path, asks, handlers) {
    const running = new AbortController();
    this.#running?.abort();
    this.#running = running;
    this.#buttons();
    fill(this.#result, "…");
    try {
      await stream(path, asks, handlers, running.signal);
    } catch (error) {
      if (!isAborted(error) && this.#running === running) fill(this.#result, h("p", { class: "wrong" }, textOf(error)));
    }
    if (this.#running !== running) return;
    this.#running = null;
    this.#buttons();
  }

  #solve() {
    const { study } = this.desk;
    const from = study.current;
    /** @param {import("../../types").Solved} solved */
    const done = ({ result, plies, moves, exhausted, looked_at: searched }) => {
      const first = moves.map((move) =>
        button(move, () => {
          study.current = from;
          study.playAll([move]);
        }),
      );
      const known = result !== "unknown";
      const unproven = exhausted ? say("No forced win: the search tried {moves} to the end", { moves: searched ?? "" }) : say("No forced win found in {seconds} s", { seconds: SOLVE / 1000 });
      fill(this.#result, h("p", { class: known ? "proven" : "" }, known ? provenText(result, plies) : unproven), h("div", { class: "row" }, ...first));
    };
    const progress = (/** @type {import("../../types").SolveProgress} */ { depth, nodes }) => fill(this.#result, say("Depth {depth}, {nodes} nodes", { depth, nodes: short(nodes) }));
    return this.#run("/api/solve", { line: study.line(), time_ms: SOLVE }, { progress, done });
  }

  #rollout() {
    /** @param {import("../../types").RolledOut} rolled */
    const show = ({ lines, trials }) => {
      const rows = lines.map(({ move, equity, value = equity, interval }) => {
        const shown = value === undefined ? "–" : signed(value, 4);
        const within = interval.map((end) => signed(end, 3)).join(" … ");
        return h("tr", {}, h("th", { scope: "row" }, move ?? say("This position")), h("td", {}, shown), h("td", {}, within));
      });
      fill(this.#result, h("table", {}, h("tbody", {}, ...rows)), trials ? h("small", {}, sayCount(trials, "{count} game, with 95 % intervals", "{count} games, with 95 % intervals")) : null);
    };
    return this.#run("/api/rollout", { line: this.desk.study.line(), threads: this.desk.limits.threads }, { findings: show, done: show });
  }
}

/** A proven result, with the number of plies if it is known. @param {string} result @param {number | null | undefined} plies */
function provenText(result, plies) {
  if (result === "draw") return plies ? sayCount(plies, "Forced draw in {count} ply", "Forced draw in {count} plies") : say("Forced draw");
  if (result === "loss") return plies ? sayCount(plies, "Forced loss in {count} ply", "Forced loss in {count} plies") : say("Forced loss");
  return plies ? sayCount(plies, "Forced win in {count} ply", "Forced win in {count} plies") : say("Forced win");
}
