/** The text field for moves, with completion from the legal moves. */

import { byId, fill, h } from "../core/dom.js";
import { say, sayCount } from "../core/say.js";

/** At most this many moves are offered for completion. */
const OFFERED = 300;

export class Typed {
  #box = /** @type {HTMLInputElement} */ (byId("typed"));
  #list = byId("typed-list");
  /** The position for which the text was typed. @type {import("../core/tree.js").TreeNode | null} */
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

  /** The legal moves, or the events that are due. */
  get #steps() {
    const { view, mode } = this.desk;
    if (!view || (mode && !mode.mayMove(view))) return [];
    return view.moves.length ? view.moves.map(({ move }) => ({ step: move, label: move })) : view.events.map(({ event, label }) => ({ step: event, label }));
  }

  #offer() {
    fill(this.#list, ...this.#steps.slice(0, OFFERED).map(({ step }) => h("option", { value: step })));
    this.#box.disabled = !this.#steps.length;
  }

  /** Clears text that was typed for another position. */
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
      const message = step.length
        ? sayCount(step.length, "{count} move begins with “{text}”: {moves}", "{count} moves begin with “{text}”: {moves}", { text, moves: step.slice(0, 6).join(" ") })
        : say("“{text}” is not a legal move.", { text });
      return this.desk.say(message, true);
    }
    this.#box.value = "";
    this.play(step);
  }
}

/**
 * The step that a text names; if there is none, all steps that begin with the text.
 *
 * @param {string} text
 * @param {{ step: string, label: string }[]} known the possible steps with their short names
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
