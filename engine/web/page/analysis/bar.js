/** The evaluation bar beside the board. */

import { byId, fill, h } from "../core/dom.js";
import { say } from "../core/say.js";
import { expectedAt } from "./graph.js";
import { chancesOf, percent, scoreText, sharesOf } from "./values.js";

/** @typedef {import("../../types").Findings} Findings */

export class Bar {
  #bar = byId("bar");

  /** @param {import("../core/desk.js").Desk} desk */
  constructor(desk) {
    this.desk = desk;
  }

  /** The result of a finished game, in the form of an evaluation. @returns {import("./values.js").Shares | null} */
  get #end() {
    const { view, study } = this.desk;
    const returns = view?.show.over && view.line.steps.length === study.current.ply ? view.show.returns : null;
    if (!view || !returns) return null;
    const [win, draw] = [Number(returns[0] > 0), Number(returns[0] === 0)];
    return { to_move: 1, win, draw, loss: 1 - win - draw, players: returns.map((value) => Math.sign(value)) };
  }

  /** What the analysis of the game found in this position, in the form of an evaluation. @returns {import("./values.js").Shares | null} */
  get #known() {
    const shares = expectedAt(this.desk.study.current);
    return shares && { to_move: 1, win: shares[0], draw: 0, loss: 1 - shares[0], players: shares.map((share) => 2 * share - 1) };
  }

  /** @param {Findings | null} found */
  show(found) {
    const findings = found ?? this.#end ?? this.#known;
    const bar = this.#bar;
    bar.hidden = !this.desk.settings.get("bar");
    bar.classList.toggle("empty", !findings);
    bar.classList.toggle("turned", (this.desk.views.seat ?? this.desk.settings.get("seat")) === 2);
    if (!findings) return void bar.setAttribute("aria-label", say("No evaluation"));
    const shares = sharesOf(findings);
    if (!shares) return;
    const parts = shares.length > 2 ? shares : chancesOf(findings);
    // The player of each part of the bar; 0 means draws.
    const players = shares.length > 2 ? [1, 2, 3, 4] : [1, 0, 2];
    while (bar.childElementCount !== parts.length) fill(bar, ...parts.map(() => h("span")));
    for (const [index, part] of parts.entries()) {
      const span = /** @type {HTMLElement} */ (bar.children[index]);
      const player = players[index];
      span.className = player ? `p${player}` : "drawn";
      span.style.flexGrow = String(Math.max(0, part));
      const colour = this.desk.view?.colours[player - 1];
      if (colour) span.style.setProperty("--own", `var(${colour})`);
      else span.style.removeProperty("--own");
    }
    const chances = shares.map((share, index) => `${this.desk.nameOf(index + 1)} ${percent(share)}`).join(", ");
    bar.setAttribute("aria-label", say("Evaluation: {chances}", { chances }));
    bar.title = found ? say("{chances}; {score} for the player to move", { chances, score: scoreText(found.lines[0], found) }) : chances;
  }
}
