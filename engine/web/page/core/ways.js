/**
 * How moves are made by pointing. The server tells for each move the ways to point at it; here is what may be pointed at
 * next, and when a move is made. It knows no game: a touch is a word.
 *
 * A way is a list of hops, each a list of touches. The hops of a free way may be made in any order, but each one to its end;
 * and one that begins where another that stands before it ends waits for that one.
 */

/**
 * @typedef {import("../../types").Touch} Touch
 * @typedef {import("../../types").Way} Way
 * @typedef {import("../../types").WaysOfMove} WaysOfMove
 *
 * @typedef {Record<Touch, string>} Choices the touches that are choices, which are shown as buttons, with their words
 */

/**
 * A way that agrees with what was touched: the hops still to be made, and how far the one in hand is.
 *
 * @typedef {object} Under
 * @property {string} move
 * @property {boolean} free
 * @property {Touch[][]} hops those that are left; the first is in hand if `made` is not 0
 * @property {number} made touches of the hop in hand
 */

/**
 * The choices that end a move at one place, as the kind of a piece that is put there: what may be chosen before the place is.
 * None where there is but one.
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

/** More kinds than these are no kinds. */
export const MOST_CHOICES = 4;

/** All ways of a position and what was touched so far. */
export class Walk {
  /** @type {Under[][]} one list for each touch made, the last for now */
  #stages;
  /** @type {Touch[]} */
  #touches = [];
  /** @type {number[]} how many touches there were before each one that a person made */
  #byPerson = [];
  /** A choice that is taken by itself wherever it comes up, because it was chosen beforehand. @type {Touch | null} */
  preferred = null;

  /** @param {WaysOfMove[]} moves @param {Choices} [words] */
  constructor(moves, words = {}) {
    this.words = words;
    const all = moves.flatMap(({ move, ways }) =>
      ways.map(({ hops, free }) => ({ move, free, hops: hops.filter((hop) => hop.length), made: 0 })),
    );
    this.#stages = [all];
  }

  get #now() {
    return /** @type {Under[]} */ (this.#stages.at(-1));
  }

  /** What was touched, also what was taken by itself. */
  get touches() {
    return [...this.#touches];
  }

  /** Whether anything was touched. */
  get begun() {
    return this.#touches.length > 0;
  }

  /** Whether a touch is a choice, not a place. @param {Touch} touch */
  isChoice(touch) {
    return touch in this.words;
  }

  /** What may be touched next. @returns {Set<Touch>} */
  get next() {
    return new Set(this.#now.flatMap(nextOf));
  }

  /** The choices among them. */
  get choices() {
    return [...this.next].filter((touch) => this.isChoice(touch));
  }

  /** The moves that are made with what was touched. @returns {string[]} */
  get made() {
    return distinct(this.#now.filter((under) => !under.hops.length).map((under) => under.move));
  }

  /** The move that is made and could not be another one; null while there is more to touch or to choose. */
  get only() {
    const made = this.made;
    return made.length === 1 && !this.next.size ? made[0] : null;
  }

  /** The moves that can still be made. @returns {string[]} */
  get moves() {
    return distinct(this.#now.map((under) => under.move));
  }

  /**
   * Touches; false where that is not expected. What then has only one continuation, a choice, is taken by itself.
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

  /** Takes the last touch back, with what followed by itself; false where nothing was touched. */
  undo() {
    const before = this.#byPerson.pop();
    if (before === undefined) return false;
    this.#touches.length = before;
    this.#stages.length = before + 1;
    return true;
  }

  /** Takes back all touches. */
  clear() {
    while (this.undo());
  }

  /** Puts down what is in hand: hops of free ways that are made stay made, what cannot stand alone goes back. */
  release() {
    const stands = () => this.#now.every(({ free, made }) => free && !made);
    while (!stands() && this.undo());
  }

  /** Makes one touch of the last two, as a drag is: they are taken back together. */
  join() {
    if (this.#byPerson.length > 1) this.#byPerson.pop();
  }

  /** The move that would be made if this were touched next; null where more would have to be touched. @param {Touch} touch */
  moveAfter(touch) {
    const after = this.after(touch);
    return after.only ?? (after.made.length === 1 ? after.made[0] : null);
  }

  /** The walk after another touch, apart from this one. @param {Touch} touch */
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
 * What a way expects next.
 *
 * @param {Under} under
 * @returns {Touch[]}
 */
function nextOf({ hops, made, free }) {
  if (!hops.length) return [];
  if (made || !free) return [hops[0][made]];
  return hops.filter((_, index) => !waits(hops, index)).map((hop) => hop[0]);
}

/**
 * Whether a hop waits for one before it, which brings what it takes up.
 *
 * @param {Touch[][]} hops
 * @param {number} index
 */
function waits(hops, index) {
  return hops.slice(0, index).some((before) => before.at(-1) === hops[index][0]);
}

/**
 * What becomes of a way by a touch: nothing, or as many ways as there are hops that begin so.
 *
 * @param {Under} under
 * @param {Touch} touch
 * @returns {Under[]}
 */
function taken(under, touch) {
  const { hops, made, free } = under;
  if (!hops.length) return [];
  if (made || !free) return hops[0][made] === touch ? [advanced(under, 0)] : [];
  return hops.flatMap((hop, index) => (hop[0] === touch && !waits(hops, index) ? [advanced(under, index)] : []));
}

/**
 * @param {Under} under
 * @param {number} index the hop that is, or comes, in hand
 * @returns {Under}
 */
function advanced({ move, free, hops, made }, index) {
  const others = hops.filter((_, other) => other !== index);
  const hop = hops[index];
  return made + 1 === hop.length ? { move, free, hops: others, made: 0 } : { move, free, hops: [hop, ...others], made: made + 1 };
}

/**
 * Ways that are alike are one: equal checkers would otherwise be told apart.
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
