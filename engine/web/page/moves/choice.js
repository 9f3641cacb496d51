/**
 * Explains in one sentence why the last move was forced: the rules left one move, or the opponent threatened to win. The server counts the
 * moves; nothing is guessed.
 */

import { byId } from "../core/dom.js";
import { say, sayCount } from "../core/say.js";
import { ask } from "../core/server.js";

/** @typedef {import("../../types").Choice} Choice */

/** The delay before the server is asked, in milliseconds, so that stepping through a game asks for the last position only. */
const WAIT = 150;

/** The rules that leave no other move, and those that only limit the choice. @type {Record<string, (name: string, count: number) => string>} */
const RULES = {
  "cannot-enter": (name) => say("{name} could not enter a checker from the bar, so the turn passed.", { name }),
  "no-play": (name) => say("{name} had no legal play, so the turn passed.", { name }),
  "enter-first": (name) => say("{name} had to enter from the bar first.", { name }),
  "fill-space": (name) => say("{name} had to fill a forced space.", { name }),
  "tiles-follow": (_, count) => sayCount(count, "The move forced one more tile.", "The move forced {count} more tiles."),
};

/** The sentence; empty if the choice was free. @param {Choice} choice @param {(player: number) => string} nameOf */
export function choiceText({ player, moves, safe, rule, count }, nameOf) {
  const name = nameOf(player);
  const other = nameOf(3 - player);
  if (safe === 0) return say("No move of {name} could prevent an immediate win of {other}.", { name, other });
  if (safe === 1) return say("{other} threatened to win. Only this move of {name} prevented it.", { name, other });
  if (safe !== null) return say("{other} threatened to win. Only {safe} of {moves} moves of {name} prevented it.", { name, other, safe, moves });
  if (rule !== null) return RULES[rule]?.(name, count) ?? "";
  return moves === 1 ? say("{name} had only one legal move.", { name }) : "";
}

export class Explainer {
  #host = byId("choice");
  #timer = 0;
  /** The position that is explained, or for which the server was asked. */
  #asked = "";

  /** @param {import("../core/desk.js").Desk} desk */
  constructor(desk) {
    this.desk = desk;
    desk.addEventListener("view", () => this.#soon());
    desk.addEventListener("mode", () => this.#soon());
  }

  #soon() {
    const { study, mode } = this.desk;
    const isShown = (!mode || mode.name === "play") && study.current.player !== 0;
    const key = isShown ? `${study.id} ${study.current.steps.join(" ")}` : "";
    if (key === this.#asked) return;
    this.#asked = key;
    this.#say("");
    clearTimeout(this.#timer);
    if (key) this.#timer = window.setTimeout(() => this.#explain(key), WAIT);
  }

  /** @param {string} key */
  async #explain(key) {
    // Without an explanation the page is complete, so errors are not shown.
    const { choice } = await ask("/api/choice", { line: this.desk.study.line() }).catch(() => ({ choice: null }));
    if (key !== this.#asked || !choice) return;
    // Rolling the dice, after which chance decides, is often the only legal step, but it needs no explanation.
    const isRoll = choice.moves === 1 && choice.rule === null && this.desk.view?.show.to_move === null;
    if (!isRoll) this.#say(choiceText(choice, (player) => this.desk.nameOf(player)));
  }

  /** @param {string} text */
  #say(text) {
    this.#host.textContent = text;
    this.#host.hidden = !text;
  }
}
