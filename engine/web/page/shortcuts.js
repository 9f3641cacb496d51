/** Keyboard shortcuts, and the buttons that step through the game. */

import { button, byId, fill } from "./core/dom.js";
import { MOST_CHOICES } from "./core/ways.js";

/**
 * @typedef {import("./core/desk.js").Desk} Desk
 * @typedef {import("./board/board.js").Board} Board
 */

export class Shortcuts {
  /**
   * @param {Desk} desk
   * @param {Board} board
   * @param {import("./analysis/live.js").Live} live
   * @param {import("./board/typed.js").Typed} typed
   * @param {import("./board/options.js").Options} options
   * @param {(step: string) => void} play
   */
  constructor(desk, board, live, typed, options, play) {
    const { study, settings } = desk;
    const free = (/** @type {() => void} */ go) => () => {
      if (!desk.mode?.fixed) go();
    };
    const first = free(() => study.goTo(study.root));
    const back = free(() => study.back());
    const forward = free(() => study.forward());
    const last = free(() => study.goTo(study.current.end));
    const flip = () => {
      if (desk.views.seat === null) return settings.set("seat", settings.get("seat") === 1 ? 2 : 1);
      desk.views.seat = desk.views.seat === 1 ? 2 : 1;
      desk.dispatchEvent(new Event("again"));
    };
    const undo = button("Undo", () => board.undo(), { class: "undo", disabled: true, title: "Undo the last click of this move (Escape)" });
    board.addEventListener("touched", () => (undo.disabled = !board.walk.begun));
    board.addEventListener("move", () => (undo.disabled = true));
    fill(
      byId("steps"),
      undo,
      button("«", first, { "aria-label": "First position", title: "First position (Home)" }),
      button("‹", back, { "aria-label": "Previous move", title: "Previous move (←)" }),
      button("›", forward, { "aria-label": "Next move", title: "Next move (→)" }),
      button("»", last, { "aria-label": "Last position", title: "Last position (End)" }),
      button("⇅", flip, { "aria-label": "Flip board", title: "Flip board (F)" }),
    );
    /** @type {Record<string, () => void>} */
    this.actions = {
      Home: first,
      End: last,
      ArrowLeft: back,
      ArrowRight: forward,
      ArrowUp: free(() => study.beside(-1)),
      ArrowDown: free(() => study.beside(1)),
      Escape: () => board.undo() || desk.mode?.cancel?.(),
      Backspace: () => board.undo(),
      r: () => (desk.mode?.turn ? desk.mode.turn() : board.choices.turn(1)),
      R: () => board.choices.turn(-1),
      Enter: () => board.choices.take(),
      "/": () => typed.focus(),
      a: () => settings.set("analysis", !settings.get("analysis")),
      f: flip,
      " ": () => {
        const best = live.findings?.bestmove ?? live.findings?.lines[0]?.move;
        // While dice are due, the engine names a move that is not possible yet.
        const isLegal = desk.view?.line.steps.length === study.current.ply && desk.view.moves.some(({ move }) => move === best);
        if (best && isLegal && !desk.mode) play(best);
      },
    };
    for (let number = 0; number <= MOST_CHOICES; number += 1) this.actions[number] = () => options.prefer(number);
    document.addEventListener("keydown", (event) => this.#key(event));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const at = event.target instanceof Element ? event.target : null;
    if (at?.closest("input, textarea, select, dialog")) return;
    // On a focused control, these keys press the control.
    if (at?.closest("button, summary, a") && [" ", "Enter"].includes(event.key)) return;
    const action = this.actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  }
}
