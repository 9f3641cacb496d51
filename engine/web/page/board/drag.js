/** Dragging: a copy of the piece follows the pointer. Only its CSS transform changes, which is fast. */

import { h, s } from "../core/dom.js";

/** A target that is at least this many times longer than wide is a row of pieces, of which one is dragged. */
const ROW = 2;

/** The copy of the dragged piece. */
export class Dragged {
  /**
   * @param {SVGGElement[]} targets from the topmost to the one that was touched
   * @param {import("./pointer.js").At} at the place of the pointer at the start
   */
  constructor(targets, at) {
    const picture = targets[0].ownerSVGElement;
    const board = picture?.getBoundingClientRect() ?? new DOMRect();
    const viewBox = picture?.getAttribute("viewBox") ?? "0 0 1 1";
    this.ghost = h("div", { class: "dragged", "aria-hidden": "true" });
    const drawing = s("svg", { viewBox });
    // The square below a piece stays where it is.
    const carried = targets.length > 1 ? targets.slice(0, -1) : targets;
    this.taken = carried.toReversed().flatMap((target) => pieces(target, at));
    drawing.append(...this.taken.map((piece) => bare(piece)));
    this.ghost.append(drawing);
    Object.assign(this.ghost.style, {
      left: `${board.left}px`,
      top: `${board.top}px`,
      width: `${board.width}px`,
      height: `${board.height}px`,
    });
    document.body.append(this.ghost);
    document.body.classList.add("dragging");
    for (const piece of this.taken) piece.classList.add("taken");
  }

  /** @param {number} x @param {number} y the distance of the pointer from the start, in pixels */
  move(x, y) {
    this.ghost.style.transform = `translate3d(${x}px, ${y}px, 0)`;
  }

  drop() {
    this.ghost.remove();
    document.body.classList.remove("dragging");
    for (const piece of this.taken) piece.classList.remove("taken");
  }
}

/**
 * The elements of a target that are dragged: all of them, or in a row of pieces the one under the pointer. That piece may be on top of
 * the target without being part of it.
 *
 * @param {SVGGElement} target
 * @param {import("./pointer.js").At} at
 * @returns {Element[]}
 */
function pieces(target, { clientX, clientY }) {
  const row = target.getBoundingClientRect();
  if (Math.max(row.width, row.height) < ROW * Math.min(row.width, row.height)) return [target];
  const svg = target.ownerSVGElement;
  const under = document.elementsFromPoint(clientX, clientY).filter((one) => svg?.contains(one));
  const piece = under.map((one) => one.closest("[data-piece]")).find((one) => one !== null);
  return piece ? [piece] : [];
}

/** A copy without the attributes of a target. @param {Element} element */
function bare(element) {
  const copy = /** @type {Element} */ (element.cloneNode(true));
  for (const name of ["role", "tabindex", "aria-label", "data-name", "data-class"]) copy.removeAttribute(name);
  return copy;
}
