/**
 * The address and the history of the page. Each mode has a place (`core/link.js`): the router enters the mode of an address, and writes
 * the address of the mode and position that is shown. The fragment contains the line of an analysis, so that the address is always a link
 * to it. Keys of rooms are never in the address for longer than it takes to read them.
 */

import { addressOf, basePath, fragmentOf, lineOf, pathOf, placeOf, roomOf } from "./core/link.js";
import { say } from "./core/say.js";
import { findStudy, latestOf } from "./core/storage.js";
import { openPlay } from "./dialogs/play.js";
import { Home } from "./home/home.js";
import { LessonGame, hasLesson } from "./learn/lesson.js";
import { followRoom } from "./play/enter.js";
import { leaveThen } from "./play/leaving.js";
import { PuzzleGame, keptPuzzle } from "./puzzles/puzzles.js";
import { SettingUp, keptSetup } from "./setup.js";

/**
 * @typedef {import("./core/desk.js").Desk} Desk
 * @typedef {import("./core/link.js").Place} Place
 * @typedef {NonNullable<ReturnType<typeof lineOf>>} Linked
 * @typedef {NonNullable<ReturnType<typeof roomOf>>} Room
 */

/** Delay before a new position is written to the address, in milliseconds. Browsers limit how often it may change. */
const WAIT = 400;

export class Router {
  #timer = 0;
  /** Whether the page follows the address now, so that no new entry of the history may be made. */
  #following = false;
  /** Whether something has changed that the address does not show yet, and whether a mode was entered. */
  #pending = false;
  #entered = false;
  /** Whether the address has been followed once. */
  #begun = false;
  /** The dialog for a new game, which has a place while it is open. @type {HTMLDialogElement | null} */
  #dialog = null;
  /** The place of the current address. @type {Place} */
  #place = { kind: "home" };

  /** @param {Desk} desk @param {import("./board/board.js").Board} board */
  constructor(desk, board) {
    this.desk = desk;
    this.board = board;
    desk.addEventListener("go", (event) => this.#go(/** @type {CustomEvent} */ (event).detail));
    desk.addEventListener("mode", () => this.#changed(true));
    desk.addEventListener("place", () => this.#changed(false));
    desk.addEventListener("view", () => this.#soon());
    desk.study.addEventListener("opened", () => this.#changed(false));
    desk.study.addEventListener("position", () => this.#soon());
    addEventListener("popstate", () => this.#turn());
    document.addEventListener("click", (event) => this.#click(event));
  }

  /** Follows the address after the user has gone back or forward. If that would leave a running game, its address stays until the user agrees. */
  #turn() {
    const { mode } = this.desk;
    const { place, linked, room } = located();
    if (!mode?.running?.() || !mode.place || place.kind === "play" || (!linked && !room?.keys.length && pathOf(mode.place) === pathOf(place))) return this.follow();
    const [{ state }, { href }] = [history, location];
    this.#closeDialog();
    history.pushState({ study: this.desk.study.id }, "", addressOf(mode.place));
    leaveThen(this.desk, () => {
      history.replaceState(state, "", href);
      this.follow();
    });
  }

  /** Shows the place of the address. */
  follow() {
    this.#following = true;
    this.#closeDialog();
    const { place, linked, room, damaged } = located();
    this.#place = place;
    const here = this.desk.mode?.place;
    // A dialog that was opened over a game or a puzzle is closed by going back. The mode below it continues.
    const isHere = here !== undefined && !linked && !room?.keys.length && pathOf(here) === pathOf(place);
    if (room && !isHere) followRoom(this.desk, this.board, room);
    else if (!isHere) this.#visit(place, linked);
    this.#following = false;
    this.#begun = true;
    if (damaged) this.desk.lose(damaged);
    if (!this.#dialog) this.#write(true);
  }

  /** Leaving a mode and opening another game are one step for the user, so the address is written when both are done. @param {boolean} entered whether a mode was entered */
  #changed(entered) {
    if (this.#following) return;
    this.#entered ||= entered;
    if (this.#pending) return;
    this.#pending = true;
    queueMicrotask(() => {
      if (this.#pending) this.#write();
    });
  }

  /** Goes to a place that the user has chosen. @param {Place} place */
  #go(place) {
    this.#closeDialog();
    if (place.kind !== "play") return leaveThen(this.desk, () => this.#visit(place, null));
    history.pushState({ dialog: true }, "", addressOf(place));
    this.#place = place;
    this.#visit(place, null);
  }

  /** Follows links to places of this page without loading it again. @param {MouseEvent} event */
  #click(event) {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!link || event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || link.target) return;
    const url = new URL(link.href);
    if (link.download || url.origin !== location.origin || !url.pathname.startsWith(basePath())) return;
    event.preventDefault();
    this.#go(placeOf(url.pathname.slice(basePath().length)));
  }

  /** @param {Place} place @param {Linked | null} linked */
  #visit(place, linked) {
    const { desk, board } = this;
    const game = "game" in place ? desk.shown.find(({ name }) => name === place.game) : null;
    if (place.kind === "missing" || ("game" in place && !game)) return desk.enter(() => new Home(desk, board, { kind: "missing", path: pathOf(place) }));
    if (place.kind === "room") return followRoom(desk, board, { room: place.room, keys: [], real_time: false });
    if (place.kind === "home" || !game) return desk.enter(() => new Home(desk, board, place));
    const { name } = game.info;
    if (place.kind === "learn" && place.number !== null && hasLesson(game.name)) this.#lesson(game, place.number);
    else if (place.kind === "game" || place.kind === "learn") desk.enter(() => new Home(desk, board, place));
    else if (place.kind === "play") this.#play(game);
    else if (place.kind === "puzzles") this.#puzzle(name, place.number);
    else if (place.kind === "setup") this.#setUp(name);
    else this.#analyse(name, linked);
  }

  /** Opens the dialog for a new game, over what is shown. @param {import("./core/desk.js").Shown} game */
  #play(game) {
    const { desk, board } = this;
    // At the first visit there is nothing below the dialog yet.
    if (document.body.dataset.mode === "loading") {
      desk.enter(() => new Home(desk, board, { kind: "game", game: game.name }));
    }
    const box = openPlay(desk, board, game);
    this.#dialog = box;
    box.addEventListener("close", () => {
      if (this.#dialog !== box) return;
      this.#dialog = null;
      if (history.state?.dialog) history.back();
      else this.#write();
    });
  }

  /** Closes the dialog without going back: another place is shown instead. */
  #closeDialog() {
    const box = this.#dialog;
    this.#dialog = null;
    box?.close();
  }

  /** @param {import("./core/desk.js").Shown} game @param {number} number */
  #lesson(game, number) {
    const { desk, board } = this;
    if (desk.mode instanceof LessonGame && desk.mode.game === game) desk.mode.visit(number);
    else desk.enter(() => new LessonGame(desk, board, game, number));
  }

  /** @param {string} game @param {number | null} number */
  #puzzle(game, number) {
    // Read before the current mode is left, because leaving a puzzle forgets its state.
    const here = keptPuzzle(game, number);
    this.desk.enter(() => new PuzzleGame(this.desk, game, number, here));
  }

  /** @param {string} game */
  #setUp(game) {
    const { desk, board } = this;
    const from = keptSetup(game) ?? { line: desk.study.game === game ? desk.study.line() : { game, variant: null, start: null, steps: [] }, past: [] };
    desk.enter(() => new SettingUp(desk, board, from));
  }

  /** Opens the line of a link, or returns to the analysis of a game. @param {string} game @param {Linked | null} linked */
  #analyse(game, linked) {
    const { desk } = this;
    const { study } = desk;
    if (desk.mode) desk.enter(null);
    // Older links name the game. They always open a game; an address of this version returns to its game if that is known.
    if (linked && (linked.named || !this.#returnTo(linked))) {
      study.open(linked.line);
      study.goTo(study.current.path[linked.at - 1] ?? study.root);
    } else if (!linked && study.game !== game) {
      const latest = latestOf(game);
      if (latest) study.fromData(latest);
      else study.open({ game, steps: [] });
    }
    // At the first visit, the board is shown only now, when its game is open.
    if (document.body.dataset.mode === "loading") desk.enter(null);
  }

  /** Returns to a position of a game that is open, or that was open when the entry of the history was made. Returns false if there is none. @param {Linked} linked */
  #returnTo({ line, at }) {
    const { study } = this.desk;
    const { study: id } = history.state ?? {};
    // After a reload, the address may be older than the stored position.
    if (id === study.id && !this.#begun) return true;
    if (study.find(line, at)) return true;
    const stored = id && id !== study.id ? findStudy(id) : null;
    if (!stored) return false;
    study.fromData(stored);
    return study.find(line, at) || true;
  }

  #soon() {
    this.#timer ||= window.setTimeout(() => this.#write(), WAIT);
  }

  /** Writes the address of what is shown: a new entry of the history for another place, otherwise the current entry. @param {boolean} [replaces] whether to change the current entry in any case */
  #write(replaces = false) {
    clearTimeout(this.#timer);
    this.#timer = 0;
    const entered = this.#entered;
    this.#entered = this.#pending = false;
    if (this.#following || document.body.dataset.mode === "loading") return;
    const { study, mode } = this.desk;
    if (this.#dialog) {
      if (!entered) return;
      // The dialog has done its work: the place of the game takes its entry.
      this.#dialog = null;
      replaces = true;
    }
    /** @type {Place} */
    const place = mode?.place ?? { kind: "analyse", game: study.game };
    const address = addressOf(place) + (place.kind === "analyse" ? fragmentOf(study.link) : "");
    const isNew = addressOf(place) !== location.pathname && !replaces && !follows(this.#place, place);
    this.#place = place;
    const state = { study: study.id };
    if (isNew) history.pushState(state, "", address);
    else if (address !== location.pathname + location.hash || history.state?.study !== study.id) history.replaceState(state, "", address);
  }
}

/** Whether a place only completes the previous one: the number of a puzzle becomes known. @param {Place} before @param {Place} now */
function follows(before, now) {
  return before.kind === "puzzles" && before.number === null && now.kind === "puzzles";
}

/**
 * What the address names. Links of earlier versions name a game or a room after `#`, at any place.
 *
 * @returns {{ place: Place, linked: Linked | null, room: Room | null, damaged: string }}
 */
function located() {
  const place = placeOf(location.pathname.slice(basePath().length));
  const { hash } = location;
  const room = roomOf(hash, place.kind === "room" ? place.room : null);
  if (room) return { place: { kind: "room", room: room.room }, linked: null, room, damaged: "" };
  const linked = lineOf(hash, "game" in place ? place.game : null);
  if (linked) return { place: { kind: "analyse", game: linked.line.game }, linked, room, damaged: "" };
  return { place, linked, room, damaged: hash.length > 1 ? say("This link is damaged: it contains no game or position.") : "" };
}
