/**
 * The pieces in a picture, and what a move does with them. The server names each piece with its kind, its place and its level in a
 * stack; the names of pieces that stay where they are do not change.
 */

/**
 * A piece in a picture.
 *
 * @typedef {object} Piece
 * @property {string} key kind, place and level
 * @property {string} kind
 * @property {string} at its place
 * @property {number} level
 * @property {SVGGElement} element
 * @property {DOMRect} box in the units of the picture
 *
 * @typedef {Map<string, Piece>} Pieces
 *
 * @typedef {object} Changes
 * @property {{ from: Piece, to: Piece }[]} moved
 * @property {{ from: Piece, to: Piece }[]} turned pieces that became others where they are, such as flattened walls
 * @property {Piece[]} fresh pieces that appeared
 * @property {Piece[]} gone pieces that disappeared
 */

/** All pieces of a picture. @param {ParentNode} picture @returns {Pieces} */
export function piecesOf(picture) {
  const elements = /** @type {NodeListOf<SVGGElement>} */ (picture.querySelectorAll("g[data-piece]"));
  const pieces = Array.from(elements, (element) => {
    const [kind, at, level] = nameOf(element);
    return { key: keyOf(element), kind, at, level: Number(level), element, box: element.getBBox() };
  });
  return new Map(pieces.map((piece) => [piece.key, piece]));
}

/** Kind, place and level of a piece. @param {Element} element */
function nameOf(element) {
  return ["data-piece", "data-at", "data-level"].map((name) => element.getAttribute(name) ?? "");
}

/** @param {Element} element */
function keyOf(element) {
  return nameOf(element).join(" ");
}

/** In which of several moves each piece reached its place, counted from 0: the first picture with the piece. @param {ParentNode[]} pictures */
export function turnsOf(pictures) {
  /** @type {Map<string, number>} */
  const turns = new Map();
  for (const [turn, picture] of pictures.entries()) {
    for (const element of picture.querySelectorAll("g[data-piece]")) if (!turns.has(keyOf(element))) turns.set(keyOf(element), turn);
  }
  return turns;
}

/** The middle of a box. @param {DOMRect} box */
export function middleOf({ x, y, width, height }) {
  return { x: x + width / 2, y: y + height / 2 };
}

/** The distance of the middles of two boxes. @param {DOMRect} one @param {DOMRect} other */
export function distance(one, other) {
  const [a, b] = [middleOf(one), middleOf(other)];
  return Math.hypot(a.x - b.x, a.y - b.y);
}

/**
 * What changed between two pictures.
 *
 * @param {Pieces} before
 * @param {Pieces} after
 * @returns {Changes}
 */
export function changesOf(before, after) {
  let gone = [...before.values()].filter(({ key }) => !after.has(key));
  let fresh = [...after.values()].filter(({ key }) => !before.has(key));
  const turned = pairsOf(gone, fresh, (from, to) => from.at === to.at && from.level === to.level && !isDie(to));
  [gone, fresh] = without(gone, fresh, turned);
  const moved = isSpread(gone, fresh) ? spreadOf(gone, fresh) : nearestOf(gone, fresh);
  [gone, fresh] = without(gone, fresh, moved);
  return { moved, turned, fresh, gone };
}

/** A place in a later picture, whose frame may have grown. @param {DOMRect} place @param {Pieces} before @param {Pieces} after */
export function shifted({ x, y, width, height }, before, after) {
  const kept = [...before.values()].find(({ key }) => after.has(key));
  const [from, to] = [kept?.box, kept && after.get(kept.key)?.box];
  return from && to ? new DOMRect(x + to.x - from.x, y + to.y - from.y, width, height) : new DOMRect(x, y, width, height);
}

/** Whether a piece is a die. @param {Piece} piece */
export function isDie({ kind }) {
  return kind.startsWith("die");
}

/** @param {Piece[]} gone @param {Piece[]} fresh @param {{ from: Piece, to: Piece }[]} pairs */
function without(gone, fresh, pairs) {
  const used = new Set(pairs.flatMap(({ from, to }) => [from, to]));
  return [gone.filter((piece) => !used.has(piece)), fresh.filter((piece) => !used.has(piece))];
}

/**
 * Pairs of pieces that fit, each piece at most once.
 *
 * @param {Piece[]} gone
 * @param {Piece[]} fresh
 * @param {(from: Piece, to: Piece) => boolean} fits
 */
function pairsOf(gone, fresh, fits) {
  const left = new Set(fresh);
  return gone.flatMap((from) => {
    const to = [...left].find((one) => fits(from, one));
    if (!to) return [];
    left.delete(to);
    return [{ from, to }];
  });
}

/** Whether all pieces come from one stack, or all go to one. @param {Piece[]} gone @param {Piece[]} fresh */
function isSpread(gone, fresh) {
  const isOne = (/** @type {Piece[]} */ pieces) => pieces.length > 1 && pieces.every(({ at }) => at === pieces[0].at);
  return isOne(gone) || isOne(fresh);
}

/** The moves of a stack: the lowest piece goes the shortest way. @param {Piece[]} gone @param {Piece[]} fresh */
function spreadOf(gone, fresh) {
  const stack = gone.every(({ at }) => at === gone[0].at) ? gone[0] : fresh[0];
  const inOrder = (/** @type {Piece[]} */ pieces) => [...pieces].sort((one, other) => (one.at === other.at ? 0 : distance(one.box, stack.box) - distance(other.box, stack.box)) || one.level - other.level);
  return pairsOf(inOrder(gone), inOrder(fresh), isSame);
}

/** The moves of single pieces: pairs of equal pieces, the nearest first. @param {Piece[]} gone @param {Piece[]} fresh */
function nearestOf(gone, fresh) {
  const all = gone.flatMap((from) => fresh.filter((to) => isSame(from, to)).map((to) => ({ from, to, far: distance(from.box, to.box) })));
  const used = new Set();
  return all
    .sort((one, other) => one.far - other.far)
    .filter(({ from, to }) => !used.has(from) && !used.has(to) && used.add(from).add(to));
}

/** Whether a piece can have moved to become another one. Tiles, walls and dice do not move. @param {Piece} from @param {Piece} to */
function isSame(from, to) {
  return from.kind === to.kind && !["die", "tile", "wall"].some((fixed) => to.kind.startsWith(fixed));
}
