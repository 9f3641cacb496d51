/** A real-time game: all players move at the same time, on a board that the server draws for each of them. */

import { parsePicture } from "../board/picture.js";
import { button, byId, fill, h, select } from "../core/dom.js";
import { plainText } from "../core/server.js";
import { capital, faultText } from "../core/words.js";
import { titleOf } from "../dialogs/variant.js";
import { clockText } from "./bars.js";
import { invitations } from "./invite.js";
import { forgetRoom, loseRoom, rememberRoom } from "./known.js";
import { RoomLink } from "./link.js";

/**
 * @typedef {import("../core/desk.js").Desk} Desk
 * @typedef {import("../core/desk.js").Mode} Mode
 * @typedef {import("../../types").RoomMessage} RoomMessage
 */

/** At most this many events are listed. */
const STORY = 200;

/** @implements {Mode} */
export class LiveGame {
  name = "live";
  secret = true;
  fixed = true;
  own = true;
  #host = byId("mode");
  #story = h("ol", { class: "story", reversed: true, "aria-label": "Events" });
  #message = h("p", { class: "message", role: "status" });
  #standings = h("div", { class: "wide" });
  #controls = h("div", {});
  #clock = h("span", { class: "clock" });
  /** @type {import("../../types").RealTime | null} */
  #table = null;
  /** @type {import("../../types").LiveRoom | null} */
  #room = null;
  #heard = 0;
  #timer = 0;
  #gift = "";
  #left = false;

  /**
   * @param {Desk} desk
   * @param {import("../board/board.js").Board} board
   * @param {import("./game.js").Seated} seated
   */
  constructor(desk, board, seated) {
    this.desk = desk;
    this.board = board;
    this.seated = seated;
    /** @type {import("../core/link.js").Place} */
    this.place = { kind: "room", room: seated.room };
    this.link = new RoomLink(seated.room, seated.keys[0], desk.settings.get("name"));
    this.link.addEventListener("message", (event) => this.#receive(/** @type {CustomEvent} */ (event).detail));
    this.link.addEventListener("state", () => this.#show());
    this.link.addEventListener("gone", (event) => loseRoom(desk, seated.room, this.#left, /** @type {CustomEvent} */ (event).detail));
    this.#timer = window.setInterval(() => this.#tick(), 250);
    this.#host.hidden = false;
    this.#show();
  }

  /** @param {RoomMessage} message */
  #receive(message) {
    if (message.error) this.#say(message.text ? plainText(message.text) : faultText(message.error), true);
    if (message.said?.answer) this.#say(capital(message.said.answer), false);
    if (message.room) this.#room = /** @type {import("../../types").LiveRoom} */ (message.room);
    if (this.#room?.over) forgetRoom(this.seated.room);
    else if (message.room) rememberRoom(this.seated, true, "Real-time game");
    document.body.dataset.game = this.#info.name;
    if (this.#room) byId("title").textContent = titleOf(this.#info, this.#options);
    if (message.real_time) this.#see(message.real_time);
    else if (message.room) this.#show();
  }

  /** The game of the room. */
  get #info() {
    return this.desk.game(this.#room?.game ?? "") ?? this.desk.info;
  }

  /** The options of the variant. The one that chooses the real-time game is shown as its name alone: `Gobble`. */
  get #options() {
    const word = this.#info.real_time?.word;
    return (this.#room?.options ?? []).map((one) => (`${one.name}=${one.value}` === word ? { ...one, label: capital(one.value) } : one));
  }

  /** The name of a player of the room. @param {number} player */
  #nameOf(player) {
    return this.#room?.seats[player - 1]?.name || `Player ${player}`;
  }

  /** @param {string} text @param {boolean} wrong */
  #say(text, wrong) {
    this.#message.textContent = text;
    this.#message.className = wrong ? "message wrong" : "message";
  }

  /** @param {import("../../types").RealTime} table */
  #see(table) {
    this.#table = table;
    this.#heard = performance.now();
    for (const said of table.story) {
      const who = said.player ? `${this.#nameOf(said.player)} ` : "";
      this.#story.prepend(h("li", {}, `${clockText(1000 * said.at)} ${who}${said.text}`));
    }
    while (this.#story.childElementCount > STORY) this.#story.lastElementChild?.remove();
    this.board.showLive(table.svg, this.#moves(table.svg), this.link.you !== null && table.running);
    this.#show();
  }

  /**
   * The moves with the player's own tiles in the picture: a click on a stack flips its top tile, a face-up tile goes to a
   * free cell.
   *
   * @param {string} svg
   */
  #moves(svg) {
    const picture = parsePicture(svg);
    const names = (/** @type {string} */ kind) => Array.from(picture.querySelectorAll(`g.${kind}[data-name]`), (thing) => thing.getAttribute("data-name") ?? "");
    const give = this.#gift ? ` give ${this.#gift}` : "";
    const cells = names("cell");
    const turns = names("reserve").map((stack) => ({ move: `turn ${stack}`, ways: [{ hops: [[`reserve ${stack}`]], free: false }] }));
    const lays = names("hand").flatMap((tile) => cells.map((cell) => ({ move: `${tile}@${cell}${give}`, ways: [{ hops: [[`hand ${tile}`, `cell ${cell}`]], free: false }] })));
    return [...turns, ...lays];
  }

  /** Moves are made on the board of the room, not on a position of the page. */
  mayMove() {
    return false;
  }

  /** @param {string} line */
  move(line) {
    this.#say("", false);
    this.link.send({ do: "act", line });
    // The server sends a new picture only if the move was possible, so show the old one until then.
    if (this.#table) this.board.showLive(this.#table.svg, this.#moves(this.#table.svg), true);
  }

  #tick() {
    if (!this.#table) return;
    const gone = this.#table.running ? performance.now() - this.#heard : 0;
    this.#clock.textContent = clockText(this.#table.time_ms + gone);
  }

  #show() {
    if (this.#left) return;
    const room = this.#room;
    if (!room) return fill(this.#host, h("p", {}, "Connecting…"), this.#message, button("Leave", () => this.desk.enter(null)));
    const plays = this.link.you !== null;
    const act = (/** @type {string} */ name, /** @type {string} */ line) => button(name, () => this.move(line));
    const waiting = !room.begun && plays ? button("Start now", () => this.link.send({ do: "start" })) : null;
    const others = room.seats.map((_, index) => index + 1).filter((player) => player !== this.link.you);
    /** @type {[string, string][]} */
    const gifts = [["", "anyone"], ...others.map((player) => /** @type {[string, string]} */ ([String(player), this.#nameOf(player)]))];
    const gift = select(gifts, this.#gift, (value) => {
      this.#gift = value;
      if (this.#table) this.board.showLive(this.#table.svg, this.#moves(this.#table.svg), true);
    }, { "aria-label": "Gift to" });
    if (!this.#controls.contains(document.activeElement)) {
      fill(this.#controls, plays && room.begun && !room.over ? h("div", { class: "row" }, act("Flip tile", "turn"), act("Show legal spots", "places"), act("Discard", "discard"), h("label", { class: "tick" }, "Gift to", gift)) : null);
    }
    this.#rank();
    const lost = this.link.open ? null : h("p", { class: "wrong" }, "Connection lost. Reconnecting…");
    const state = room.over ? "Game over." : room.begun ? "Everyone plays at the same time." : "Waiting for all players to join.";
    const status = byId("status");
    if (status.textContent !== state) status.textContent = state;
    document.title = `${this.#info.title}: ${state} – Ludex`;
    this.desk.bars.show({ ...room, you: this.link.you }, null);
    fill(
      this.#host,
      lost,
      h("div", { class: "row" }, h("strong", {}, plays ? `You are ${this.#nameOf(this.link.you ?? 0)}` : "You are watching"), this.#clock, waiting, button("Leave", () => this.desk.enter(null))),
      this.#controls,
      this.#message,
      this.#standings,
      this.#story,
      room.begun ? null : invitations(this.seated, room, true),
    );
  }

  #rank() {
    if (!this.#table) return;
    const { headings, rows, remark } = this.#table.standings;
    // The server sends one row for each player. Here the players are columns, because there are more counts than players. The first
    // cell of a row is the number of the player; it is left out.
    const head = h("tr", {}, h("td"), ...rows.map((_, index) => h("th", { scope: "col" }, this.#nameOf(index + 1))));
    const body = headings.slice(1).map((name, index) => h("tr", {}, h("th", { scope: "row" }, capital(name)), ...rows.map((row) => h("td", {}, row[index + 1]))));
    // The remark states the duration, so it is shown only after the end.
    fill(this.#standings, h("table", { class: "totals" }, h("thead", {}, head), h("tbody", {}, ...body)), this.#room?.over && remark ? h("small", {}, `${capital(remark)}.`) : null);
  }

  leave() {
    this.#left = true;
    clearInterval(this.#timer);
    this.link.close();
    this.desk.bars.hide();
    this.#host.hidden = true;
    fill(this.#host);
  }
}
