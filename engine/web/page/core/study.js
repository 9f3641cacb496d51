/** The open game of this tab: its tree of variations and the current position. */

import { freshName } from "./storage.js";
import { TreeNode, everyNode, keptResult, packed, unpacked } from "./tree.js";

/**
 * @typedef {import("../../types").Line} Line
 * @typedef {import("../../types").ImportedGame} ImportedGame
 * @typedef {import("../../types").Outcome} Outcome
 * @typedef {import("../../types").View} View
 */

/**
 * Events: `position` when the current position changes, `tree` when the tree, a comment or a mark changes, `opened` when another
 * game is opened, `value` when an evaluation changes.
 */
export class Study extends EventTarget {
  /** A random id of the opened game. */
  id = "";
  game = "";
  /** @type {string | null} */
  variant = null;
  /** The variant without the options that have their usual values, for links; unknown until the server has described the game. @type {string | null} */
  plain = null;
  /** @type {string | null} */
  start = null;
  /** @type {string[]} */
  names = [];
  /** @type {[string, string][]} */
  tags = [];
  /** @type {Outcome | null} */
  result = null;
  /** How the game ended, if not on the board: resignation, time or agreement. @type {string | null} */
  how = null;
  /** The players who played at this device, if others played elsewhere; empty if unknown. @type {number[]} */
  own = [];
  /** The counts of the last analysis of the game. @type {import("../../types").Judged | null} */
  judgement = null;
  /** The results of the earlier games of a match, if each game is a separate line. @type {(Outcome | null)[]} */
  earlier = [];
  root = new TreeNode(null, "", 0);
  current = this.root;

  /** Opens a line. @param {Line} line */
  open(line) {
    this.#begin(line);
    this.#emit("opened");
  }

  /** @param {Line} line */
  #begin(line) {
    this.id = freshName();
    this.game = line.game;
    this.variant = this.plain = line.variant ?? null;
    this.start = line.start ?? null;
    this.names = [];
    this.tags = [];
    this.result = null;
    this.how = null;
    this.own = [];
    this.judgement = null;
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
    this.#emit("opened");
  }

  /** The number of the game of a match that a step ended, counted from 1. @param {TreeNode} node */
  gameNumber(node) {
    return this.earlier.length + node.path.filter(({ scores }) => scores).length;
  }

  /** The line that leads to a position. @param {TreeNode} [node] @returns {Line} */
  line(node = this.current) {
    return { game: this.game, variant: this.variant, start: this.start, steps: node.steps };
  }

  /** Goes to a position of the open game; returns false if the game does not contain it. @param {Line} line @param {number} at the number of steps to the position */
  find({ game, variant = null, start = null, steps }, at) {
    if (game !== this.game || ![this.variant, this.plain].includes(variant) || start !== this.start) return false;
    /** @type {TreeNode | undefined} */
    let node = this.root;
    for (const step of steps.slice(0, at)) node = node?.children.find((child) => child.step === step);
    if (node) this.goTo(node);
    return node !== undefined;
  }

  /** The line to the current position, as a link contains it. @returns {Line} */
  get link() {
    return { ...this.line(), variant: this.plain };
  }

  /** Goes to another position. @param {TreeNode} node */
  goTo(node) {
    if (node === this.current) return;
    this.current = node;
    this.#emit("position");
  }

  /**
   * Plays a step from the current position.
   *
   * @param {string} step
   * @param {number} player
   * @param {import("../../types").ChanceEvent} [event] the dice or the tile, if the step is an event of chance
   */
  play(step, player, event) {
    const before = this.current.children.length;
    this.current = this.current.play(step, player, event);
    if (this.current.parent?.children.length !== before) this.#emit("tree");
    this.#emit("position");
  }

  /** Adds steps after the current position and goes to the last one. @param {string[]} steps */
  playAll(steps) {
    for (const step of steps) this.current = this.current.play(step, 0);
    this.#emit("tree");
    this.#emit("position");
  }

  /** Follows the game of a room: steps that were taken back there are removed here as well. @param {string[]} steps */
  follow(steps) {
    let node = this.root;
    for (const step of steps) node = node.play(step, 0);
    node.children = [];
    this.current = node;
    this.#emit("tree");
    this.#emit("position");
  }

  back() {
    if (this.current.parent) this.goTo(this.current.parent);
  }

  forward() {
    if (this.current.children.length) this.goTo(this.current.children[0]);
  }

  /** Goes to the previous or next variation of the same move. @param {1 | -1} by */
  beside(by) {
    const siblings = this.current.parent?.children ?? [];
    const other = siblings[siblings.indexOf(this.current) + by];
    if (other) this.goTo(other);
  }

  /** Removes a variation from the tree. @param {TreeNode} node */
  remove(node) {
    const parent = node.remove();
    if (node.leadsTo(this.current)) this.current = parent;
    this.#emit("tree");
    this.#emit("position");
  }

  /** Reports that the tree, a comment or a mark has changed. */
  changed() {
    this.#emit("tree");
  }

  /** Copies facts about a line from the answer of the server: all options of the variant, the standard notation of each step, and the player who made it. @param {View} view @param {TreeNode} node */
  learn(view, node) {
    this.variant = view.line.variant ?? this.variant;
    this.plain = view.options.filter(({ usual }) => !usual).map(({ name, value }) => `${name}=${value}`).join(",") || null;
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
    if (changed) this.#emit("tree");
  }

  /** The game as plain data, for storage. */
  toData() {
    const { id, game, variant, plain, start, names, tags, result, how, own, judgement, earlier } = this;
    const current = everyNode(this.root).indexOf(this.current);
    return { id, game, variant, plain, start, names, tags, result, how, own, judgement, earlier, nodes: packed(this.root), current };
  }

  /** Opens stored data. @param {any} data */
  fromData(data) {
    Object.assign(this, { names: data.names ?? [], tags: data.tags ?? [], result: keptResult(data.result), how: data.how ?? null, own: data.own ?? [], judgement: data.judgement ?? null, earlier: (data.earlier ?? []).map(keptResult) });
    this.id = data.id ?? freshName();
    this.game = data.game;
    this.variant = data.variant;
    this.plain = data.plain ?? data.variant;
    this.start = data.start;
    this.root = unpacked(data.nodes);
    this.current = everyNode(this.root)[data.current] ?? this.root;
    this.#emit("opened");
  }

  /** @param {string} event */
  #emit(event) {
    this.dispatchEvent(new Event(event));
  }
}
