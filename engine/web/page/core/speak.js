/** The line below the board, which screen readers read aloud: whose turn it is, what was played, what is wrong. */

import { byId } from "./dom.js";

export class Speaker {
  #status = byId("status");
  #remark = byId("remark");
  #timer = 0;

  /** @param {import("./desk.js").Desk} desk */
  constructor(desk) {
    this.desk = desk;
    desk.addEventListener("view", () => this.#tell());
    desk.addEventListener("mode", () => this.say("", false));
    desk.addEventListener("said", (event) => {
      const { text, wrong } = /** @type {CustomEvent} */ (event).detail;
      this.say(text, wrong);
    });
  }

  /** @param {string} text @param {boolean} wrong */
  say(text, wrong) {
    this.#remark.textContent = text;
    this.#remark.classList.toggle("wrong", wrong);
    clearTimeout(this.#timer);
    if (text) this.#timer = window.setTimeout(() => this.say("", false), wrong ? 12_000 : 5_000);
  }

  #tell() {
    const { view, study } = this.desk;
    if (!view) return;
    const { over, result, to_move: mover, text, position } = view.show;
    const last = study.current;
    const played = last.parent ? `${last.player ? `${this.desk.nameOf(last.player)}: ` : ""}${last.step}. ` : "";
    const missing = view.missing ?? "chance decides";
    const now = over ? `The game is over: ${resultText(result, this.desk)}.` : mover ? `${this.desk.nameOf(mover)} to move.` : `${missing.charAt(0).toUpperCase()}${missing.slice(1)}.`;
    const words = played + now;
    if (this.#status.textContent !== words) this.#status.textContent = words;
    byId("position-text").textContent = typeof text === "string" ? text : position;
    document.title = `${this.desk.info.name}: ${now} – Ludex`;
  }
}

/** A result in words. @param {string | null} result @param {import("./desk.js").Desk} desk */
function resultText(result, desk) {
  const winner = /^p(\d)win$/.exec(result ?? "");
  if (winner) return `${desk.nameOf(+winner[1])} wins`;
  return result === "draw" ? "a draw" : "it has ended";
}
