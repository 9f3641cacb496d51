/**
 * The board: the picture from the server, and moves by click, drag and keyboard. The possible clicks come from the ways of the moves
 * (`core/ways.js`); this module knows no rules of games.
 */

import { say } from "../core/say.js";
import { Walk, lastChoices } from "../core/ways.js";
import { capital } from "../core/words.js";
import { movesOf } from "./chance.js";
import { Choices } from "./choices.js";
import { cutOut } from "./cut-out.js";
import { Drawings } from "./drawings.js";
import { Keys } from "./keys.js";
import { Marks } from "./marks.js";
import { Motion } from "./motion.js";
import { Picture } from "./picture.js";
import { Pointer } from "./pointer.js";

/**
 * @typedef {import("../../types").View} View
 * @typedef {import("./choices.js").Choice} Choice
 *
 * @typedef {object} Pictures
 * @property {(move: string) => Promise<string | null>} preview returns the picture after a move
 * @property {(touches: string[]) => Promise<string | null>} partial returns the picture in the middle of a move
 */

/**
 * A step between two positions of a line.
 *
 * @typedef {object} Step
 * @property {string} move the move, if it is a single one forward; otherwise empty
 * @property {boolean} forward
 * @property {boolean} queues whether the pieces of earlier steps may still be moving: the moves of an opponent arrive one after another
 * @property {string[]} between the pictures between the positions, which show the order of several moves
 */

/**
 * Events: `move` with a complete move, `touched` when the possible clicks change, `pointed` when the
 * pointer or the focus goes to another target, `missed` with the targets under a click that was not
 * possible, and `step` with the number of moves that the wheel asks to go forward (negative: back, 0: none yet). A listener that
 * accepts steps prevents the default action, which is to scroll the page.
 */
export class Board extends EventTarget {
  /** The labels of the choices in this position. @type {Record<import("../../types").Touch, string>} */
  words = {};
  /** What is at each target, for screen readers. @type {Record<import("../../types").Touch, string>} */
  places = {};
  walk = new Walk([]);
  /** Whether the user may move. */
  active = false;
  /** The kinds of pieces that the user can choose before clicking a place. @type {import("../../types").Touch[]} */
  kinds = [];
  /** The kind of piece that was chosen beforehand; null if the user is asked each time. @type {import("../../types").Touch | null} */
  preferred = null;
  /** Whether pointing at a place previews the move. */
  ghosts = true;
  /** Whether a complete move must be confirmed. */
  confirms = false;
  /** Whether a finger has touched a place that is so small that its move must be confirmed too. */
  small = false;
  /** @type {string | null} */
  #pointed = null;
  /** @type {string | null} */
  #focused = null;
  #svg = "";
  /** The moves of the position that is shown. @type {import("../../types").WaysOfMove[]} */
  #moves = [];
  /** The number of touches in the picture. */
  #drawn = 0;
  /** Whether the user has dragged the piece to its goal, so that it must not move there again. */
  #dropped = false;
  /** Numbers of the latest requests, so that late answers to earlier requests are ignored. */
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
    this.motion = new Motion(host, this.picture);
    this.marks = new Marks(host, this.picture);
    this.drawings = new Drawings(host, this.picture);
    this.choices = new Choices(host, (choice) => void this.#preview(choice?.move ?? null), () => this.undo());
    this.pointer = new Pointer(this);
    this.keys = new Keys(this);
  }

  /**
   * Shows a position.
   *
   * @param {View} view
   * @param {boolean} active
   * @param {Step | null} [step] the step from the position that is shown; null if this is another position, undefined if it is the same
   */
  show(view, active, step) {
    this.#halves += 1;
    this.#ghosts += 1;
    this.active = active;
    const moves = active ? movesOf(view) : [];
    this.words = view.choices;
    this.places = view.places;
    this.walk = new Walk(moves, this.words);
    this.kinds = lastChoices(moves, this.words);
    this.walk.preferred = this.preferred;
    this.#svg = view.svg;
    const way = step?.move ? this.#moves.find(({ move }) => move === step.move)?.ways.at(-1) : null;
    const aim = way?.hops.flat().findLast((touch) => this.picture.boxOf(touch)) ?? null;
    this.#draw(view.svg, step && { animates: !this.#dropped, sounds: step.forward, queues: step.queues, between: step.between }, aim);
    this.#moves = view.moves;
    this.#drawn = 0;
    this.#dropped = false;
    this.choices.hide();
    this.marks.unhaunt();
    this.keys.shown();
    this.#notify();
  }

  /**
   * Shows a board that changes while the user makes a move. A half-entered move is kept if it is still possible.
   *
   * @param {string} svg
   * @param {import("../../types").WaysOfMove[]} moves
   * @param {boolean} active
   * @param {Record<import("../../types").Touch, string>} [places] what is at each target
   */
  showLive(svg, moves, active, places = {}) {
    this.active = active;
    this.places = places;
    this.words = {};
    this.kinds = [];
    const touches = this.walk.touches;
    this.walk = new Walk(active ? moves : []);
    if (!touches.every((touch) => this.walk.touch(touch))) this.walk.clear();
    this.#svg = svg;
    this.drawings.show(null);
    this.#draw(svg);
    this.#notify();
  }

  /** Shows another picture of the same position, for example with arrows. Waits while a move is half entered. @param {string} svg */
  redraw(svg) {
    this.#svg = svg;
    if (!this.walk.begun && !this.pointer.dragging) this.#draw(svg);
  }

  /**
   * @param {string} svg
   * @param {import("./motion.js").How | null} [how] how the pieces move there from the picture before; null if it is another position, undefined if it is the same
   * @param {string | null} [aim] the place of the move
   */
  #draw(svg, how, aim = null) {
    const before = how ? this.motion.before(aim) : null;
    this.picture.show(svg);
    if (how === undefined) this.motion.again();
    else if (how) this.motion.show(before, how);
    else this.motion.finish();
    this.#name();
    this.drawMarks();
    this.drawings.draw();
  }

  /** Labels the targets for screen readers. */
  #name() {
    const next = this.walk.next;
    for (const [touch, target] of this.picture.targets) {
      const can = next.has(touch);
      target.classList.toggle("can", can);
      target.setAttribute("role", can ? "button" : "img");
      target.setAttribute("aria-label", this.places[touch] ?? labelOf(touch));
      target.setAttribute("tabindex", "-1");
    }
    this.keys.rove();
  }

  drawMarks() {
    const goals = this.walk.begun ? [...this.walk.next].filter((touch) => !this.walk.isChoice(touch)) : [];
    const chosen = this.walk.touches.filter((touch) => !this.walk.isChoice(touch)).slice(-1);
    this.marks.draw(goals, chosen, this.#pointed, this.#focused);
  }

  /** Highlights the target under the pointer, and previews the move that a click would complete. @param {string | null} touch */
  point(touch) {
    if (this.#pointed === touch) return;
    this.#pointed = touch;
    this.drawMarks();
    this.dispatchEvent(new Event("pointed"));
    if (!this.choices.open && this.ghosts) void this.#preview(touch && this.walk.moveAfter(touch));
  }

  /** @param {string | null} touch */
  focus(touch) {
    this.#focused = touch;
    this.drawMarks();
    this.dispatchEvent(new Event("pointed"));
  }

  /** The target under the pointer, or the one with the keyboard focus. */
  get pointed() {
    return this.#pointed ?? this.#focused;
  }

  /**
   * Selects a target or a choice.
   *
   * @param {string} touch
   * @param {boolean} [byKeys]
   */
  touch(touch, byKeys = false) {
    // A player who chooses from buttons has seen the move.
    if (byKeys || this.walk.isChoice(touch)) this.small = false;
    if (!this.walk.touch(touch)) {
      // Drop the piece in hand: this touch may start another hop or move.
      this.walk.release();
      if (!this.walk.touch(touch)) return this.#advanced(byKeys);
    }
    this.#advanced(byKeys);
  }

  /** Ends a drag, whose start and end are undone together. @param {string} goal */
  drop(goal) {
    const { walk } = this;
    this.#dropped = true;
    this.touch(goal);
    walk.join();
  }

  /** Chooses the kind of piece that is placed without asking; null asks each time. @param {import("../../types").Touch | null} kind */
  prefer(kind) {
    this.preferred = kind;
    this.walk.preferred = kind;
    this.#notify();
  }

  /** Undoes the last touch; returns false if there is none. */
  undo() {
    if (!this.walk.undo()) return false;
    this.#advanced(false);
    return true;
  }

  /** The touches that are possible after dropping the piece in hand. */
  get beginnings() {
    const anew = this.walk.after("");
    anew.release();
    return anew.next;
  }

  /** Drops the piece in hand. */
  release() {
    this.walk.release();
    this.#advanced(false);
  }

  /** Whether a complete move is shown before it is made. */
  get #asks() {
    return this.confirms || this.small;
  }

  /** @param {boolean} byKeys */
  #advanced(byKeys) {
    this.#ghosts += 1;
    this.marks.unhaunt();
    const made = this.walk.begun ? this.walk.only : null;
    if (made && !this.#asks) return this.#make(made);
    this.#name();
    this.drawMarks();
    this.#choose(byKeys);
    void this.#half();
    this.#notify();
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

  /** The current choices with their labels. @returns {Choice[]} */
  choicesNow() {
    const { walk } = this;
    const made = walk.begun ? walk.made : [];
    return [
      ...made.map((move) => ({ label: this.#asks ? say("Confirm {move}", { move }) : move, move, take: () => this.#make(move) })),
      ...walk.choices.map((touch) => {
        const move = walk.moveAfter(touch);
        const take = () => this.touch(touch, this.choices.box.contains(document.activeElement));
        return { label: capital(this.words[touch]), move, take, draw: () => this.#cutOut(walk.touches, move, [...walk.touches, touch]) };
      }),
    ];
  }

  /** @param {boolean} byKeys */
  #choose(byKeys) {
    const choices = this.walk.begun ? this.choicesNow() : [];
    if (!choices.length) return this.choices.hide();
    this.choices.show(choices, this.#lastPlace(), byKeys);
  }

  /** The rectangle of the target that was touched last, in pixels relative to the host. */
  #lastPlace() {
    const last = this.walk.touches.findLast((touch) => this.picture.target(touch));
    const host = this.host.getBoundingClientRect();
    const { x, y, width, height } = (last && this.picture.target(last)?.getBoundingClientRect()) || host;
    return new DOMRect(x - host.x, y - host.y, width, height);
  }

  /** Draws a kind of piece that the user can choose beforehand; null if it cannot be drawn. @param {import("../../types").Touch} kind */
  async drawKind(kind) {
    for (const { move, ways } of this.#moves) {
      const touches = ways.map(({ hops }) => hops.flat()).find(([place, choice, ...more]) => choice === kind && !more.length && this.picture.boxOf(place));
      if (touches) return this.#cutOut(touches, move, touches);
    }
    return null;
  }

  /**
   * Draws what a choice places: the part of the board after it, around the place that was touched last.
   *
   * @param {string[]} places touches before the choice
   * @param {string | null} move the move, if the choice completes it
   * @param {string[]} touches all touches, with the choice
   */
  async #cutOut(places, move, touches) {
    const { picture, pictures } = this;
    const at = places.map((touch) => picture.boxOf(touch)).findLast(Boolean);
    const text = at && (await (move ? pictures.preview(move) : pictures.partial(touches)));
    return (at && text && picture.svg && cutOut(text, picture.svg, at, this.host)) || null;
  }

  /** Shows the picture in the middle of the move, or that of the position if no move is started. */
  async #half() {
    const asked = (this.#halves += 1);
    // No requests during a drag; the result is shown when it ends.
    if (this.pointer.dragging) return;
    const touches = this.walk.touches;
    const svg = touches.length ? await this.pictures.partial(touches) : this.#svg;
    if (asked !== this.#halves || !svg || this.pointer.dragging) return;
    const advances = touches.length > this.#drawn;
    this.#drawn = touches.length;
    this.#draw(svg, { animates: !this.#dropped, sounds: advances });
    this.#dropped = false;
  }

  /** Previews a move over the board. @param {string | null} move */
  async #preview(move) {
    const asked = (this.#ghosts += 1);
    this.marks.unhaunt();
    const svg = move && (await this.pictures.preview(move));
    if (asked === this.#ghosts && svg) this.marks.haunt(svg);
  }

  #notify() {
    this.dispatchEvent(new CustomEvent("touched"));
  }
}

/** The names of places of which nothing is known. @type {Record<string, (name: string) => string>} */
const LABELS = {
  cell: (name) => say("cell {name}", { name }),
  tile: (name) => say("tile {name}", { name }),
  hand: (name) => say("hand {name}", { name }),
  reserve: (name) => say("reserve {name}", { name }),
  seat: (name) => say("seat {name}", { name }),
};

/** @param {import("../../types").Touch} touch */
function labelOf(touch) {
  const end = touch.indexOf(" ");
  return LABELS[touch.slice(0, end)]?.(touch.slice(end + 1)) ?? touch;
}
