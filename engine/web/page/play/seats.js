/** The players of a room with their clocks. */

import { byId, fill, h } from "../core/dom.js";

/** @typedef {import("../../types").Room | import("../../types").LiveRoom} Room */

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

export class Seats {
  #host = byId("seats");
  /** @type {Room | null} */
  #room = null;
  #since = 0;
  #timer = 0;
  /** @type {HTMLElement[]} */
  #clocks = [];

  /** @param {Room} room @param {number | null} mover */
  show(room, mover) {
    this.#room = room;
    this.#since = performance.now();
    this.#host.hidden = false;
    this.#clocks = [];
    const seats = room.seats.map((seat, index) => {
      const clock = h("span", { class: "clock", role: "timer", "aria-label": `Clock of player ${index + 1}` });
      this.#clocks.push(clock);
      const level = seat.who === "engine" ? h("small", {}, `level ${seat.level ?? ""}`) : null;
      const away = seat.who === "person" && seat.here === false ? h("small", { class: "away" }, "Not connected") : null;
      const turn = mover === index + 1 && !room.over;
      const name = h("span", {}, `${index + 1}. ${seat.name ?? "Guest"}`, room.you === index + 1 ? " (you)" : "");
      return h("div", { class: turn ? "seat turn" : "seat", "aria-current": turn ? "true" : null }, name, level, away, clock);
    });
    fill(this.#host, ...seats);
    clearInterval(this.#timer);
    if ("clocks_ms" in room && room.clocks_ms) this.#timer = window.setInterval(() => this.#tick(), 100);
    this.#tick();
  }

  #tick() {
    const room = this.#room;
    if (!room || !("clocks_ms" in room) || !room.clocks_ms) return;
    const gone = performance.now() - this.#since;
    for (const [index, clock] of this.#clocks.entries()) {
      const left = (room.clocks_ms[index] ?? 0) - (room.running === index + 1 ? gone : 0);
      const text = clockText(left);
      if (clock.textContent !== text) clock.textContent = text;
    }
  }

  hide() {
    clearInterval(this.#timer);
    this.#host.hidden = true;
    fill(this.#host);
  }
}
