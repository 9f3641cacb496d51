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

  /** @param {Findings | null} findings */
  show(findings) {
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
    bar.title = `${words}; ${scoreText(findings.lines[0], findings)} for the player to move`;
  }
}
