/** Puzzles: positions in which the user must find the best move. The server checks the moves; the browser keeps the progress. */

import { byId, fill, h, select } from "../core/dom.js";
import { labelled } from "../core/icons.js";
import { say } from "../core/say.js";
import { ask, textOf } from "../core/server.js";
import { keep, kept } from "../core/storage.js";
import { NO_FILTER, filterControls, levelOf, nextPuzzle } from "./filter.js";
import { ratingIn, puzzleProgress, storeDaily, storeResult, today } from "./progress.js";
import { changeText, progressFacts } from "./summary.js";

/**
 * @typedef {import("../core/desk.js").Desk} Desk
 * @typedef {import("../core/desk.js").Mode} Mode
 * @typedef {import("../../types").Puzzle} Puzzle
 * @typedef {import("../../types").Tried} Tried
 */

/** The current puzzle of this tab. */
const HERE = "ludex.puzzle";

/** @typedef {{ game: string, filter: import("./filter.js").Filter, id: string | null, number?: number | null, steps: string[], failed: boolean }} Here */

/** The state of a puzzle before a reload. @param {string} game @param {number | null} number */
export function keptPuzzle(game, number) {
  const here = kept(HERE, /** @type {Here | null} */ (null), true);
  return here?.game === game && (number === null || here.number === number) ? here : null;
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
  /** All puzzles of the game. @type {Pick<import("../../types").Puzzles, "kinds" | "puzzles"> & { game: string }} */
  #all = { game: "", kinds: [], puzzles: [] };
  /** The id of the puzzle of the day; empty until it is known. */
  #daily = "";
  #filter;
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
    this.#filter = here?.filter ?? NO_FILTER;
    /** @type {import("../core/link.js").Place} */
    this.place = { kind: "puzzles", game: this.game, number };
    queueMicrotask(() => this.#next(here, here ? null : number));
    void this.#findDaily();
  }

  /** Finds out which puzzle is that of the day. */
  async #findDaily() {
    const { puzzle } = await ask("/api/puzzles/daily", { date: today() }).catch(() => ({ puzzle: null }));
    this.#daily = puzzle?.id ?? "";
    if (this.desk.mode === this) this.#show();
  }

  /** Undoes a half-entered move: it does not belong to the next position. */
  #clear() {
    this.desk.dispatchEvent(new Event("again"));
  }

  /** @param {Here | null} [here] the puzzle before a reload @param {number | null} [number] the puzzle to show */
  async #next(here = null, number = null) {
    this.#clear();
    if (this.#puzzle && !this.#over) this.#skipped.push(this.#puzzle.id);
    const { game } = this;
    try {
      if (this.#all.game !== game) this.#all = { game, ...(await ask("/api/puzzles", { game })) };
      const id = here?.id ?? (number === null ? (nextPuzzle(this.#all.puzzles, this.#filter, puzzleProgress(), this.#skipped)?.id ?? null) : null);
      const { puzzle } = id || number !== null ? await ask("/api/puzzles", { game, id, number }) : { puzzle: null };
      // Meanwhile the user may have left, or chosen another game.
      if (this.desk.mode !== this || game !== this.game) return;
      // The user plays from the bottom of the board.
      this.desk.views.seat = puzzle?.to_move ?? null;
      const names = puzzle ? (await this.desk.views.of(puzzle.line)).names : [];
      if (this.desk.mode !== this || game !== this.game) return;
      this.#begin(puzzle, number, names[(puzzle?.to_move ?? 0) - 1]);
      if (here?.id && puzzle?.id === here.id) this.#goOn(here);
    } catch (error) {
      this.#puzzle = null;
      this.#say(textOf(error), "wrong");
    }
  }

  /** Starts with other puzzles. The current puzzle does not count as skipped. */
  #anew() {
    this.#puzzle = null;
    this.#skipped = [];
    void this.#next();
  }

  /** The player whose moves the user finds. */
  get you() {
    return this.#puzzle?.to_move ?? null;
  }

  /** @param {Puzzle | null} puzzle @param {number | null} number the number of the puzzle that was requested @param {string} name what the game calls the user */
  #begin(puzzle, number, name) {
    this.#puzzle = puzzle;
    this.place = { kind: "puzzles", game: this.game, number: puzzle?.number ?? null };
    this.desk.dispatchEvent(new Event("place"));
    this.#steps = [];
    this.#over = !puzzle;
    this.#failed = false;
    if (puzzle) this.desk.study.open(puzzle.line);
    else this.#clear();
    this.#remember();
    const called = puzzle && this.desk.nameOf(puzzle.to_move);
    const who = name === called ? `${say("You are {name}", { name })}.` : say("You play {colour}.", { colour: name });
    this.#say(puzzle ? `${who} ${puzzle.ask}.` : number ? say("There is no puzzle {number}.", { number }) : this.#nothing());
  }

  /** Why there is no puzzle, and what to do. */
  #nothing() {
    const { again, theme, level } = this.#filter;
    if (this.#skipped.length) return say("You have skipped the other puzzles. They can come again now.");
    if (again) return say("There is nothing to repeat here. Puzzles that you miss at the first try come here.");
    return theme || level ? say("There are no more puzzles here. Choose another theme or difficulty.") : say("You have finished all puzzles of this game. Choose another game, or repeat those that you missed.");
  }

  /** The button that leads on from an empty list; null if only another game has puzzles. */
  #onward() {
    const { again, theme, level } = this.#filter;
    const { puzzles } = this.#all;
    if (!puzzles.length || nextPuzzle(puzzles, this.#filter, puzzleProgress(), this.#skipped)) return labelled("forward", say("Next"), () => this.#next(), { class: "main" });
    const go = (/** @type {import("./filter.js").Filter} */ filter) => () => ((this.#filter = filter), this.#anew());
    if (this.#skipped.length) return labelled("skip", say("Skipped puzzles"), go(this.#filter), { class: "main" });
    if (again || theme || level) return labelled("puzzle", say("All puzzles"), go(NO_FILTER), { class: "main" });
    return puzzleProgress().missed.length ? labelled("rotate", say("Repeat missed puzzles"), go({ ...NO_FILTER, again: true }), { class: "main" }) : null;
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
    keep(HERE, { game: this.game, filter: this.#filter, id, number: this.#puzzle?.number ?? null, steps: id ? this.#steps : [], failed: this.#failed }, true);
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
      this.desk.sounds.play("wrong");
      this.#remember();
      const reply = tried.refuted_by ?? "";
      this.#say(say(reply ? "{move} is not the best move: {reply} refutes it. Try again." : "{move} is not the best move. Try again.", { move, reply }), "wrong");
      return this.#clear();
    }
    this.#steps = tried.reply ? [...steps, tried.reply] : steps;
    this.#remember();
    if (tried.solved && puzzle.id === this.#daily) storeDaily(today());
    if (tried.solved) this.desk.sounds.play(this.#failed ? "right" : "win", 0.2);
    if (tried.solved) this.#finish(!this.#failed, tried.better ? ` ${say("{move} is even better.", { move: tried.better })}` : "");
    this.desk.study.play(move, view.show.to_move ?? 0);
    if (tried.reply) this.desk.study.playAll([tried.reply]);
    if (tried.solved) return;
    this.desk.sounds.play("right");
    const reply = tried.reply ?? "";
    this.#say(say(reply ? "{move} is correct. The reply is {reply}. Find the next move." : "{move} is correct. Find the next move.", { move, reply }), "right");
  }

  /** @param {boolean} solved whether it was solved at the first try @param {string} [more] a further message */
  #finish(solved, more = "") {
    const puzzle = this.#puzzle;
    if (!puzzle) return;
    this.#over = true;
    this.#remember();
    const before = ratingIn(this.game);
    storeResult(puzzle, solved);
    const rated = changeText(before, ratingIn(this.game));
    this.#say(`${say(solved ? "Solved!" : "Solved, but not at the first try.")}${rated && ` ${rated}`}${more}`, "right");
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
      const moves = [rest.join(" "), ...(or ?? [])].reduce((first, second) => say("{first} or {second}", { first, second }));
      this.#say(say("Solution: {moves}", { moves }));
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
    const games = this.desk.choices.filter(([name]) => this.desk.game(name)?.puzzles);
    const chooseGame = select(games, this.game, (value) => ((this.game = value), (this.#filter = NO_FILTER), this.#anew()), { "aria-label": say("Game") });
    const filters = filterControls(this.#all.puzzles, this.#all.kinds, this.#filter, puzzleProgress().missed, (filter) => ((this.#filter = filter), this.#anew()));
    const puzzle = this.#puzzle;
    // On a narrow window the choice is folded until the user opens it.
    const open = this.#host.querySelector("details")?.open ?? matchMedia("(min-width:52.01rem)").matches;
    fill(
      this.#host,
      h(
        "div",
        { class: "panel task" },
        puzzle && h("p", { class: "row" }, puzzle.id === this.#daily && h("strong", {}, say("Daily puzzle")), h("small", {}, say("{difficulty}, rating {rating}", { difficulty: levelOf(puzzle.rating).title, rating: puzzle.rating }))),
        this.#message,
        h(
          "div",
          { class: "row" },
          puzzle ? labelled(this.#over ? "forward" : "skip", say(this.#over ? "Next" : "Skip"), () => this.#next(), { class: this.#over ? "main" : "" }) : this.#onward(),
          puzzle && !this.#over && labelled("hint", say("Show solution"), () => this.#reveal()),
          this.#over && puzzle && labelled("chart", say("Analyse position"), () => ((this.#keep = true), this.desk.enter(null))),
          labelled("leave", say("Leave"), () => this.desk.go({ kind: "game", game: this.desk.info.name })),
        ),
      ),
      h(
        "div",
        { class: "panel about" },
        progressFacts(this.desk.games.filter(({ name }) => name === this.game), today()),
        h("details", { open }, h("summary", {}, say("Choose puzzles")), h("div", { class: "row filters" }, chooseGame, ...filters)),
      ),
    );
  }

  leave() {
    keep(HERE, null, true);
    this.desk.views.seat = null;
    this.#host.hidden = true;
    fill(this.#host);
    if (!this.#keep) this.desk.study.fromData(this.#before);
  }
}
