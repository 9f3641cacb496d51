/** What is open in this tab: a game, its tree of variations, and where in it one stands. */

import { freshName } from "./storage.js";
import { TreeNode, everyNode, keptResult, packed, unpacked } from "./tree.js";

/**
 * @typedef {import("../../types").Line} Line
 * @typedef {import("../../types").ImportedGame} ImportedGame
 * @typedef {import("../../types").Outcome} Outcome
 * @typedef {import("../../types").View} View
 */

/**
 * It tells `position` when another position is looked at, `tree` when the tree, a comment or a mark changed, and `opened` when
 * all of it is another one.
 */
export class Study extends EventTarget {
  /** Tells one thing that was opened from another. */
  id = "";
  game = "";
  /** @type {string | null} */
  variant = null;
  /** @type {string | null} */
  start = null;
  /** @type {string[]} */
  names = [];
  /** @type {[string, string][]} */
  tags = [];
  /** @type {Outcome | null} */
  result = null;
  /** What ended the game, where the board did not: resignation, time, agreement. @type {string | null} */
  how = null;
  /** The results of the games of a match before this one, where it is another line. @type {(Outcome | null)[]} */
  earlier = [];
  root = new TreeNode(null, "", 0);
  current = this.root;

  /** Begins anew. @param {Line} line */
  open(line) {
    this.#begin(line);
    this.#tell("opened");
  }

  /** @param {Line} line */
  #begin(line) {
    this.id = freshName();
    this.game = line.game;
    this.variant = line.variant ?? null;
    this.start = line.start ?? null;
    this.names = [];
    this.tags = [];
    this.result = null;
    this.how = null;
    this.earlier = [];
    this.root = new TreeNode(null, "", 0);
    this.current = this.root;
    for (const step of line.steps) this.current = this.current.play(step, 0);
  }

  /** Opens a record with its comments, marks and variations. @param {ImportedGame} record */
  openRecord(record) {
    this.#begin(record.line);
    this.names = (record.names ?? []).map((name) => name ?? "");
    this.tags = record.tags ?? [];
    this.result = record.outcome;
    if (record.outcome && record.outcome.kind !== "open") this.current.ended = record.outcome;
    const nodes = [this.root, ...this.current.path];
    for (const [index, player] of record.players.entries()) nodes[index + 1].player = player;
    for (const [ply, text] of Object.entries(record.comments ?? {})) if (nodes[+ply]) nodes[+ply].comment = text;
    for (const [ply, mark] of Object.entries(record.marks ?? {})) if (nodes[+ply]) nodes[+ply].mark = mark;
    for (const [ply, foreign] of Object.entries(record.foreign ?? {})) if (nodes[+ply]) nodes[+ply].unshown = { foreign };
    for (const { in: before, step, player, mark, comment, foreign, name, ending } of record.asides) {
      const node = nodes[before].play(step, player);
      node.mark = mark;
      node.comment = comment ?? "";
      node.unshown = { ...(foreign && { foreign }), ...(name && { name }), ...(ending && { ending }) };
      nodes.push(node);
    }
    this.current = this.root;
    this.#tell("opened");
  }

  /** Which game of a match a step of this line ended. @param {TreeNode} node */
  gameNumber(node) {
    return this.earlier.length + node.path.filter(({ scores }) => scores).length;
  }

  /** The line of a position. @param {TreeNode} [node] @returns {Line} */
  line(node = this.current) {
    return { game: this.game, variant: this.variant, start: this.start, steps: node.steps };
  }

  /** Looks at another position. @param {TreeNode} node */
  goTo(node) {
    if (node === this.current) return;
    this.current = node;
    this.#tell("position");
  }

  /**
   * Plays on from where one stands.
   *
   * @param {string} step
   * @param {number} player
   * @param {import("../../types").ChanceEvent} [event] what chance brings by it
   */
  play(step, player, event) {
    const before = this.current.children.length;
    this.current = this.current.play(step, player, event);
    if (this.current.parent?.children.length !== before) this.#tell("tree");
    this.#tell("position");
  }

  /** Puts steps into the tree and goes to the last. @param {string[]} steps */
  playAll(steps) {
    for (const step of steps) this.current = this.current.play(step, 0);
    this.#tell("tree");
    this.#tell("position");
  }

  /** Follows a game that is played elsewhere: what was taken back there goes here as well. @param {string[]} steps */
  follow(steps) {
    let node = this.root;
    for (const step of steps) node = node.play(step, 0);
    node.children = [];
    this.current = node;
    this.#tell("tree");
    this.#tell("position");
  }

  back() {
    if (this.current.parent) this.goTo(this.current.parent);
  }

  forward() {
    if (this.current.children.length) this.goTo(this.current.children[0]);
  }

  /** The variation before or after this one at the same ply. @param {1 | -1} by */
  beside(by) {
    const siblings = this.current.parent?.children ?? [];
    const other = siblings[siblings.indexOf(this.current) + by];
    if (other) this.goTo(other);
  }

  /** Takes a variation out of the tree. @param {TreeNode} node */
  remove(node) {
    const parent = node.remove();
    if (node.leadsTo(this.current)) this.current = parent;
    this.#tell("tree");
    this.#tell("position");
  }

  /** Says that the tree, a comment, a mark or a value is another one. */
  changed() {
    this.#tell("tree");
  }

  /** Takes over what the server says of a line: the variant in full, steps as the game writes them, and who made them. @param {View} view @param {TreeNode} node */
  learn(view, node) {
    this.variant = view.line.variant ?? this.variant;
    const path = node.path;
    let changed = false;
    for (const [index, { step, player, event = null, scores = null }] of view.sequence.entries()) {
      const on = path[index];
      if (!on || (on.step === step && on.player === player && on.event?.label === event?.label && on.scores?.join() === scores?.join())) continue;
      Object.assign(on, { step, player, event, scores });
      changed = true;
    }
    const ended = view.outcome ?? node.ended;
    if (node.ended?.label !== ended?.label) changed = true;
    node.ended = ended;
    if (changed) this.#tell("tree");
  }

  /** All of it as plain data. */
  toData() {
    const { id, game, variant, start, names, tags, result, how, earlier } = this;
    const current = everyNode(this.root).indexOf(this.current);
    return { id, game, variant, start, names, tags, result, how, earlier, nodes: packed(this.root), current };
  }

  /** Opens what was kept. @param {any} data */
  fromData(data) {
    Object.assign(this, { names: data.names ?? [], tags: data.tags ?? [], result: keptResult(data.result), how: data.how ?? null, earlier: (data.earlier ?? []).map(keptResult) });
    this.id = data.id ?? freshName();
    this.game = data.game;
    this.variant = data.variant;
    this.start = data.start;
    this.root = unpacked(data.nodes);
    this.current = everyNode(this.root)[data.current] ?? this.root;
    this.#tell("opened");
  }

  /** @param {string} event */
  #tell(event) {
    this.dispatchEvent(new Event(event));
  }
}
