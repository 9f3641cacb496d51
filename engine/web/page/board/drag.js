/** Dragging: a copy of what was taken follows the pointer by a transform alone. */

import { h, s } from "../core/dom.js";

/** The copy of a target under the pointer. */
export class Dragged {
  /**
   * @param {SVGGElement} target
   * @param {string} viewBox
   * @param {DOMRect} board where the picture lies on the screen
   */
  constructor(target, viewBox, board) {
    const copy = /** @type {SVGGElement} */ (target.cloneNode(true));
    for (const name of ["role", "tabindex", "aria-label", "data-name", "data-class"]) copy.removeAttribute(name);
    // The ground of a square is not what is carried.
    if (copy.childElementCount > 1 && target.getAttribute("data-class") === "square") copy.firstElementChild?.remove();
    this.target = target;
    this.ghost = h("div", { class: "dragged", "aria-hidden": "true" });
    this.ghost.append(s("svg", { viewBox }, copy));
    Object.assign(this.ghost.style, {
      left: `${board.left}px`,
      top: `${board.top}px`,
      width: `${board.width}px`,
      height: `${board.height}px`,
    });
    document.body.append(this.ghost);
    target.classList.add("taken");
  }

  /** @param {number} x @param {number} y how far the pointer went */
  move(x, y) {
    this.ghost.style.transform = `translate3d(${x}px, ${y}px, 0)`;
  }

  drop() {
    this.ghost.remove();
    this.target.classList.remove("taken");
  }
}
