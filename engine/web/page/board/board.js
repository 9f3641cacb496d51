/**
 * The board: the server's picture, and moves made upon it by click, drag and keyboard. What may be touched comes from the ways
 * of the moves (`core/ways.js`); nothing here knows a rule.
 */

import { Walk, lastChoices } from "../core/ways.js";
import { movesOf } from "./chance.js";
import { Choices } from "./choices.js";
import { Keys } from "./keys.js";
import { Marks } from "./marks.js";
import { Picture } from "./picture.js";
import { Pointer } from "./pointer.js";

/**
 * @typedef {import("../../types").View} View
 * @typedef {import("./choices.js").Choice} Choice
 *
 * @typedef {object} Pictures
 * @property {(move: string) => Promise<string | null>} preview the picture after a move
 * @property {(touches: string[]) => Promise<string | null>} partial the picture with half a move
 */

/** It tells `move` with the move that was made, `touched` with what one may do next, and `missed` with all that lies where that was not. */
export class Board extends EventTarget {
  /** The choices of the position, with their words. @type {Record<import("../../types").Touch, string>} */
  words = {};
  walk = new Walk([]);
  /** Whether the one at this board may move. */
  active = false;
  /** What may be chosen before the place, and what is. @type {import("../../types").Touch[]} */
  kinds = [];
  /** @type {import("../../types").Touch | null} */
  preferred = null;
  /** Whether a ghost shows a move before it is made. */
  ghosts = true;
  /** Whether a move is shown first, and made when it is confirmed. */
  confirms = false;
  /** @type {string | null} */
  #pointed = null;
  /** @type {string | null} */
  #focused = null;
  #svg = "";
  /** Count what was asked for, so that late answers are left out. */
  #halves = 0;
  #ghosts = 0;

  /**
   * @param {HTMLElement} host
   * @param {Pictures} pictures
   */
  constructor(host, pictures) {
    super();
    this.host = host;
    this.pictures = pictures;
    this.picture = new Picture(host);
    this.marks = new Marks(host, this.picture);
    this.choices = new Choices(host, (choice) => this.#preview(choice?.move ?? null), () => this.undo());
    this.pointer = new Pointer(this);
    this.keys = new Keys(this);
  }

  /**
   * Shows a position and lets it be played.
   *
   * @param {View} view
   * @param {boolean} active
   */
  show(view, active) {
    this.#halves += 1;
    this.#ghosts += 1;
    this.active = active;
    const moves = active ? movesOf(view) : [];
    this.words = view.choices;
    this.walk = new Walk(moves, this.words);
    this.kinds = lastChoices(moves, this.words);
    this.walk.preferred = this.preferred;
    this.#svg = view.svg;
    this.#draw(view.svg);
    this.choices.hide();
    this.marks.unhaunt();
    this.keys.shown();
    this.#tell();
  }

  /**
   * Shows a board on which others play as well; a move that is half made goes on where it still can.
   *
   * @param {string} svg
   * @param {import("../../types").WaysOfMove[]} moves
   * @param {boolean} active
   */
  showLive(svg, moves, active) {
    this.active = active;
    this.words = {};
    this.kinds = [];
    const touches = this.walk.touches;
    this.walk = new Walk(active ? moves : []);
    if (!touches.every((touch) => this.walk.touch(touch))) this.walk.clear();
    this.#svg = svg;
    this.#draw(svg);
    this.#tell();
  }

  /** Shows the same position in another picture, as with arrows; not while a move is half made. @param {string} svg */
  redraw(svg) {
    this.#svg = svg;
    if (!this.walk.begun && !this.pointer.dragging) this.#draw(svg);
  }

  /** @param {string} svg */
  #draw(svg) {
    this.picture.show(svg);
    this.#name();
    this.drawMarks();
  }

  /** Names the targets for those who do not see them. */
  #name() {
    const next = this.walk.next;
    for (const [touch, target] of this.picture.targets) {
      const can = next.has(touch);
      target.classList.toggle("can", can);
      target.setAttribute("role", can ? "button" : "img");
      target.setAttribute("aria-label", touch);
      target.setAttribute("tabindex", "-1");
    }
    this.keys.rove();
  }

  drawMarks() {
    const goals = this.walk.begun ? [...this.walk.next].filter((touch) => !this.walk.isChoice(touch)) : [];
    const chosen = this.walk.touches.filter((touch) => !this.walk.isChoice(touch)).slice(-1);
    this.marks.draw(goals, chosen, this.#pointed, this.#focused);
  }

  /** What the pointer is at lights up, with the ghost of the move that it would make. @param {string | null} touch */
  point(touch) {
    if (this.#pointed === touch) return;
    this.#pointed = touch;
    this.drawMarks();
    if (!this.choices.open && this.ghosts) void this.#preview(touch && this.walk.moveAfter(touch));
  }

  /** @param {string | null} touch */
  focus(touch) {
    this.#focused = touch;
    this.drawMarks();
  }

  /**
   * Touches a target or takes a choice.
   *
   * @param {string} touch
   * @param {boolean} [byKeys]
   */
  touch(touch, byKeys = false) {
    if (!this.walk.touch(touch)) {
      // What is in hand is put down, and this may be the beginning of another hop or move.
      this.walk.release();
      if (!this.walk.touch(touch)) return this.#advanced(byKeys);
    }
    this.#advanced(byKeys);
  }

  /** Ends a drag: where it began and where it ended are taken back together. @param {string} goal */
  drop(goal) {
    const { walk } = this;
    this.touch(goal);
    walk.join();
  }

  /** Chooses beforehand what is taken by itself; null: it is asked. @param {import("../../types").Touch | null} kind */
  prefer(kind) {
    this.preferred = kind;
    this.walk.preferred = kind;
    this.#tell();
  }

  /** Takes the last touch back; false where there is none. */
  undo() {
    if (!this.walk.undo()) return false;
    this.#advanced(false);
    return true;
  }

  /** What may be taken up instead of what is in hand. */
  get beginnings() {
    const anew = this.walk.after("");
    anew.release();
    return anew.next;
  }

  /** Puts down what is in hand. */
  release() {
    this.walk.release();
    this.#advanced(false);
  }

  /** @param {boolean} byKeys */
  #advanced(byKeys) {
    this.#ghosts += 1;
    this.marks.unhaunt();
    const made = this.walk.begun ? this.walk.only : null;
    if (made && !this.confirms) return this.#make(made);
    this.#name();
    this.drawMarks();
    this.#choose(byKeys);
    void this.#half();
    this.#tell();
  }

  /** @param {string} move */
  #make(move) {
    this.#halves += 1;
    this.choices.hide();
    this.active = false;
    this.walk = new Walk([]);
    this.#pointed = null;
    this.#name();
    this.drawMarks();
    this.dispatchEvent(new CustomEvent("move", { detail: move }));
  }

  /** The choices of now, in words. @returns {Choice[]} */
  choicesNow() {
    const made = this.walk.begun ? this.walk.made : [];
    return [
      ...made.map((move) => ({ label: this.confirms ? `Confirm ${move}` : move, move, take: () => this.#make(move) })),
      ...this.walk.choices.map((touch) => ({
        label: this.words[touch],
        move: this.walk.moveAfter(touch),
        take: () => this.touch(touch, this.choices.box.contains(document.activeElement)),
      })),
    ];
  }

  /** @param {boolean} byKeys */
  #choose(byKeys) {
    const choices = this.walk.begun ? this.choicesNow() : [];
    if (!choices.length) return this.choices.hide();
    this.choices.show(choices, this.#lastPlace(), byKeys);
  }

  /** Where what was touched last lies, in pixels of the host. */
  #lastPlace() {
    const last = this.walk.touches.findLast((touch) => this.picture.target(touch));
    const host = this.host.getBoundingClientRect();
    const { x, y, width, height } = (last && this.picture.target(last)?.getBoundingClientRect()) || host;
    return new DOMRect(x - host.x, y - host.y, width, height);
  }

  /** Asks for the picture with half a move, or puts back that of the position. */
  async #half() {
    const asked = (this.#halves += 1);
    // While something is dragged nothing is asked; what it comes to is shown when it is dropped.
    if (this.pointer.dragging) return;
    const touches = this.walk.touches;
    const svg = touches.length ? await this.pictures.partial(touches) : this.#svg;
    if (asked === this.#halves && svg && !this.pointer.dragging) this.#draw(svg);
  }

  /**
   * Shows the ghost of a move over the board; its whole picture comes back where that does not fit.
   *
   * @param {string | null} move
   * @returns {Promise<string | null>}
   */
  async #preview(move) {
    const asked = (this.#ghosts += 1);
    this.marks.unhaunt();
    if (!move) return null;
    const svg = await this.pictures.preview(move);
    if (asked !== this.#ghosts || !svg) return null;
    return this.marks.haunt(svg) ? null : svg;
  }

  #tell() {
    this.dispatchEvent(new CustomEvent("touched"));
  }
}
