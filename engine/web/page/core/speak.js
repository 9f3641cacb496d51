/** The line below the board, which screen readers read aloud: whose turn it is, what was played, what is wrong. */

import { byId } from "./dom.js";
import { gameText, resultText, scoreOf, stepText, thrown } from "./words.js";

export class Speaker {
  #status = byId("status");
  #remark = byId("remark");
  #timer = 0;
  /** Whether the remark says that something is wrong. */
  #wrong = false;

  /** @param {import("./desk.js").Desk} desk */
  constructor(desk) {
    this.desk = desk;
    desk.addEventListener("view", () => this.#tell());
    desk.addEventListener("mode", () => this.say("", false));
    // What was wrong before is not wrong any more where one has gone on.
    for (const event of ["opened", "position"]) desk.study.addEventListener(event, () => this.#wrong && this.say("", false));
    desk.addEventListener("said", (event) => {
      const { text, wrong } = /** @type {CustomEvent} */ (event).detail;
      this.say(text, wrong);
    });
  }

  /** @param {string} text @param {boolean} wrong */
  say(text, wrong) {
    this.#remark.textContent = text;
    this.#remark.classList.toggle("wrong", wrong);
    this.#wrong = wrong;
    clearTimeout(this.#timer);
    if (text) this.#timer = window.setTimeout(() => this.say("", false), wrong ? 12_000 : 5_000);
  }

  #tell() {
    const { view, study } = this.desk;
    if (!view) return;
    const { to_move: mover, position, score } = view.show;
    const nameOf = (/** @type {number} */ player) => this.desk.nameOf(player);
    const last = study.current;
    const played = last.parent ? `${last.player ? `${nameOf(last.player)}: ` : ""}${stepText(last)}. ` : "";
    // The first dice of a game may follow the end of the one before at once.
    const closing = last.player === 0 && last.parent ? last.parent : last;
    const game = closing.scores ? `${gameText(closing.scores, study.gameNumber(closing), nameOf)}. ` : "";
    const missing = view.missing ?? "chance decides";
    const counted = score?.some(Boolean) && view.show.over ? `, ${scoreOf(score)}` : "";
    const over = `The game is over: ${resultText(last.ended, nameOf, last.ended?.label === study.result?.label ? study.how : null)}${counted}.`;
    const now = last.ended ? over : mover ? `${nameOf(mover)} to ${thrown(last) ? "play" : "move"}.` : `${missing.charAt(0).toUpperCase()}${missing.slice(1)}.`;
    const words = played + game + now;
    if (this.#status.textContent !== words) this.#status.textContent = words;
    byId("position-text").textContent = position;
    document.title = `${this.desk.info.name}: ${now} – Ludex`;
  }
}
