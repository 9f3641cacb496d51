/** A box to type a move into, completed from the legal ones. */

import { byId, fill, h } from "../core/dom.js";

/** Moves that are offered at once. */
const OFFERED = 300;

export class Typed {
  #box = /** @type {HTMLInputElement} */ (byId("typed"));
  #list = byId("typed-list");
  /** The position that the text is about. @type {import("../core/tree.js").TreeNode | null} */
  #at = null;

  /**
   * @param {import("../core/desk.js").Desk} desk
   * @param {(step: string) => void} play
   */
  constructor(desk, play) {
    this.desk = desk;
    this.play = play;
    desk.addEventListener("view", () => this.#offer());
    for (const event of ["opened", "position"]) desk.study.addEventListener(event, () => this.#leave());
    this.#box.addEventListener("keydown", (event) => {
      if (event.key === "Enter") this.#enter();
      else if (event.key === "Escape") this.#box.blur();
      else return;
      event.preventDefault();
    });
  }

  focus() {
    this.#box.focus();
    this.#box.select();
  }

  /** What may be played. */
  get #steps() {
    const { view, mode } = this.desk;
    if (!view || (mode && !mode.mayMove(view))) return [];
    return view.moves.length ? view.moves.map(({ move }) => ({ step: move, label: move })) : view.events.map(({ event, label }) => ({ step: event, label }));
  }

  #offer() {
    fill(this.#list, ...this.#steps.slice(0, OFFERED).map(({ step }) => h("option", { value: step })));
    this.#box.disabled = !this.#steps.length;
  }

  /** What was typed at another position is past. */
  #leave() {
    const { study } = this.desk;
    if (this.#at === study.current) return;
    this.#at = study.current;
    this.#box.value = "";
  }

  #enter() {
    const text = this.#box.value.trim();
    if (!text) return;
    const step = match(text, this.#steps);
    if (typeof step !== "string") {
      const told = step.length ? `${step.length} moves begin with “${text}”: ${step.slice(0, 6).join(" ")}` : `No legal move is “${text}”.`;
      return this.desk.say(told, true);
    }
    this.#box.value = "";
    this.play(step);
  }
}

/**
 * The step that is meant by a text, or those that it may mean.
 *
 * @param {string} text
 * @param {{ step: string, label: string }[]} known each with what it is called for short
 * @returns {string | string[]}
 */
export function match(text, known) {
  const steps = known.map(({ step }) => step);
  if (steps.includes(text)) return text;
  const small = text.toLowerCase();
  const same = known.filter(({ step, label }) => step.toLowerCase() === small || label === text);
  if (same.length === 1) return same[0].step;
  const begun = steps.filter((step) => step.toLowerCase().startsWith(small));
  return begun.length === 1 ? begun[0] : begun;
}
