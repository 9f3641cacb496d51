/** The choices of a move as buttons near the board place: the piece, the rotation, or the confirmation of the move. */

import { fill, h } from "../core/dom.js";
import { iconButton } from "../core/icons.js";
import { say } from "../core/say.js";
import { keyOf } from "../keys.js";

/**
 * @typedef {object} Choice
 * @property {string} label
 * @property {string | null} move the move that it completes, or null
 * @property {() => void} take
 * @property {() => Promise<SVGSVGElement | null>} [draw] draws what the choice places; without it, the button shows the label
 */

/** The distance between a place and the buttons, in pixels. */
const GAP = 8;
/** The greatest further distance, in pixels, which leaves the neighbours of a small place visible. */
const FAR = 36;

/** The buttons. The mouse wheel and the key R cycle through them; each previews the resulting position. */
export class Choices {
  /** @type {HTMLButtonElement[]} */
  #buttons = [];
  /** @type {Choice[]} */
  #choices = [];
  #chosen = -1;
  #at = new DOMRect();

  /**
   * @param {HTMLElement} host
   * @param {(choice: Choice | null) => void} preview shows the result of a choice on the board
   * @param {() => void} cancel
   */
  constructor(host, preview, cancel) {
    this.preview = preview;
    this.cancel = cancel;
    this.box = h("div", { class: "choices", role: "group", "aria-label": say("Choose"), hidden: true });
    host.append(this.box);
    this.box.addEventListener("keydown", (event) => this.#key(event));
    this.box.addEventListener("wheel", (event) => this.turn(event.deltaY > 0 ? 1 : -1, event), { passive: false });
  }

  get open() {
    return !this.box.hidden;
  }

  /**
   * Shows choices beside a place.
   *
   * @param {Choice[]} choices
   * @param {DOMRect} at the place, in pixels relative to the host
   * @param {boolean} focus whether to focus the first button
   */
  show(choices, at, focus) {
    this.#choices = choices;
    this.#buttons = choices.map((choice, index) => this.#button(choice, index));
    fill(this.box, ...this.#buttons, iconButton("close", say("Cancel"), this.cancel, { class: "cancel", title: say("Cancel (Escape)") }));
    this.box.hidden = false;
    this.#at = at;
    this.#place(at);
    this.#chosen = -1;
    this.#choose(0);
    if (focus) this.#buttons[0].focus();
  }

  /** @param {Choice} choice @param {number} index */
  #button({ label, take, draw }, index) {
    const text = h("span", {}, label);
    const one = h("button", { type: "button", class: "choice", onclick: take, title: label }, draw ? text : label);
    one.addEventListener("pointerenter", () => this.#choose(index));
    one.addEventListener("focus", () => this.#choose(index));
    void draw?.().then((picture) => {
      if (!picture || !one.isConnected) return;
      one.prepend(picture);
      // The label remains for screen readers; numbers remain visible, because the picture may not show them.
      text.classList.toggle("unseen", ![...label].some((letter) => letter >= "0" && letter <= "9"));
      this.#place(this.#at);
    });
    return one;
  }

  hide() {
    if (this.box.hidden) return;
    this.box.hidden = true;
    this.preview(null);
  }

  /** Selects the next or previous choice. @param {1 | -1} by @param {Event} [event] */
  turn(by, event) {
    if (!this.open || this.#choices.length < 2) return;
    event?.preventDefault();
    const length = this.#choices.length;
    const next = (this.#chosen + by + length) % length;
    if (this.box.contains(document.activeElement)) this.#buttons[next].focus();
    else this.#choose(next);
  }

  /** The selected choice. */
  get chosen() {
    return this.open ? this.#choices[this.#chosen] : undefined;
  }

  /** Confirms the selected choice. */
  take() {
    this.#choices[this.#chosen]?.take();
  }

  /** @param {number} index */
  #choose(index) {
    if (index === this.#chosen) return;
    this.#chosen = index;
    for (const [other, one] of this.#buttons.entries()) one.classList.toggle("on", other === index);
    this.preview(this.#choices[index]);
  }

  /**
   * Positions the box beside the place, near enough that the eye need not search for it. It leaves the neighbours of small places visible,
   * and does not cover what is beside the board. If there is no room for that, the box may cover the neighbours, and as a last resort the
   * place itself.
   *
   * @param {DOMRect} at
   */
  #place(at) {
    const around = (this.box.offsetParent ?? document.body).getBoundingClientRect();
    const { offsetWidth: width, offsetHeight: height } = this.box;
    const within = (/** @type {number} */ low, /** @type {number} */ wanted, /** @type {number} */ high) => Math.max(low, Math.min(wanted, high));
    // The limits of the window, in pixels relative to the host.
    const [left, top, right, bottom] = [4 - around.left, 4 - around.top, innerWidth - 4 - around.left - width, innerHeight - 4 - around.top - height];
    const [middleX, middleY] = [within(left, at.x + at.width / 2 - width / 2, right), within(top, at.y + at.height / 2 - height / 2, bottom)];
    const places = [1, 0].flatMap((neighbours) => {
      const [x, y] = [neighbours * Math.min(at.width, FAR) + GAP, neighbours * Math.min(at.height, FAR) + GAP];
      return [
        [middleX, at.bottom + y],
        [middleX, at.top - y - height],
        [at.right + x, middleY],
        [at.left - x - width, middleY],
      ];
    });
    const inWindow = places.filter(([x, y]) => x >= left && x <= right && y >= top && y <= bottom);
    // Buttons beside the board stay free if the board has room: near the place, else at an edge that does not cover it.
    const [low, middle] = [around.height - height, at.y + at.height / 2];
    const rim = middle > around.height || (middle > 0 && middle < around.height / 2) ? low : 0;
    const edge = around.height > 3 * height && middleX >= 0 && rim >= top && rim <= bottom ? [middleX, rim] : null;
    const fits = inWindow.find(([x, y]) => x >= 0 && y >= 0 && x + width <= around.width && y + height <= around.height) ?? edge ?? inWindow[0];
    const [x, y] = fits ?? [middleX, within(top, at.bottom + GAP, bottom)];
    this.box.style.left = `${x}px`;
    this.box.style.top = `${y}px`;
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const by = { ArrowRight: 1, ArrowDown: 1, r: 1, R: 1, ArrowLeft: -1, ArrowUp: -1 }[keyOf(event)];
    if (by) this.turn(/** @type {1 | -1} */ (by), event);
    else if (event.key === "Escape") this.cancel();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
