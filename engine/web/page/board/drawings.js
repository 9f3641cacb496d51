/** The arrows and circles that the user draws on the board. Each position of the page keeps its own until the page is closed. */

import { fill, s } from "../core/dom.js";
import { arrowPath } from "./arrows.js";

/**
 * A circle around a place, or an arrow to another place.
 *
 * @typedef {object} Drawing
 * @property {string} from the touch of the place
 * @property {string} to the same as `from` for a circle
 * @property {Colour} colour
 *
 * @typedef {"green" | "red" | "blue" | "yellow"} Colour
 */

/** The colour that the modifier keys choose. @param {{ shiftKey: boolean, ctrlKey: boolean, altKey: boolean }} event @returns {Colour} */
export function colourOf({ shiftKey, ctrlKey, altKey }) {
  return shiftKey ? "red" : altKey ? "blue" : ctrlKey ? "yellow" : "green";
}

export class Drawings {
  /** @type {WeakMap<object, Drawing[]>} */
  #kept = new WeakMap();
  /** The position that is shown; without it nothing can be drawn. @type {object | null} */
  #position = null;
  /** The drawing that follows the pointer. @type {Drawing | null} */
  #pending = null;
  #layer = s("svg", { class: "layer drawings", "aria-hidden": "true" });

  /** @param {HTMLElement} host @param {import("./picture.js").Picture} picture */
  constructor(host, picture) {
    this.picture = picture;
    host.append(this.#layer);
  }

  get #drawings() {
    return (this.#position && this.#kept.get(this.#position)) ?? [];
  }

  /** Whether something is drawn on this position. */
  get any() {
    return this.#drawings.length > 0;
  }

  /** Whether the user can draw here. */
  get can() {
    return this.#position !== null;
  }

  /** Shows the drawings of a position. @param {object | null} position */
  show(position) {
    this.#position = position;
    this.#pending = null;
    this.draw();
  }

  /** Shows a drawing that is not finished; null removes it. @param {Drawing | null} drawing */
  point(drawing) {
    this.#pending = drawing;
    this.draw();
  }

  /** Adds a drawing, or removes it if it is there already. @param {Drawing} drawing */
  toggle(drawing) {
    const position = this.#position;
    if (!position) return;
    const others = this.#drawings.filter(({ from, to }) => from !== drawing.from || to !== drawing.to);
    const same = this.#drawings.find(({ from, to, colour }) => from === drawing.from && to === drawing.to && colour === drawing.colour);
    this.#kept.set(position, same ? others : [...others, drawing]);
    this.point(null);
  }

  /** Removes all drawings of this position. */
  clear() {
    if (!this.any) return;
    if (this.#position) this.#kept.delete(this.#position);
    this.draw();
  }

  /** Draws again, for example over a new picture. */
  draw() {
    this.#layer.setAttribute("viewBox", this.picture.viewBox);
    const drawings = this.#pending ? [...this.#drawings, this.#pending] : this.#drawings;
    fill(this.#layer, ...drawings.map((drawing) => this.#shape(drawing)));
  }

  /** @param {Drawing} drawing */
  #shape({ from, to, colour }) {
    const [start, end] = [this.picture.boxOf(from), this.picture.boxOf(to)];
    if (!start || !end) return null;
    const size = Math.max(24, Math.min(start.width, start.height));
    const [x, y] = [start.x + start.width / 2, start.y + start.height / 2];
    if (from === to) return s("circle", { class: colour, cx: x, cy: y, r: size / 2 - size / 20, "stroke-width": size / 12 });
    const d = arrowPath({ x, y }, { x: end.x + end.width / 2, y: end.y + end.height / 2 }, size / 6);
    return s("path", { class: colour, d });
  }
}
