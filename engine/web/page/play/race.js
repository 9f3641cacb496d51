/** The race of a game in real time: one bar for each player, which grows as the player gets rid of tiles. */

import { byId, fill, h } from "../core/dom.js";
import { say } from "../core/say.js";
import { ordinal, tilesText } from "./podium.js";

/** @typedef {{ name: string, own: boolean, here: boolean, left: number, all: number, rank: number }} Runner a player in the race, with the tiles that are left, those at the start, and the rank; 0 while the player has tiles */

export class Race {
  #host = byId("race");

  constructor() {
    // Beside a board there is room for it; otherwise it is above.
    if (matchMedia("(min-width: 52.01rem) and (min-height: 30.01rem)").matches) byId("title").after(this.#host);
  }

  /**
   * @param {import("./podium.js").Tally[]} tallies
   * @param {import("../../types").LiveRoom} room
   * @param {number[]} [replayed] the tiles of each player in the replay
   */
  show(tallies, { seats, you, over }, replayed) {
    const runners = tallies.map(({ tiles, laid, given, received, rank }, index) => {
      const left = replayed?.[index] ?? tiles;
      return { name: seats[index].name, own: you === index + 1, here: seats[index].here, left, all: tiles + laid + given - received, rank: (over && !replayed) || !left ? rank : 0 };
    });
    this.#host.hidden = false;
    const most = Math.max(1, ...runners.map(({ all, left }) => Math.max(all, left)));
    if (this.#host.childElementCount !== runners.length) fill(this.#host, ...runners.map(() => runnerRow()));
    for (const [index, runner] of runners.entries()) fillRow(/** @type {HTMLElement} */ (this.#host.children[index]), runner, most);
  }

  /** Marks a player for a moment. @param {number} player */
  flash(player) {
    const row = this.#host.children[player - 1];
    if (!row) return;
    row.classList.remove("flash");
    // Reading the layout restarts the animation.
    row.getBoundingClientRect();
    row.classList.add("flash");
  }

  hide() {
    this.#host.hidden = true;
    fill(this.#host);
    document.querySelector(".table")?.prepend(this.#host);
  }
}

function runnerRow() {
  return h("div", { class: "runner" }, h("span", { class: "name" }), h("span", { class: "track", "aria-hidden": "true" }, h("span", { class: "run" })), h("span", { class: "left" }));
}

/** @param {HTMLElement} row @param {Runner} runner @param {number} most the largest number of tiles of any player */
function fillRow(row, { name, own, here, left, rank }, most) {
  const [title, track, count] = /** @type {HTMLElement[]} */ ([...row.children]);
  row.classList.toggle("own", own);
  row.classList.toggle("away", !here);
  row.classList.toggle("out", rank > 0);
  title.textContent = name;
  /** @type {HTMLElement} */ (track.firstElementChild).style.width = `${Math.round(100 * Math.max(0, 1 - left / most))}%`;
  count.textContent = rank ? `${ordinal(rank)} · ${left}` : String(left);
  row.setAttribute("aria-label", `${name}: ${[tilesText(left), rank ? ordinal(rank) : "", here ? "" : say("not connected")].filter(Boolean).join(", ")}`);
  row.setAttribute("role", "img");
}
