/** Keyboard shortcuts, and the buttons that step through the game. */

import { byId, fill } from "./core/dom.js";
import { iconButton } from "./core/icons.js";
import { say } from "./core/say.js";
import { openKeys } from "./dialogs/keys.js";
import { actionOf, keyOf } from "./keys.js";

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
    const undo = iconButton("close", say("Undo"), () => board.undo(), { class: "undo", disabled: true, title: say("Undo the last click of this move (Escape)") });
    byId("typed").after(undo);
    board.addEventListener("touched", () => (undo.disabled = !board.walk.begun));
    board.addEventListener("move", () => (undo.disabled = true));
    fill(
      byId("steps"),
      iconButton("first", say("First position"), first, { title: say("First position (Home)") }),
      iconButton("back", say("Previous move"), back, { title: say("Previous move (←)") }),
      iconButton("forward", say("Next move"), forward, { title: say("Next move (→)") }),
      iconButton("last", say("Last position"), last, { title: say("Last position (End)") }),
      iconButton("flip", say("Flip board"), flip, { title: say("Flip board (F)") }),
    );
    board.addEventListener("step", (event) => {
      if (desk.mode?.fixed || desk.mode?.own || !study.root.children.length) return;
      event.preventDefault();
      const by = /** @type {CustomEvent} */ (event).detail;
      if (by) by > 0 ? study.forward() : study.back();
    });
    const best = () => {
      const move = live.findings?.bestmove ?? live.findings?.lines[0]?.move;
      // While dice are due, the engine names a move that is not possible yet.
      const isLegal = desk.view?.line.steps.length === study.current.ply && desk.view.moves.some((legal) => legal.move === move);
      if (move && isLegal && !desk.mode) play(move);
    };
    byId("engine-lines").before(iconButton("best", say("Play the best move"), best, { class: "bare", title: say("Play the best move (Space)") }));
    /** @type {Record<import("./keys.js").Action, (key: string) => void>} */
    this.actions = {
      first,
      last,
      back,
      forward,
      above: free(() => study.beside(-1)),
      below: free(() => study.beside(1)),
      cancel: () => board.undo() || desk.mode?.cancel?.(),
      undo: () => board.undo(),
      turn: () => (desk.mode?.turn ? desk.mode.turn() : board.choices.turn(1)),
      turnBack: () => board.choices.turn(-1),
      take: () => board.choices.take(),
      type: () => typed.focus(),
      engine: () => settings.set("analysis", !settings.get("analysis")),
      sound: () => desk.sounds.toggle(),
      flip,
      best,
      kind: (key) => options.prefer(Number(key)),
      help: openKeys,
    };
    document.addEventListener("keydown", (event) => this.#key(event));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const at = event.target instanceof Element ? event.target : null;
    if (at?.closest("input, textarea, select, dialog")) return;
    // On a focused control, these keys press the control.
    if (at?.closest("button, summary, a") && [" ", "Enter"].includes(event.key)) return;
    const key = keyOf(event);
    const action = actionOf(key);
    if (!action) return;
    event.preventDefault();
    this.actions[action](key);
  }
}
