/** A tree of variations: the steps of a game with comments, marks and evaluations. */

/**
 * The evaluation of a position by a search.
 *
 * @typedef {object} Value
 * @property {number[]} shares the expected result of each player, 0 (loss) to 1 (win)
 * @property {number | null} score in the unit of the game, from the view of the player to move
 * @property {number} depth
 * @property {number} ms search time in milliseconds
 * @property {boolean} [done] whether the search finished
 * @property {Record<string, number>} [equities] the equity of each examined move, in games that use equities
 *
 * @typedef {import("../../types").JudgedMove} JudgedMove
 */

/** A position of the tree: the step that led to it, and the continuations, the main line first. */
export class TreeNode {
  /**
   * @param {TreeNode | null} parent
   * @param {string} step
   * @param {number} player the player who made the step; 0 is chance
   */
  constructor(parent, step, player) {
    this.parent = parent;
    this.step = step;
    this.player = player;
    /** @type {TreeNode[]} */
    this.children = [];
    this.comment = "";
    this.mark = "";
    /** @type {Value | null} */
    this.value = null;
    /** @type {JudgedMove | null} */
    this.verdict = null;
    /** The dice or the tile, if the step is an event of chance. @type {import("../../types").ChanceEvent | null} */
    this.event = null;
    /** The score of the match before and after the step, if the step ended a game. @type {[number[], number[]] | null} */
    this.scores = null;
    /** Whether the analysis of the game finished at this position. */
    this.judged = false;
    /** The result if the game ended here, by the rules or by the record. @type {import("../../types").Outcome | null} */
    this.ended = null;
    /** Parts of an imported record that the page does not show. An export contains them again. @type {import("../../types").Unshown} */
    this.unshown = {};
  }

  /** The number of steps that lead here. */
  get ply() {
    let ply = 0;
    for (let node = this.parent; node; node = node.parent) ply += 1;
    return ply;
  }

  /** The positions from the root to here, without the root. @returns {TreeNode[]} */
  get path() {
    const path = [];
    /** @type {TreeNode} */
    let node = this;
    while (node.parent) {
      path.push(node);
      node = node.parent;
    }
    return path.reverse();
  }

  /** The steps that lead here. */
  get steps() {
    return this.path.map((node) => node.step);
  }

  /** The end of the line that follows the first child of each position. @returns {TreeNode} */
  get end() {
    /** @type {TreeNode} */
    let node = this;
    while (node.children.length) node = node.children[0];
    return node;
  }

  /** Whether this position is on the main line. */
  get isMain() {
    return this.path.every((node) => node.parent?.children[0] === node);
  }

  /** Whether this position is an ancestor of another one, or the same. @param {TreeNode} other */
  leadsTo(other) {
    for (let node = /** @type {TreeNode | null} */ (other); node; node = node.parent) if (node === this) return true;
    return false;
  }

  /**
   * The position after a step. It is added if the tree does not have it yet.
   *
   * @param {string} step
   * @param {number} player
   * @param {import("../../types").ChanceEvent} [event] the dice or the tile, if the step is an event of chance
   */
  play(step, player, event) {
    const known = this.children.find((child) => child.step === step);
    if (known) return known;
    const child = new TreeNode(this, step, player);
    if (event) child.event = { kind: event.kind, label: event.label };
    this.children.push(child);
    return child;
  }

  /** The first move of the innermost variation that leads here; null on the main line. @returns {TreeNode | null} */
  get variation() {
    return this.path.findLast((node) => node.parent?.children[0] !== node) ?? null;
  }

  /** Moves this variation one place forward; returns false if it was the first. */
  promote() {
    const siblings = this.parent?.children ?? [];
    const index = siblings.indexOf(this);
    if (index <= 0) return false;
    siblings.splice(index, 1);
    siblings.splice(index - 1, 0, this);
    return true;
  }

  /** Makes the line to this position the main line. */
  makeMain() {
    for (const node of this.path) while (node.promote());
  }

  /** Removes this step and everything after it. @returns {TreeNode} the position before it */
  remove() {
    if (!this.parent) throw new Error("the root of a tree cannot be removed");
    this.parent.children = this.parent.children.filter((child) => child !== this);
    return this.parent;
  }
}

/** All nodes, each one before its children. @param {TreeNode} root @returns {TreeNode[]} */
export function everyNode(root) {
  const nodes = [root];
  for (let next = 0; next < nodes.length; next += 1) nodes.push(...nodes[next].children);
  return nodes;
}

/**
 * All steps outside of the main line, in the form of the export request: each step with the number of the step that it follows.
 * Steps of the main line are numbered first; 0 is the root.
 *
 * @param {TreeNode} root
 * @returns {import("../../types").Aside[]}
 */
export function asidesOf(root) {
  const main = new Set([root, ...root.end.path]);
  const nodes = [...main, ...everyNode(root).filter((node) => !main.has(node))];
  const numbers = new Map(nodes.map((node, number) => [node, number]));
  return nodes.slice(main.size).map(({ parent, step, mark, comment, unshown }) => ({ in: (parent && numbers.get(parent)) ?? 0, step, mark, comment: comment || null, ...unshown }));
}

/**
 * The tree as plain data: a flat list of nodes, each with the number of its parent. A nested form would need deep recursion.
 *
 * @param {TreeNode} root
 */
export function packed(root) {
  const nodes = everyNode(root);
  const numbers = new Map(nodes.map((node, number) => [node, number]));
  return nodes.map(({ parent, step, player, event, comment, mark, value, verdict, judged, ended, unshown }) => ({
    ...(parent ? { in: numbers.get(parent), step, player } : {}),
    ...(event && { event }),
    ...(comment && { comment }),
    ...(mark && { mark }),
    ...(value && { value }),
    ...(verdict && { verdict }),
    ...(judged && { judged }),
    ...(ended && { ended }),
    ...(Object.keys(unshown).length > 0 && { unshown }),
  }));
}

/** A stored result. Older versions of the page stored its label alone. @param {any} kept @returns {import("../../types").Outcome | null} */
export function keptResult(kept) {
  if (typeof kept !== "string") return kept ?? null;
  return { kind: "ended", label: kept, winner: null, points: null, sign: true, says_how: false, way: null };
}

/**
 * Rebuilds a tree from plain data.
 *
 * @param {any[]} data
 * @returns {TreeNode}
 */
export function unpacked(data) {
  /** @type {TreeNode[]} */
  const nodes = [];
  for (const item of data) {
    const parent = nodes[item.in] ?? null;
    const node = new TreeNode(parent, item.step ?? "", item.player ?? 0);
    node.event = item.event ?? null;
    node.comment = item.comment ?? "";
    node.mark = item.mark ?? "";
    node.value = item.value ?? null;
    node.verdict = item.verdict ?? null;
    node.judged = item.judged ?? false;
    node.ended = keptResult(item.ended);
    node.unshown = item.unshown ?? {};
    parent?.children.push(node);
    nodes.push(node);
  }
  return nodes[0] ?? new TreeNode(null, "", 0);
}
