/** A tree of variations: steps of a game with comments and marks, and what was found out about them. */

/**
 * What a search said about a position: each player's share of the win.
 *
 * @typedef {object} Value
 * @property {number[]} shares what each player may expect, 0 to 1
 * @property {number | null} score in the unit of the game, for the player to move
 * @property {number} depth
 * @property {number} ms how long it was searched, in milliseconds
 * @property {boolean} [done] whether the search came to its end
 * @property {Record<string, number>} [equities] of the moves that were looked at, where the game counts so
 *
 * @typedef {import("../../types").JudgedMove} JudgedMove
 */

/** A position of the tree: the step that led to it, and what may follow, the main line first. */
export class TreeNode {
  /**
   * @param {TreeNode | null} parent
   * @param {string} step
   * @param {number} player who made the step, 0 for chance
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
    /** What chance brought by it. @type {import("../../types").ChanceEvent | null} */
    this.event = null;
    /** The score before and after it, where the step ended a game of a match. @type {[number[], number[]] | null} */
    this.scores = null;
    /** Whether a judgement came to its end here. */
    this.judged = false;
    /** How the game ended here, also where only a record tells it. @type {import("../../types").Outcome | null} */
    this.ended = null;
    /** What a record says of it that the page does not show. @type {import("../../types").Unshown} */
    this.unshown = {};
  }

  /** How many steps lead here. */
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

  /** The last position of the line that goes on from here by first children. @returns {TreeNode} */
  get end() {
    /** @type {TreeNode} */
    let node = this;
    while (node.children.length) node = node.children[0];
    return node;
  }

  /** Whether every step to here is the first of its position. */
  get isMain() {
    return this.path.every((node) => node.parent?.children[0] === node);
  }

  /** Whether this position is on the way to another one, or is it. @param {TreeNode} other */
  leadsTo(other) {
    for (let node = /** @type {TreeNode | null} */ (other); node; node = node.parent) if (node === this) return true;
    return false;
  }

  /**
   * The position after a step, which is new if nobody played it before.
   *
   * @param {string} step
   * @param {number} player
   * @param {import("../../types").ChanceEvent} [event] what chance brings by it, where that is known
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

  /** Goes before the other variations of its position; false where it was the first. */
  promote() {
    const siblings = this.parent?.children ?? [];
    const index = siblings.indexOf(this);
    if (index <= 0) return false;
    siblings.splice(index, 1);
    siblings.splice(index - 1, 0, this);
    return true;
  }

  /** Makes every step to here the first of its position. */
  makeMain() {
    for (const node of this.path) while (node.promote());
  }

  /** Leaves the tree with all that follows. @returns {TreeNode} where it was played */
  remove() {
    if (!this.parent) throw new Error("the root of a tree cannot be removed");
    this.parent.children = this.parent.children.filter((child) => child !== this);
    return this.parent;
  }
}

/** Every node, each before those that follow it. @param {TreeNode} root @returns {TreeNode[]} */
export function everyNode(root) {
  const nodes = [root];
  for (let next = 0; next < nodes.length; next += 1) nodes.push(...nodes[next].children);
  return nodes;
}

/**
 * What leaves the main line, as files tell it: each step with the number of the one that it follows. Those of the main line come
 * first, 0 is the root.
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
 * A tree as plain data: each node with the number of its parent. It is flat, so that long games need no deep recursion.
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

/** A result as it was kept; the page once kept its word alone. @param {any} kept @returns {import("../../types").Outcome | null} */
export function keptResult(kept) {
  if (typeof kept !== "string") return kept ?? null;
  return { kind: "ended", label: kept, winner: null, points: null, sign: true, says_how: false };
}

/**
 * The tree of plain data.
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
