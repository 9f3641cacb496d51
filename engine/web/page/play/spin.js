/** The player's tile in a game in real time: its rotation, and the ghost that shows it on the place under the pointer. */

import { fill, s } from "../core/dom.js";

/** @typedef {import("../../types").LivePlace} LivePlace */

/** The rotations of a tile: steps of 60°. */
const TURNS = 6;

export class Spin {
  /** The rotation that the player has chosen, in steps clockwise. It grows without bound, so that the tile always turns the short way. */
  #turn = 0;
  #ghost = s("svg", { class: "layer ghost live-ghost", "aria-hidden": "true" });

  /** @param {import("../board/board.js").Board} board */
  constructor(board) {
    this.board = board;
    board.host.append(this.#ghost);
  }

  /** Starts with a new tile. */
  reset() {
    this.#turn = 0;
  }

  /**
   * Rotates the tile to its next rotation; at a place, to the next one that fits there.
   *
   * @param {1 | -1} by
   * @param {LivePlace | undefined} at
   */
  turn(by, at) {
    this.#turn = at ? this.#fitting(at, this.turnAt(at), by) : this.#turn + by;
  }

  /** The rotation of the tile at a place: the chosen one if it fits there, otherwise the next one that fits. @param {LivePlace | undefined} at */
  turnAt(at) {
    return at ? this.#fitting(at, this.#turn - 1, 1) : this.#turn;
  }

  /** The next rotation after another one that fits at a place. @param {LivePlace} at @param {number} from @param {1 | -1} by */
  #fitting({ turns }, from, by) {
    for (let next = 1; next <= TURNS; next += 1) if (turns.includes(turnOf(from + by * next))) return from + by * next;
    return from;
  }

  /**
   * Shows the tile on the board, or removes it.
   *
   * @param {SVGGElement | undefined} tile the tile beside the board
   * @param {SVGGElement | undefined} cell
   * @param {number} turn
   */
  haunt(tile, cell, turn) {
    fill(this.#ghost);
    if (!tile || !cell) return;
    const [from, to] = [tile.getBBox(), cell.getBBox()];
    if (!from.width || !to.width) return;
    this.#ghost.setAttribute("viewBox", this.board.picture.viewBox);
    const copy = s("g", { transform: `translate(${middle(to)}) rotate(${60 * turnOf(turn)}) scale(${to.width / from.width}) translate(${middle(from, -1)})` });
    for (const part of tile.children) copy.append(part.cloneNode(true));
    this.#ghost.append(copy);
  }

  remove() {
    this.#ghost.remove();
  }
}

/** A rotation as a number from 0 to 5. @param {number} turn */
export function turnOf(turn) {
  return ((turn % TURNS) + TURNS) % TURNS;
}

/** The notation of a rotation. @param {number} turn */
export function turnLetter(turn) {
  return "abcdef"[turnOf(turn)];
}

/** @param {DOMRect} box @param {1 | -1} [sign] */
function middle({ x, y, width, height }, sign = 1) {
  return `${sign * (x + width / 2)} ${sign * (y + height / 2)}`;
}
