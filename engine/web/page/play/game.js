/** A game in a room: against the program, between people on one device or on several, or watched. */

import { button, byId, fill, h } from "../core/dom.js";
import { percent } from "../analysis/values.js";
import { invitations } from "./invite.js";
import { forgetRoom, rememberRoom } from "./known.js";
import { RoomLink } from "./link.js";
import { Seats } from "./seats.js";

/**
 * @typedef {import("../core/desk.js").Desk} Desk
 * @typedef {import("../core/desk.js").Mode} Mode
 * @typedef {import("../../types").Room} Room
 * @typedef {import("../../types").RoomMessage} RoomMessage
 * @typedef {import("../../types").View} View
 *
 * @typedef {object} Place a room and the secrets that this device has
 * @property {string} room
 * @property {string[]} keys
 * @property {import("../../types").NewRoom} [made] all secrets, where the room was made here
 */

/** What may be offered, in words. */
const OFFERS = { draw: "a draw", takeback: "to take back", rematch: "to play again" };

/** @implements {Mode} */
export class RoomGame {
  name = "play";
  secret = true;
  fixed = false;
  /** @type {Room | null} */
  room = null;
  /** @type {RoomLink[]} */
  #links;
  #seats = new Seats();
  #host = byId("mode");
  #offers = byId("offers");
  /** What the bar of offers says. */
  #offered = "";
  #told = h("p", { class: "told", role: "status" });
  #before;
  #keep = false;
  #left = false;

  /**
   * @param {Desk} desk
   * @param {Place} place
   */
  constructor(desk, place) {
    this.desk = desk;
    this.place = place;
    this.#before = desk.study.toData();
    this.#links = place.keys.map((key) => new RoomLink(place.room, key, place.keys.length === 1 ? desk.settings.get("name") : ""));
    for (const [index, link] of this.#links.entries()) {
      link.addEventListener("message", (event) => this.#hear(/** @type {CustomEvent} */ (event).detail, index === 0));
      link.addEventListener("state", () => this.#show());
      link.addEventListener("gone", () => this.#gone());
    }
    this.#show();
  }

  /** @param {RoomMessage} message @param {boolean} first whether it came over the first link */
  #hear(message, first) {
    if (message.error) {
      this.#told.textContent = message.error.text ?? [message.error.place, message.error.found && `found ${message.error.found}`, message.error.expected && `expected ${message.error.expected}`].filter(Boolean).join(", ");
      this.#told.className = "told wrong";
      this.desk.dispatchEvent(new Event("again"));
    }
    if (message.said) this.#say(message.said);
    if (message.room && first) this.#sync(message.room);
    else if (message.room) this.#show();
  }

  /** @param {Record<string, any>} said */
  #say({ hint, declined, resigned, text }) {
    this.#told.className = "told";
    if (resigned) this.#told.textContent = `${this.desk.nameOf(resigned)} gave this game up; the match goes on.`;
    if (hint) this.#told.textContent = hint.move ? `Hint: ${hint.move} (${percent(hint.win)})` : "No hint.";
    else if (declined) this.#told.textContent = `Declined: ${declined}.`;
    else if (text) this.#told.textContent = text;
  }

  /** Shows the game as the room has it. @param {Room} room */
  #sync(room) {
    const { study } = this.desk;
    const before = this.room;
    this.room = room;
    if (room.over) forgetRoom(this.place.room);
    else rememberRoom(this.place, false, `${room.line.game}, ${room.seats.map((seat) => seat.name || "someone").join(" – ")}`);
    // Who plays here sits below.
    if (before?.you !== room.you && this.#links.length === 1 && room.you) this.desk.views.seat = room.you;
    study.names = room.seats.map((seat) => seat.name ?? "");
    study.result = room.over?.result ?? null;
    const same = before && before.line.game === room.line.game && before.line.start === room.line.start;
    if (!same) study.open(room.line);
    else {
      study.follow(room.line.steps);
      if (before.line.steps.length !== room.line.steps.length) this.#told.textContent = "";
    }
    this.#show();
    this.desk.dispatchEvent(new Event("again"));
  }

  /** The link of the player who is to move, if he sits here. */
  get #moving() {
    const mover = this.#mover;
    return this.#links.find((link) => link.you !== null && link.you === mover) ?? null;
  }

  get #mover() {
    const status = /** @type {any} */ (this.room?.status);
    return status?.to_move ?? this.desk.view?.show.to_move ?? null;
  }

  /** The link that speaks for this device: who is to move, or the first seat. */
  get #speaker() {
    return this.#moving ?? this.#links.find((link) => link.you !== null) ?? null;
  }

  /** @param {View} view */
  mayMove(view) {
    const { room } = this;
    if (!room || room.over || this.desk.study.current.children.length || view.show.over) return false;
    if (view.show.to_move === null) return /** @type {any} */ (room).rules?.dice === "entered" && this.#speaker !== null;
    return this.#links.some((link) => link.you === view.show.to_move);
  }

  /** @param {string} step @param {View} view */
  move(step, view) {
    if (view.show.to_move === null) this.#speaker?.send({ do: "event", event: step });
    else this.#links.find((link) => link.you === view.show.to_move)?.send({ do: "move", move: step });
  }

  #show() {
    if (this.#left) return;
    const { room } = this;
    if (!room) return fill(this.#host, h("p", {}, this.#links.some((link) => link.open) ? "Joining…" : "Connecting…"), this.#leaveButton()), void (this.#host.hidden = false);
    this.#host.hidden = false;
    this.#showOffers(room);
    this.#seats.show({ ...room, you: this.#links.length === 1 ? this.#links[0].you : null }, this.#mover);
    const lost = this.#links.some((link) => link.open) ? null : h("p", { class: "wrong" }, "The connection is lost; trying again…");
    fill(this.#host, lost, room.over ? this.#ended(room) : this.#acts(room), this.#told, room.over ? null : invitations(this.place, room));
  }

  /** @param {Room} room */
  #ended(room) {
    const over = /** @type {any} */ (room.over);
    const winner = /^p(\d)win$/.exec(over.result ?? "");
    const who = winner ? `${room.seats[+winner[1] - 1]?.name ?? `Player ${winner[1]}`} wins` : over.result === "draw" ? "A draw" : "The game is over";
    const how = over.how && over.how !== "board" ? `, by ${over.how}` : "";
    const rematch = this.#speaker && button("Play again", () => this.#both("rematch", "rematch"));
    return h("div", {}, h("p", { class: "verdict" }, `${who}${how}${over.told ? ` (${over.told})` : ""}.`), h("div", { class: "row" }, button("Analyse this game", () => this.#analyse(), { class: "main" }), rematch, this.#leaveButton()));
  }

  /** @param {Room} room */
  #acts(room) {
    const speaker = this.#speaker;
    if (!speaker) return h("div", { class: "row" }, h("span", {}, "You look on."), this.#leaveButton());
    const act = (/** @type {string} */ name, /** @type {object} */ what) => button(name, () => this.#act(what));
    const rules = /** @type {any} */ (room).rules;
    return h(
      "div",
      { class: "row" },
      room.seats.filter((seat) => seat.who === "person").length === 1 && act("Hint", { do: "hint" }),
      rules?.takebacks !== false && button("Take back", () => this.#both("takeback", "accept_takeback")),
      !this.desk.info.table_talk?.no_draw && button("Draw", () => this.#both("offer_draw", "accept_draw"), { title: "Offer a draw" }),
      this.#resign(),
      this.#leaveButton(),
    );
  }

  /** Offers stand above the board, where they are seen and read aloud; they are written anew only when they change. @param {Room | null} room */
  #showOffers(room) {
    const open = Object.entries(OFFERS).flatMap(([kind, name]) => {
      const due = room && Boolean(room.over) === (kind === "rematch");
      const by = due && this.#speaker ? room.offers?.[/** @type {keyof typeof OFFERS} */ (kind)] : null;
      return by ? [{ kind, name, by, own: this.#links.some((link) => link.you === by) }] : [];
    });
    const said = JSON.stringify(open);
    if (said === this.#offered) return;
    this.#offered = said;
    const bars = open.map(({ kind, name, by, own }) => {
      if (own) return h("p", { class: "row" }, `You offered: ${name}. The answer is awaited.`);
      const answer = (/** @type {string} */ word) => button(word, () => this.#act({ do: `${word.toLowerCase()}_${kind}` }));
      const who = `${room?.seats[by - 1]?.name ?? `Player ${by}`} offers: ${name}`;
      // Nobody need decline to play again: he leaves.
      if (kind === "rematch") return h("p", { class: "row" }, who, button("Play again", () => this.#act({ do: kind }), { class: "main" }));
      return h("p", { class: "row" }, who, answer("Accept"), answer("Decline"));
    });
    fill(this.#offers, ...bars);
  }

  /** Where several sit at one device, what one offers the others accept. @param {string} ask @param {string} accept */
  #both(ask, accept) {
    const speaker = this.#speaker;
    speaker?.send({ do: ask });
    for (const link of this.#links) if (link !== speaker && link.you !== null) link.send({ do: accept });
  }

  #resign() {
    const words = stakesOf(this.desk.info);
    if (!words.length) return button("Resign", () => this.#act({ do: "resign" }));
    return h("details", { class: "inline" }, h("summary", {}, "Resign"), h("span", { class: "row" }, ...words.map((stake) => button(stake, () => this.#act({ do: "resign", stake })))));
  }

  /** @param {object} act */
  #act(act) {
    this.#told.textContent = "";
    this.#speaker?.send(act);
  }

  #analyse() {
    this.#keep = true;
    this.desk.enter(null);
  }

  /** The server knows the room no more. */
  #gone() {
    forgetRoom(this.place.room);
    if (this.#left) return;
    this.desk.enter(null);
    this.desk.say("This game is no longer there.", true);
  }

  #leaveButton() {
    return button("Leave", () => this.desk.enter(null));
  }

  leave() {
    this.#left = true;
    this.desk.views.seat = null;
    for (const link of this.#links) link.close();
    this.#seats.hide();
    this.#showOffers(null);
    this.#host.hidden = true;
    fill(this.#host);
    history.replaceState(null, "", location.pathname);
    if (!this.#keep) this.desk.study.fromData(this.#before);
  }
}

/** How much may be given up, where a game knows several ways. @param {any} info @returns {string[]} */
function stakesOf(info) {
  return info.table_talk?.resignations ?? [];
}
