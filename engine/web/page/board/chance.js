/** What chance must decide before the game goes on: thrown by the program, or entered. */

import { ask, textOf } from "../core/server.js";
import { button, byId, fill, h, tick } from "../core/dom.js";

/** What a touch of the dice in the picture asks for, in the place of a move. */
export const THROW = "throw";

/** Events that are dealt at once at most. */
const MOST = 200;

/** What the button says. @type {Record<import("../../types").ChanceKind, string>} */
const WORDS = { dice: "Roll the dice", deal: "Deal", draw: "Draw", other: "Let chance decide" };

/** The moves of a position; where chance is due, a touch of the dice throws them. @param {import("../../types").View} view */
export function movesOf(view) {
  return view.events.length ? [{ move: THROW, ways: [{ hops: [["dice roll"]], free: false }] }] : view.moves;
}

export class Chance {
  #host = byId("chance");
  #throwing = false;
  /** The position that a move led to just now, not a walk through the game. @type {import("../core/tree.js").TreeNode | null} */
  #fresh = null;

  /**
   * @param {import("../core/desk.js").Desk} desk
   * @param {(event: string) => void} play
   */
  constructor(desk, play) {
    this.desk = desk;
    this.play = play;
    desk.addEventListener("view", () => this.#show());
    desk.addEventListener("mode", () => this.#show());
    desk.study.addEventListener("tree", () => (this.#fresh = desk.study.current));
  }

  /** What is drawn after a move, not thrown or dealt, needs nobody's hand; where a game is played, the room draws. */
  get #isDrawn() {
    return kindOf(this.desk.view) === "draw";
  }

  /** Whether it shall be drawn without being asked for: a player has just moved, and nothing is known to follow. */
  get #byItself() {
    const { mode, settings, study } = this.desk;
    const { current } = study;
    return !mode && this.#isDrawn && settings.get("draw") && current === this.#fresh && current.player !== 0 && !current.children.length;
  }

  #show() {
    this.#throwing = false;
    const { view, mode } = this.desk;
    const events = view?.events ?? [];
    this.#host.hidden = !view || !events.length || (mode !== null && !mode.mayMove(view));
    if (this.#host.hidden) return fill(this.#host);
    const list = h("div", { class: "events" });
    for (const { event, kind, label } of events) {
      list.append(button(kind === "dice" ? label : event, () => this.play(event), { "aria-label": event }));
    }
    const more = h("details", {}, h("summary", {}, "Enter what came"), list);
    const { settings } = this.desk;
    const always = !mode && this.#isDrawn && tick("Draw by itself", settings.get("draw"), (on) => settings.set("draw", on));
    fill(this.#host, h("span", {}, view?.missing ?? ""), button(WORDS[kindOf(view)], () => this.throw(), { class: "main" }), always, more);
    if (this.#byItself) void this.throw();
  }

  /** Lets the program throw, or deal all that is due. */
  async throw() {
    const { study, mode, view } = this.desk;
    if (this.#throwing || !view) return;
    this.#throwing = true;
    for (const one of this.#host.querySelectorAll("button")) one.disabled = true;
    const node = study.current;
    try {
      const events = await this.#thrown(study.line(), kindOf(view));
      if (node !== study.current) return this.#show();
      if (mode) for (const event of events) mode.move(event, view);
      else if (events.length === 1) this.play(events[0]);
      else study.playAll(events);
    } catch (error) {
      this.desk.say(textOf(error), true);
      this.#show();
    }
  }

  /**
   * What chance decides, for as long as it decides in the same way.
   *
   * @param {import("../../types").Line} line
   * @param {import("../../types").ChanceKind} kind
   */
  async #thrown(line, kind) {
    /** @type {string[]} */
    const events = [];
    for (let due = true; due && events.length < MOST; ) {
      const now = { ...line, steps: [...line.steps, ...events] };
      const { event } = await ask("/api/chance", { line: now });
      events.push(event);
      const next = await this.desk.views.of({ ...line, steps: [...line.steps, ...events] });
      due = next.events.length > 0 && kindOf(next) === kind;
    }
    return events;
  }
}

/** How chance decides in a position. @param {import("../../types").View | null} view */
function kindOf(view) {
  return view?.events[0]?.kind ?? "other";
}
