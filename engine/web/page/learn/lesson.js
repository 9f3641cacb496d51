/** A lesson: steps to read and moves to find on the board. The steps come from `lessons/`; the server knows the rules. */

import { byId, fill, h } from "../core/dom.js";
import { labelled } from "../core/icons.js";
import { addressOf } from "../core/link.js";
import { forDevice, say } from "../core/say.js";
import { textOf } from "../core/server.js";
import { LINES } from "../home/lines.js";
import { lessonFor, lineOfStep } from "./data.js";
import { playFirstGame } from "./first.js";
import { finishStep, lessonOf, openStep } from "./progress.js";

/**
 * @typedef {import("../core/desk.js").Desk} Desk
 * @typedef {import("../core/desk.js").Mode} Mode
 * @typedef {import("./data.js").Lesson} Lesson
 * @typedef {import("./data.js").LessonStep} LessonStep
 */

/** The delay between two moves of a demonstration, in milliseconds. */
const DEMO_MS = 1200;
/** After this many wrong moves the answer is drawn on the board. */
const TRIES = 2;

/** Whether a game has a lesson. @param {string} name */
export function hasLesson(name) {
  return name in LINES;
}

/** @implements {Mode} */
export class LessonGame {
  name = "lesson";
  secret = true;
  fixed = true;
  /** The arrows on the board, in the form of the `view` request. */
  arrows = "";
  #host = byId("mode");
  #list = byId("lesson");
  #before;
  /** @type {Lesson | null} */
  #lesson = null;
  #index = 0;
  #wrong = 0;
  /** Whether the move of this step is found, or the step has none. */
  #done = false;
  #said = "";
  #kind = "";
  #timer = 0;
  #left = false;

  /** @param {Desk} desk @param {import("../board/board.js").Board} board @param {import("../core/desk.js").Shown} game @param {number} number the step to open, counted from 1 */
  constructor(desk, board, game, number) {
    this.desk = desk;
    this.board = board;
    this.game = game;
    this.title = game.title;
    // The positions of a game in real time are shown by the rules of the game that it belongs to.
    this.example = game.live;
    document.body.classList.toggle("plain-tiles", game.live);
    this.#before = desk.study.toData();
    /** @type {import("../core/link.js").Place} */
    this.place = { kind: "learn", game: game.name, number };
    void this.#load(number);
  }

  /** @param {number} number */
  async #load(number) {
    try {
      this.#lesson = await lessonFor(this.game.name);
      if (!this.#left) this.visit(number);
    } catch (error) {
      if (this.#left) return;
      this.#host.hidden = false;
      fill(this.#host, h("p", { class: "message wrong", role: "status" }, textOf(error)), this.#leaveButton());
    }
  }

  get #step() {
    return /** @type {Lesson} */ (this.#lesson).steps[this.#index];
  }

  /** Opens a step. @param {number} number counted from 1 */
  visit(number) {
    const lesson = this.#lesson;
    if (!lesson) return;
    clearTimeout(this.#timer);
    this.#index = Math.min(Math.max(number, 1), lesson.steps.length) - 1;
    this.place = { kind: "learn", game: this.game.name, number: this.#index + 1 };
    openStep(this.game.name, this.#step.id);
    this.#restart();
    this.desk.dispatchEvent(new Event("place"));
  }

  /** Shows the position of the step from its beginning. */
  #restart() {
    const step = this.#step;
    this.#wrong = 0;
    this.arrows = step.arrows ?? "";
    this.#done = !step.goal;
    if (this.#done) finishStep(this.game.name, step.id);
    this.desk.study.open(lineOfStep(/** @type {Lesson} */ (this.#lesson), step));
    this.#say("");
    scrollTo(0, 0);
  }

  mayMove() {
    return !this.#done;
  }

  /** @param {string} move @param {import("../../types").View} view */
  async move(move, view) {
    const step = this.#step;
    let right = false;
    try {
      right = await this.#isRight(step, move, view);
    } catch (error) {
      this.#say(textOf(error), "wrong");
      return this.#again();
    }
    if (this.#left || step !== this.#step) return;
    if (right) this.#finish(move, view);
    else this.#miss(step);
  }

  /** @param {LessonStep} step @param {string} move @param {import("../../types").View} view */
  async #isRight({ goal }, move, view) {
    if (goal?.any || goal?.moves?.includes(move)) return true;
    if (!goal?.wins) return false;
    const line = this.desk.study.line();
    const { outcome } = await this.desk.views.of({ ...line, steps: [...line.steps, move] });
    return outcome !== null && outcome.winner === view.show.to_move;
  }

  /** @param {string} move @param {import("../../types").View} view */
  #finish(move, view) {
    const step = this.#step;
    this.#done = true;
    this.arrows = "";
    finishStep(this.game.name, step.id);
    this.desk.study.play(move, view.show.to_move ?? 0);
    if (step.reply) this.desk.study.playAll(step.reply);
    this.#say(step.right ?? say("Correct!"), "right");
  }

  /** @param {LessonStep} step */
  #miss(step) {
    this.#wrong += 1;
    const shown = this.#wrong >= TRIES && step.answer;
    if (shown) this.arrows = `${step.answer}=`;
    this.#say(shown ? say("The board shows a right move: {move}. Try it.", { move: shown }) : say("Not this move. {hint}", { hint: step.hint ? forDevice(step.hint) : say("Try again.") }), "wrong");
    this.#again();
  }

  /** Plays the answer. */
  #reveal() {
    const { answer } = this.#step;
    const { view } = this.desk;
    if (answer && view) this.#finish(answer, view);
  }

  /** Plays the moves of a demonstration, one after another. @param {number} from */
  #demonstrate(from) {
    const { demo = [] } = this.#step;
    this.arrows = "";
    if (from >= demo.length || this.#left) return this.#show();
    this.desk.study.playAll([demo[from]]);
    this.#timer = window.setTimeout(() => this.#demonstrate(from + 1), DEMO_MS);
    this.#show();
  }

  #again() {
    this.desk.dispatchEvent(new Event("again"));
  }

  /** @param {string} text @param {"" | "right" | "wrong"} [kind] */
  #say(text, kind = "") {
    [this.#said, this.#kind] = [text, kind];
    if (kind) this.desk.sounds.play(kind);
    this.#show();
  }

  #show() {
    const lesson = /** @type {Lesson} */ (this.#lesson);
    const step = this.#step;
    const { length } = lesson.steps;
    const isLast = this.#index === length - 1;
    const isReading = this.#done || !step.goal;
    this.#host.hidden = false;
    fill(
      this.#host,
      h("small", {}, say("Step {number} of {all}", { number: this.#index + 1, all: length })),
      h("h2", {}, step.title),
      h("p", { class: "lesson-text" }, forDevice(step.text)),
      h("p", { class: `message ${this.#kind}`, role: "status" }, this.#said),
      h(
        "div",
        { class: "row" },
        isLast && isReading && labelled("play", say("Play level 1"), () => this.#play(), { class: "main" }),
        !isLast && isReading && labelled("forward", say("Next"), () => this.visit(this.#index + 2), { class: "main" }),
        step.demo && labelled("show", say("Show me"), () => this.#demonstrateAnew()),
        step.goal && (this.#done ? labelled("rotate", say("Try again"), () => this.#restart()) : step.answer && labelled("hint", say("Show answer"), () => this.#reveal())),
        this.#index > 0 && labelled("back", say("Previous"), () => this.visit(this.#index)),
        this.#leaveButton(),
      ),
    );
    this.#showList(lesson);
  }

  #demonstrateAnew() {
    clearTimeout(this.#timer);
    this.desk.study.open(lineOfStep(/** @type {Lesson} */ (this.#lesson), this.#step));
    this.#timer = window.setTimeout(() => this.#demonstrate(0), DEMO_MS / 2);
  }

  #leaveButton() {
    return labelled("leave", say("Leave"), () => this.desk.go({ kind: "learn", game: this.game.name, number: null }));
  }

  async #play() {
    try {
      await playFirstGame(this.desk, this.board, this.game);
    } catch (error) {
      this.#say(textOf(error), "wrong");
    }
  }

  /** @param {Lesson} lesson */
  #showList(lesson) {
    this.#list.hidden = false;
    fill(this.#list, h("h2", {}, say("Steps")), stepList(this.game.name, lesson, this.#index));
  }

  leave() {
    document.body.classList.remove("plain-tiles");
    this.#left = true;
    clearTimeout(this.#timer);
    for (const host of [this.#host, this.#list]) {
      host.hidden = true;
      fill(host);
    }
    this.desk.study.fromData(this.#before);
  }
}

/** The steps of a lesson as links; finished steps have a tick. @param {string} game @param {Lesson} lesson @param {number | null} current the index of the open step */
export function stepList(game, { steps }, current) {
  const { done } = lessonOf(game);
  const items = steps.map(({ id, title }, index) => {
    const isDone = done.includes(id);
    const link = h("a", { href: addressOf({ kind: "learn", game, number: index + 1 }), "aria-current": index === current ? "step" : null }, title);
    return h("li", { class: isDone ? "done" : null }, link, isDone && h("span", { class: "tick-mark", role: "img", "aria-label": say("finished") }, "✓"));
  });
  return h("ol", { class: "lesson-steps" }, ...items);
}
