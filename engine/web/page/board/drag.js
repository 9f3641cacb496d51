/** Dragging: a copy of what was taken follows the pointer by a transform alone. */

import { h, s } from "../core/dom.js";

/** A target that is so much longer than wide is a row of pieces, of which one is taken. */
const ROW = 2;

/** The copy of what lies under the pointer. */
export class Dragged {
  /**
   * @param {SVGGElement[]} targets from the topmost to the one that was touched
   * @param {import("./pointer.js").At} at where it was taken
   * @param {string} viewBox
   * @param {DOMRect} board where the picture lies on the screen
   */
  constructor(targets, at, viewBox, board) {
    this.ghost = h("div", { class: "dragged", "aria-hidden": "true" });
    const drawing = s("svg", { viewBox });
    // The ground that something stands on stays where it is.
    const carried = targets.length > 1 ? targets.slice(0, -1) : targets;
    for (const target of carried.toReversed()) drawing.append(...pieces(target, at).map((piece) => bare(piece)));
    this.ghost.append(drawing);
    Object.assign(this.ghost.style, {
      left: `${board.left}px`,
      top: `${board.top}px`,
      width: `${board.width}px`,
      height: `${board.height}px`,
    });
    document.body.append(this.ghost);
    document.body.classList.add("dragging");
    this.taken = carried;
    for (const target of carried) target.classList.add("taken");
  }

  /** @param {number} x @param {number} y how far the pointer went */
  move(x, y) {
    this.ghost.style.transform = `translate3d(${x}px, ${y}px, 0)`;
  }

  drop() {
    this.ghost.remove();
    document.body.classList.remove("dragging");
    for (const target of this.taken) target.classList.remove("taken");
  }
}

/**
 * What is carried of a target: all of it, or of a row of pieces the one under the pointer.
 *
 * @param {SVGGElement} target
 * @param {import("./pointer.js").At} at
 * @returns {Element[]}
 */
function pieces(target, { clientX, clientY }) {
  const all = target.getBoundingClientRect();
  const [short, long] = [Math.min(all.width, all.height), Math.max(all.width, all.height)];
  if (long < ROW * short) return [target];
  const under = [...target.children].filter((child) => {
    const { left, right, top, bottom, width, height } = child.getBoundingClientRect();
    const isPiece = width < all.width * 1.01 && width * height < (all.width * all.height) / ROW;
    return isPiece && left <= clientX && clientX <= right && top <= clientY && clientY <= bottom;
  });
  return under.length ? under : [target];
}

/** A copy without what only a target of the board has. @param {Element} element */
function bare(element) {
  const copy = /** @type {Element} */ (element.cloneNode(true));
  for (const name of ["role", "tabindex", "aria-label", "data-name", "data-class"]) copy.removeAttribute(name);
  return copy;
}
