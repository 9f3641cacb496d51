/** What chance must decide before the game goes on: thrown by the program, or entered. */

import { ask, textOf } from "../core/server.js";
import { button, byId, fill, h } from "../core/dom.js";

/** What a touch of the dice in the picture asks for, in the place of a move. */
export const THROW = "throw";

/** The moves of a position; where chance is due, a touch of the dice throws them. @param {import("../../types").View} view */
export function movesOf(view) {
  return view.events.length ? [{ move: THROW, ways: [{ hops: [["dice roll"]], free: false }] }] : view.moves;
}

export class Chance {
  #host = byId("chance");

  /**
   * @param {import("../core/desk.js").Desk} desk
   * @param {(event: string) => void} play
   */
  constructor(desk, play) {
    this.desk = desk;
    this.play = play;
    desk.addEventListener("view", () => this.#show());
    desk.addEventListener("mode", () => this.#show());
  }

  #show() {
    const { view, mode } = this.desk;
    const events = view?.events ?? [];
    this.#host.hidden = !view || !events.length || (mode !== null && !mode.mayMove(view));
    if (this.#host.hidden) return fill(this.#host);
    const list = h("div", { class: "events" });
    for (const { event } of events) {
      const label = event.replace(/^[a-z]+:/, "");
      list.append(button(label, () => this.play(event), { "aria-label": event }));
    }
    const more = h("details", {}, h("summary", {}, "Enter what came"), list);
    fill(this.#host, h("span", {}, view?.missing ?? ""), button("Let chance decide", () => this.throw(), { class: "main" }), more);
  }

  /** Lets the program throw. */
  async throw() {
    const { study } = this.desk;
    const node = study.current;
    try {
      const { event } = await ask("/api/chance", { line: study.line() });
      if (node === study.current) this.play(event);
    } catch (error) {
      this.desk.say(textOf(error), true);
    }
  }
}
