/** Puzzles: positions with one right answer, checked by the program; what was solved is kept in the browser. */

import { button, byId, fill, h, select } from "../core/dom.js";
import { ask, textOf } from "../core/server.js";
import { keep, kept } from "../core/storage.js";

/**
 * @typedef {import("../core/desk.js").Desk} Desk
 * @typedef {import("../core/desk.js").Mode} Mode
 * @typedef {import("../../types").Puzzle} Puzzle
 * @typedef {import("../../types").Tried} Tried
 */

const PROGRESS = "ludex.puzzles";
/** What is being solved in this tab. */
const HERE = "ludex.puzzle";
/** Puzzles that are remembered as done. */
const MOST_DONE = 2000;

/** @typedef {{ game: string, kind: string | null, id: string | null, steps: string[], failed: boolean }} Here */

/** Goes on with what was being solved before the page was loaded again, unless something else was asked for. @param {Desk} desk @param {boolean} may */
export function resumePuzzle(desk, may) {
  const here = kept(HERE, /** @type {Here | null} */ (null), true);
  if (may && here && desk.game(here.game)?.puzzles) desk.enter(() => new PuzzleGame(desk, here.game, here));
  else keep(HERE, null, true);
}

/** @returns {{ done: string[], solved: number, failed: number }} */
function progress() {
  return kept(PROGRESS, { done: [], solved: 0, failed: 0 });
}

/** @implements {Mode} */
export class PuzzleGame {
  name = "puzzle";
  secret = true;
  fixed = true;
  #host = byId("mode");
  #told = h("p", { class: "told", role: "status" });
  /** @type {Puzzle | null} */
  #puzzle = null;
  /** @type {import("../../types").Puzzles["kinds"]} */
  #kinds = [];
  /** @type {string | null} */
  #kind = null;
  /** The steps since the puzzle began. @type {string[]} */
  #steps = [];
  /** What was left without a solution; it comes again another day. @type {string[]} */
  #skipped = [];
  #over = false;
  #failed = false;
  #before;
  #keep = false;

  /** @param {Desk} desk @param {string} game the game whose puzzles are wanted @param {Here | null} [here] what was begun before */
  constructor(desk, game, here = null) {
    this.desk = desk;
    this.game = desk.game(game)?.puzzles ? game : (desk.games.find((game) => game.puzzles)?.name ?? desk.games[0].name);
    this.#before = desk.study.toData();
    this.#host.hidden = false;
    this.#kind = here?.kind ?? null;
    queueMicrotask(() => this.#next(here));
  }

  /** Takes back what was begun on the board: it is no part of what comes. */
  #clear() {
    this.desk.dispatchEvent(new Event("again"));
  }

  /** @param {Here | null} [here] the puzzle that was begun before */
  async #next(here = null) {
    this.#clear();
    if (this.#puzzle && !this.#over) this.#skipped.push(this.#puzzle.id);
    try {
      const { kinds, puzzle } = await ask("/api/puzzles", { game: this.game, kind: this.#kind, id: here?.id ?? null, done: [...progress().done, ...this.#skipped] });
      this.#kinds = kinds;
      this.#begin(puzzle);
      if (here?.id && puzzle?.id === here.id) this.#goOn(here);
    } catch (error) {
      this.#puzzle = null;
      this.#tell(textOf(error), "wrong");
    }
  }

  /** Other puzzles are wanted; the one that is shown is not skipped by that. */
  #anew() {
    this.#puzzle = null;
    void this.#next();
  }

  /** @param {Puzzle | null} puzzle */
  #begin(puzzle) {
    this.#puzzle = puzzle;
    this.#steps = [];
    this.#over = !puzzle;
    this.#failed = false;
    if (puzzle) this.desk.study.open(puzzle.line);
    else this.#clear();
    this.#remember();
    this.#tell(puzzle ? puzzle.ask : "There are no more of these.");
  }

  /** Comes to where one was. @param {Here} here */
  #goOn({ steps, failed }) {
    [this.#steps, this.#failed] = [steps, failed];
    if (steps.length) this.desk.study.playAll(steps);
    this.#remember();
  }

  /** A reload comes back to this puzzle, or where it is done to the next one. */
  #remember() {
    const id = this.#over ? null : (this.#puzzle?.id ?? null);
    keep(HERE, { game: this.game, kind: this.#kind, id, steps: id ? this.#steps : [], failed: this.#failed }, true);
  }

  mayMove() {
    return !this.#over && this.desk.study.current.children.length === 0;
  }

  /** @param {string} move @param {import("../../types").View} view */
  async move(move, view) {
    const puzzle = this.#puzzle;
    if (!puzzle) return;
    const steps = [...this.#steps, move];
    /** @type {Tried} */
    let tried;
    try {
      tried = await ask("/api/puzzles/try", { id: puzzle.id, steps });
    } catch (error) {
      this.#tell(textOf(error), "wrong");
      return this.#clear();
    }
    if (!tried.right) {
      this.#failed = true;
      this.#remember();
      const why = tried.refuted_by ? `: it is answered by ${tried.refuted_by}` : "";
      this.#tell(`${move} is not it${why}. Try again.`, "wrong");
      return this.#clear();
    }
    this.#steps = tried.reply ? [...steps, tried.reply] : steps;
    this.#remember();
    if (tried.solved) this.#finish(!this.#failed, tried.better ? ` ${tried.better} is worth more.` : "");
    this.desk.study.play(move, view.show.to_move ?? 0);
    if (tried.reply) this.desk.study.playAll([tried.reply]);
    if (!tried.solved) this.#tell(`${move} is right. ${tried.reply ? `${tried.reply} follows. ` : ""}Go on.`, "right");
  }

  /** @param {boolean} solved at the first try @param {string} [more] what else there is to say */
  #finish(solved, more = "") {
    this.#over = true;
    this.#remember();
    const all = progress();
    if (this.#puzzle) all.done = [...all.done.filter((id) => id !== this.#puzzle?.id), this.#puzzle.id].slice(-MOST_DONE);
    if (solved) all.solved += 1;
    else all.failed += 1;
    keep(PROGRESS, all);
    this.#tell((solved ? "Solved." : "Solved, with help.") + more, "right");
  }

  async #reveal() {
    const puzzle = this.#puzzle;
    if (!puzzle) return;
    this.#clear();
    try {
      /** @type {Tried} */
      const { solution, or } = await ask("/api/puzzles/try", { id: puzzle.id, steps: this.#steps, reveal: true });
      this.#failed = true;
      this.#finish(false);
      const rest = solution ?? [];
      this.#tell(`The solution: ${[rest.join(" "), ...(or ?? [])].join(" or ")}`);
      if (rest.length) this.desk.study.playAll(rest);
      else this.#clear();
    } catch (error) {
      this.#tell(textOf(error), "wrong");
    }
  }

  /** @param {string} text @param {string} [kind] */
  #tell(text, kind = "") {
    this.#told.textContent = text;
    this.#told.className = `told ${kind}`;
    this.#show();
  }

  #show() {
    const { solved, failed } = progress();
    const games = this.desk.choices.filter(([name]) => this.desk.game(name)?.puzzles);
    const kinds = this.#kinds.map(({ name, about, count }) => /** @type {[string, string]} */ ([name, `${about || name} (${count})`]));
    const chooseGame = select(games, this.game, (value) => ((this.game = value), (this.#kind = null), this.#anew()), { "aria-label": "Game" });
    const chooseKind = select([["", "all kinds"], ...kinds], this.#kind ?? "", (value) => ((this.#kind = value || null), this.#anew()), { "aria-label": "Kind" });
    fill(
      this.#host,
      h("div", { class: "row" }, chooseGame, chooseKind),
      this.#told,
      h(
        "div",
        { class: "row" },
        button(this.#over ? "Next" : "Skip", () => this.#next(), { class: this.#over ? "main" : "" }),
        !this.#over && button("Solution", () => this.#reveal()),
        this.#over && this.#puzzle && button("Analyse", () => ((this.#keep = true), this.desk.enter(null))),
        button("Leave", () => this.desk.enter(null)),
      ),
      h("small", {}, `Solved: ${solved}, with help: ${failed}`),
    );
  }

  leave() {
    keep(HERE, null, true);
    this.#host.hidden = true;
    fill(this.#host);
    if (!this.#keep) this.desk.study.fromData(this.#before);
  }
}
