/** Proofs and rollouts: searches that a game may have beside its analysis, each until it ends or is stopped. */

import { button, byId, fill, h } from "../core/dom.js";
import { isAborted, stream, textOf } from "../core/server.js";
import { signed } from "./values.js";

/** How long a proof is looked for, in milliseconds; it can be stopped. */
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
  }

  #reset() {
    this.#running?.abort();
    this.#running = null;
    const { info, mode } = this.desk;
    this.#host.hidden = mode !== null || (!info.solvers?.length && !info.rollouts);
    fill(this.#result);
    this.#buttons();
  }

  #buttons() {
    const { info } = this.desk;
    const stop = this.#running && button("Stop", () => this.#stop());
    const solve = info.solvers?.length ? button("Solve", () => this.#solve()) : null;
    const rollout = info.rollouts ? button("Roll out", () => this.#rollout()) : null;
    fill(this.#host, h("div", { class: "row" }, stop || solve, stop ? null : rollout), this.#result);
  }

  /** What was found until then is no end, and goes. */
  #stop() {
    this.#running?.abort();
    fill(this.#result);
  }

  /**
   * @template {"/api/solve" | "/api/rollout"} Path
   * @param {Path} path
   * @param {import("../../types").Streams[Path]["asks"]} asks
   * @param {import("../core/server.js").Hears<Path>} hears
   */
  async #run(path, asks, hears) {
    const running = new AbortController();
    this.#running?.abort();
    this.#running = running;
    this.#buttons();
    fill(this.#result, "…");
    try {
      await stream(path, asks, hears, running.signal);
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
    const done = ({ result, plies, moves }) => {
      const within = plies ? ` in ${plies} plies` : "";
      const first = moves.map((move) =>
        button(move, () => {
          study.current = from;
          study.playAll([move]);
        }),
      );
      const known = result !== "unknown";
      fill(this.#result, h("p", { class: known ? "proven" : "" }, known ? `Solved: ${result}${within}` : "No proof within the limits"), h("div", { class: "row" }, ...first));
    };
    const progress = (/** @type {import("../../types").SolveProgress} */ { depth, nodes }) => fill(this.#result, `depth ${depth}, ${nodes} nodes`);
    return this.#run("/api/solve", { line: study.line(), time_ms: SOLVE }, { progress, done });
  }

  #rollout() {
    /** @param {import("../../types").RolledOut} rolled */
    const show = ({ lines, trials }) => {
      const rows = lines.map(({ move, equity, value = equity, interval }) => {
        const told = value === undefined ? "–" : signed(value, 4);
        const within = interval.map((end) => signed(end, 3)).join(" … ");
        return h("tr", {}, h("th", { scope: "row" }, move ?? "position"), h("td", {}, told), h("td", {}, within));
      });
      fill(this.#result, h("table", {}, h("tbody", {}, ...rows)), trials ? h("small", {}, `${trials} games`) : null);
    };
    return this.#run("/api/rollout", { line: this.desk.study.line(), threads: this.desk.limits.threads }, { findings: show, done: show });
  }
}
