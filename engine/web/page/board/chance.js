/** Dice and tiles that are due before the game can continue: rolled or drawn by the server, or entered by the user. */

import { say } from "../core/say.js";
import { ask, textOf } from "../core/server.js";
import { button, byId, fill, h, tick } from "../core/dom.js";
import { labelled } from "../core/icons.js";

/** The move that a click on the dice makes: it rolls them. */
export const THROW = "throw";

/** At most this many events are drawn at once. */
const MOST = 200;

/** The label of the button for each kind of event. @type {Record<import("../../types").ChanceKind, string>} */
const WORDS = { dice: say("Roll dice"), deal: say("Deal tiles"), draw: say("Draw tile"), other: say("Draw at random") };

/** The moves of a position. If dice are due, the only move is a click on the dice. @param {import("../../types").View} view */
export function movesOf(view) {
  return view.events.length ? [{ move: THROW, ways: [{ hops: [["dice roll"]], free: false }] }] : view.moves;
}

export class Chance {
  #host = byId("chance");
  /** The places of the buttons: below the board, and on an empty board whose tiles are not dealt yet. */
  #below = byId("dock");
  #over = /** @type {HTMLElement} */ (byId("board").parentElement);
  #throwing = false;
  /** The position after the last new move; stepping back to an older position does not change this field. @type {import("../core/tree.js").TreeNode | null} */
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

  /** Whether a tile is due. Dice and deals are never drawn automatically here; in a game in a room, the room draws. */
  get #isDrawn() {
    return kindOf(this.desk.view) === "draw";
  }

  /** Whether to draw automatically: a player has just moved, and the tree has no continuation. */
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
    const deals = kindOf(view) === "deal" && !this.desk.study.root.children.length;
    const place = deals ? this.#over : this.#below;
    if (this.#host.parentElement !== place) place.prepend(this.#host);
    const list = h("div", { class: "events" });
    for (const { event, kind, label } of events) {
      list.append(button(kind === "dice" ? label : event, () => this.play(event), { "aria-label": event }));
    }
    const more = h("details", {}, h("summary", {}, say(kindOf(view) === "dice" ? "Enter dice" : "Choose tile")), list);
    const { settings } = this.desk;
    const always = !mode && this.#isDrawn && tick(say("Draw automatically"), settings.get("draw"), (on) => settings.set("draw", on));
    fill(this.#host, labelled(kindOf(view) === "dice" ? "dice" : "play", WORDS[kindOf(view)], () => this.throw(), { class: "main" }), always, more);
    if (this.#byItself) void this.throw();
  }

  /** Lets the server roll or draw; deals all tiles that are due. */
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
   * Draws events from the server as long as the same kind is due.
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

/** The kind of chance event that is due. @param {import("../../types").View | null} view */
function kindOf(view) {
  return view?.events[0]?.kind ?? "other";
}
