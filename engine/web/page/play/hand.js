/** The tiles of the player in a game in real time, below the board: flipping, rotating and placing them. */

import { parsePicture } from "../board/picture.js";
import { byId, fill } from "../core/dom.js";
import { Spin, turnLetter } from "./spin.js";

/**
 * @typedef {import("../../types").RealTime} RealTime
 * @typedef {import("../../types").LivePlace} LivePlace
 */

/** The shortest time between two turns of the wheel, in milliseconds. A touchpad sends many events for one gesture. */
const WHEEL_MS = 100;
/** All rotations of a tile. */
const ALL_TURNS = [0, 1, 2, 3, 4, 5];

export class Hand {
  #host = byId("held");
  /** The picture of the tiles, as text. */
  #text = "";
  /** @type {RealTime | null} */
  #table = null;
  #active = false;
  /** The penalty tile that the player has chosen; 0 if none. */
  #chosen = 0;
  /** The tile that was in play before the last change; 0 if none. */
  #shown = 0;
  #turned = 0;
  /** Whether the user plays with a finger, which cannot point at a place without touching it. */
  #finger = matchMedia("(pointer: coarse)").matches;
  #spin;
  /** The player at this device; null for a spectator. @type {number | null} */
  you = null;
  /** The player who gets the next gift; empty for anyone. */
  gift = "";

  /**
   * @param {import("../board/board.js").Board} board
   * @param {import("../core/settings.js").Settings} settings
   * @param {AbortSignal} signal ends all listeners
   */
  constructor(board, settings, signal) {
    this.board = board;
    this.settings = settings;
    this.#spin = new Spin(board);
    board.addEventListener("pointed", () => this.#spinHere(), { signal });
    board.addEventListener("touched", () => this.#touched(), { signal });
    board.host.addEventListener("wheel", (event) => this.#wheel(event), { signal, capture: true, passive: false });
    document.addEventListener("pointerdown", ({ pointerType }) => this.#usesFinger(pointerType === "touch"), { signal, capture: true });
  }

  /** @param {boolean} finger */
  #usesFinger(finger) {
    if (finger === this.#finger) return;
    this.#finger = finger;
    this.draw();
  }

  /** What the player has in front of them. */
  get seat() {
    return this.#table?.facts.players[(this.you ?? 0) - 1];
  }

  /** The tile that a click on the board places: the one turned up, or a penalty tile. */
  get tile() {
    const playable = this.#table?.facts.playable ?? [];
    return playable.find(({ tile }) => tile === this.#chosen) ?? playable.at(-1);
  }

  /** Whether the player can flip a tile. */
  get canFlip() {
    return this.#active && this.seat?.hand === null && this.seat.stacks.some(Boolean);
  }

  /** Whether the player has penalty tiles only. */
  get isBare() {
    return this.seat?.hand === null && !this.seat.stacks.some(Boolean) && this.seat.penalty.length > 0;
  }

  /** Whether the player can discard the tile that is turned up. */
  get canDiscard() {
    return this.#active && typeof this.seat?.hand === "number";
  }

  /** The places for a tile: those where it fits, or all empty cells if the player wants to find them alone. @param {{ places: LivePlace[] }} tile */
  #placesOf({ places }) {
    if (this.settings.get("fits")) return places;
    const cells = [...this.board.picture.targets.keys()].filter((touch) => touch.startsWith("cell "));
    return cells.map((cell) => ({ at: cell.slice(5), turns: ALL_TURNS }));
  }

  /** The place under the pointer, or the one that was touched first. @returns {LivePlace | undefined} */
  get #here() {
    const { pointed, walk } = this.board;
    const at = [pointed, walk.touches.at(-1)].find((touch) => touch?.startsWith("cell "));
    return at && this.tile ? this.#placesOf(this.tile).find((place) => `cell ${place.at}` === at) : undefined;
  }

  /** Shows a new state of the game. @param {RealTime} table @param {boolean} active whether the player may act now */
  show(table, active) {
    this.#table = table;
    this.#active = active;
    const tile = this.tile?.tile ?? 0;
    if (tile !== this.#shown) this.#spin.reset();
    this.#shown = tile;
    this.draw();
  }

  /** Shows the board and the tiles. */
  draw() {
    const { board } = this;
    const table = this.#table;
    if (!table) return;
    if (table.hand && table.hand !== this.#text) this.#lay((this.#text = table.hand));
    if (!board.picture.targets.size) board.showLive(table.svg, [], false);
    board.showLive(table.svg, this.#active ? this.#moves(table) : [], this.#active);
    this.#spinHere();
  }

  /** Shows the tiles, in the middle of their place: the picture has room for more of them on the right. @param {string} text */
  #lay(text) {
    const picture = /** @type {SVGSVGElement} */ (parsePicture(text));
    fill(this.#host, picture);
    const { x, width } = picture.getBBox();
    const { y, height } = picture.viewBox.baseVal;
    if (width) picture.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
  }

  /**
   * The moves: a click on a stack flips its top tile; a click on a place puts the tile there. With a finger, the first touch of a place with several
   * rotations shows the tile there, and the second one places it.
   *
   * @param {RealTime} table
   * @returns {import("../../types").WaysOfMove[]}
   */
  #moves({ facts: { playable = [] } }) {
    const give = this.gift && ` give ${this.gift}`;
    const way = (/** @type {string[]} */ ...hop) => ({ hops: [hop], free: false });
    const stacks = this.canFlip ? (this.seat?.stacks ?? []) : [];
    const flips = stacks.flatMap((tiles, index) => (tiles ? [{ move: `turn ${index + 1}`, ways: [way(`reserve ${index + 1}`)] }] : []));
    const lays = playable.flatMap((tile) =>
      this.#placesOf(tile).map((place) => {
        const cell = `cell ${place.at}`;
        const click = this.#finger && place.turns.length > 1 ? way(cell, cell) : way(cell);
        const ways = [way(`hand ${tile.tile}`, cell), ...(tile === this.tile ? [click] : [])];
        return { move: `${tile.tile}${turnLetter(this.#spin.turnAt(place))}@${place.at}${give}`, ways };
      }),
    );
    // A tile that fits nowhere can be rotated as well.
    const rests = playable.map(({ tile }) => ({ move: "", ways: [way(`hand ${tile}`, "cell")] }));
    return [...flips, ...lays, ...rests];
  }

  /** Rotates the tile beside the board, and shows it on the place under the pointer. */
  #spinHere() {
    const tile = this.tile && this.board.picture.target(`hand ${this.tile.tile}`);
    const here = this.#here;
    const turn = this.#spin.turnAt(here);
    for (const other of this.#host.querySelectorAll("g[data-name]")) {
      const own = other === tile;
      other.classList.toggle("in-play", own);
      /** @type {SVGGElement} */ (other).style.rotate = own ? `${60 * turn}deg` : "";
    }
    this.#spin.haunt(tile, here && this.#active ? this.board.picture.target(`cell ${here.at}`) : undefined, turn);
  }

  /** A tap on a tile rotates it, or brings a penalty tile into play. */
  #touched() {
    const [touch, ...more] = this.board.walk.touches;
    if (more.length || !touch?.startsWith("hand ") || this.board.pointer.dragging) return this.#spinHere();
    this.board.release();
    const tile = Number(touch.slice(5));
    if (tile === this.tile?.tile) return this.turn(1);
    this.#chosen = tile;
    this.#spin.reset();
    this.draw();
  }

  /** Rotates the tile. @param {1 | -1} by */
  turn(by) {
    if (!this.tile) return;
    this.#spin.turn(by, this.#here);
    this.draw();
  }

  /** @param {WheelEvent} event */
  #wheel(event) {
    if (!this.#active || !this.tile) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.timeStamp - this.#turned < WHEEL_MS) return;
    this.#turned = event.timeStamp;
    this.turn(event.deltaY > 0 ? 1 : -1);
  }

  /** Removes the tiles: the game is over. */
  clear() {
    this.#table = null;
    this.#chosen = 0;
    this.#text = "";
    this.#spin.haunt(undefined, undefined, 0);
    fill(this.#host);
  }

  leave() {
    this.clear();
    this.#spin.remove();
  }
}
