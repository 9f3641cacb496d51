/** Mouse and touch input on the board: pointing, clicks and drags. */

import { Dragged } from "./drag.js";
import { colourOf } from "./drawings.js";

/** @typedef {{ clientX: number, clientY: number }} At */

/** A pointer that moves further than this starts a drag, in pixels. */
const SLACK = 6;
/** A finger that misses all places hits the nearest one within this distance, in pixels. */
const NEAR = 8;
/** A place that is narrower than this asks for a confirmation after the touch of a finger, in pixels. */
const SMALL = 18;
/** The wheel turns this far for one step, in pixels. A notch of a mouse wheel is farther. */
const NOTCH = 50;

export class Pointer {
  /** @type {{ id: number, x: number, y: number, touch: string | null } | null} */
  #down = null;
  /** @type {Dragged | null} */
  #dragged = null;
  /** The place where an arrow begins that the user is drawing. @type {string | null} */
  #drawn = null;
  /** How far the wheel has turned since the last step, in pixels. */
  #turned = 0;

  /** @param {import("./board.js").Board} board */
  constructor(board) {
    this.board = board;
    const { host } = board;
    // Pieces in the bars beside the board can be clicked and dragged as well.
    for (const place of [host, ...board.picture.around.querySelectorAll(".bars")]) {
      const on = /** @type {HTMLElement} */ (place);
      on.addEventListener("pointerdown", (event) => this.#press(event));
      on.addEventListener("pointermove", (event) => this.#move(event));
      on.addEventListener("pointerup", (event) => this.#release(event));
      on.addEventListener("pointercancel", () => this.#cancel());
    }
    host.addEventListener("pointerleave", () => {
      board.point(null);
      if (!this.#drawn) return;
      this.#drawn = null;
      board.drawings.point(null);
    });
    host.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    host.addEventListener("contextmenu", (event) => {
      // The right button draws, or takes back the last click.
      if (board.undo() || (board.drawings.can && !this.#onChoices(event))) event.preventDefault();
    });
  }

  get dragging() {
    return this.#dragged !== null;
  }

  /** All targets under a point, the topmost first. @param {At} at */
  #under({ clientX, clientY }) {
    const touches = [];
    for (const element of document.elementsFromPoint(clientX, clientY)) {
      const target = element.closest("g[data-class]");
      if (target && this.board.picture.around.contains(target)) {
        touches.push(`${target.getAttribute("data-class")} ${target.getAttribute("data-name")}`);
      }
    }
    return touches;
  }

  /** The topmost possible target under a point. @param {At} at */
  #expected(at) {
    const next = this.board.walk.next;
    return this.#under(at).find((touch) => next.has(touch)) ?? null;
  }

  /** The possible target that a finger means: the one under it, or else the nearest one. @param {PointerEvent} event */
  #meant(event) {
    const { board } = this;
    board.small = false;
    const exact = this.#expected(event);
    if (event.pointerType !== "touch") return exact;
    const boxes = [...board.walk.next].flatMap((touch) => {
      const box = (!exact || touch === exact) && board.picture.target(touch)?.getBoundingClientRect();
      return box ? [{ touch, box, far: distance(event, box) }] : [];
    });
    const nearest = boxes.sort((a, b) => a.far - b.far)[0];
    if (!nearest || (!exact && nearest.far > NEAR)) return exact;
    board.small = Math.min(nearest.box.width, nearest.box.height) < SMALL;
    return nearest.touch;
  }

  /** The wheel turns the choices, or else steps through the moves. @param {WheelEvent} event */
  #wheel(event) {
    const { board } = this;
    if (event.ctrlKey || !event.deltaY) return;
    if (board.choices.open) return board.choices.turn(event.deltaY > 0 ? 1 : -1, event);
    if (Math.sign(this.#turned) !== Math.sign(event.deltaY)) this.#turned = 0;
    this.#turned += event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? event.deltaY : Math.sign(event.deltaY) * NOTCH;
    const by = Math.abs(this.#turned) >= NOTCH ? Math.sign(this.#turned) : 0;
    if (by) this.#turned = 0;
    if (!board.dispatchEvent(new CustomEvent("step", { detail: by, cancelable: true }))) event.preventDefault();
  }

  /** Begins an arrow or a circle. @param {PointerEvent} event */
  #draw(event) {
    const { board } = this;
    if (event.button !== 2 || !board.drawings.can || board.walk.begun) return;
    // Do not focus the place.
    event.preventDefault();
    this.#drawn = this.#place(event);
    this.#sketch(event);
  }

  /** The place under a point where an arrow can begin or end. @param {At} at */
  #place(at) {
    return this.#under(at).find((touch) => this.board.picture.boxOf(touch)) ?? null;
  }

  /** @param {PointerEvent} event */
  #sketch(event) {
    const from = this.#drawn;
    const to = this.#place(event);
    if (from) this.board.drawings.point(to ? { from, to, colour: colourOf(event) } : null);
  }

  /** Ends an arrow or a circle. @param {PointerEvent} event */
  #drew(event) {
    const from = this.#drawn;
    const to = this.#place(event);
    this.#drawn = null;
    if (from && to) this.board.drawings.toggle({ from, to, colour: colourOf(event) });
    else this.board.drawings.point(null);
  }

  /** @param {PointerEvent} event */
  #press(event) {
    if (event.isPrimary && !this.#onChoices(event)) this.#draw(event);
    if (event.button !== 0 || !event.isPrimary || this.#onChoices(event)) return;
    // Do not focus the target: the arrow keys would move over the board instead of through the game.
    event.preventDefault();
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    this.board.drawings.clear();
    const beginnings = this.board.beginnings;
    const touch = this.#expected(event) ?? this.#under(event).find((one) => beginnings.has(one)) ?? null;
    this.#down = { id: event.pointerId, x: event.clientX, y: event.clientY, touch };
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const down = this.#down;
    if (this.#drawn) return this.#sketch(event);
    if (!down || event.pointerId !== down.id) {
      if (event.pointerType === "mouse" && !this.#onChoices(event)) this.board.point(this.#expected(event));
      return;
    }
    const [x, y] = [event.clientX - down.x, event.clientY - down.y];
    if (!this.#dragged && down.touch && Math.hypot(x, y) > SLACK) this.#take(down, event.pointerId);
    this.#dragged?.move(x, y);
  }

  /**
   * @param {{ x: number, y: number, touch: string | null }} down
   * @param {number} id
   */
  #take({ x, y, touch }, id) {
    const { board } = this;
    if (touch && !board.walk.next.has(touch)) board.release();
    const goals = touch ? [...board.walk.after(touch).next].filter((goal) => !board.walk.isChoice(goal)) : [];
    if (!touch || !goals.length) return;
    const at = { clientX: x, clientY: y };
    // A piece on the target is dragged together with the target: a pawn with its square.
    const under = this.#under(at);
    const above = under.slice(0, under.indexOf(touch) + 1).map((one) => board.picture.target(one));
    board.host.setPointerCapture(id);
    const taken = above.filter((one) => one !== undefined);
    this.#dragged = new Dragged([...new Set(taken)], at);
    board.touch(touch);
  }

  /** @param {PointerEvent} event */
  #release(event) {
    const down = this.#down;
    if (event.button === 2 && this.#drawn) return this.#drew(event);
    if (!down || event.pointerId !== down.id) return;
    this.#down = null;
    const { board } = this;
    if (this.#dragged) {
      this.#drop();
      const goal = this.#expected(event);
      if (goal && goal !== down.touch) board.drop(goal);
      else if (!this.#under(event).includes(down.touch ?? "")) board.undo();
      return;
    }
    this.#click(event);
  }

  /** @param {PointerEvent} event */
  #click(event) {
    const { board } = this;
    const touch = this.#meant(event);
    if (touch) return board.touch(touch);
    if (!board.walk.begun) return void board.dispatchEvent(new CustomEvent("missed", { detail: this.#under(event) }));
    // A click on the same place confirms the previewed choice; a click elsewhere may start another move.
    const last = board.walk.touches.findLast((one) => !board.walk.isChoice(one));
    const under = this.#under(event);
    if (board.choices.chosen?.move && last && under.includes(last)) return board.choices.take();
    board.release();
    const anew = this.#meant(event);
    if (anew && anew !== last) board.touch(anew);
  }

  #drop() {
    this.#dragged?.drop();
    this.#dragged = null;
  }

  #cancel() {
    if (this.#dragged) this.board.undo();
    this.#drop();
    this.#down = null;
    this.#drawn = null;
    this.board.drawings.point(null);
  }

  /** @param {Event} event */
  #onChoices(event) {
    return event.target instanceof Node && this.board.choices.box.contains(event.target);
  }
}

/** The distance of a point from a box, in pixels. @param {At} at @param {DOMRect} box */
function distance({ clientX, clientY }, { left, right, top, bottom }) {
  return Math.hypot(Math.max(left - clientX, 0, clientX - right), Math.max(top - clientY, 0, clientY - bottom));
}
