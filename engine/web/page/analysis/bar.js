/** The bar beside the board: what each player may expect. */

import { byId, fill, h } from "../core/dom.js";
import { chancesOf, percent, scoreText, sharesOf } from "./values.js";

/** @typedef {import("../../types").Findings} Findings */

export class Bar {
  #bar = byId("bar");

  /** @param {import("../core/desk.js").Desk} desk */
  constructor(desk) {
    this.desk = desk;
  }

  /** What the end of a game says, as if it had been found. @returns {Findings | null} */
  get #end() {
    const { view, study } = this.desk;
    const returns = view?.show.over && view.line.steps.length === study.current.ply ? view.show.returns : null;
    if (!view || !returns) return null;
    const [win, draw] = [Number(returns[0] > 0), Number(returns[0] === 0)];
    const none = { bestmove: null, proof: null, depth: 0, nodes: 0, time_ms: 0, nps: 0, threads: 0, pv: [], lines: [] };
    const players = returns.map((value) => Math.sign(value));
    return { ...none, game: study.game, position: view.show.position, to_move: 1, win, draw, loss: 1 - win - draw, score: { unit: "", value: null }, players };
  }

  /** @param {Findings | null} found */
  show(found) {
    const findings = found ?? this.#end;
    const bar = this.#bar;
    bar.hidden = !this.desk.settings.get("bar");
    bar.classList.toggle("empty", !findings);
    bar.classList.toggle("turned", (this.desk.views.seat ?? this.desk.settings.get("seat")) === 2);
    if (!findings) return void bar.setAttribute("aria-label", "No evaluation");
    const shares = sharesOf(findings);
    if (!shares) return;
    const parts = shares.length > 2 ? shares : chancesOf(findings);
    const kinds = shares.length > 2 ? ["p1", "p2", "p3", "p4"] : ["p1", "drawn", "p2"];
    while (bar.childElementCount !== parts.length) fill(bar, ...parts.map(() => h("span")));
    for (const [index, part] of parts.entries()) {
      const span = /** @type {HTMLElement} */ (bar.children[index]);
      span.className = kinds[index];
      span.style.flexGrow = String(Math.max(0, part));
      const player = kinds[index].startsWith("p") ? Number(kinds[index].slice(1)) : 0;
      const colour = this.desk.view?.colours[player - 1];
      if (colour) span.style.setProperty("--own", `var(${colour})`);
      else span.style.removeProperty("--own");
    }
    const words = shares.map((share, index) => `${this.desk.nameOf(index + 1)} ${percent(share)}`).join(", ");
    bar.setAttribute("aria-label", `Evaluation: ${words}`);
    bar.title = !found ? words : `${words}; ${scoreText(findings.lines[0], findings)} for the player to move`;
  }
}
