/** What players say to each other: phrases of a fixed set, which are sent by their keys. */

import { button, fill, h, tick } from "../core/dom.js";

/** @typedef {import("../../types").Phrase} Phrase */

/** @type {Record<Phrase, string>} */
const PHRASES = {
  hello: "Hello!",
  good_luck: "Good luck!",
  well_played: "Well played!",
  nice_move: "Nice move!",
  thanks: "Thank you!",
  sorry: "Sorry!",
  oops: "Oops!",
  one_moment: "One moment, please.",
  good_game: "Good game!",
  bye: "Goodbye!",
};

/** At most this many phrases are shown. */
const MOST = 20;

export class Chat {
  #log = h("ol", { class: "said", role: "log", "aria-label": "Chat" });
  #phrases;
  #mute;

  /**
   * @param {import("../core/desk.js").Desk} desk
   * @param {(phrase: Phrase) => void} say
   */
  constructor(desk, say) {
    this.desk = desk;
    const { settings } = desk;
    const all = /** @type {[Phrase, string][]} */ (Object.entries(PHRASES));
    this.#phrases = h("div", { class: "row phrases", role: "group", "aria-label": "Say" }, ...all.map(([phrase, text]) => button(text, () => say(phrase))));
    this.#mute = tick("Mute chat", settings.get("mute"), (on) => {
      settings.set("mute", on);
      if (on) fill(this.#log);
    });
    this.box = h("details", { class: "chat" }, h("summary", {}, "Chat"), this.#phrases, this.#mute);
  }

  /** The chat for a room; null if no other person is there. @param {import("../../types").AnyRoom} room @param {boolean} plays whether this device has a seat */
  show(room, plays) {
    const others = room.seats.filter(({ who }, index) => who === "person" && index + 1 !== room.you);
    if (!others.length) return null;
    this.#phrases.hidden = !plays;
    return h("div", {}, this.#log, this.box);
  }

  /** Shows a phrase in the list, and below the board. @param {Phrase} phrase @param {string} name */
  hear(phrase, name) {
    if (this.desk.settings.get("mute")) return;
    const text = `${name}: ${PHRASES[phrase]}`;
    this.#log.append(h("li", {}, text));
    while (this.#log.childElementCount > MOST) this.#log.firstElementChild?.remove();
    this.#log.scrollTop = this.#log.scrollHeight;
    this.desk.say(text);
  }
}
