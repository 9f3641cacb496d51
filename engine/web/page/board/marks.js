/** Overlays on the picture: possible targets, the selected target, and the preview of a move. */

import { fill, s } from "../core/dom.js";
import { parsePicture } from "./picture.js";

/** The overlays, in the units of the picture. */
export class Marks {
  /**
   * @param {HTMLElement} host
   * @param {import("./picture.js").Picture} picture
   */
  constructor(host, picture) {
    this.picture = picture;
    this.ghost = s("svg", { class: "layer ghost", "aria-hidden": "true" });
    this.layer = s("svg", { class: "layer marks", "aria-hidden": "true" });
    host.append(this.ghost, this.layer);
  }

  /**
   * Redraws the marks.
   *
   * @param {Iterable<string>} goals the possible next targets
   * @param {string[]} chosen the selected targets
   * @param {string | null} pointed the target under the pointer
   * @param {string | null} focused the target with the keyboard focus
   */
  draw(goals, chosen, pointed, focused) {
    fill(this.layer);
    for (const target of this.picture.around.querySelectorAll(".held g")) target.classList.remove("chosen", "goal", "pointed", "focused");
    this.layer.setAttribute("viewBox", this.picture.viewBox);
    for (const touch of chosen) this.#frame(touch, "chosen");
    for (const touch of goals) this.#dot(touch);
    if (pointed) this.#frame(pointed, "pointed");
    if (focused) this.#frame(focused, "focused");
  }

  /** The place of a target on the board. A target beside the board is marked by a class instead. @param {string} touch @param {string} kind */
  #box(touch, kind) {
    const target = this.picture.target(touch);
    if (target && this.picture.isBeside(target)) return void target.classList.add(kind);
    return this.picture.boxOf(touch);
  }

  /** @param {string} touch */
  #dot(touch) {
    const box = this.#box(touch, "goal");
    if (!box) return;
    const radius = Math.max(7, Math.min(box.width, box.height, 160) / 7);
    const [cx, cy] = [box.x + box.width / 2, box.y + box.height / 2];
    this.layer.append(s("circle", { class: "goal", cx, cy, r: radius }));
  }

  /**
   * @param {string} touch
   * @param {string} kind
   */
  #frame(touch, kind) {
    const box = this.#box(touch, kind);
    if (!box) return;
    // The frame of a hexagon has its form.
    const outline = this.picture.kindOf(touch) === "cell" && this.picture.target(touch)?.querySelector(":scope > path:first-child")?.getAttribute("d");
    if (outline) return this.layer.append(s("path", { class: kind, d: outline }));
    const { x, y, width, height } = box;
    this.layer.append(s("rect", { class: kind, x: x - 3, y: y - 3, width: width + 6, height: height + 6, rx: 6 }));
  }

  /**
   * Previews a move: draws what it would change over the board. There is no preview if the picture after the move has another size.
   *
   * @param {string} text the picture after the move
   */
  haunt(text) {
    const after = parsePicture(text);
    if (after.getAttribute("viewBox") !== this.picture.viewBox) return this.unhaunt();
    const known = new Set(this.picture.sent.map((element) => element.outerHTML));
    fill(this.ghost);
    this.ghost.setAttribute("viewBox", this.picture.viewBox);
    for (const element of [...after.children]) {
      if (!known.has(element.outerHTML) && !isText(element) && !isBeside(element) && !element.matches(".shadows")) this.ghost.append(element);
    }
  }

  unhaunt() {
    fill(this.ghost);
  }
}

/** Text, whose letters are `#g` and a number, is left out of the preview: it would overlap the text of the board. @param {Element} element */
function isText(element) {
  return element.matches(".coordinates") || element.querySelector(':scope > use[href^="#g"]') !== null;
}

/** Elements beside the board are left out of the preview: the hand of the next player would cover the current one. @param {Element} element */
function isBeside(element) {
  return element.matches(".hand, .reserve, .drawn, .dice");
}
