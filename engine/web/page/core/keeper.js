/** Keeps what is open, and opens at the start what the link says, or what was open. */

import { lineOf } from "./link.js";
import { archive, ownSlot } from "./storage.js";

/** @typedef {import("./desk.js").Desk} Desk */

const WAIT = 150;

export class Keeper {
  /** @type {import("./storage.js").Slot | null} */
  #slot = null;
  #timer = 0;
  /** What the slot has. */
  #kept = "";
  #warned = false;

  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk;
    for (const event of ["opened", "position", "tree", "value"]) desk.study.addEventListener(event, () => this.#soon());
    addEventListener("pagehide", () => this.#write());
    addEventListener("hashchange", () => this.#follow());
  }

  /** Opens a link's line, or what was open in this tab, or a new game; tells whether there was a link. */
  async open() {
    this.#slot = await ownSlot();
    this.#kept = this.#slot.read()?.id ?? "";
    if (this.#follow()) return true;
    const data = this.#slot.read();
    if (data && this.desk.game(data.game)) this.desk.study.fromData(data);
    else this.desk.study.open({ game: this.desk.games[0].name, steps: [] });
    return false;
  }

  /** Opens the line of the link; false where it has none. */
  #follow() {
    const linked = lineOf(location.hash);
    if (!linked) return false;
    // The link has done its work; what is played from here is kept, and a reload must not undo it.
    history.replaceState(null, "", location.pathname);
    const { study } = this.desk;
    this.desk.enter(null);
    study.open(linked.line);
    const node = study.current.path[linked.at - 1] ?? study.root;
    study.goTo(node);
    return true;
  }

  /** Writes in a moment. What changes again before does not put it off: an engine that is at work changes values all the time. */
  #soon() {
    this.#timer ||= window.setTimeout(() => this.#write(), WAIT);
  }

  #write() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    const { study, mode } = this.desk;
    // A game in a room, or a puzzle, is not what this tab works on.
    if (!this.#slot || !study.game || (mode && !["learn", "setup"].includes(mode.name))) return;
    if (this.#kept && this.#kept !== study.id) archive(this.#slot);
    this.#kept = study.id;
    const kept = this.#slot.write(study.toData(), titleOf(study));
    if (!kept && !this.#warned) {
      this.#warned = true;
      this.desk.say("The browser has no room to keep what is open.", true);
    }
  }
}

/** @param {import("./study.js").Study} study */
function titleOf(study) {
  const who = study.names.filter(Boolean).join(" – ");
  const moves = study.root.end.path.slice(0, 4).map((node) => node.step);
  return who || moves.join(" ") || "new";
}
