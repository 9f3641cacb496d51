/** Steps through a finished game in real time. The final picture contains all tiles; those that are placed later are hidden. */

import { button, h } from "../core/dom.js";
import { say } from "../core/say.js";
import { timeText } from "./bars.js";
import { eventText } from "./story.js";

/** @typedef {import("../../types").LiveEvent} LiveEvent */

/** The time between two steps, in milliseconds. */
const PACE = 700;

export class Replay {
  /** The events that change the board or the race, in order. @type {LiveEvent[]} */
  #steps;
  #at;
  #timer = 0;
  #slider;
  #play = button(say("Play|the replay"), () => this.#toggle());
  #text = h("p", { class: "quiet", role: "status" });

  /**
   * @param {LiveEvent[]} history
   * @param {number[]} left the tiles that each player has at the end
   * @param {(player: number) => string} nameOf
   * @param {(hidden: Set<string>, last: string, left: number[]) => void} show shows the board without the hidden tiles, and how many tiles the players have
   */
  constructor(history, left, nameOf, show) {
    this.#steps = history.filter(({ event }) => event === "lays" || event === "gives");
    this.left = left;
    this.nameOf = nameOf;
    this.show = show;
    this.#at = this.#steps.length;
    this.#slider = h("input", { type: "range", min: 0, max: this.#steps.length, value: this.#at, "aria-label": say("Step of the replay") });
    this.#slider.addEventListener("input", () => this.go(Number(this.#slider.value)));
    this.box = h(
      "div",
      { class: "replay", role: "group", "aria-label": say("Replay") },
      h("div", { class: "row" }, button("‹", () => this.step(-1), { "aria-label": say("Previous step") }), this.#play, button("›", () => this.step(1), { "aria-label": say("Next step") }), this.#slider),
      this.#text,
    );
  }

  /** @param {1 | -1} by */
  step(by) {
    this.stop();
    this.go(this.#at + by);
  }

  /** Shows the game after a number of steps. @param {number} at */
  go(at) {
    this.#at = Math.max(0, Math.min(at, this.#steps.length));
    this.#slider.value = String(this.#at);
    const later = this.#steps.slice(this.#at);
    const last = this.#steps[this.#at - 1];
    const lastLaid = this.#steps.slice(0, this.#at).findLast(({ move }) => move)?.move ?? "";
    this.#text.textContent = last ? `${timeText(1000 * last.at)} ${eventText(last, this.nameOf)}` : say("The start of the game.");
    this.show(new Set(later.flatMap(({ move }) => (move ? [move] : []))), lastLaid, this.#leftBefore(later));
  }

  /** The tiles of each player before the later steps: a tile that is placed was in hand, and a gift was with its giver. @param {LiveEvent[]} later */
  #leftBefore(later) {
    const left = [...this.left];
    for (const { event, player, to } of later) {
      if (player) left[player - 1] += 1;
      if (event === "gives" && to) left[to - 1] -= 1;
    }
    return left;
  }

  #toggle() {
    if (this.#timer) return this.stop();
    if (this.#at === this.#steps.length) this.go(0);
    this.#play.textContent = say("Pause");
    this.#timer = window.setInterval(() => {
      this.go(this.#at + 1);
      if (this.#at === this.#steps.length) this.stop();
    }, PACE);
  }

  stop() {
    clearInterval(this.#timer);
    this.#timer = 0;
    this.#play.textContent = say("Play|the replay");
  }
}
