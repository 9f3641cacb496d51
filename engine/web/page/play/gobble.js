/** A real-time game: all players move at the same time, on a board that the server draws. The tiles of the player are below the board. */

import { byId, fill, h, select, tick } from "../core/dom.js";
import { iconButton, labelled } from "../core/icons.js";
import { addressOf } from "../core/link.js";
import { say } from "../core/say.js";
import { capital, refusalText } from "../core/words.js";
import { titleOf } from "../dialogs/variant.js";
import { TITLES } from "../home/lines.js";
import { timeText } from "./bars.js";
import { Chat } from "./chat.js";
import { hasJoined, watchers } from "./column.js";
import { Hand } from "./hand.js";
import { invitations } from "./invite.js";
import { forgetRoom, loseRoom, rememberRoom } from "./known.js";
import { RoomLink } from "./link.js";
import { podium, standingsTable } from "./podium.js";
import { Race } from "./race.js";
import { Replay } from "./replay.js";
import { eventText } from "./story.js";
import { keyOf } from "../keys.js";

/**
 * @typedef {import("../core/desk.js").Desk} Desk
 * @typedef {import("../core/desk.js").Mode} Mode
 * @typedef {import("../../types").RoomMessage} RoomMessage
 */

/** At most this many events are listed. */
const STORY = 200;
/** The time between two updates of the clock, in milliseconds. */
const TICK = 100;
/** How long a call is shown, in milliseconds. */
const CALL = 1500;

/** @implements {Mode} */
export class LiveGame {
  name = "live";
  secret = true;
  fixed = true;
  own = true;
  #host = byId("mode");
  #tray = byId("tray");
  #end = byId("end");
  #controls = byId("controls");
  #story = h("ol", { class: "story", reversed: true, "aria-label": say("Events") });
  #clock = h("span", { class: "clock", role: "timer", "aria-label": say("Time") });
  #countdown = h("div", { class: "countdown", role: "timer", "aria-live": "assertive", hidden: true });
  #call = h("div", { class: "call", "aria-hidden": "true", hidden: true });
  #race = new Race();
  #off = new AbortController();
  #hand;
  #chat;
  /** @type {Replay | null} */
  #replay = null;
  /** @type {import("../../types").RealTime | null} */
  #table = null;
  /** @type {import("../../types").LiveRoom | null} */
  #room = null;
  #heard = 0;
  #timer = 0;
  #calling = 0;
  #left = false;
  /** Whether the user has closed the card of the end. */
  #closed = false;

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
    this.#hand = new Hand(board, desk.settings, this.#off.signal);
    this.#chat = new Chat(desk, (phrase) => this.link.send({ do: "say", phrase }));
    this.link = new RoomLink(seated.room, seated.keys[0], desk.settings.get("name"));
    this.link.addEventListener("message", (event) => this.#receive(/** @type {CustomEvent} */ (event).detail));
    this.link.addEventListener("state", () => this.#show());
    this.link.addEventListener("gone", (event) => loseRoom(desk, seated.room, this.#left, /** @type {CustomEvent} */ (event).detail));
    this.#timer = window.setInterval(() => this.#tick(), TICK);
    board.ghosts = false;
    board.host.append(this.#countdown, this.#call);
    this.#host.hidden = false;
    document.addEventListener("keydown", (event) => this.#key(event), { signal: this.#off.signal, capture: true });
    this.#show();
  }

  /** @param {RoomMessage} message */
  #receive(message) {
    // An action may arrive after the end of the game.
    if (message.error && !(this.#room?.over && message.error.place === "act")) {
      this.desk.say(refusalText(message.error), true);
      this.#draw();
    }
    if (message.said?.phrase) this.#chat.hear(message.said.phrase.phrase, this.#nameOf(message.said.phrase.player));
    const room = /** @type {import("../../types").LiveRoom | undefined} */ (message.room);
    if (room && this.#room && hasJoined(this.#room, room, (player) => player === this.link.you)) this.desk.sounds.play("join");
    if (room?.over && !this.#room?.over) this.desk.say("");
    if (room) this.#room = room;
    if (this.#room?.over) forgetRoom(this.seated.room);
    else if (message.room) rememberRoom(this.seated, true, this.#title);
    document.body.dataset.game = this.#info.name;
    if (this.#room) byId("title").textContent = this.#title;
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
    const shown = this.desk.shown.find(({ live, info }) => live && info === this.#info);
    // The levels of the computer players are too many for a title.
    return (this.#room?.options ?? []).filter(({ name }) => name !== "level").map((one) => (`${one.name}=${one.value}` === word ? { ...one, label: shown?.title ?? capital(one.value) } : one));
  }

  /** The name of a player of the room. @param {number} player */
  #nameOf(player) {
    return this.#room?.seats[player - 1]?.name || say("Player {number}", { number: player });
  }

  /** Whether this device has a seat. */
  get #plays() {
    return this.link.you !== null;
  }

  /** The time until the start, in milliseconds; 0 after it. */
  get #untilStart() {
    return this.#table ? Math.max(0, this.#table.starts_in_ms - (performance.now() - this.#heard)) : 0;
  }

  /** The name of the game in addresses. */
  get #name() {
    return this.#info.real_time?.name ?? this.#info.name;
  }

  /** The title of the game in real time. */
  get #title() {
    return TITLES[this.#name] ?? titleOf(this.#info, this.#options);
  }

  /** Whether the player may act now. */
  get #active() {
    return this.#plays && this.#table?.running === true && !this.#untilStart;
  }

  /** @param {import("../../types").RealTime} table */
  #see(table) {
    if (this.#table?.history && !table.history) this.#beginAnew();
    const ends = this.#table !== null && !this.#table.history && table.history !== null;
    this.#table = table;
    if (ends) this.desk.sounds.play(!this.#plays ? "end" : this.#winner === this.link.you ? "win" : "loss", 0.3);
    this.#heard = performance.now();
    for (const said of table.story) {
      this.#story.prepend(h("li", {}, `${timeText(1000 * said.at)} ${eventText(said, (player) => this.#nameOf(player))}`));
      if (said.gobble && said.player) this.#shout(said.player);
    }
    while (this.#story.childElementCount > STORY) this.#story.lastElementChild?.remove();
    this.#draw();
    this.#show();
    this.#tick();
  }

  /** Another game begins in the same room. */
  #beginAnew() {
    this.#replay?.stop();
    this.#replay = null;
    this.#closed = false;
    this.board.host.classList.remove("replaying");
    fill(this.#story);
  }

  /** @param {number} player */
  #shout(player) {
    this.#race.flash(player);
    this.desk.sounds.play("gobble");
    clearTimeout(this.#calling);
    this.#call.textContent = say("{name}: Gobble!", { name: this.#nameOf(player) });
    this.#call.hidden = false;
    this.#calling = window.setTimeout(() => (this.#call.hidden = true), CALL);
  }

  /** Shows the board, the player's tiles and the race. */
  #draw() {
    const table = this.#table;
    if (!table || this.#replay) return;
    this.#tray.hidden = !this.#plays;
    this.#hand.you = this.link.you;
    this.#hand.show(table, this.#active);
    this.#showRace();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const at = event.target instanceof Element ? event.target : null;
    if (event.ctrlKey || event.metaKey || event.altKey || at?.closest("input, textarea, select, dialog")) return;
    if (event.key === " " && at?.closest("button, summary, a, g[data-class]")) return;
    const act = this.#replay ? { ArrowLeft: () => this.#replay?.step(-1), ArrowRight: () => this.#replay?.step(1) }[event.key] : { r: () => this.#hand.turn(1), R: () => this.#hand.turn(-1), " ": () => this.#flip(), d: () => this.#discard() }[keyOf(event)];
    if (!act || (!this.#replay && !this.#active)) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  }

  #flip() {
    if (this.#hand.canFlip) this.move("turn");
  }

  #discard() {
    if (this.#hand.canDiscard) this.move("discard");
  }

  /** Moves are made on the board of the room, not on a position of the page. */
  mayMove() {
    return false;
  }

  /** @param {string} line */
  move(line) {
    if (!line || !this.#active) return;
    this.link.send({ do: "act", line });
    // The server sends a new picture only if the move was possible, so show the old one until then.
    this.#draw();
  }

  /** What it means to leave the game, if it is running. */
  running() {
    const room = this.#room;
    return room?.begun && !room.over && this.#plays ? say("The game is not over: the others play on without you. You can resume it later.") : "";
  }

  #tick() {
    if (!this.#table) return;
    const gone = this.#table.running ? performance.now() - this.#heard : 0;
    this.#clock.textContent = timeText(this.#table.time_ms + Math.max(0, gone - this.#table.starts_in_ms));
    const wait = this.#table.running ? this.#untilStart : 0;
    const count = wait ? String(Math.ceil(wait / 1000)) : "";
    if (this.#countdown.textContent === count) return;
    this.#countdown.textContent = count;
    this.#countdown.hidden = !count;
    this.desk.sounds.play(count ? "count" : "go");
    if (count) return;
    this.#draw();
    this.#showControls();
  }

  /** The standings of the players. @returns {import("./podium.js").Tally[]} */
  get #tallies() {
    return /** @type {import("./podium.js").Tally[]} */ (this.#table?.standings.facts.players ?? []);
  }

  get #winner() {
    return this.#tallies.findIndex(({ rank }) => rank === 1) + 1;
  }

  /** @param {number[]} [left] the tiles of each player in the replay */
  #showRace(left) {
    if (this.#room) this.#race.show(this.#tallies, { ...this.#room, you: this.link.you }, left);
  }

  /** The buttons below the tiles. */
  #showControls() {
    const room = this.#room;
    if (!room || !this.#plays || this.#replay || this.#controls.contains(document.activeElement?.closest("select") ?? null)) return;
    const hand = this.#hand;
    const others = room.seats.map((_, index) => index + 1).filter((player) => player !== this.link.you);
    /** @type {[string, string][]} */
    const gifts = [["", say("anyone")], ...others.map((player) => /** @type {[string, string]} */ ([String(player), this.#nameOf(player)]))];
    const gift = select(gifts, hand.gift, (value) => ((hand.gift = value), hand.draw()), { "aria-label": say("Gift to") });
    const fits = tick(say("Highlight places"), this.desk.settings.get("fits"), (on) => (this.desk.settings.set("fits", on), hand.draw()));
    const focused = [...this.#controls.querySelectorAll("button, input")].indexOf(document.activeElement ?? document.body);
    fill(
      this.#controls,
      labelled("turnOver", say("Flip tile"), () => this.#flip(), { class: hand.canFlip ? "main" : "", disabled: !hand.canFlip, title: say("Space|the key") }),
      labelled("rotate", say("Rotate"), () => hand.turn(1), { disabled: !this.#active || !hand.tile, title: say("R, or the mouse wheel") }),
      labelled("delete", say("Discard"), () => this.#discard(), { disabled: !hand.canDiscard, title: "D" }),
      others.length > 1 && h("label", { class: "tick" }, say("Gift to"), gift),
      fits,
    );
    const after = this.#controls.querySelectorAll("button, input")[focused];
    if (after instanceof HTMLElement) after.focus();
  }

  #show() {
    if (this.#left) return;
    const room = this.#room;
    const leave = labelled("leave", say("Leave"), () => this.desk.go({ kind: "game", game: this.#name }));
    if (!room) return fill(this.#host, h("p", {}, say("Connecting…")), leave);
    const waiting = !room.begun && this.#plays ? labelled("play", say("Start now"), () => this.link.send({ do: "start" }), { class: "main" }) : null;
    const nameOf = (/** @type {number} */ player) => this.#nameOf(player);
    const rules = h("a", { href: addressOf({ kind: "learn", game: this.#name, number: null }), target: "_blank", rel: "opener" }, say("Rules"));
    this.#showControls();
    this.#showRace();
    this.#showEnd(room);
    const lost = this.link.open ? null : h("p", { class: "wrong" }, say("Connection lost. Reconnecting…"));
    const running = this.#hand.isBare ? say("Your stacks are empty. Tap a penalty tile, then a place for it.") : say("Everyone plays at the same time.");
    const state = room.over ? say("Game over.") : room.begun ? running : say("Waiting for all players to join.");
    const status = byId("status");
    if (status.textContent !== state) status.textContent = state;
    document.title = `${this.#info.title}: ${state} – Ludex`;
    fill(
      this.#host,
      lost,
      h("div", { class: "row" }, h("strong", {}, this.#plays ? say("You are {name}", { name: this.#nameOf(this.link.you ?? 0) }) : say("You are watching")), this.#clock, waiting, rules, leave),
      room.begun ? null : invitations(this.seated, room, true),
      this.#chat.show(room, [this.link.you]),
      watchers(room, this.link.you === null),
      room.over && this.#table ? standingsTable(this.#table.standings, nameOf) : null,
      this.#story.childElementCount ? this.#story : h("p", { class: "quiet" }, say("What the players do will be listed here.")),
    );
  }

  /** The card of the end: the ranks, and what to do next. If the user has closed it, the replay is in its place. @param {import("../../types").LiveRoom} room */
  #showEnd(room) {
    this.#end.hidden = !room.over || this.#closed;
    if (!room.over) return;
    const nameOf = (/** @type {number} */ player) => this.#nameOf(player);
    const close = () => {
      this.#closed = true;
      this.#end.hidden = true;
      this.#showReplay();
    };
    const asked = room.again.includes(this.link.you ?? 0);
    const again = this.#plays && labelled("rematch", say("Play again"), () => this.link.send({ do: "rematch" }), { disabled: asked });
    const people = room.seats.filter(({ who }) => who === "person").length;
    fill(
      this.#end,
      iconButton("close", say("Close"), close, { class: "close" }),
      h("p", { class: "verdict", role: "status" }, this.#winner === this.link.you ? say("You win!") : say("{name} wins!", { name: nameOf(this.#winner) })),
      this.#tallies[this.#winner - 1]?.tiles ? h("p", {}, say("No player can place another tile, so the player with the fewest tiles wins.")) : null,
      podium(this.#tallies, nameOf),
      room.again.length && people > 1 ? h("p", { class: "quiet" }, say("{number} of {all} players want to play again.", { number: room.again.length, all: people })) : null,
      h("div", { class: "row" }, labelled("play", say("Replay"), close, { class: "main" }), again, labelled("create", say("New game"), () => this.desk.go({ kind: "play", game: this.#name }))),
    );
  }

  /** Shows the replay instead of the player's tiles. */
  #showReplay() {
    const table = this.#table;
    if (!table?.history || this.#replay) return;
    this.board.showLive(table.svg, [], false);
    this.board.host.classList.add("replaying");
    this.#replay = new Replay(table.history, this.#tallies.map(({ tiles }) => tiles), (player) => this.#nameOf(player), (hidden, last, left) => {
      for (const [touch, target] of this.board.picture.targets) {
        if (!touch.startsWith("tile ")) continue;
        target.style.visibility = hidden.has(touch.slice(5)) ? "hidden" : "";
        target.classList.toggle("now", touch === `tile ${last}`);
      }
      this.#showRace(left);
    });
    const again = this.#plays ? labelled("rematch", say("Play again"), () => this.link.send({ do: "rematch" })) : null;
    this.#tray.hidden = false;
    this.#hand.clear();
    fill(this.#controls, this.#replay.box, again);
    this.#replay.go(0);
  }

  leave() {
    this.#left = true;
    this.#off.abort();
    this.#replay?.stop();
    clearInterval(this.#timer);
    clearTimeout(this.#calling);
    this.link.close();
    this.#hand.leave();
    this.#countdown.remove();
    this.#call.remove();
    this.#race.hide();
    this.board.ghosts = this.desk.settings.get("ghosts");
    this.board.host.classList.remove("replaying");
    this.#tray.hidden = this.#end.hidden = this.#host.hidden = true;
    for (const box of [this.#controls, this.#end, this.#host]) fill(box);
  }
}
