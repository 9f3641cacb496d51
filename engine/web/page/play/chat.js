/** What players say to each other: phrases of a fixed set, which are sent by their keys. */

import { button, fill, h, tick } from "../core/dom.js";
import { say } from "../core/say.js";

/** @typedef {import("../../types").Phrase} Phrase */

/** @type {Record<Phrase, string>} */
const PHRASES = {
  hello: say("Hello!"),
  good_luck: say("Good luck!"),
  well_played: say("Well played!"),
  nice_move: say("Nice move!"),
  thanks: say("Thank you!"),
  sorry: say("Sorry!"),
  oops: say("Oops!"),
  one_moment: say("One moment, please."),
  good_game: say("Good game!"),
  bye: say("Goodbye!"),
};

/** At most this many phrases are shown. */
const MOST = 20;

export class Chat {
  #log = h("ol", { class: "said", role: "log", "aria-label": say("Chat") });
  /** Whether the list is far below the board. */
  #isNarrow = matchMedia("(max-width:52rem)");
  #phrases;
  #mute;

  /**
   * @param {import("../core/desk.js").Desk} desk
   * @param {(phrase: Phrase) => void} send
   */
  constructor(desk, send) {
    this.desk = desk;
    const { settings } = desk;
    const all = /** @type {[Phrase, string][]} */ (Object.entries(PHRASES));
    this.#phrases = h("div", { class: "row phrases", role: "group", "aria-label": say("Say") }, ...all.map(([phrase, text]) => button(text, () => send(phrase))));
    this.#mute = tick(say("Mute chat"), settings.get("mute"), (on) => {
      settings.set("mute", on);
      if (on) fill(this.#log);
    });
    this.box = h("details", { class: "chat", open: matchMedia("(min-width:52.01rem) and (min-height:50rem)").matches }, h("summary", {}, say("Chat")), this.#phrases, this.#mute);
  }

  /** The chat for a room; null if no other person has come yet. @param {import("../../types").AnyRoom} room @param {(number | null)[]} own the seats of this device */
  show({ seats }, own) {
    const others = seats.filter(({ who }, index) => who === "person" && !own.includes(index + 1));
    if (!others.some(({ here }) => here) && !this.#log.childElementCount) return null;
    this.#phrases.hidden = own.every((player) => player === null);
    return h("div", { class: "chat-box" }, this.#log, this.box);
  }

  /** Shows a phrase in the list, and on a phone also below the board. @param {Phrase} phrase @param {string} name */
  hear(phrase, name) {
    if (this.desk.settings.get("mute")) return;
    const text = `${name}: ${PHRASES[phrase]}`;
    this.#log.append(h("li", {}, text));
    while (this.#log.childElementCount > MOST) this.#log.firstElementChild?.remove();
    this.#log.scrollTop = this.#log.scrollHeight;
    if (this.#isNarrow.matches) this.desk.say(text);
    this.desk.sounds.play("phrase");
  }
}
