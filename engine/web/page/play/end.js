/** The card at the end of a game in a room, in the place of the actions: who won and how, the score, the accuracy of both players, and what to do next. */

import { say } from "../core/say.js";
import { isAborted, stream } from "../core/server.js";
import { judgeRequest } from "../analysis/judge.js";
import { percent } from "../analysis/values.js";
import { byId, fill, h } from "../core/dom.js";
import { iconButton } from "../core/icons.js";

/** The time for each move of the accuracy in a long game, in milliseconds: a first estimate, which Review makes precise. */
const QUICK = 40;
/** In a game of at most this many steps, each move has the time that it has in the report. */
const SHORT = 40;
/** Games with fewer steps than this have no accuracy: one move would decide it. */
const SHORTEST = 10;
/** Games with more steps than this have no quick accuracy. */
const LONGEST = 160;

export class EndCard {
  #host = byId("end");
  #accuracy = h("dl", { class: "accuracy" });
  #judging = new AbortController();
  /** The end for which the accuracy was requested. */
  #asked = "";

  /** @param {import("../core/desk.js").Desk} desk */
  constructor(desk) {
    this.desk = desk;
  }

  /** Whether the user has closed the card of this end. */
  closed = false;

  /**
   * Shows the card. The focus stays where it is, because the player may be typing.
   *
   * @param {string} text who won, and how
   * @param {string[]} facts further lines, such as the score of the match; empty lines are left out
   * @param {HTMLElement[]} buttons
   * @param {() => void} close
   */
  show(text, facts, buttons, close) {
    this.#host.hidden = this.closed;
    if (this.closed) return;
    const { study, views } = this.desk;
    const winner = study.result?.winner;
    const own = winner && views.seat ? say(views.seat === winner ? "You win!" : "You lose.") : "";
    fill(
      this.#host,
      iconButton("close", say("Close"), close, { class: "close" }),
      h("p", { class: "verdict", role: "status" }, own || text),
      ...[own && (study.how ? text : ""), ...facts].filter(Boolean).map((fact) => h("p", { class: "score" }, fact)),
      this.#accuracy,
      h("div", { class: "row" }, ...buttons),
    );
    void this.#measure();
  }

  /** Plays the sound of the end: of a loss only for the player who lost at this device. */
  #chime() {
    const { study, views, sounds } = this.desk;
    const winner = study.result?.winner;
    sounds.play(!winner ? "end" : views.seat && views.seat !== winner ? "loss" : "win", 0.3);
  }

  /** Estimates the accuracy of the players. */
  async #measure() {
    const { study } = this.desk;
    const { end } = study.root;
    const asked = `${study.id} ${end.ply}`;
    if (asked === this.#asked) return;
    this.#asked = asked;
    this.#chime();
    this.#judging.abort();
    const judging = new AbortController();
    this.#judging = judging;
    fill(this.#accuracy);
    if (end.ply < SHORTEST || end.ply > LONGEST) return;
    fill(this.#accuracy, h("dt", {}, say("Accuracy")), h("dd", {}, "…"));
    try {
      const request = { ...judgeRequest(this.desk, end), ...(end.ply > SHORT && { time_ms: QUICK }), page: false };
      await stream("/api/judge", request, { done: ({ totals }) => this.#show(totals) }, judging.signal);
    } catch (error) {
      // The card is complete without the accuracy, and Review reports errors.
      if (!isAborted(error)) fill(this.#accuracy);
    }
  }

  /** @param {import("../../types").Totals[]} totals */
  #show(totals) {
    const known = totals.filter(({ accuracy }) => accuracy !== null);
    const rows = known.flatMap(({ player, accuracy }) => [h("dt", {}, say("Accuracy of {name}", { name: this.desk.nameOf(player) })), h("dd", {}, `≈ ${percent((accuracy ?? 0) / 100)}`)]);
    fill(this.#accuracy, ...rows);
  }

  hide() {
    this.#judging.abort();
    this.#asked = "";
    this.#host.hidden = true;
    fill(this.#host);
  }
}
