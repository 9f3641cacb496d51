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
   * @param {string} path
   * @param {object} more
   * @param {(event: string, data: any) => void} hear
   */
  async #run(path, more, hear) {
    const running = new AbortController();
    this.#running?.abort();
    this.#running = running;
    this.#buttons();
    fill(this.#result, "…");
    try {
      await stream(path, { line: this.desk.study.line(), ...more }, hear, running.signal);
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
    return this.#run("/api/solve", { time_ms: SOLVE }, (event, data) => {
      if (event !== "done") return fill(this.#result, progressText(data));
      const plies = data.plies ? ` in ${data.plies} plies` : "";
      const moves = (data.moves ?? []).map((/** @type {string} */ move) =>
        button(move, () => {
          study.current = from;
          study.playAll([move]);
        }),
      );
      const known = data.result !== "unknown";
      fill(this.#result, h("p", { class: known ? "proven" : "" }, known ? `Solved: ${data.result}${plies}` : "No proof within the limits"), h("div", { class: "row" }, ...moves));
    });
  }

  #rollout() {
    return this.#run("/api/rollout", { threads: this.desk.limits.threads }, (_, data) => {
      const rows = (data.moves ?? data.candidates ?? data.lines ?? [data]).map((/** @type {any} */ one) => {
        const value = one.equity ?? one.value ?? one.score?.value ?? one.score;
        const error = one.interval ?? one.error ?? one.ci ?? one.standard_error;
        const told = typeof value === "number" ? signed(value, 4) : "–";
        const within = typeof error === "number" ? `± ${error.toFixed(4)}` : Array.isArray(error) ? `${error.map((end) => signed(end, 3)).join(" … ")}` : "";
        return h("tr", {}, h("th", { scope: "row" }, one.move ?? one.mv ?? one.bestmove ?? "position"), h("td", {}, told), h("td", {}, within));
      });
      const games = data.games ?? data.trials ?? data.n_games;
      fill(this.#result, h("table", {}, h("tbody", {}, ...rows)), games ? h("small", {}, `${games} games`) : null);
    });
  }
}

/** @param {any} data */
function progressText(data) {
  const parts = [];
  if (data.depth !== undefined) parts.push(`depth ${data.depth}`);
  if (data.nodes !== undefined) parts.push(`${data.nodes} nodes`);
  return parts.join(", ") || "…";
}
