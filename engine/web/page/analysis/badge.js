/** The mark of the move shown (`!`, `??`) as a badge on the board, at the place of the move. */

import { parsePicture } from "../board/picture.js";
import { changesOf, distance, piecesOf, shifted } from "../board/pieces.js";
import { fill, s } from "../core/dom.js";
import { markOf } from "../moves/list.js";

/**
 * @typedef {import("../core/tree.js").TreeNode} TreeNode
 * @typedef {import("../../types").View} View
 */

/** The CSS class of each mark. @type {Record<string, string>} */
const KINDS = { "!!": "brilliant", "!": "good", "!?": "interesting", "?!": "dubious", "?": "mistake", "??": "blunder" };

export class Badge {
  #layer = s("svg", { class: "layer badges", "aria-hidden": "true" });
  /** What the layer shows. */
  #shown = "";

  /** @param {import("../core/desk.js").Desk} desk @param {import("../board/board.js").Board} board */
  constructor(desk, board) {
    this.desk = desk;
    this.board = board;
    board.host.append(this.#layer);
    for (const event of ["tree", "value"]) desk.study.addEventListener(event, () => void this.draw());
    for (const event of ["view", "mode"]) desk.addEventListener(event, () => void this.draw());
  }

  async draw() {
    const { study, mode, views, view } = this.desk;
    const node = study.current;
    const mark = node.parent && !mode?.own && view?.line.steps.length === node.ply ? markOf(node, this.desk) : "";
    const wanted = mark ? `${study.id} ${node.steps.join(" ")} ${mark} ${this.board.picture.viewBox} ${views.seat ?? this.desk.settings.get("seat")}` : "";
    if (wanted === this.#shown) return;
    this.#shown = wanted;
    fill(this.#layer);
    if (!node.parent || !mark) return;
    const pictures = await Promise.all([views.of(study.line(node.parent)), views.of(study.line(node))]).catch(() => null);
    if (!pictures || this.#shown !== wanted) return;
    const place = landing(pictures[0], pictures[1], node.step, this.board.host);
    if (place) this.#show(mark, place);
  }

  /** @param {string} mark @param {DOMRect} place */
  #show(mark, { x, y, width, height }) {
    const { viewBox, svg } = this.board.picture;
    const { x: left, y: top, width: across } = svg?.viewBox.baseVal ?? new DOMRect();
    const radius = Math.max(0.018 * across, Math.min(0.24 * Math.max(width, height), 0.034 * across));
    // At the upper right corner of the piece, but inside the picture.
    const cx = Math.min(x + width, left + across - radius - 1);
    const cy = Math.max(y, top + radius + 1);
    const text = s("text", { x: cx, y: cy + radius * 0.42, "text-anchor": "middle", "font-size": radius * 1.2 }, mark);
    this.#layer.setAttribute("viewBox", viewBox);
    fill(this.#layer, s("g", { class: KINDS[mark] ?? "" }, s("circle", { cx, cy, r: radius }), text));
  }
}

/**
 * Where a move ends: the piece that it placed or moved, in the units of the picture after it.
 *
 * @param {View} before
 * @param {View} after
 * @param {string} step
 * @param {HTMLElement} host an element of the page, where the pictures are measured
 * @returns {DOMRect | null}
 */
function landing(before, after, step, host) {
  const [old, now] = [before, after].map(({ svg }) => parsePicture(svg));
  for (const picture of [old, now]) picture.classList.add("measured");
  host.append(old, now);
  const [was, is] = [piecesOf(old), piecesOf(now)];
  const { moved, turned, fresh } = changesOf(was, is);
  const touches = (before.moves.find(({ move }) => move === step)?.ways[0]?.hops ?? []).flat();
  const boxes = touches.map((touch) => boxOf(old, touch)).filter((box) => box !== null);
  const aim = boxes.length ? shifted(boxes[boxes.length - 1], was, is) : null;
  const ends = [...moved, ...turned].map(({ to }) => to).concat(fresh).map(({ box }) => box);
  if (aim) ends.sort((one, other) => distance(one, aim) - distance(other, aim));
  for (const picture of [old, now]) {
    picture.remove();
    fill(picture);
  }
  return ends[0] ?? aim;
}

/** The box of a target of a picture. @param {SVGSVGElement} picture @param {string} touch */
function boxOf(picture, touch) {
  const targets = /** @type {SVGGElement[]} */ ([...picture.querySelectorAll("g[data-name]")]);
  const target = targets.find((one) => `${one.getAttribute("class")} ${one.getAttribute("data-name")}` === touch);
  return target?.getBBox() ?? null;
}
