/** The list of moves: one row for each round of the main line, with variations indented after the move that they replace. */

import { EQUITY_LOSSES, LOSSES } from "../analysis/values.js";
import { expectedAt, kindOf } from "../analysis/graph.js";
import { button, byId, fill, h } from "../core/dom.js";
import { labelled } from "../core/icons.js";
import { say } from "../core/say.js";
import { asksForDice, capital, gameText, resultText, thrown, whose } from "../core/words.js";
import { openImport } from "../dialogs/import.js";
import { LINES } from "../home/lines.js";

/** @typedef {import("../core/tree.js").TreeNode} TreeNode */

/** Shortest search of a position whose evaluation may be used for a mark, in milliseconds. */
const SEARCHED = 400;
/** Smallest depth at which equities may be used for marks after any search time. Games with equities are analysed at this depth. */
const DEEP = 2;
/** At least this many events before the first move are collapsed. */
const FOLDED = 3;

export class MoveList {
  #host = byId("moves");
  /** @type {Map<TreeNode, HTMLButtonElement>} */
  #buttons = new Map();
  #timer = 0;

  /** @param {import("../core/desk.js").Desk} desk */
  constructor(desk) {
    this.desk = desk;
    const { study } = desk;
    study.addEventListener("opened", () => this.draw());
    study.addEventListener("tree", () => this.draw());
    study.addEventListener("position", () => this.#follow());
    study.addEventListener("value", () => this.#soon());
    desk.addEventListener("mode", () => this.draw());
    // The current move stays visible when something below takes room.
    new ResizeObserver(() => this.#follow()).observe(this.#host);
  }

  #soon() {
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.#marks(), 300);
  }

  draw() {
    this.#buttons = new Map();
    const { root, earlier, result, how } = this.desk.study;
    const list = h("div", { class: "tree" });
    const nameOf = (/** @type {number} */ player) => this.desk.nameOf(player);
    for (const [index, one] of earlier.entries()) list.append(h("p", { class: "game" }, say("Game {number}: {result}", { number: index + 1, result: resultText(one, nameOf) })));
    if (root.comment) list.append(h("p", { class: "comment" }, root.comment));
    this.#line(list, this.#dealt(list), 1, 0);
    const { ended } = root.end;
    const { mode } = this.desk;
    if (ended) list.append(h("p", { class: "game" }, capital(resultText(ended, nameOf, ended.label === result?.label ? how : null))));
    // Puzzles and lessons say what to do.
    if (!root.children.length && mode?.name === "play" && !ended) list.append(h("p", {}, LINES[this.desk.info.name] ?? this.desk.info.about), h("p", { class: "quiet" }, say("No moves yet. The game begins with the first move on the board.")));
    if (!root.children.length && !mode) list.append(h("p", { class: "quiet" }, say("No moves yet. Click the board, type a move, or paste a game.")), this.#beginnings());
    fill(this.#host, list);
    this.#marks();
    this.#follow();
  }

  /** Other ways to begin than with a move. */
  #beginnings() {
    const { desk } = this;
    return h(
      "div",
      { class: "row" },
      labelled("open", say("Import"), () => openImport(desk)),
      labelled("edit", say("Set up"), () => desk.go({ kind: "setup", game: desk.study.game })),
      labelled("play", say("Play"), () => desk.go({ kind: "play", game: desk.study.game })),
    );
  }

  /** Collapses the deal before the first move, and returns the position where the moves begin. @param {HTMLElement} list */
  #dealt(list) {
    let node = this.desk.study.root;
    const dealt = [];
    while (node.children.length === 1 && node.children[0].player === 0 && !node.children[0].comment) {
      [node] = node.children;
      dealt.push(node);
    }
    if (dealt.length < FOLDED || node.children.length > 1) return this.desk.study.root;
    const steps = h("div", { class: "row" }, ...dealt.map((one) => this.#move(one)));
    list.append(h("details", { open: dealt.includes(this.desk.study.current) && node !== this.desk.study.current }, h("summary", { class: "quiet" }, say("Deal")), steps));
    return node;
  }

  /**
   * Adds the line after a position to an element. The function loops along the line, and recurses only for variations.
   *
   * @param {HTMLElement} host
   * @param {TreeNode} from
   * @param {number} round
   * @param {number} before the player who moved last
   * @param {HTMLElement | null} [row] the row of the current round
   */
  #line(host, from, round, before, row = null) {
    let last = before;
    for (let node = from; node.children.length; node = node.children[0]) {
      const [next, ...others] = node.children;
      const player = whose(next);
      if (player !== 0 && player < last) {
        round += 1;
        row = null;
      }
      if (!row) {
        row = newRow(round, player);
        host.append(row);
      }
      this.#place(row, next);
      if (player !== 0) last = player;
      if (next.comment) {
        host.append(h("p", { class: "comment" }, next.comment));
        row = null;
      }
      for (const other of others) {
        host.append(this.#variation(other, round, other.player || last));
        row = null;
      }
      if (next.scores) {
        const { study } = this.desk;
        host.append(h("p", { class: "game" }, gameText(next.scores, study.gameNumber(next), (one) => this.desk.nameOf(one))));
        [round, last, row] = [1, 0, null];
      }
    }
  }

  /**
   * Adds a step to a row. The steps of a player are in one cell, with the events between them. A roll begins the cell of its move.
   * A step that only asks for the dice is hidden, because the roll is shown.
   *
   * @param {HTMLElement} row
   * @param {TreeNode} node
   */
  #place(row, node) {
    const player = String(whose(node) || "");
    const last = /** @type {HTMLElement} */ (row.lastElementChild);
    const begins = thrown(node) ? last.lastElementChild?.className !== "asks" : player !== "" && player !== last.dataset.player;
    const cell = begins || !last.matches(".turn") ? h("span", { class: "turn", "data-player": player }) : last;
    cell.append(asksForDice(node) ? h("span", { class: "asks" }, this.#move(node)) : this.#move(node));
    row.append(cell);
  }

  /**
   * @param {TreeNode} first
   * @param {number} round
   * @param {number} player the player who moves first
   */
  #variation(first, round, player) {
    const box = h("div", { class: "variation" });
    const row = newRow(round, player);
    this.#place(row, first);
    box.append(row);
    if (first.comment) box.append(h("p", { class: "comment" }, first.comment));
    if (first.children.length) this.#line(box, first, round, first.player || player, first.comment ? null : row);
    return box;
  }

  /** @param {TreeNode} node */
  #move(node) {
    const one = button(labelOf(node), () => this.#go(node), { class: node.player === 0 ? "step chance" : "step", tabindex: -1 });
    this.#buttons.set(node, one);
    return one;
  }

  /** @param {TreeNode} node */
  #go(node) {
    if (!this.desk.mode?.fixed) this.desk.study.goTo(node);
  }

  /** Appends marks to the moves. */
  #marks() {
    for (const [node, one] of this.#buttons) {
      const mark = markOf(node, this.desk);
      const label = labelOf(node);
      if (one.textContent !== label + mark) fill(one, label, mark && h("span", { class: "glyph" }, mark));
      one.className = ["step", node.player === 0 ? "chance" : "", kindOf(mark)].filter(Boolean).join(" ");
    }
    this.#follow(false);
  }

  #follow(scroll = true) {
    const { current } = this.desk.study;
    for (const [node, one] of this.#buttons) {
      const here = node === current;
      one.classList.toggle("current", here);
      one.setAttribute("tabindex", here ? "0" : "-1");
      if (here) one.setAttribute("aria-current", "step");
      else one.removeAttribute("aria-current");
    }
    const first = this.#buttons.values().next().value;
    if (!this.#buttons.has(current)) first?.setAttribute("tabindex", "0");
    if (scroll) scrollTo(this.#host, this.#buttons.get(current));
  }
}

/** A row that begins with the move of a player. A move of the second player goes to the second column. @param {number} round @param {number} player */
function newRow(round, player) {
  const later = player > 1;
  return h("div", { class: "round" }, h("span", { class: "number" }, `${round}${later ? "…" : "."}`), player === 2 && h("span", { class: "blank", "aria-hidden": "true" }));
}

/** The text of a step in the list. @param {TreeNode} node */
function labelOf(node) {
  const dice = thrown(node);
  return dice ? `${[...dice].sort().reverse().join("")}:` : node.step;
}

/** The mark of a move: that of the user, else of the game analysis, else of the live engine; empty if there is none. @param {TreeNode} node @param {import("../core/desk.js").Desk} desk */
export function markOf(node, desk) {
  return node.mark || (desk.open ? (node.verdict?.mark ?? exploredMark(node)) : "") || "";
}

/** The mark of a move, from the evaluations of the live engine before and after it. @param {TreeNode} node */
function exploredMark(node) {
  if (!node.parent || node.player < 1 || !isReliable(node.parent)) return "";
  // If the moves have equities (checker play, cube decisions), compare those.
  const { equities } = node.parent.value ?? {};
  if (equities && node.step in equities) return markOfLoss(Math.max(...Object.values(equities)) - equities[node.step], EQUITY_LOSSES);
  const before = expectedAt(node.parent);
  const after = expectedAt(node);
  return before && after && isReliable(node) ? markOfLoss(before[node.player - 1] - after[node.player - 1], LOSSES) : "";
}

/** Whether the evaluation of a position is reliable enough for a mark. @param {TreeNode} node */
function isReliable({ value }) {
  return value !== null && (value.done || value.ms >= SEARCHED || (value.equities !== undefined && value.depth >= DEEP));
}

/** @param {number} lost @param {{ loss: number, mark: string }[]} losses the limits, the worst first */
function markOfLoss(lost, losses) {
  return losses.find(({ loss }) => lost >= loss)?.mark ?? "";
}

/** @param {HTMLElement} host @param {HTMLElement | undefined} element */
function scrollTo(host, element) {
  if (!element) return void (host.scrollTop = 0);
  const [box, at] = [host.getBoundingClientRect(), element.getBoundingClientRect()];
  if (at.top < box.top) host.scrollTop -= box.top - at.top + 20;
  else if (at.bottom > box.bottom) host.scrollTop += at.bottom - box.bottom + 20;
  if (at.left < box.left) host.scrollLeft -= box.left - at.left + 20;
  else if (at.right > box.right) host.scrollLeft += at.right - box.right + 20;
}
