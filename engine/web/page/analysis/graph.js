/**
 * The graph of the evaluations along the current line. The point of view never changes: with two players the curve is the chance of the
 * first one; with more players each has a curve.
 */

import { byId, fill, h, s } from "../core/dom.js";
import { say } from "../core/say.js";
import { stepText } from "../core/words.js";
import { percent } from "./values.js";

/** @typedef {import("../core/tree.js").TreeNode} TreeNode */

const HEIGHT = 150;
/** The space for the labels of the axes, in pixels. */
const [LEFT, RIGHT, TOP, BOTTOM] = [38, 10, 8, 20];
/** The least space between two labels of moves, in pixels. */
const APART = 36;
/** The chances that have a line and a label. */
const LEVELS = [0, 0.25, 0.5, 0.75, 1];

/** The expected result of each player in a position, from the game analysis or the live engine; null if there is none. @param {TreeNode} node */
export function expectedAt(node) {
  const judged = node.verdict?.expected;
  return judged?.length ? judged : (node.value?.shares ?? null);
}

/** The CSS class of a mark, which sets its colour. @param {string} mark */
export function kindOf(mark) {
  return { "?!": "k1", "?": "k2", "??": "k3" }[mark] ?? "";
}

export class Graph {
  #host = byId("graph");
  #timer = 0;
  /** @type {TreeNode[]} the positions along the line */
  #nodes = [];
  /** The number of the round of each position, as in the list of moves. @type {number[]} */
  #rounds = [];
  #players = 0;
  #width = 0;
  /** The pointed position as text, and its mark in the graph. */
  #reading = h("p", { class: "reading", "aria-hidden": "true" });
  #pointer = s("g", { class: "pointed" });
  #slider = h("div", { class: "curve", role: "slider", tabindex: 0, "aria-label": say("Evaluation graph"), "aria-valuemin": 0 });
  #legend = h("p", { class: "legend" });

  /** @param {import("../core/desk.js").Desk} desk */
  constructor(desk) {
    this.desk = desk;
    fill(this.#host, this.#legend, this.#slider, this.#reading);
    for (const event of ["tree", "position", "opened", "value"]) desk.study.addEventListener(event, () => this.#soon());
    desk.addEventListener("mode", () => this.#soon());
    new ResizeObserver(() => this.#slider.clientWidth !== this.#width && this.#soon()).observe(this.#host);
    this.#slider.addEventListener("pointermove", (event) => this.#move(event));
    this.#slider.addEventListener("pointerdown", (event) => this.#press(event));
    this.#slider.addEventListener("pointerleave", () => this.#point(null));
    this.#slider.addEventListener("keydown", (event) => this.#key(event));
  }

  #soon() {
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.draw(), 60);
  }

  draw() {
    const { study } = this.desk;
    const nodes = [study.root, ...study.current.end.path];
    const known = nodes.map(expectedAt);
    this.#nodes = nodes;
    this.#rounds = roundsOf(nodes);
    this.#players = Math.max(0, ...known.map((shares) => shares?.length ?? 0));
    this.#host.hidden = this.#players === 0 || known.filter(Boolean).length < 2 || !this.desk.open;
    if (this.#host.hidden) return;
    this.#width = this.#slider.clientWidth;
    // On a tab that is not shown, the graph has no width. It is drawn when the tab is chosen.
    if (!this.#width) return;
    const at = nodes.indexOf(study.current);
    const drawing = s("svg", { viewBox: `0 0 ${this.#width} ${HEIGHT}`, "aria-hidden": "true" });
    drawing.append(this.#levels(), this.#moves(), ...this.#curves(known), ...this.#dots(known), this.#now(at), this.#pointer);
    fill(this.#pointer);
    fill(this.#slider, drawing);
    this.#slider.setAttribute("aria-valuemax", String(nodes.length - 1));
    this.#slider.setAttribute("aria-valuenow", String(at));
    this.#slider.setAttribute("aria-valuetext", this.#words(at));
    this.#reading.textContent = this.#words(at);
    this.#explain();
  }

  /** @param {number} index the number of a position */
  #x(index) {
    const most = Math.max(1, this.#nodes.length - 1);
    return LEFT + (index / most) * (this.#width - LEFT - RIGHT);
  }

  /** @param {number} share a chance, 0 to 1 */
  #y(share) {
    return TOP + (1 - share) * (HEIGHT - TOP - BOTTOM);
  }

  /** The vertical axis with lines at round chances. */
  #levels() {
    const lines = LEVELS.flatMap((level) => [
      s("line", { class: level === 0.5 ? "half" : "grid", x1: LEFT, x2: this.#width - RIGHT, y1: this.#y(level), y2: this.#y(level) }),
      s("text", { x: LEFT - 5, y: this.#y(level) + 4, "text-anchor": "end" }, percent(level)),
    ]);
    return s("g", { class: "axis" }, ...lines);
  }

  /** The horizontal axis with the numbers of moves. */
  #moves() {
    const rounds = this.#rounds;
    const most = Math.max(1, ...rounds);
    const space = this.#width - LEFT - RIGHT;
    const each = [1, 2, 5, 10, 20, 50, 100, 200, 500].find((step) => (step / most) * space >= APART) ?? 1000;
    const begins = rounds.flatMap((round, index) => (round > 0 && round !== rounds[index - 1] && (round === 1 || round % each === 0) ? [{ round, index }] : []));
    const labels = begins.filter(({ index }, number) => !number || this.#x(index) - this.#x(begins[0].index) >= APART);
    return s("g", { class: "axis" }, ...labels.map(({ round, index }) => s("text", { x: this.#x(index), y: HEIGHT - 5, "text-anchor": "middle" }, round)));
  }

  /** One curve for each player; with two players a single one, with the area below it. @param {(number[] | null)[]} known */
  #curves(known) {
    const curves = [];
    for (let player = 0; player < (this.#players > 2 ? this.#players : 1); player += 1) {
      const points = known.flatMap((shares, index) => (shares ? [[this.#x(index), this.#y(shares[player] ?? 0)]] : []));
      const line = points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L");
      const [first, last] = [points[0], points[points.length - 1]];
      if (this.#players === 2) curves.push(s("path", { class: "area", d: `M${first[0]} ${this.#y(0)}L${line}L${last[0]} ${this.#y(0)}Z` }));
      curves.push(s("path", { class: `curve-line s${player + 1}`, d: `M${line}` }));
    }
    return curves;
  }

  /** The mistakes as dots. @param {(number[] | null)[]} known */
  #dots(known) {
    return this.#nodes.flatMap((node, index) => {
      const kind = kindOf(node.mark || (node.verdict?.mark ?? ""));
      const share = this.#shareAt(known[index], node);
      return kind && share !== null ? [s("circle", { class: `dot ${kind}`, cx: this.#x(index), cy: this.#y(share), r: 5 })] : [];
    });
  }

  /** The share on whose curve a position is marked: of the player who moved, or of the first player if there are two. @param {number[] | null} shares @param {TreeNode} node */
  #shareAt(shares, node) {
    return shares ? (shares[this.#players > 2 ? Math.max(0, node.player - 1) : 0] ?? null) : null;
  }

  /** @param {number} index */
  #now(index) {
    return s("line", { class: "now", x1: this.#x(index), x2: this.#x(index), y1: TOP, y2: HEIGHT - BOTTOM });
  }

  /** Says whose chance the graph shows. */
  #explain() {
    const names = Array.from({ length: this.#players }, (_, index) => this.desk.nameOf(index + 1));
    if (this.#players === 2) fill(this.#legend, say("Chance of {name} to win, by move", { name: names[0] }));
    else fill(this.#legend, `${say("Chance to win, by move:")} `, ...names.map((name, index) => h("span", {}, s("svg", { viewBox: "0 0 24 8", "aria-hidden": "true" }, s("path", { class: `curve-line s${index + 1}`, d: "M0 4h24" })), name)));
  }

  /** A position in words: the move and the chance of each player. @param {number} index */
  #words(index) {
    const node = this.#nodes[index];
    const shares = node && expectedAt(node);
    const number = `${this.#rounds[index]}${node?.player > 1 ? "…" : "."}`;
    const move = node?.parent ? `${number} ${stepText(node)}${node.mark || (node.verdict?.mark ?? "")}` : say("Start|of the game");
    const chances = shares ? shares.map((share, player) => `${this.desk.nameOf(player + 1)} ${percent(share)}`).join(" · ") : say("not analysed");
    return `${move}: ${chances}`;
  }

  /** The position below the pointer. @param {PointerEvent} event */
  #indexAt(event) {
    const { left, width } = this.#slider.getBoundingClientRect();
    const share = (event.clientX - left - LEFT) / Math.max(1, width - LEFT - RIGHT);
    return Math.round(Math.min(1, Math.max(0, share)) * (this.#nodes.length - 1));
  }

  /** Shows a position of the graph in words; null shows the current one again. @param {number | null} index */
  #point(index) {
    const at = index ?? this.#nodes.indexOf(this.desk.study.current);
    this.#reading.textContent = this.#words(at);
    fill(this.#pointer);
    if (index === null) return;
    this.#pointer.append(s("line", { x1: this.#x(index), x2: this.#x(index), y1: TOP, y2: HEIGHT - BOTTOM }));
    const share = this.#shareAt(expectedAt(this.#nodes[index]), this.#nodes[index]);
    if (share !== null) this.#pointer.append(s("circle", { cx: this.#x(index), cy: this.#y(share), r: 4 }));
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const index = this.#indexAt(event);
    this.#point(index);
    // A pressed pointer drags the current position along.
    if (event.buttons & 1) this.#go(index);
  }

  /** @param {PointerEvent} event */
  #press(event) {
    if (event.button !== 0) return;
    this.#slider.setPointerCapture(event.pointerId);
    this.#point(this.#indexAt(event));
    this.#go(this.#indexAt(event));
  }

  /** @param {number} index */
  #go(index) {
    const node = this.#nodes[index];
    if (node && !this.desk.mode?.fixed) this.desk.study.goTo(node);
  }

  /** The arrow keys go along the line. @param {KeyboardEvent} event */
  #key(event) {
    const at = this.#nodes.indexOf(this.desk.study.current);
    const last = this.#nodes.length - 1;
    const to = { ArrowLeft: at - 1, ArrowDown: at - 1, ArrowRight: at + 1, ArrowUp: at + 1, Home: 0, End: last }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    this.#go(Math.min(last, Math.max(0, to)));
  }
}

/** The number of the round in which each position arises; 0 at the start. A round ends when a player with a lower number moves. @param {TreeNode[]} nodes */
function roundsOf(nodes) {
  let [round, last] = [0, 0];
  return nodes.map(({ parent, player }) => {
    if (parent && (!round || (player !== 0 && player < last))) round += 1;
    if (player !== 0) last = player;
    return parent ? round : 0;
  });
}
