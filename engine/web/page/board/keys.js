/** Keyboard control of the board: Tab reaches one target, the arrow keys go to the nearest one in their direction. */

import { keyOf } from "../keys.js";

/** @type {Record<string, [number, number]>} */
const DIRECTIONS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Keys {
  /** The target that Tab reaches. @type {string | null} */
  #at = null;
  /** The place that was circled last: an arrow begins there. @type {string | null} */
  #circled = null;
  /** Whether the focus is on the board. If a new picture removes the focused target, the focus must be restored. */
  #inUse = false;

  /** @param {import("./board.js").Board} board */
  constructor(board) {
    this.board = board;
    const { around } = board.picture;
    around.addEventListener("keydown", (event) => this.#key(event));
    around.addEventListener("focusin", (event) => this.#focus(event.target));
    around.addEventListener("focusout", () => board.focus(null));
    // Do not restore the focus after a click, or after it has moved out of the board.
    document.addEventListener("focusin", (event) => {
      if (!touchAt(event.target)) this.#inUse = false;
    });
    document.addEventListener("pointerdown", () => (this.#inUse = false), true);
  }

  /** Makes one of the possible targets reachable by Tab. */
  rove() {
    const { board } = this;
    const can = [...board.walk.next].filter((touch) => !board.walk.isChoice(touch) && board.picture.target(touch));
    if (!this.#at || !can.includes(this.#at)) this.#at = this.#nearest(can);
    if (this.#at) board.picture.target(this.#at)?.setAttribute("tabindex", "0");
    const lost = !touchAt(document.activeElement) || document.activeElement?.getAttribute("role") === "img";
    if (this.#inUse && lost && this.#at && !board.choices.open) board.picture.target(this.#at)?.focus();
  }

  /** Called for a new position: restores the focus if it was on the board. */
  shown() {
    if (this.#inUse) this.rove();
  }

  /** @param {EventTarget | null} element */
  #focus(element) {
    const touch = touchAt(element);
    if (!touch) return;
    this.#at = touch;
    this.#inUse = true;
    this.board.focus(touch);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const touch = touchAt(event.target);
    if (!touch) return;
    const key = keyOf(event);
    const direction = DIRECTIONS[key];
    if (direction) this.#go(touch, direction);
    else if (key === "Enter" || key === " ") {
      this.board.touch(touch, true);
    } else if (key === "c" || key === "C") {
      this.#draw(touch, key === "C");
    } else if (key !== "Escape" || !this.board.undo()) return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Draws a circle around a place, or an arrow to it from the last circle. @param {string} touch @param {boolean} isArrow */
  #draw(touch, isArrow) {
    const from = (isArrow && this.#circled) || touch;
    if (from === touch) this.#circled = touch;
    this.board.drawings.toggle({ from, to: touch, colour: "green" });
  }

  /**
   * @param {string} from
   * @param {[number, number]} direction
   */
  #go(from, [dx, dy]) {
    const { board } = this;
    const here = middle(board.picture.target(from));
    let best = null;
    let least = Infinity;
    for (const touch of board.walk.next) {
      const there = board.picture.target(touch);
      if (!there || touch === from) continue;
      const { x, y } = middle(there);
      const ahead = (x - here.x) * dx + (y - here.y) * dy;
      const aside = Math.abs((x - here.x) * dy) + Math.abs((y - here.y) * dx);
      const cost = ahead + 2.5 * aside;
      if (ahead > 1 && cost < least) [best, least] = [there, cost];
    }
    best?.focus();
  }

  /** The target nearest to the one that had the focus, or to the middle of the board. @param {string[]} touches */
  #nearest(touches) {
    const was = this.#at && this.board.picture.target(this.#at);
    const here = middle(was || this.board.picture.svg);
    const far = (/** @type {string} */ touch) => {
      const { x, y } = middle(this.board.picture.target(touch));
      return Math.hypot(x - here.x, y - here.y);
    };
    return touches.map((touch) => ({ touch, far: far(touch) })).sort((one, other) => one.far - other.far)[0]?.touch ?? null;
  }
}

/** @param {EventTarget | null} element */
function touchAt(element) {
  if (!(element instanceof Element) || !element.hasAttribute("data-class")) return null;
  return `${element.getAttribute("data-class")} ${element.getAttribute("data-name")}`;
}

/** @param {SVGElement | null | undefined} target */
function middle(target) {
  const { x, y, width, height } = target?.getBoundingClientRect() ?? new DOMRect();
  return { x: x + width / 2, y: y + height / 2 };
}
