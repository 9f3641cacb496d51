/** Puzzles: positions in which the user must find the best move. The server checks the moves; the browser keeps the progress. */

import { button, byId, fill, h, select } from "../core/dom.js";
import { ask, textOf } from "../core/server.js";
import { keep, kept } from "../core/storage.js";
import { capital } from "../core/words.js";

/**
 * @typedef {import("../core/desk.js").Desk} Desk
 * @typedef {import("../core/desk.js").Mode} Mode
 * @typedef {import("../../types").Puzzle} Puzzle
 * @typedef {import("../../types").Tried} Tried
 */

const PROGRESS = "ludex.puzzles";
/** The current puzzle of this tab. */
const HERE = "ludex.puzzle";
/** At most this many solved puzzles are remembered. */
const MOST_DONE = 2000;

/** @typedef {{ game: string, kind: string | null, id: string | null, number?: number | null, steps: string[], failed: boolean }} Here */

/** The state of a puzzle before a reload. @param {string} game @param {number | null} number */
export function keptPuzzle(game, number) {
  const here = kept(HERE, /** @type {Here | null} */ (null), true);
  return here?.game === game && (number === null || here.number === number) ? here : null;
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
  #message = h("p", { class: "message", role: "status" });
  /** @type {Puzzle | null} */
  #puzzle = null;
  /** @type {import("../../types").Puzzles["kinds"]} */
  #kinds = [];
  /** @type {string | null} */
  #kind = null;
  /** The steps since the start of the puzzle. @type {string[]} */
  #steps = [];
  /** Puzzles skipped in this session; they may come again later. @type {string[]} */
  #skipped = [];
  #over = false;
  #failed = false;
  #before;
  #keep = false;

  /** @param {Desk} desk @param {string} game the game of the puzzles @param {number | null} [number] the puzzle to show; without it the next one @param {Here | null} [here] the state before a reload */
  constructor(desk, game, number = null, here = null) {
    this.desk = desk;
    this.game = desk.game(game)?.puzzles ? game : (desk.games.find((game) => game.puzzles)?.name ?? desk.games[0].name);
    this.#before = desk.study.toData();
    this.#host.hidden = false;
    this.#kind = here?.kind ?? null;
    /** @type {import("../core/link.js").Place} */
    this.place = { kind: "puzzles", game: this.game, number };
    queueMicrotask(() => this.#next(here, here ? null : number));
  }

  /** Undoes a half-entered move: it does not belong to the next position. */
  #clear() {
    this.desk.dispatchEvent(new Event("again"));
  }

  /** @param {Here | null} [here] the puzzle before a reload @param {number | null} [number] the puzzle to show */
  async #next(here = null, number = null) {
    this.#clear();
    if (this.#puzzle && !this.#over) this.#skipped.push(this.#puzzle.id);
    try {
      const { kinds, puzzle } = await ask("/api/puzzles", { game: this.game, kind: this.#kind, id: here?.id ?? null, number, done: [...progress().done, ...this.#skipped] });
      this.#kinds = kinds;
      this.#begin(puzzle, number);
      if (here?.id && puzzle?.id === here.id) this.#goOn(here);
    } catch (error) {
      this.#puzzle = null;
      this.#say(textOf(error), "wrong");
    }
  }

  /** Starts with another kind of puzzles. The current puzzle does not count as skipped. */
  #anew() {
    this.#puzzle = null;
    void this.#next();
  }

  /** @param {Puzzle | null} puzzle @param {number | null} [number] the number of the puzzle that was requested */
  #begin(puzzle, number = null) {
    this.#puzzle = puzzle;
    this.place = { kind: "puzzles", game: this.game, number: puzzle?.number ?? null };
    this.desk.dispatchEvent(new Event("place"));
    this.#steps = [];
    this.#over = !puzzle;
    this.#failed = false;
    if (puzzle) this.desk.study.open(puzzle.line);
    else this.#clear();
    this.#remember();
    this.#say(puzzle ? puzzle.ask : number ? `There is no puzzle ${number}.` : "You have finished all puzzles of this kind.");
  }

  /** Restores the progress within a puzzle. @param {Here} here */
  #goOn({ steps, failed }) {
    [this.#steps, this.#failed] = [steps, failed];
    if (steps.length) this.desk.study.playAll(steps);
    this.#remember();
  }

  /** Stores the state for a reload. A finished puzzle is not stored: the reload then shows the next one. */
  #remember() {
    const id = this.#over ? null : (this.#puzzle?.id ?? null);
    keep(HERE, { game: this.game, kind: this.#kind, id, number: this.#puzzle?.number ?? null, steps: id ? this.#steps : [], failed: this.#failed }, true);
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
      this.#say(textOf(error), "wrong");
      return this.#clear();
    }
    if (!tried.right) {
      this.#failed = true;
      this.#remember();
      const why = tried.refuted_by ? `: ${tried.refuted_by} refutes it` : "";
      this.#say(`${move} is not the best move${why}. Try again.`, "wrong");
      return this.#clear();
    }
    this.#steps = tried.reply ? [...steps, tried.reply] : steps;
    this.#remember();
    if (tried.solved) this.#finish(!this.#failed, tried.better ? ` ${tried.better} is even better.` : "");
    this.desk.study.play(move, view.show.to_move ?? 0);
    if (tried.reply) this.desk.study.playAll([tried.reply]);
    if (!tried.solved) this.#say(`${move} is correct. ${tried.reply ? `The reply is ${tried.reply}. ` : ""}Find the next move.`, "right");
  }

  /** @param {boolean} solved whether it was solved at the first try @param {string} [more] a further message */
  #finish(solved, more = "") {
    this.#over = true;
    this.#remember();
    const all = progress();
    if (this.#puzzle) all.done = [...all.done.filter((id) => id !== this.#puzzle?.id), this.#puzzle.id].slice(-MOST_DONE);
    if (solved) all.solved += 1;
    else all.failed += 1;
    keep(PROGRESS, all);
    if (solved) this.desk.sounds.play("win", 0.2);
    this.#say((solved ? "Solved!" : "Solved with help.") + more, "right");
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
      this.#say(`Solution: ${[rest.join(" "), ...(or ?? [])].join(" or ")}`);
      if (rest.length) this.desk.study.playAll(rest);
      else this.#clear();
    } catch (error) {
      this.#say(textOf(error), "wrong");
    }
  }

  /** @param {string} text @param {string} [kind] */
  #say(text, kind = "") {
    this.#message.textContent = text;
    this.#message.className = `message ${kind}`;
    this.#show();
  }

  #show() {
    const { solved, failed } = progress();
    const games = this.desk.choices.filter(([name]) => this.desk.game(name)?.puzzles);
    const kinds = this.#kinds.map(({ name, about, count }) => /** @type {[string, string]} */ ([name, `${capital(about || name)} (${count})`]));
    const chooseGame = select(games, this.game, (value) => ((this.game = value), (this.#kind = null), this.#anew()), { "aria-label": "Game" });
    const chooseKind = select([["", "All kinds"], ...kinds], this.#kind ?? "", (value) => ((this.#kind = value || null), this.#anew()), { "aria-label": "Kind of puzzle" });
    fill(
      this.#host,
      h("div", { class: "row" }, chooseGame, chooseKind),
      this.#message,
      h(
        "div",
        { class: "row" },
        button(this.#over ? "Next" : "Skip", () => this.#next(), { class: this.#over ? "main" : "" }),
        !this.#over && button("Show solution", () => this.#reveal()),
        this.#over && this.#puzzle && button("Analyse position", () => ((this.#keep = true), this.desk.enter(null))),
        button("Leave", () => this.desk.enter(null)),
      ),
      h("small", {}, `Solved: ${solved} · With help: ${failed}`),
    );
  }

  leave() {
    keep(HERE, null, true);
    this.#host.hidden = true;
    fill(this.#host);
    if (!this.#keep) this.desk.study.fromData(this.#before);
  }
}
