/** The picture from the server: parsed as XML, and patched so that unchanged elements stay in the page. */

import { empty } from "../core/dom.js";
import { say } from "../core/say.js";

const DRAWING = "http://www.w3.org/2000/svg";

/** A tile takes at most this share of the height of the board, so that a board with few tiles is not enlarged too much. */
const LARGEST = 1 / 3;

/** Parses a picture. @param {string} text @returns {SVGSVGElement} */
export function parsePicture(text) {
  /** @type {Element} */
  const root = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  if (root.namespaceURI !== DRAWING || root.localName !== "svg") throw new Error(say("the picture cannot be read"));
  const svg = /** @type {SVGSVGElement} */ (document.importNode(root, true));
  // CSS sets the size. A title would appear as a tooltip everywhere, so it becomes a label.
  svg.removeAttribute("width");
  svg.removeAttribute("height");
  const title = svg.querySelector(":scope > title");
  if (title) svg.setAttribute("aria-label", title.textContent ?? "");
  title?.remove();
  return svg;
}

/** The picture, with access to its targets. */
export class Picture {
  /** @type {SVGSVGElement | null} */
  #svg = null;
  /** The elements as the server sent them, without later changes. @type {Element[]} */
  #sent = [];
  /** @type {Map<string, SVGGElement>} */
  #targets = new Map();

  /** @param {HTMLElement} host */
  constructor(host) {
    this.host = host;
    /** The board with the bars of the players, which may contain targets too. */
    this.around = /** @type {HTMLElement} */ (host.closest(".table") ?? host);
  }

  /** Whether a target is in a bar beside the board. @param {Element} target */
  isBeside(target) {
    return !this.host.contains(target);
  }

  /** The picture in the page; null before the first one. */
  get svg() {
    return this.#svg;
  }

  get viewBox() {
    return this.#svg?.getAttribute("viewBox") ?? "0 0 1 1";
  }

  /** The position in words: the title of the picture from the server. */
  get label() {
    return this.#svg?.getAttribute("aria-label") ?? "";
  }

  /** The elements as the server sent them. */
  get sent() {
    return this.#sent;
  }

  /** The SVG group of a touch; undefined if the picture has none. @param {string} touch */
  target(touch) {
    return this.#targets.get(touch);
  }

  /** The box of a target on the board, in the units of the picture; null if there is none. @param {string} touch */
  boxOf(touch) {
    const target = this.target(touch);
    const box = target && !this.isBeside(target) ? target.getBBox() : null;
    return box && (box.width || box.height) ? box : null;
  }

  /** The class of the target of a touch; empty if the picture has none. @param {string} touch */
  kindOf(touch) {
    return this.target(touch)?.getAttribute("data-class") ?? "";
  }

  get targets() {
    return this.#targets;
  }

  /** Shows a picture. @param {string} text */
  show(text) {
    const next = parsePicture(text);
    const label = next.getAttribute("aria-label") ?? "";
    const sent = [...next.children].map((child) => /** @type {Element} */ (child.cloneNode(true)));
    if (this.#svg && this.viewBox === next.getAttribute("viewBox")) this.#patch(next);
    else this.#replace(next);
    this.#sent = sent;
    const { width, height } = this.#svg?.viewBox.baseVal ?? new DOMRect(0, 0, 1, 1);
    const page = this.around.parentElement ?? this.around;
    page.style.setProperty("--ratio", String(width / height));
    page.style.setProperty("--share", String(Math.min(1, (LARGEST * height) / (this.#tile || 1))));
    this.#svg?.setAttribute("role", "group");
    this.#svg?.setAttribute("aria-label", label);
    this.#find();
  }

  /** The height of a cell, tile or square, in the units of the picture; 0 if there is none. */
  get #tile() {
    const place = /** @type {SVGGElement | null | undefined} */ (this.#svg?.querySelector(".cell, .tile, .square"));
    return place?.getBBox().height ?? 0;
  }

  /** @param {SVGSVGElement} next */
  #replace(next) {
    if (this.#svg) empty(this.#svg);
    this.#svg?.remove();
    this.#svg = next;
    this.host.prepend(next);
  }

  /** @param {SVGSVGElement} next */
  #patch(next) {
    const svg = /** @type {SVGSVGElement} */ (this.#svg);
    const shown = [...svg.children];
    const fresh = [...next.children];
    for (const [index, child] of fresh.entries()) {
      if (index >= shown.length) svg.append(child);
      else if (!this.#sent[index].isEqualNode(child)) shown[index].replaceWith(child);
    }
    for (const child of shown.slice(fresh.length)) child.remove();
  }

  #find() {
    this.#targets = new Map();
    for (const element of [...this.around.querySelectorAll(".held g[data-name]"), ...(this.#svg?.querySelectorAll("g[data-name]") ?? [])]) {
      const target = /** @type {SVGGElement} */ (element);
      if (!target.hasAttribute("data-class")) target.setAttribute("data-class", target.getAttribute("class") ?? "");
      const touch = `${target.getAttribute("data-class")} ${target.getAttribute("data-name")}`;
      // Several groups may show the same target; the last one is on top.
      this.#targets.set(touch, target);
    }
  }
}
