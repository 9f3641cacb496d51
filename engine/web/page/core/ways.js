/**
 * How moves are made by clicking. For each move the server lists the ways to enter it as sequences of clicks. This module finds out
 * what can be clicked next, and when a move is complete. It knows no rules of games: a touch is just a string.
 *
 * A way is a list of hops; a hop is a list of touches, for example from one point of a backgammon board to another. The hops of a
 * free way can be made in any order, but each must be finished before the next. A hop that starts where an earlier hop of the list
 * ends must wait for that hop. The server names further hops that must wait: other checkers wait until those on the bar have entered.
 */

/**
 * @typedef {import("../../types").Touch} Touch
 * @typedef {import("../../types").Way} Way
 * @typedef {import("../../types").WaysOfMove} WaysOfMove
 *
 * @typedef {Record<Touch, string>} Choices the touches that are shown as buttons instead of places on the board, with their labels
 */

/**
 * A way that matches the touches so far: the hops still to be made, and the progress within the current one.
 *
 * @typedef {object} Under
 * @property {string} move
 * @property {boolean} free
 * @property {Touch[][]} hops the remaining hops; the first is the current one if `made` is not 0
 * @property {[Touch[], Touch[]][]} after pairs of remaining hops; the first of a pair must be made before the second
 * @property {number} made the number of touches made of the current hop
 */

/**
 * The choices that make a complete move together with one click on a place, for example kinds of pieces. Such a choice can be made before
 * the click. Empty if there is only one choice.
 *
 * @param {WaysOfMove[]} moves
 * @param {Choices} words
 * @returns {Touch[]}
 */
export function lastChoices(moves, words) {
  const isChoice = (/** @type {Touch} */ touch) => touch in words;
  const ends = moves.flatMap(({ ways }) => ways.map(({ hops }) => hops.flat()));
  const chosen = ends.filter(([place, choice, ...more]) => choice && !more.length && !isChoice(place) && isChoice(choice));
  const places = new Map();
  for (const [place, choice] of chosen) places.set(choice, (places.get(choice) ?? new Set()).add(place));
  const many = [...places].filter(([, at]) => at.size > 1).map(([choice]) => choice);
  return many.length > 1 && many.length <= MOST_CHOICES ? many : [];
}

/** With more choices than this, choosing beforehand is not offered. */
export const MOST_CHOICES = 4;

/** All ways of a position, and the touches so far. */
export class Walk {
  /** @type {Under[][]} the matching ways after each touch; the last list is the current one */
  #stages;
  /** @type {Touch[]} */
  #touches = [];
  /** @type {number[]} for each touch of the user: how many touches there were before it */
  #byPerson = [];
  /** The choice that the user made beforehand; it is taken automatically. @type {Touch | null} */
  preferred = null;

  /** @param {WaysOfMove[]} moves @param {Choices} [words] */
  constructor(moves, words = {}) {
    this.words = words;
    const all = moves.flatMap(({ move, ways }) =>
      ways.map(({ hops, free, after = [] }) => ({
        move,
        free,
        hops: hops.filter((hop) => hop.length),
        after: after.map(([first, second]) => /** @type {[Touch[], Touch[]]} */ ([hops[first], hops[second]])),
        made: 0,
      })),
    );
    this.#stages = [all];
  }

  get #now() {
    return /** @type {Under[]} */ (this.#stages.at(-1));
  }

  /** All touches so far, including those that were made automatically. */
  get touches() {
    return [...this.#touches];
  }

  /** Whether a move has been started. */
  get begun() {
    return this.#touches.length > 0;
  }

  /** Whether a touch is a choice rather than a place. @param {Touch} touch */
  isChoice(touch) {
    return touch in this.words;
  }

  /** The possible next touches. @returns {Set<Touch>} */
  get next() {
    return new Set(this.#now.flatMap(nextOf));
  }

  /** The possible next touches that are choices. */
  get choices() {
    return [...this.next].filter((touch) => this.isChoice(touch));
  }

  /** The moves that are complete with the touches so far. @returns {string[]} */
  get made() {
    return distinct(this.#now.filter((under) => !under.hops.length).map((under) => under.move));
  }

  /** The complete move, if no other move is possible any more; otherwise null. */
  get only() {
    const made = this.made;
    return made.length === 1 && !this.next.size ? made[0] : null;
  }

  /** The moves that are still possible. @returns {string[]} */
  get moves() {
    return distinct(this.#now.map((under) => under.move));
  }

  /**
   * Makes a touch; returns false if it is not possible. If the only continuation is a choice, that is taken automatically.
   *
   * @param {Touch} touch
   */
  touch(touch) {
    const before = this.#touches.length;
    if (!this.#take(touch)) return false;
    this.#byPerson.push(before);
    if (this.preferred && !this.isChoice(touch) && this.next.has(this.preferred)) this.#take(this.preferred);
    this.#takeOnlyChoice();
    return true;
  }

  /** Undoes the last touch of the user with its automatic continuation; returns false if there is none. */
  undo() {
    const before = this.#byPerson.pop();
    if (before === undefined) return false;
    this.#touches.length = before;
    this.#stages.length = before + 1;
    return true;
  }

  /** Undoes all touches. */
  clear() {
    while (this.undo());
  }

  /** Drops the piece in hand: completed hops of free ways are kept, an incomplete hop is undone. */
  release() {
    const stands = () => this.#now.every(({ free, made }) => free && !made);
    while (!stands() && this.undo());
  }

  /** Joins the last two touches, which form a drag: they are undone together. */
  join() {
    if (this.#byPerson.length > 1) this.#byPerson.pop();
  }

  /** The move that this touch would complete; null if more touches would be needed. @param {Touch} touch */
  moveAfter(touch) {
    const after = this.after(touch);
    return after.only ?? (after.made.length === 1 ? after.made[0] : null);
  }

  /** A copy of this walk after another touch. @param {Touch} touch */
  after(touch) {
    const other = new Walk([], this.words);
    other.#stages = [...this.#stages];
    other.#touches = [...this.#touches];
    other.#byPerson = [...this.#byPerson];
    other.preferred = this.preferred;
    other.touch(touch);
    return other;
  }

  /** @param {Touch} touch */
  #take(touch) {
    const stage = distinctUnder(this.#now.flatMap((under) => taken(under, touch)));
    if (!stage.length) return false;
    this.#stages.push(stage);
    this.#touches.push(touch);
    return true;
  }

  #takeOnlyChoice() {
    for (;;) {
      const next = [...this.next];
      if (next.length !== 1 || !this.isChoice(next[0]) || this.made.length) return;
      this.#take(next[0]);
    }
  }
}

/**
 * The possible next touches of a way.
 *
 * @param {Under} under
 * @returns {Touch[]}
 */
function nextOf(under) {
  const { hops, made, free } = under;
  if (!hops.length) return [];
  if (made || !free) return [hops[0][made]];
  return hops.filter((_, index) => !waits(under, index)).map((hop) => hop[0]);
}

/**
 * Whether a hop must wait: for an earlier hop that brings the piece to its start, or for one that the server puts before it.
 *
 * @param {Under} under
 * @param {number} index
 */
function waits({ hops, after }, index) {
  return hops.slice(0, index).some((before) => before.at(-1) === hops[index][0]) || after.some(([, second]) => second === hops[index]);
}

/**
 * The continuations of a way after a touch: one for each hop that the touch can start or continue.
 *
 * @param {Under} under
 * @param {Touch} touch
 * @returns {Under[]}
 */
function taken(under, touch) {
  const { hops, made, free } = under;
  if (!hops.length) return [];
  if (made || !free) return hops[0][made] === touch ? [advanced(under, 0)] : [];
  return hops.flatMap((hop, index) => (hop[0] === touch && !waits(under, index) ? [advanced(under, index)] : []));
}

/**
 * @param {Under} under
 * @param {number} index the current hop
 * @returns {Under}
 */
function advanced({ move, free, hops, after, made }, index) {
  const others = hops.filter((_, other) => other !== index);
  const hop = hops[index];
  if (made + 1 < hop.length) return { move, free, hops: [hop, ...others], after, made: made + 1 };
  return { move, free, hops: others, after: after.filter(([first]) => first !== hop), made: 0 };
}

/**
 * Removes duplicate ways, which arise from equal checkers.
 *
 * @param {Under[]} all
 */
function distinctUnder(all) {
  const seen = new Map();
  for (const under of all) {
    seen.set(JSON.stringify(under), under);
  }
  return [...seen.values()];
}

/** @param {string[]} words */
function distinct(words) {
  return [...new Set(words)];
}
