/** A game in a room: against the computer, between people on one or more devices, or as a spectator. */

import { button, byId, fill, h } from "../core/dom.js";
import { icon, labelled } from "../core/icons.js";
import { addressOf } from "../core/link.js";
import { say } from "../core/say.js";
import { percent } from "../analysis/values.js";
import { capital, gameText, refusalText, resultText, withPoints } from "../core/words.js";
import { Chat } from "./chat.js";
import { hasJoined, notes, waitsForPlayer, watchers } from "./column.js";
import { EndCard } from "./end.js";
import { Forced } from "./forced.js";
import { finalScore, howText } from "./how.js";
import { invitations } from "./invite.js";
import { forgetRoom, loseRoom, rememberRoom, roomTitle } from "./known.js";
import { RoomLink } from "./link.js";
import { ANSWERS, OFFERS } from "./offers.js";

/**
 * @typedef {import("../core/desk.js").Desk} Desk
 * @typedef {import("../core/desk.js").Mode} Mode
 * @typedef {import("../../types").Act} Act
 * @typedef {import("../../types").Room} Room
 * @typedef {import("../../types").RoomMessage} RoomMessage
 * @typedef {import("../../types").View} View
 *
 * @typedef {object} Seated a room and the keys that this device holds
 * @property {string} room
 * @property {string[]} keys
 * @property {import("../../types").NewRoom} [made] all keys, if the room was created here
 */

/** The ways to resign. @type {Record<string, string>} */
const STAKES = { single: say("single"), gammon: say("gammon"), backgammon: say("backgammon") };

/** @implements {Mode} */
export class RoomGame {
  name = "play";
  secret = true;
  fixed = false;
  /** @type {Room | null} */
  room = null;
  /** @type {RoomLink[]} */
  #links;
  #end;
  #host = byId("mode");
  #offers = byId("offers");
  /** The offers that are shown, as JSON. */
  #offered = "";
  #message = h("p", { class: "message", role: "status" });
  #naming = this.#nameForm();
  #takeback = labelled("undo", say("Takeback"), () => this.#both("takeback", "accept_takeback"));
  /** The number of finished games of the match in this line; null until it is known. @type {number | null} */
  #games = null;
  /** The room that the bars show, and the same with the player at this device. It is the same object until the room changes, because the clocks count from its arrival. @type {Room | null} */
  #shown = null;
  /** @type {Room | null} */
  #seated = null;
  #seen = () => this.#saw();
  #before;
  #keep = false;
  /** Whether a player has not joined yet; a player who leaves later has joined. */
  #waits = true;
  #forced = new Forced();
  #chat;
  #left = false;

  /**
   * @param {Desk} desk
   * @param {Seated} seated
   */
  constructor(desk, seated) {
    this.desk = desk;
    this.seated = seated;
    /** @type {import("../core/link.js").Place} */
    this.place = { kind: "room", room: seated.room };
    this.#before = desk.study.toData();
    this.#end = new EndCard(desk);
    this.#chat = new Chat(desk, (phrase) => this.#speaker?.send({ do: "say", phrase }));
    this.#links = seated.keys.map((key) => new RoomLink(seated.room, key, seated.keys.length === 1 ? desk.settings.get("name") : ""));
    for (const [index, link] of this.#links.entries()) {
      link.addEventListener("message", (event) => this.#receive(/** @type {CustomEvent} */ (event).detail, index === 0));
      link.addEventListener("state", () => this.#show());
      link.addEventListener("gone", (event) => loseRoom(desk, seated.room, this.#left, /** @type {CustomEvent} */ (event).detail));
    }
    desk.addEventListener("view", this.#seen);
    this.#show();
  }

  /** Called when a position is shown: announces a game of the match that has just ended. */
  #saw() {
    const { study } = this.desk;
    const ends = study.current.path.filter(({ scores }) => scores);
    const last = ends.at(-1);
    const isNew = this.#games !== null && ends.length > this.#games;
    this.#games = ends.length;
    if (isNew && last?.scores && !study.current.ended) this.#message.textContent = `${gameText(last.scores, study.gameNumber(last), (player) => this.desk.nameOf(player))}.`;
    // Only the position says who has moved.
    if (this.room?.over || this.#host.querySelector(".waiting")) this.#show();
    this.#takeback.toggleAttribute("disabled", !this.#undoer);
    const { view } = this.desk;
    if (view?.show.cube?.offered && this.mayMove(view)) this.desk.sounds.play("offer");
    this.#forced.watch(view && this.mayMove(view) ? view : null, (move, text) => {
      this.#note(text);
      if (view) this.move(move, view);
    });
  }

  /** @param {string} text @param {boolean} [wrong] */
  #note(text, wrong = false) {
    this.#message.className = wrong ? "message wrong" : "message";
    this.#message.textContent = text;
  }

  /** What it means to leave the game, if it is running. */
  running() {
    const { room } = this;
    if (!room || room.over || !this.#speaker || !room.line.steps.length) return "";
    return say(room.clocks_ms ? "The game is not over, and your clock keeps running. You can resume the game later." : "The game is not over. You can resume it later.");
  }

  /** @param {RoomMessage} message @param {boolean} first whether it arrived over the first link */
  #receive(message, first) {
    if (message.error) {
      this.#note(refusalText(message.error), true);
      this.desk.dispatchEvent(new Event("again"));
    }
    // A phrase reaches every seat of this device.
    if (message.said && (first || !message.said.phrase)) this.#say(message.said);
    if (message.room && first) this.#sync(/** @type {Room} */ (message.room));
    else if (message.room) this.#show();
  }

  /** @param {import("../../types").Said} said */
  #say({ hint, declined, resigned, outcome, phrase }) {
    if (phrase) return this.#chat.hear(phrase.phrase, this.desk.nameOf(phrase.player));
    if (resigned) this.#note(say("{name} resigned this game: {result}. The match continues.", { name: this.desk.nameOf(resigned), result: resultText(outcome, (player) => this.desk.nameOf(player)) }));
    if (hint?.move) void this.#hint(hint.move, percent(hint.win));
    else if (hint) this.#note(say("No hint available."));
    else if (declined) this.#declined(declined);
  }

  /** Shows a move as an arrow, in notation and as a sentence. @param {string} move @param {string} chance */
  async #hint(move, chance) {
    const { desk } = this;
    desk.dispatchEvent(new CustomEvent("hint", { detail: move }));
    const text = say("Hint: {move} ({chance} chance to win)", { move, chance });
    this.#note(text);
    const [line, mover, node] = [desk.study.line(), this.#mover ?? 1, desk.study.current];
    const after = await desk.views.of({ ...line, steps: [...line.steps, move] }).catch(() => null);
    if (!after?.said || node !== desk.study.current || this.#message.textContent !== text) return;
    this.#note(`${text}. ${after.said.replace("{player}", after.names[mover - 1])}`);
  }

  /** @param {keyof typeof OFFERS} kind */
  #declined(kind) {
    this.#note(OFFERS[kind].declined);
  }

  /** Shows the current state of the room. @param {Room} room */
  #sync(room) {
    const { study } = this.desk;
    const before = this.room;
    this.room = room;
    if (before && hasJoined(before, room, (player) => this.#isOwn(player))) this.desk.sounds.play("join");
    if (!room.over) this.#end.closed = false;
    if (room.over) forgetRoom(this.seated.room);
    else rememberRoom(this.seated, false, roomTitle(this.#short(room), room.seats));
    // The player at this device is at the bottom of the board.
    if (before?.you !== room.you && this.#links.length === 1 && room.you) this.desk.views.seat = room.you;
    const same = before && before.line.game === room.line.game && before.line.start === room.line.start;
    if (!same) {
      study.open(room.line);
      this.#games = null;
    } else {
      study.follow(room.line.steps);
      if (before.line.steps.length !== room.line.steps.length) this.#note("");
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

  /** The link of the player to move, if that player is at this device. */
  get #moving() {
    const mover = this.#mover;
    return this.#links.find((link) => link.you !== null && link.you === mover) ?? null;
  }

  get #mover() {
    return this.room?.status.to_move ?? this.desk.view?.show.to_move ?? null;
  }

  /** The link that sends for this device: that of the player to move, or of the first seat. */
  get #speaker() {
    return this.#moving ?? this.#links.find((link) => link.you !== null) ?? null;
  }

  /** The link that can ask for a takeback: that of the speaker, or another one of this device, if its player has made a move. */
  get #undoer() {
    const movers = new Set(this.desk.study.root.end.path.map(({ player }) => player));
    return [this.#speaker, ...this.#links].find((link) => link?.you && movers.has(link.you)) ?? null;
  }

  /** The player at this device; null if there are several, or none. */
  get you() {
    return this.#links.length === 1 ? this.#links[0].you : null;
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
    if (!room) return fill(this.#host, h("p", {}, say(this.#links.some((link) => link.open) ? "Joining…" : "Connecting…")), this.#message, this.#leaveButton()), void (this.#host.hidden = false);
    this.#host.hidden = false;
    this.#showOffers(room);
    this.#showSeats(room);
    const lost = this.#links.some((link) => link.open) ? null : h("p", { class: "wrong" }, say("Connection lost. Reconnecting…"));
    const typing = this.#naming.contains(document.activeElement) ? /** @type {HTMLElement} */ (document.activeElement) : null;
    const waits = (this.#waits &&= waitsForPlayer(room, this.desk.study.root.end.path));
    const rules = h("a", { class: "button labelled", href: addressOf({ kind: "learn", game: room.line.game, number: null }), target: "_blank", rel: "opener" }, icon("rules"), say("Rules"));
    fill(
      this.#host,
      h("div", { class: `panel about${waits ? " waiting" : ""}` }, lost, ...notes(this.desk.info, room, waits, Boolean(this.seated.made), this.desk.study.root.end.path.filter(({ player }) => player).length), room.over ? null : invitations(this.seated, room), this.#askForName(room), watchers(room, !this.#speaker), h("div", { class: "row" }, rules, this.#leaveButton())),
      this.#chat.show(room, this.#links.map(({ you }) => you)),
      this.#last(room, waits),
    );
    if (typing?.isConnected) typing.focus();
  }

  /** @param {Room} room */
  #showSeats(room) {
    if (this.#shown !== room) [this.#shown, this.#seated] = [room, { ...room, you: this.you }];
    this.desk.bars.show(this.#seated ?? room, this.#mover, this.#links.some((link) => link.open));
  }

  /** The end of the column: the actions, or the result. @param {Room} room @param {boolean} waits whether players are missing */
  #last(room, waits) {
    if (!room.over) this.#end.hide();
    const rest = room.over ? this.#ended() : waits ? [] : [this.#acts(room)];
    const said = !room.over || this.#message.textContent ? this.#message : null;
    return said || rest.length ? h("div", { class: "panel acts" }, said, ...rest) : null;
  }

  /** The end of the game as text, and what to do next: on the card in this place, or here if the user has closed it. @returns {HTMLElement[]} */
  #ended() {
    const { study } = this.desk;
    const result = withPoints(study.result, study.root.end.scores);
    // The text says how, so that the code of the result is not needed here.
    const text = `${capital(resultText(result && { ...result, says_how: false }, (player) => this.desk.nameOf(player), study.how))}.`;
    const score = finalScore(this.desk, this.room, result);
    const rematch = this.#speaker && labelled("rematch", say("Rematch"), () => this.#both("rematch", "rematch"));
    const review = labelled("chart", say("Review"), () => this.#review(), { class: "main" });
    const anew = labelled("create", say("New game"), () => this.desk.go({ kind: "play", game: study.game }));
    const buttons = [review, rematch, anew].filter((one) => one !== null);
    const how = howText(this.desk, study);
    this.#end.show(text, [score ? say("Score: {score}", { score }) : how], buttons, () => {
      this.#end.closed = true;
      this.#show();
    });
    if (!this.#end.closed) return [];
    return [h("p", { class: "verdict" }, text), ...(score ? [h("p", {}, say("Score: {score}", { score }))] : []), h("div", { class: "row" }, ...buttons)];
  }

  /** The form that asks a player who joined by a link for a name. */
  #nameForm() {
    const name = h("input", { type: "text", maxlength: 40, placeholder: say("Your name"), "aria-label": say("Your name"), autocomplete: "off" });
    const form = h("form", { class: "row" }, name, button(say("Set name"), () => form.requestSubmit()));
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

  /** Shows the form for the name if the name is unknown and other people play in this room. @param {Room} room */
  #askForName(room) {
    const people = room.seats.filter(({ who }) => who === "person");
    return people.length > 1 && this.#links.length === 1 && this.#links[0].you && !this.desk.settings.get("name") ? this.#naming : null;
  }

  /** The title of the game without the other name in parentheses. @param {Room} room */
  #short({ line }) {
    return (this.desk.game(line.game)?.title ?? capital(line.game)).replace(/ \(.*\)$/, "");
  }

  /** @param {number | null | undefined} player */
  #isOwn(player) {
    return Boolean(player) && this.#links.some((link) => link.you === player);
  }

  /** @param {Room} room */
  #acts(room) {
    if (!this.#speaker) return h("p", {}, say("You are watching."));
    return h(
      "div",
      { class: "row" },
      room.seats.filter((seat) => seat.who === "person").length === 1 && labelled("hint", say("Hint"), () => this.#act({ do: "hint" })),
      room.rules.takebacks && this.#takeback,
      !this.desk.info.table_talk.no_draw && labelled("draw", say("Offer draw"), () => this.#both("offer_draw", "accept_draw")),
      this.#resign(),
    );
  }

  /** Shows the offers above the board. They are rebuilt only on changes, so that screen readers read them once. @param {Room | null} room */
  #showOffers(room) {
    const kinds = /** @type {(keyof typeof OFFERS)[]} */ (Object.keys(OFFERS));
    const open = kinds.flatMap((kind) => {
      const due = room && Boolean(room.over) === (kind === "rematch");
      const by = due && this.#speaker ? room.offers[kind] : null;
      const gone = room?.seats.find((seat, index) => index + 1 !== by && seat.here === false)?.name ?? "";
      return by ? [{ kind, by, own: this.#isOwn(by), gone }] : [];
    });
    const said = JSON.stringify(open);
    if (said === this.#offered) return;
    if (open.some(({ kind, own }) => !own && !this.#offered.includes(kind))) this.desk.sounds.play("offer");
    this.#offered = said;
    const bars = open.map(({ kind, by, own, gone }) => {
      if (own) return h("p", { class: "row" }, `${OFFERS[kind].made} ${gone ? say("{name} is not connected.", { name: gone }) : say("Waiting for a reply.")}`);
      const [accepts, declines] = ANSWERS[kind].map((answer) => () => this.#act({ do: answer }));
      const who = OFFERS[kind].told(room?.seats[by - 1]?.name ?? say("Player {number}", { number: by }));
      const accept = kind === "rematch" ? button(say("Rematch"), accepts, { class: "main" }) : button(say("Accept"), accepts);
      return h("p", { class: "row" }, who, accept, button(say("Decline"), declines));
    });
    fill(this.#offers, ...bars);
  }

  /** Sends an offer, and accepts it for the other players at this device. @param {import("../../types").PlainAct} ask @param {import("../../types").PlainAct} accept */
  #both(ask, accept) {
    const speaker = ask === "takeback" ? this.#undoer : this.#speaker;
    this.#note("");
    speaker?.send({ do: ask });
    for (const link of this.#links) if (link !== speaker && link.you !== null) link.send({ do: accept });
  }

  #resign() {
    const open = Boolean(this.#host.querySelector(".resign[open]"));
    const box = h("details", { class: "inline resign", open }, h("summary", {}, icon("resign"), say("Resign")));
    const sure = (/** @type {string} */ text, /** @type {Act} */ act) => button(text, () => ((box.open = false), this.#act(act)));
    const stakes = this.desk.info.table_talk.resignations.map((stake) => sure(capital(STAKES[stake] ?? stake), { do: "resign", stake }));
    box.append(h("span", { class: "row" }, ...(stakes.length ? stakes : [sure(say("Yes, resign"), { do: "resign" })]), button(say("Cancel"), () => (box.open = false))));
    return box;
  }

  /** @param {Act} act */
  #act(act) {
    this.#note("");
    this.#speaker?.send(act);
  }

  /** Opens the finished game for analysis, and starts the report. */
  #review() {
    this.#keep = true;
    this.desk.study.own = this.#links.length < (this.room?.seats.length ?? 0) ? this.#links.flatMap(({ you }) => you ?? []) : [];
    this.desk.enter(null);
    this.desk.dispatchEvent(new Event("review"));
  }

  #leaveButton() {
    return labelled("leave", say("Leave"), () => this.desk.go({ kind: "game", game: this.desk.info.name }));
  }

  leave() {
    this.#left = true;
    this.#forced.stop();
    this.desk.views.seat = null;
    this.desk.removeEventListener("view", this.#seen);
    for (const link of this.#links) link.close();
    this.desk.bars.hide();
    this.#end.hide();
    this.#showOffers(null);
    this.#host.hidden = true;
    fill(this.#host);
    if (!this.#keep) this.desk.study.fromData(this.#before);
  }
}
