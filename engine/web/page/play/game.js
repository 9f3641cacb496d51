/** A game in a room: against the program, between people on one device or on several, or watched. */

import { button, byId, fill, h } from "../core/dom.js";
import { percent } from "../analysis/values.js";
import { capital, gameText, resultText, scoreOf } from "../core/words.js";
import { invitations } from "./invite.js";
import { forgetRoom, loseRoom, rememberRoom } from "./known.js";
import { RoomLink } from "./link.js";
import { Seats } from "./seats.js";

/**
 * @typedef {import("../core/desk.js").Desk} Desk
 * @typedef {import("../core/desk.js").Mode} Mode
 * @typedef {import("../../types").Act} Act
 * @typedef {import("../../types").PlainAct} PlainAct
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
/** What accepts an offer, and what declines it. @type {Record<keyof typeof OFFERS, [PlainAct, PlainAct]>} */
const ANSWERS = { draw: ["accept_draw", "decline_draw"], takeback: ["accept_takeback", "decline_takeback"], rematch: ["rematch", "decline_rematch"] };

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
  #naming = this.#nameForm();
  /** The games of a match that have ended in this line; null before it is known. @type {number | null} */
  #games = null;
  #seen = () => this.#saw();
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
      link.addEventListener("gone", (event) => loseRoom(desk, place.room, this.#left, /** @type {CustomEvent} */ (event).detail));
    }
    desk.addEventListener("view", this.#seen);
    this.#show();
  }

  /** A position is shown: what it says of the score is known now. */
  #saw() {
    const { study } = this.desk;
    const ends = study.current.path.filter(({ scores }) => scores);
    const last = ends.at(-1);
    const isNew = this.#games !== null && ends.length > this.#games;
    this.#games = ends.length;
    if (isNew && last?.scores) this.#told.textContent = `${gameText(last.scores, study.gameNumber(last), (player) => this.desk.nameOf(player))}.`;
    if (this.room?.over) this.#show();
  }

  /** @param {RoomMessage} message @param {boolean} first whether it came over the first link */
  #hear(message, first) {
    if (message.error) {
      this.#told.textContent = [message.error.place, message.error.found && `found ${message.error.found}`, message.error.expected && `expected ${message.error.expected}`].filter(Boolean).join(", ");
      this.#told.className = "told wrong";
      this.desk.dispatchEvent(new Event("again"));
    }
    if (message.said) this.#say(message.said);
    if (message.room && first) this.#sync(/** @type {Room} */ (message.room));
    else if (message.room) this.#show();
  }

  /** @param {import("../../types").Said} said */
  #say({ hint, declined, resigned, outcome }) {
    this.#told.className = "told";
    if (resigned) this.#told.textContent = `${this.desk.nameOf(resigned)} gave this game up: ${resultText(outcome, (player) => this.desk.nameOf(player))}. The match goes on.`;
    if (hint) this.#told.textContent = hint.move ? `Hint: ${hint.move} (${percent(hint.win)})` : "No hint.";
    else if (declined) this.#declined(declined);
  }

  /** @param {keyof typeof OFFERS} kind */
  #declined(kind) {
    this.#told.className = "told";
    this.#told.textContent = `The offer was declined: ${OFFERS[kind]}.`;
  }

  /** Shows the game as the room has it. @param {Room} room */
  #sync(room) {
    const { study } = this.desk;
    const before = this.room;
    this.room = room;
    if (room.over) forgetRoom(this.place.room);
    else rememberRoom(this.place, false, `${capital(room.line.game)}, ${room.seats.map((seat) => seat.name || "Someone").join(" – ")}`);
    // Who plays here sits below.
    if (before?.you !== room.you && this.#links.length === 1 && room.you) this.desk.views.seat = room.you;
    const same = before && before.line.game === room.line.game && before.line.start === room.line.start;
    if (!same) {
      study.open(room.line);
      this.#games = null;
    } else {
      study.follow(room.line.steps);
      if (before.line.steps.length !== room.line.steps.length) this.#told.textContent = "";
      else for (const kind of /** @type {const} */ (["draw", "takeback", "rematch"])) if (Boolean(room.over) === (kind === "rematch") && this.#isOwn(before.offers[kind]) && !room.offers[kind]) this.#declined(kind);
    }
    study.names = room.seats.map((seat) => seat.name ?? "");
    study.earlier = room.match.map(({ outcome }) => outcome);
    study.result = room.over?.outcome ?? null;
    study.how = room.over?.how ?? null;
    study.current.ended = study.result;
    study.changed();
    this.#show();
    this.desk.dispatchEvent(new Event("again"));
  }

  /** The link of the player who is to move, if he sits here. */
  get #moving() {
    const mover = this.#mover;
    return this.#links.find((link) => link.you !== null && link.you === mover) ?? null;
  }

  get #mover() {
    return this.room?.status.to_move ?? this.desk.view?.show.to_move ?? null;
  }

  /** The link that speaks for this device: who is to move, or the first seat. */
  get #speaker() {
    return this.#moving ?? this.#links.find((link) => link.you !== null) ?? null;
  }

  /** @param {View} view */
  mayMove(view) {
    const { room } = this;
    if (!room || room.over || this.desk.study.current.children.length || view.show.over) return false;
    if (view.show.to_move === null) return room.rules.dice === "entered" && this.#speaker !== null;
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
    if (!room) return fill(this.#host, h("p", {}, this.#links.some((link) => link.open) ? "Joining…" : "Connecting…"), this.#told, this.#leaveButton()), void (this.#host.hidden = false);
    this.#host.hidden = false;
    this.#showOffers(room);
    this.#seats.show({ ...room, you: this.#links.length === 1 ? this.#links[0].you : null }, this.#mover);
    const lost = this.#links.some((link) => link.open) ? null : h("p", { class: "wrong" }, "The connection is lost; trying again…");
    const typing = this.#naming.contains(document.activeElement) ? /** @type {HTMLElement} */ (document.activeElement) : null;
    fill(this.#host, lost, this.#askForName(room), room.over ? this.#ended() : this.#acts(room), this.#told, room.over ? null : invitations(this.place, room));
    if (typing?.isConnected) typing.focus();
  }

  #ended() {
    const { study } = this.desk;
    const told = resultText(study.result, (player) => this.desk.nameOf(player), study.how);
    const score = this.#finalScore(study.result);
    const rematch = this.#speaker && button("Play again", () => this.#both("rematch", "rematch"));
    return h("div", {}, h("p", { class: "verdict" }, `${capital(told)}${score && `. The score: ${score}`}.`), h("div", { class: "row" }, button("Analyse this game", () => this.#analyse(), { class: "main" }), rematch, this.#leaveButton()));
  }

  /** The score at the end, where there was more than this game; a game that was given up is not in the position. @param {import("../../types").Outcome | null} result */
  #finalScore(result) {
    const { view } = this.desk;
    const score = view?.show.score;
    if (!view || !score || !(score.some(Boolean) || this.room?.match.length)) return "";
    return scoreOf(score.map((value, index) => value + (!view.show.over && result?.winner === index + 1 ? (result.points ?? 0) : 0)));
  }

  /** Asks who came in by a link and has no name yet. */
  #nameForm() {
    const name = h("input", { type: "text", maxlength: 40, placeholder: "Your name", "aria-label": "Your name", autocomplete: "off" });
    const form = h("form", { class: "row" }, name, button("Take this name", () => form.requestSubmit()));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const text = name.value.trim();
      if (!text) return;
      this.desk.settings.set("name", text);
      this.#links[0].rename(text);
      this.#show();
    });
    return form;
  }

  /** The form, where other people would like to know. @param {Room} room */
  #askForName(room) {
    const people = room.seats.filter(({ who }) => who === "person");
    return people.length > 1 && this.#links.length === 1 && this.#links[0].you && !this.desk.settings.get("name") ? this.#naming : null;
  }

  /** @param {number | null | undefined} player */
  #isOwn(player) {
    return Boolean(player) && this.#links.some((link) => link.you === player);
  }

  /** @param {Room} room */
  #acts(room) {
    const speaker = this.#speaker;
    if (!speaker) return h("div", { class: "row" }, h("span", {}, "You look on."), this.#leaveButton());
    const act = (/** @type {string} */ name, /** @type {Act} */ what) => button(name, () => this.#act(what));
    return h(
      "div",
      { class: "row" },
      room.seats.filter((seat) => seat.who === "person").length === 1 && act("Hint", { do: "hint" }),
      room.rules.takebacks && button("Take back", () => this.#both("takeback", "accept_takeback")),
      !this.desk.info.table_talk.no_draw && button("Draw", () => this.#both("offer_draw", "accept_draw"), { title: "Offer a draw" }),
      this.#resign(),
      this.#leaveButton(),
    );
  }

  /** Offers stand above the board, where they are seen and read aloud; they are written anew only when they change. @param {Room | null} room */
  #showOffers(room) {
    const kinds = /** @type {(keyof typeof OFFERS)[]} */ (Object.keys(OFFERS));
    const open = kinds.flatMap((kind) => {
      const due = room && Boolean(room.over) === (kind === "rematch");
      const by = due && this.#speaker ? room.offers[kind] : null;
      const gone = room?.seats.find((seat, index) => index + 1 !== by && seat.here === false)?.name ?? "";
      return by ? [{ kind, name: OFFERS[kind], by, own: this.#isOwn(by), gone }] : [];
    });
    const said = JSON.stringify(open);
    if (said === this.#offered) return;
    this.#offered = said;
    const bars = open.map(({ kind, name, by, own, gone }) => {
      if (own) return h("p", { class: "row" }, `You offered: ${name}. ${gone ? `${gone} is not here.` : "The answer is awaited."}`);
      const [accepts, declines] = ANSWERS[kind].map((answer) => () => this.#act({ do: answer }));
      const who = `${room?.seats[by - 1]?.name ?? `Player ${by}`} offers: ${name}`;
      const accept = kind === "rematch" ? button("Play again", accepts, { class: "main" }) : button("Accept", accepts);
      return h("p", { class: "row" }, who, accept, button("Decline", declines));
    });
    fill(this.#offers, ...bars);
  }

  /** Where several sit at one device, what one offers the others accept. @param {PlainAct} ask @param {PlainAct} accept */
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

  /** @param {Act} act */
  #act(act) {
    this.#told.textContent = "";
    this.#speaker?.send(act);
  }

  #analyse() {
    this.#keep = true;
    this.desk.enter(null);
  }

  #leaveButton() {
    return button("Leave", () => this.desk.enter(null));
  }

  leave() {
    this.#left = true;
    this.desk.views.seat = null;
    this.desk.removeEventListener("view", this.#seen);
    for (const link of this.#links) link.close();
    this.#seats.hide();
    this.#showOffers(null);
    this.#host.hidden = true;
    fill(this.#host);
    history.replaceState(null, "", location.pathname);
    if (!this.#keep) this.desk.study.fromData(this.#before);
  }
}

/** How much may be given up, where a game knows several ways. @param {import("../../types").GameInfo} info */
function stakesOf(info) {
  return info.table_talk.resignations;
}
