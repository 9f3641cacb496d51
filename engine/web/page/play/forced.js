/** Forced moves that need no place on the board, such as passing when no play is possible: they are made without a click. */

import { say } from "../core/say.js";

/** @typedef {import("../../types").View} View */

/** The delay before a forced move is made, in milliseconds. It shows why the turn ends. */
const WAIT = 900;

/** The only move of a position, if it needs no place on the board; otherwise null. @param {View | null} view */
function forcedMove(view) {
  const [only, ...others] = view?.moves ?? [];
  if (!view || !only || others.length) return null;
  const way = only.ways.find(({ hops }) => hops.flat().every((touch) => touch in view.choices));
  if (!way) return null;
  const name = way.hops.flat().map((touch) => view.choices[touch]).join(" ");
  return { move: only.move, text: say("Only one move was possible: {move}.", { move: name || only.move }) };
}

/** Makes forced moves after a delay. */
export class Forced {
  #timer = 0;

  /**
   * Makes the only move of a position, if it is forced. A move that waits for an earlier position is cancelled.
   *
   * @param {View | null} view
   * @param {(move: string, text: string) => void} play makes the move; the text says what happened
   */
  watch(view, play) {
    this.stop();
    const forced = forcedMove(view);
    if (forced) this.#timer = window.setTimeout(() => play(forced.move, forced.text), WAIT);
  }

  stop() {
    clearTimeout(this.#timer);
  }
}

/** Makes forced moves in an analysis: only in new positions, so that the user can step through a game and remove moves. @param {import("../core/desk.js").Desk} desk */
export function makeForcedMoves(desk) {
  const { study } = desk;
  const forced = new Forced();
  /** The position that the last new move led to. @type {import("../core/tree.js").TreeNode | null} */
  let fresh = null;
  /** The positions in which the move was made once. @type {WeakSet<import("../core/tree.js").TreeNode>} */
  const made = new WeakSet();
  study.addEventListener("tree", () => (fresh = study.current));
  desk.addEventListener("mode", () => forced.stop());
  desk.addEventListener("view", () => {
    const node = study.current;
    const isDue = !desk.mode && node === fresh && node.parent !== null && !node.children.length && !made.has(node);
    forced.watch(isDue ? desk.view : null, (move, text) => {
      if (desk.mode || node !== study.current) return;
      made.add(node);
      study.play(move, desk.view?.show.to_move ?? 0);
      desk.say(text);
    });
  });
}
