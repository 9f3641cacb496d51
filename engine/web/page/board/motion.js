/**
 * Motion: shows what a move does, from the previous picture to the new one. The new picture is there at once and takes all input; copies of
 * its pieces move in a layer above it, while the pieces themselves are transparent. So a motion can end at any time.
 */

import { fill, s } from "../core/dom.js";
import { parsePicture } from "./picture.js";
import { changesOf, distance, isDie, middleOf, piecesOf, shifted, turnsOf } from "./pieces.js";

/**
 * @typedef {import("./pieces.js").Piece} Piece
 * @typedef {import("./pieces.js").Pieces} Pieces
 * @typedef {import("./pieces.js").Changes} Changes
 * @typedef {import("../core/sound.js").SoundName} SoundName
 *
 * @typedef {object} Before the picture before a move
 * @property {Pieces} pieces
 * @property {string} viewBox
 * @property {DOMRect} frame what the picture shows
 * @property {Element | null} defs the shapes that its pieces use
 * @property {DOMRect | null} aim the place of the move, from which forced tiles spread
 *
 * @typedef {object} How
 * @property {boolean} animates
 * @property {boolean} sounds
 * @property {boolean} [queues] whether tiles wait until the tiles of earlier moves have appeared
 * @property {string[]} [between] the pictures between the two, if there were several moves
 *
 * @typedef {{ name: SoundName, at: number, weight: number }} Cue a sound, when it begins, in milliseconds, and the weight of the piece
 */

/** The duration of each kind of motion, in milliseconds. */
const TIMES = { move: 180, far: 320, appear: 160, vanish: 150, roll: 520, pan: 200 };
/** The delay between the stones of a spread, and between checkers, in milliseconds. */
const STONE = 70;
/** The delay between a tile and the next one. */
const TILE = 120;
/** A piece takes longer over a longer way, in milliseconds for the height of the picture. */
const PACE = 300;
/** A piece that moves is lifted by this share of its size, and a checker bends its way by this share. */
const LIFT = 0.08;
const BEND = 0.12;
/** A placed piece knocks when it lands. */
const LANDING = 110;
/** A piece is hit when the piece that hits it has almost arrived. */
const HIT = 120;
/** No motion begins later than this. */
const LATEST = 1000;
/** Users who step faster than this see no motion, in milliseconds. */
const FAST = 130;
/** A picture with more changes is another position, not a move. */
const MOST = 40;

/** The weights of pieces, compared with a stone. */
const WEIGHTS = { capstone: 1.5, checker: 0.8, pawn: 0.9 };

const EASE = "cubic-bezier(.3,.7,.3,1)";

/** Events: `sound` with a {@link Cue}, and `cut` when a motion ends early. */
export class Motion extends EventTarget {
  /** Whether the user wants motion. */
  wanted = true;
  #layer = s("svg", { class: "layer moving", "aria-hidden": "true" });
  /** The pieces that are transparent during the motion, with their places in the picture. @type {Map<string, DOMRect>} */
  #hidden = new Map();
  /** @type {Animation[]} */
  #running = [];
  /** When the last motion ends, and when the last picture was shown. */
  #end = 0;
  #shown = -FAST;
  /** The number of the latest motion. */
  #number = 0;

  /** @param {HTMLElement} host @param {import("./picture.js").Picture} picture */
  constructor(host, picture) {
    super();
    this.host = host;
    this.picture = picture;
    host.append(this.#layer);
  }

  /** The picture that is shown, to compare the next one with it. @param {string | null} aim the touch of the move that comes next @returns {Before | null} */
  before(aim) {
    const { svg, viewBox } = this.picture;
    return svg && { pieces: piecesOf(svg), viewBox, frame: frameOf(svg), defs: svg.querySelector("defs"), aim: aim ? this.picture.boxOf(aim) : null };
  }

  /** Ends all motion at once. */
  finish() {
    this.#number += 1;
    const isCut = this.#running.some(({ playState }) => playState !== "finished");
    for (const one of this.#running) one.cancel();
    this.#running = [];
    this.#hidden.clear();
    this.#end = 0;
    fill(this.#layer);
    this.#hide();
    if (isCut) this.dispatchEvent(new Event("cut"));
  }

  /** Continues the motion over a new picture of the same position, for example with arrows. If the board was turned, the motion ends. */
  again() {
    const { svg } = this.picture;
    if (!this.#hidden.size || !svg) return;
    const pieces = piecesOf(svg);
    const isTurned = [...this.#hidden].some(([key, box]) => distance(pieces.get(key)?.box ?? new DOMRect(), box) > 1);
    if (isTurned) this.finish();
    else this.#hide();
  }

  /** Shows the motion from a picture to the one that is now shown. @param {Before | null} before @param {How} how */
  show(before, { animates, sounds, queues = false, between = [] }) {
    const { svg } = this.picture;
    if (!before || !svg) return this.finish();
    const after = piecesOf(svg);
    const changes = changesOf(before.pieces, after);
    const { moved, turned, fresh, gone } = changes;
    const count = moved.length + turned.length + fresh.length + gone.length;
    const now = performance.now();
    const isFast = now - this.#shown < FAST && !queues;
    this.#shown = now;
    const waits = queues && this.#running.length && this.#end > now && fresh.every(isTile) && !moved.length ? this.#end - now : 0;
    if (!waits) this.finish();
    const moves = count > 0 && count <= MOST;
    if (!moves) return;
    const isSeen = animates && this.#may && !isFast && before.viewBox;
    if (isSeen) this.#pan(before, after);
    const aim = before.aim && shifted(before.aim, before.pieces, after);
    const delays = delaysOf(changes, aim, waits, turnsOf([...between.map(parsePicture), svg]));
    if (sounds) for (const detail of cuesOf(changes, delays, before.frame)) this.dispatchEvent(new CustomEvent("sound", { detail }));
    if (isSeen) this.#start(changes, delays, before);
  }

  /** A board of tiles that has grown goes from the place and the scale of the picture before to its own. @param {Before} before @param {Pieces} after */
  #pan({ frame, pieces }, after) {
    const svg = /** @type {SVGSVGElement} */ (this.picture.svg);
    const fixed = [...after.values()].find((piece) => isTile(piece) && pieces.has(piece.key));
    const { width, height } = svg.getBoundingClientRect();
    const was = fixed && pieces.get(fixed.key)?.box;
    if (!was || !(width && height && frame.width && frame.height)) return;
    const grown = frameOf(svg);
    const [old, now] = [middleOf(frame), middleOf(grown)];
    const scaleOf = (/** @type {DOMRect} */ of) => Math.min(width / of.width, height / of.height);
    const scale = scaleOf(frame);
    const by = scale / scaleOf(grown);
    const [right, down] = [scale * (now.x - old.x + was.x - fixed.box.x), scale * (now.y - old.y + was.y - fixed.box.y)];
    if (Math.hypot(right, down, width * (by - 1)) < 1) return;
    // The table goes on beyond the picture, and the frame cuts it off.
    this.host.classList.add("panning");
    const frames = [{ transform: `translate(${right}px,${down}px) scale(${by})` }, { transform: "none" }];
    const layers = [...this.host.querySelectorAll(":scope > svg")].map((one) => one.animate(frames, { duration: TIMES.pan, easing: EASE }).finished);
    void Promise.allSettled(layers).then(() => this.host.classList.remove("panning"));
  }

  /** Whether the user and the system allow motion. */
  get #may() {
    return this.wanted && !document.hidden && !matchMedia("(prefers-reduced-motion: reduce)").matches;
  }

  /**
   * @param {Changes} changes
   * @param {Map<Piece, number>} delays
   * @param {Before} before the picture before; its places have the same coordinates if its frame is the same
   */
  #start({ moved, turned, fresh, gone }, delays, before) {
    const { viewBox } = this.picture;
    const isSameFrame = before.viewBox === viewBox;
    this.#layer.setAttribute("viewBox", viewBox);
    const delayOf = (/** @type {Piece} */ piece) => delays.get(piece) ?? 0;
    if (isSameFrame) {
      // The new picture may lack the shapes of pieces that vanish.
      if (gone.length && before.defs) this.#layer.append(before.defs.cloneNode(true));
      for (const piece of gone) this.#animate(piece, VANISH, TIMES.vanish, delayOf(piece));
      for (const { from, to } of turned) {
        this.#animate(from, VANISH, TIMES.vanish, delayOf(to));
        this.#appear(to, delayOf(to));
      }
      for (const { from, to } of moved) {
        this.#animate(to, wayOf(from, to), timeOf(from, to, before.frame), delayOf(to), true);
      }
    }
    for (const piece of fresh) this.#appear(piece, delayOf(piece));
    this.#hide();
    const number = this.#number;
    const ended = Promise.all(this.#running.map((one) => one.finished));
    // A motion that was cancelled rejects the promise; then `finish` has done the rest.
    ended.then(() => number === this.#number && this.#running.every(({ playState }) => playState === "finished") && this.finish()).catch(() => {});
  }

  /** @param {Piece} piece @param {number} delay */
  #appear(piece, delay) {
    const [frames, time] = isDie(piece) ? [rollOf(piece), TIMES.roll] : [isTile(piece) ? LAY : DROP, TIMES.appear];
    this.#animate(piece, frames, time, delay, true);
  }

  /**
   * Moves a copy of a piece.
   *
   * @param {Piece} piece
   * @param {Keyframe[]} frames
   * @param {number} duration
   * @param {number} delay
   * @param {boolean} [hides] whether the piece itself is in the new picture, and transparent meanwhile
   */
  #animate(piece, frames, duration, delay, hides = false) {
    const copy = /** @type {SVGGElement} */ (piece.element.cloneNode(true));
    copy.removeAttribute("data-piece");
    copy.classList.remove("in-motion");
    const { x, y } = middleOf(piece.box);
    copy.style.transformOrigin = `${x}px ${y}px`;
    this.#layer.append(copy);
    if (hides) this.#hidden.set(piece.key, piece.box);
    this.#running.push(copy.animate(frames, { duration, delay, easing: EASE, fill: "both" }));
    this.#end = Math.max(this.#end, performance.now() + delay + TILE);
  }

  /** Makes the moving pieces of the picture transparent, and all others visible. What marks the move or the win appears when the pieces have arrived. */
  #hide() {
    this.host.classList.toggle("flying", this.#hidden.size > 0);
    const { svg } = this.picture;
    if (!svg) return;
    for (const element of svg.querySelectorAll(".in-motion")) element.classList.remove("in-motion");
    if (!this.#hidden.size) return;
    for (const { key, element } of piecesOf(svg).values()) if (this.#hidden.has(key)) element.classList.add("in-motion");
  }
}

const VANISH = [{ opacity: 1 }, { opacity: 0, transform: "scale(.75)" }];
const DROP = [{ opacity: 0.6, transform: "scale(1.35)" }, { opacity: 1, transform: "none" }];
const LAY = [{ opacity: 0, transform: "scale(.6)" }, { opacity: 1, transform: "none" }];

/** The way of a piece: it is lifted, and a checker goes in an arc. @param {Piece} from @param {Piece} to @returns {Keyframe[]} */
function wayOf(from, to) {
  const [a, b] = [middleOf(from.box), middleOf(to.box)];
  const [x, y] = [a.x - b.x, a.y - b.y];
  const bend = to.kind.startsWith("checker") ? BEND : 0;
  const shadow = `drop-shadow(0 ${to.box.height * LIFT}px ${to.box.height * LIFT}px #0008)`;
  return [
    { transform: `translate(${x}px,${y}px)`, filter: "drop-shadow(0 0 0 #0000)" },
    { transform: `translate(${x / 2 - y * bend}px,${y / 2 + x * bend}px) scale(${1 + LIFT})`, filter: shadow, offset: 0.5 },
    { transform: "none", filter: "drop-shadow(0 0 0 #0000)" },
  ];
}

/** A die rolls in from the side, and comes to rest after a small jump. @param {Piece} piece @returns {Keyframe[]} */
function rollOf({ box }) {
  const far = 4 * box.width;
  return [
    { opacity: 0, transform: `translate(${far}px,${far / 2}px) rotate(540deg) scale(.8)` },
    { opacity: 1, transform: `translate(${far / 2}px,${far / 5}px) rotate(300deg) scale(1.2)`, offset: 0.35 },
    { transform: `translate(${far / 8}px,0) rotate(70deg) scale(1.1)`, offset: 0.7 },
    { opacity: 1, transform: "none" },
  ];
}

/** What a picture shows. @param {SVGSVGElement} svg */
function frameOf({ viewBox }) {
  const { x, y, width, height } = viewBox.baseVal;
  return new DOMRect(x, y, width, height);
}

/** @param {Piece} piece */
function isTile({ kind }) {
  return kind.startsWith("tile");
}

/**
 * When each piece begins to move, in milliseconds: the stones of a spread one after another, tiles in the order of their distance from the
 * place of the move.
 *
 * @param {Changes} changes
 * @param {DOMRect | null} aim
 * @param {number} waits
 * @param {Map<string, number>} turns in which move each piece reached its place
 * @returns {Map<Piece, number>}
 */
function delaysOf({ moved, turned, fresh, gone }, aim, waits, turns) {
  const turnOf = (/** @type {Piece} */ { key }) => turns.get(key) ?? 0;
  /** @type {Map<Piece, number>} */
  const delays = new Map();
  const isHit = (/** @type {Piece} */ piece) => piece.at === "bar";
  const ends = [...new Set(moved.filter(({ to }) => !isHit(to)).map(({ to }) => to.at))];
  const pieces = [...moved, ...turned].map(({ to }) => to).concat(fresh);
  const all = [...new Set(pieces.map(turnOf))].sort((one, other) => one - other);
  const waitOf = (/** @type {Piece} */ piece) => all.indexOf(turnOf(piece)) * TIMES.move;
  for (const piece of fresh) delays.set(piece, waitOf(piece));
  for (const { to } of moved) delays.set(to, waitOf(to) + (isHit(to) ? HIT : ends.indexOf(to.at) * STONE));
  const last = Math.max(0, ...delays.values());
  for (const { to } of turned) delays.set(to, moved.length ? last + HIT : waitOf(to));
  for (const piece of gone) delays.set(piece, moved.length ? HIT : 0);
  const tiles = fresh.filter(isTile);
  const start = aim ?? tiles[0]?.box;
  tiles.sort((one, other) => turnOf(one) - turnOf(other) || distance(one.box, start) - distance(other.box, start));
  const each = Math.min(TILE, LATEST / Math.max(1, tiles.length));
  for (const [index, piece] of tiles.entries()) delays.set(piece, Math.min(2 * LATEST, waits) + index * each);
  for (const [index, piece] of fresh.filter(isDie).entries()) delays.set(piece, index * STONE);
  return delays;
}

/** The weight of a piece, compared with a stone. @param {Piece} [piece] */
function weightOf(piece) {
  return Object.entries(WEIGHTS).find(([kind]) => piece?.kind.startsWith(kind))?.[1] ?? 1;
}

/** How long a piece takes to its place, in milliseconds. @param {Piece} from @param {Piece} to @param {DOMRect} frame */
function timeOf(from, to, frame) {
  return Math.min(TIMES.far, TIMES.move + (PACE * distance(from.box, to.box)) / frame.height);
}

/** The sounds of a move. @param {Changes} changes @param {Map<Piece, number>} delays @param {DOMRect} frame @returns {Cue[]} */
function cuesOf({ moved, turned, fresh, gone }, delays, frame) {
  const at = (/** @type {Piece} */ piece) => delays.get(piece) ?? 0;
  const taken = moved.length > 0 && (turned.length > 0 || gone.some((piece) => !isDie(piece)) || moved.some(({ to }) => to.at === "bar"));
  // A piece that moves makes its sound when it almost arrives.
  const slides = [...new Set(moved.map(({ from, to }) => at(to) + timeOf(from, to, frame) - TIMES.move))].sort((one, other) => one - other);
  const last = slides.at(-1) ?? 0;
  const weight = weightOf(moved.at(-1)?.to);
  /** @type {Cue[]} */
  const cues = slides.filter((delay) => !taken || delay < last).map((delay) => ({ name: "slide", at: delay, weight }));
  // The last piece of a spread, or the checker that arrives last, captures.
  if (taken) return [...cues, { name: "capture", at: last + HIT, weight }];
  if (fresh.some(isDie)) cues.push({ name: "dice", at: 0, weight: 1 });
  for (const piece of fresh.filter((one) => !isDie(one))) cues.push({ name: isTile(piece) ? "tile" : piece.kind.startsWith("wall") ? "wall" : "place", at: at(piece) + LANDING, weight: weightOf(piece) });
  return cues;
}
