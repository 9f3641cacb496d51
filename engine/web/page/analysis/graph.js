/** The graph of the evaluations along the current line. */

import { byId, fill, s } from "../core/dom.js";
import { percent } from "./values.js";

/** @typedef {import("../core/tree.js").TreeNode} TreeNode */

const WIDTH = 600;
const HEIGHT = 120;

/** The expected result of each player in a position, from the game analysis or the live engine; null if there is none. @param {TreeNode} node */
export function expectedAt(node) {
  const judged = node.verdict?.expected;
  return judged?.length ? judged : (node.value?.shares ?? null);
}

export class Graph {
  #host = byId("graph");
  #timer = 0;

  /** @param {import("../core/desk.js").Desk} desk */
  constructor(desk) {
    this.desk = desk;
    for (const event of ["tree", "position", "opened", "value"]) desk.study.addEventListener(event, () => this.#soon());
    desk.addEventListener("mode", () => this.#soon());
  }

  #soon() {
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.draw(), 60);
  }

  draw() {
    const { study } = this.desk;
    const nodes = [study.root, ...study.current.end.path];
    const known = nodes.map(expectedAt);
    const players = Math.max(0, ...known.map((shares) => shares?.length ?? 0));
    this.#host.hidden = players === 0 || known.filter(Boolean).length < 2 || !this.desk.open;
    if (this.#host.hidden) return;
    const at = nodes.indexOf(study.current);
    const x = (/** @type {number} */ index) => (nodes.length < 2 ? 0 : (index / (nodes.length - 1)) * (WIDTH - 12) + 6);
    const y = (/** @type {number} */ share) => 4 + (1 - share) * (HEIGHT - 8);
    const drawing = s("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", role: "img", "aria-label": "Evaluation after each move" });
    drawing.append(s("line", { class: "grid", x1: 0, x2: WIDTH, y1: y(0.5), y2: y(0.5) }));
    // With two players, one line shows both.
    for (let player = 0; player < (players > 2 ? players : 1); player += 1) {
      const points = known.map((shares, index) => (shares ? `${x(index)},${y(shares[player] ?? 0)}` : "")).filter(Boolean);
      drawing.append(s("polyline", { class: `s${player + 1}`, points: points.join(" ") }));
    }
    for (const [index, node] of nodes.entries()) {
      const mark = node.verdict?.mark;
      const shares = known[index];
      if (mark && shares) drawing.append(s("circle", { class: `dot ${kindOf(mark)}`, cx: x(index), cy: y(shares[players > 2 ? node.player - 1 : 0] ?? 0.5), r: 5 }));
    }
    drawing.append(s("line", { class: "now", x1: x(at), x2: x(at), y1: 0, y2: HEIGHT }));
    drawing.addEventListener("click", (event) => this.#go(/** @type {MouseEvent} */ (event), drawing, nodes));
    const shares = known[at];
    drawing.append(s("title", {}, shares ? shares.map((share, index) => `${this.desk.nameOf(index + 1)} ${percent(share)}`).join(", ") : ""));
    fill(this.#host, drawing);
  }

  /**
   * @param {MouseEvent} event
   * @param {Element} drawing
   * @param {TreeNode[]} nodes
   */
  #go(event, drawing, nodes) {
    if (this.desk.mode?.fixed) return;
    const { left, width } = drawing.getBoundingClientRect();
    const share = Math.min(1, Math.max(0, (event.clientX - left) / width));
    this.desk.study.goTo(nodes[Math.round(share * (nodes.length - 1))]);
  }
}

/** The CSS class of a mark, which sets its colour. @param {string} mark */
export function kindOf(mark) {
  return { "?!": "k1", "?": "k2", "??": "k3" }[mark] ?? "";
}
