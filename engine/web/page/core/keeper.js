/** Saves the open game in the browser. On loading, opens the game that was open in this tab. */

import { say } from "./say.js";
import { archive, ownSlot } from "./storage.js";
import { thrown } from "./words.js";

/** @typedef {import("./desk.js").Desk} Desk */

/** Delay before a change is written, in milliseconds. */
const WAIT = 150;

export class Keeper {
  /** @type {import("./storage.js").Slot | null} */
  #slot = null;
  #timer = 0;
  /** The id of the game in the slot. */
  #kept = "";
  #warned = false;

  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk;
    for (const event of ["opened", "position", "tree", "value"]) desk.study.addEventListener(event, () => this.#soon());
    addEventListener("pagehide", () => this.#write());
  }

  /** Opens the game that was open in this tab, or a new game. */
  async open() {
    this.#slot = await ownSlot();
    this.#kept = this.#slot.read()?.id ?? "";
    const data = this.#slot.read();
    if (data && this.desk.game(data.game)) this.desk.study.fromData(data);
    else this.desk.study.open({ game: this.desk.games[0].name, steps: [] });
  }

  /** Writes after a short delay. Further changes do not extend the delay, because a running engine changes evaluations all the time. */
  #soon() {
    this.#timer ||= window.setTimeout(() => this.#write(), WAIT);
  }

  #write() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    const { study, mode } = this.desk;
    // Games in rooms and puzzles are not saved here: the server saves rooms, and `puzzles.js` saves the progress of puzzles.
    if (!this.#slot || !study.game || (mode && !["learn", "setup"].includes(mode.name))) return;
    if (this.#kept && this.#kept !== study.id) archive(this.#slot);
    this.#kept = study.id;
    const kept = this.#slot.write(study.toData(), titleOf(study));
    if (!kept && !this.#warned) {
      this.#warned = true;
      this.desk.say(say("The browser’s storage is full: this game will be lost on reload."), true);
    }
  }
}

/** @param {import("./study.js").Study} study */
function titleOf(study) {
  const who = study.names.filter(Boolean).join(" – ");
  const moves = study.root.end.path.slice(0, 4).map((node) => thrown(node) || node.step);
  return who || moves.join(" ");
}
