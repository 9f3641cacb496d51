/** A small picture of the position after a move of a line, shown while the pointer or the focus is on the move. */

import { fill, h } from "../core/dom.js";
import { parsePicture } from "../board/picture.js";

/** Delay before the picture appears, in milliseconds. */
const WAIT = 90;

export class Peek {
  #box = h("div", { class: "peek", hidden: true, "aria-hidden": "true" });
  #timer = 0;
  #asked = 0;

  /** @param {import("../core/desk.js").Desk} desk */
  constructor(desk) {
    this.desk = desk;
    document.body.append(this.#box);
  }

  /**
   * Shows a position while the pointer is on an element.
   *
   * @param {HTMLElement} element
   * @param {import("../core/tree.js").TreeNode} from
   * @param {string[]} steps
   */
  on(element, from, steps) {
    const show = () => {
      clearTimeout(this.#timer);
      this.#timer = window.setTimeout(() => this.#show(element, from, steps), WAIT);
    };
    element.addEventListener("pointerenter", show);
    element.addEventListener("focus", show);
    for (const end of ["pointerleave", "blur", "click"]) element.addEventListener(end, () => this.hide());
  }

  hide() {
    clearTimeout(this.#timer);
    this.#asked += 1;
    this.#box.hidden = true;
  }

  /**
   * @param {HTMLElement} element
   * @param {import("../core/tree.js").TreeNode} from
   * @param {string[]} steps
   */
  async #show(element, from, steps) {
    const asked = (this.#asked += 1);
    const line = this.desk.study.line(from);
    const view = await this.desk.views.of({ ...line, steps: [...line.steps, ...steps] }).catch(() => null);
    if (!view || asked !== this.#asked || !element.isConnected) return;
    fill(this.#box, parsePicture(view.svg));
    this.#box.hidden = false;
    const { left, top, bottom } = element.getBoundingClientRect();
    const { offsetWidth: width, offsetHeight: height } = this.#box;
    const below = bottom + 8 + height < innerHeight;
    this.#box.style.left = `${Math.max(4, Math.min(left, innerWidth - width - 4))}px`;
    this.#box.style.top = `${below ? bottom + 8 : Math.max(4, top - height - 8)}px`;
  }
}
