/** The bars above and below the board: one for each player, with name, pieces, clock and result. They have a fixed height, so that nothing below them moves. */

import { parsePicture } from "../board/picture.js";
import { byId, fill, h } from "../core/dom.js";
import { say } from "../core/say.js";
import { capital } from "../core/words.js";
import { levelName } from "./levels.js";

/**
 * @typedef {import("../../types").Room | import("../../types").LiveRoom} Room
 * @typedef {{ room: Room, mover: number | null, connected: boolean }} Seated the room whose seats are shown
 */

/** A time for a clock: `1:05:00`, `1:05`, and with tenths in the last ten seconds. @param {number} ms */
export function clockText(ms) {
  const left = Math.max(0, ms);
  if (left < 10_000) return `0:0${(Math.floor(left / 100) / 10).toFixed(1)}`;
  const seconds = Math.floor(left / 1000);
  const two = (/** @type {number} */ value) => String(value).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  const rest = `${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  return hours ? `${hours}:${rest}` : rest.replace(/^0/, "");
}

/** A time without tenths. @param {number} ms */
export function timeText(ms) {
  return clockText(ms).replace(/\.\d$/, "");
}

/** Below this time, a sound warns the player, in milliseconds. */
const LITTLE = 10_000;

export class Bars {
  #above = byId("above");
  #below = byId("below");
  /** @type {Seated | null} */
  #seated = null;
  #since = 0;
  /** When the connection was lost; 0 while there is one. */
  #stopped = 0;
  #timer = 0;
  /** @type {HTMLElement[]} */
  #clocks = [];
  /** The time that each clock showed last, in milliseconds. @type {number[]} */
  #left = [];
  /** The pictures of the pieces that the players hold. Unchanged pictures stay in the page, because the pointer may be on one. @type {Map<number, { text: string, box: HTMLElement }>} */
  #held = new Map();

  /** @param {import("../core/desk.js").Desk} desk */
  constructor(desk) {
    this.desk = desk;
    for (const event of ["view", "mode"]) desk.addEventListener(event, () => this.#draw());
    desk.study.addEventListener("tree", () => this.#draw());
  }

  /** Shows the seats of a room. The clocks stand still while the connection is lost. @param {Room} room @param {number | null} mover @param {boolean} [connected] */
  show(room, mover, connected = true) {
    if (room !== this.#seated?.room) this.#since = performance.now();
    if (connected) this.#stopped = 0;
    else this.#stopped ||= performance.now();
    this.#seated = { room, mover, connected };
    clearInterval(this.#timer);
    if ("clocks_ms" in room && room.clocks_ms) this.#timer = window.setInterval(() => this.#tick(), 100);
    this.#draw();
  }

  /** Shows the players of the open game again, instead of the seats of a room. */
  hide() {
    clearInterval(this.#timer);
    this.#seated = null;
    this.#draw();
  }

  /** The view whose players are shown; null if a mode draws the board itself. */
  get #view() {
    return this.desk.mode?.own ? null : this.desk.view;
  }

  /** The players from the bottom of the board upwards: the first one is below it. */
  get #order() {
    const players = this.#seated?.room.seats.length ?? this.#view?.players.length ?? 0;
    const { views, settings } = this.desk;
    const chosen = views.seat ?? settings.get("seat");
    const seat = chosen === "mover" ? (this.#view?.show.to_move ?? 1) : Math.min(chosen, players);
    return Array.from({ length: players }, (_, index) => ((seat - 1 + index) % players) + 1);
  }

  #draw() {
    this.#clocks = [];
    const [first, ...others] = this.#order;
    fill(this.#below, ...(first ? [this.#bar(first)] : []));
    fill(this.#above, ...others.reverse().map((player) => this.#bar(player)));
    this.#above.parentElement?.style.setProperty("--bars", String(Math.max(2, others.length + 1)));
    this.#tick();
  }

  /** @param {number} player */
  #bar(player) {
    const { desk } = this;
    const view = this.#view;
    const room = this.#seated?.room;
    const seat = room?.seats[player - 1];
    const mover = this.#seated ? this.#seated.mover : (view?.show.to_move ?? null);
    const turn = mover === player && !room?.over && !view?.show.over;
    const colour = view?.colours[player - 1];
    const chip = h("span", { class: "chip", "aria-hidden": "true" }, String(player));
    if (colour) chip.style.setProperty("--own", `var(${colour})`);
    const name = seat ? (seat.name ? desk.nameOf(player) : say("Guest")) : desk.nameOf(player);
    const held = this.#heldBy(player);
    const inRow = isRow(held);
    const points = /** @type {number[] | undefined} */ (view?.show.points);
    const facts = (view?.players[player - 1]?.facts ?? []).map(capital);
    const clock = h("span", { class: "clock", role: "timer", "aria-label": say("Clock of player {number}", { number: player }) });
    this.#clocks[player - 1] = clock;
    return h(
      "div",
      { class: `seat${turn ? " turn" : ""}${inRow ? " row-held" : ""}`, "data-player": player, "aria-current": turn ? "true" : null },
      chip,
      h("span", { class: "who" }, name, (room ? room.you : desk.mode?.you) === player && h("small", { class: "you" }, ` ${say("(you)")}`), seat?.who === "engine" && levelText(levelName(desk.info, seat.level), inRow)),
      seat?.who === "person" && seat.here === false && h("small", { class: "away" }, say("Not connected")),
      inRow && points && holds(held) ? shortFact(facts) : h("span", { class: "has" }, ...facts.flatMap((fact, index) => [index ? " · " : "", h("span", {}, fact)])),
      holds(held) && held,
      this.#result(player),
      clock,
    );
  }

  /** The pieces that a player holds. @param {number} player */
  #heldBy(player) {
    const text = this.#view?.players[player - 1]?.held;
    if (!text) return null;
    const known = this.#held.get(player);
    if (known?.text === text) return known.box;
    const box = h("span", { class: "held" }, parsePicture(text));
    this.#held.set(player, { text, box });
    return box;
  }

  /** The result of a finished game for one player. @param {number} player */
  #result(player) {
    const { study } = this.desk;
    const over = this.#seated?.room.over;
    const result = this.#seated ? over && /** @type {import("../../types").Outcome | undefined} */ (over.outcome) : study.current.ended;
    if (!result || result.kind === "open" || this.desk.mode?.example) return null;
    const won = result.winner === player;
    return h("span", { class: won ? "won" : "lost" }, result.winner ? say(won ? "Won" : "Lost") : result.kind === "draw" ? say("Draw") : "");
  }

  #tick() {
    if (!this.#seated) return;
    const { room } = this.#seated;
    if (!("clocks_ms" in room) || !room.clocks_ms) return;
    const gone = (this.#stopped || performance.now()) - this.#since;
    for (const [index, clock] of this.#clocks.entries()) {
      const left = (room.clocks_ms[index] ?? 0) - (room.running === index + 1 ? gone : 0);
      const text = clockText(left);
      if (clock.textContent !== text) clock.textContent = text;
      clock.classList.toggle("short", left < 20_000);
      if (room.you === index + 1 && left <= LITTLE && left > 0 && this.#left[index] > LITTLE) this.desk.sounds.play("time");
      this.#left[index] = left;
    }
  }
}

/** A picture that is at least this many times wider than high is a row of tiles, which needs its own line on a narrow window. */
const ROW = 4;

/** Whether a picture shows any piece. @param {HTMLElement | null} held */
function holds(held) {
  return Boolean(held?.querySelector("g"));
}

/** The level of a computer. A bar with little room shows its name without its number. @param {string} level @param {boolean} isShort */
function levelText(level, isShort) {
  return h("small", { title: level }, ` ${isShort ? level.replace(/ \(.*/, "") : level}`);
}

/** The first fact alone, in a bar that has little room. @param {string[]} facts */
function shortFact(facts) {
  return h("span", { class: "has short", title: facts.join(" · ") }, facts[0]);
}

/** Whether the pieces that a player holds form a long row. @param {HTMLElement | null} held */
function isRow(held) {
  const { width, height } = held?.querySelector("svg")?.viewBox.baseVal ?? new DOMRect();
  return width > ROW * height;
}
