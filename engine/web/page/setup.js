/** A position that is set up by clicking. */

import { parsePicture } from "./board/picture.js";
import { button, byId, field, fill, h, select } from "./core/dom.js";
import { Refused, ask, textOf } from "./core/server.js";
import { keep, kept } from "./core/storage.js";
import { titleOf } from "./dialogs/variant.js";

/**
 * @typedef {import("./core/desk.js").Desk} Desk
 * @typedef {import("./core/desk.js").Mode} Mode
 * @typedef {import("./board/board.js").Board} Board
 * @typedef {import("../types").Line} Line
 * @typedef {import("../types").SetUp} SetUp
 *
 * @typedef {{ line: Line, piece?: string, past: Line[] }} Kept what a tab keeps of a position that is being set up
 */

const KEPT = "ludex.setup";

/** Goes on with what was being set up before the page was loaded again, unless something else was asked for. @param {Desk} desk @param {Board} board @param {boolean} may */
export function resumeSetup(desk, board, may) {
  const left = kept(KEPT, /** @type {Kept | null} */ (null), true);
  if (may && left && desk.game(left.line.game)) desk.enter(() => new SettingUp(desk, board, left));
  else keep(KEPT, null, true);
}

/**
 * The mode: the game says what lies in the tray and where the chosen piece may be put; the server changes the
 * position, and says what the rules have against a change. What was set up before stays until the new one is taken.
 *
 * @implements {Mode}
 */
export class SettingUp {
  name = "setup";
  secret = true;
  fixed = true;
  own = true;
  #host = byId("mode");
  #told = h("p", { class: "told", role: "status" });
  /** @type {SetUp | null} */
  #now = null;
  /** What was there before each change. @type {Line[]} */
  #past;
  /** What a click puts or takes. */
  #piece;
  /** What was put or turned last, if it can be turned. */
  #last = "";
  #asked = 0;
  #missed = (/** @type {Event} */ event) => this.#miss(/** @type {CustomEvent} */ (event).detail);

  /** @param {Desk} desk @param {Board} board @param {Kept} from */
  constructor(desk, board, { line, piece = "", past }) {
    this.desk = desk;
    this.board = board;
    this.#piece = piece;
    this.#past = past;
    board.addEventListener("missed", this.#missed);
    void this.#change(line);
  }

  /** The moves of the game are of no use here. */
  mayMove() {
    return false;
  }

  /** @param {string} at the place that was touched */
  move(at) {
    this.#put(this.#piece, at);
  }

  /** Turns what was put or turned last. */
  turn() {
    const { name } = turner(this.#now) ?? {};
    if (this.#last && name) this.#put(name, this.#last);
  }

  /** @param {string} piece @param {string} at */
  #put(piece, at) {
    if (this.#now) void this.#change(this.#now.line, { put: { piece, at } });
  }

  /** A touch of what does not light up: the server says why. @param {string[]} touches the topmost first */
  #miss(touches) {
    const kinds = this.#now?.tray?.pieces.find(({ name }) => name === this.#piece)?.kinds ?? [];
    const at = touches.find((touch) => kinds.includes(this.board.picture.kindOf(touch)));
    if (at) this.move(at);
    else this.#refuse("");
  }

  /**
   * @param {Line} line
   * @param {{ put?: { piece: string, at: string }, set?: { field: string, value: string }, text?: string }} [change]
   * @param {Line[]} [past] what was there before, where the change is not one more
   */
  async #change(line, change = {}, past) {
    const asked = (this.#asked += 1);
    try {
      /** @type {SetUp} */
      const now = await ask("/api/setup", { line, piece: this.#piece, ...change });
      if (asked !== this.#asked) return;
      const before = this.#now?.line;
      const isOther = before && before.start !== now.line.start;
      this.#past = past ?? (isOther ? [...this.#past, before] : this.#past);
      this.#now = now;
      this.#piece = now.tray?.piece ?? "";
      keep(KEPT, { line: now.line, piece: this.#piece, past: this.#past }, true);
      this.#tell("");
    } catch (error) {
      if (asked !== this.#asked) return;
      if (change.put) this.#refuse(reasonOf(error), change.put.piece);
      else this.#tell(`This is not possible: ${reasonOf(error, true)}.`, "wrong");
    }
    await this.#show();
  }

  /** Says that a piece cannot be put somewhere, and why, where that is known. @param {string} why @param {string} [piece] */
  #refuse(why, piece = this.#piece) {
    this.#tell(`“${piece}” is not possible there${why && ": "}${why}.`, "wrong");
  }

  #undo() {
    const line = this.#past.at(-1);
    if (line) void this.#change(line, {}, this.#past.slice(0, -1));
  }

  /** @param {string} text @param {string} [kind] */
  #tell(text, kind = "") {
    this.#told.textContent = text;
    this.#told.className = `told ${kind}`;
  }

  async #show() {
    const now = this.#now;
    this.#host.hidden = false;
    this.board.ghosts = false;
    if (!now) return fill(this.#host, this.#told, button("Leave", () => this.desk.enter(null)));
    const view = await this.desk.views.of(now.line, { seat: 1, last: false, paths: false });
    if (now !== this.#now || this.desk.mode !== this) return;
    if (view.show.over && !this.#told.textContent) this.#tell("In this position the game is over.");
    if (this.#piece === turner(now)?.name && !this.#told.textContent) this.#tell("Touch a tile to turn it; R turns the last one.");
    byId("title").textContent = titleOf(this.desk.game(now.line.game) ?? this.desk.info, view.options);
    this.#panel(now);
    const { targets } = this.board.picture;
    const places = (now.tray?.places ?? []).map((at) => ({ move: at, ways: [{ hops: [[at]], free: false }] }));
    this.board.showLive(view.svg, places, true);
    this.#find(targets, now);
    this.board.host.dataset.shown = `setup ${now.line.start}`;
  }

  /** Finds what can be turned and was not there before. @param {Map<string, unknown>} before @param {SetUp} now */
  #find(before, now) {
    const kinds = turner(now)?.kinds ?? [];
    const there = [...this.board.picture.targets.keys()];
    const fresh = there.filter((touch) => !before.has(touch) && kinds.includes(this.board.picture.kindOf(touch)));
    if (fresh.length === 1) this.#last = fresh[0];
    else if (!there.includes(this.#last)) this.#last = "";
  }

  /** @param {SetUp} now */
  #panel(now) {
    const { line, tray } = now;
    const focused = [...this.#host.querySelectorAll("button, select, input, textarea")].indexOf(document.activeElement ?? document.body);
    const format = this.desk.game(line.game)?.position_format;
    const text = h("textarea", { rows: 2, spellcheck: "false" });
    text.value = line.start ?? "";
    text.addEventListener("change", () => this.#change(line, { text: text.value.trim() }));
    const pieces = (tray?.pieces ?? []).map((piece) => this.#pieceButton(piece, line));
    const fields = (tray?.fields ?? []).map((one) => field(one.name, this.#control(line, one)));
    fill(
      this.#host,
      h("h2", {}, "Set up a position"),
      tray ? h("div", { class: "row tray", role: "group", "aria-label": "Pieces" }, ...pieces) : h("p", {}, "Positions of this game are set up as text."),
      this.#told,
      h("div", { class: "fields" }, ...fields),
      field(format === "position" ? "Position" : `Position (${format})`, text),
      h(
        "div",
        { class: "row" },
        tray && button("Clear", () => this.#change({ ...line, start: tray.cleared })),
        button("Start position", () => this.#change({ ...line, start: null })),
        button("Undo", () => this.#undo(), { disabled: !this.#past.length }),
        button("Leave", () => this.desk.enter(null)),
        button("Done", () => this.#take(line), { class: "main" }),
      ),
    );
    // The panel is made anew with every change; the keyboard stays where it was.
    const after = this.#host.querySelectorAll("button, select, input, textarea")[focused];
    if (after instanceof HTMLElement) after.focus();
  }

  /**
   * @param {Line} line
   * @param {import("../types").SetupField} field
   */
  #control(line, { name, value, values }) {
    const set = (/** @type {string} */ chosen) => this.#change(line, { set: { field: name, value: chosen } });
    if (values.length) return select(values.map((one) => /** @type {[string, string]} */ ([one, one])), value, set, { "aria-label": name });
    const input = h("input", { type: "text", inputmode: "numeric", "aria-label": name, value, autocomplete: "off" });
    input.addEventListener("change", () => set(input.value.trim()));
    return input;
  }

  /**
   * @param {import("../types").SetupPiece} piece
   * @param {Line} line
   */
  #pieceButton({ name, svg }, line) {
    const chosen = { "aria-pressed": String(name === this.#piece) };
    const choose = () => {
      this.#piece = name;
      void this.#change(line);
    };
    if (!svg) return button(name, choose, chosen);
    const picture = parsePicture(svg);
    picture.setAttribute("aria-hidden", "true");
    return h("button", { type: "button", onclick: choose, "aria-label": name, title: name, ...chosen }, picture);
  }

  /** @param {Line} line */
  #take(line) {
    this.desk.enter(null);
    this.desk.study.open(line);
  }

  leave() {
    this.#asked += 1;
    keep(KEPT, null, true);
    this.board.removeEventListener("missed", this.#missed);
    this.board.ghosts = this.desk.settings.get("ghosts");
    this.#host.hidden = true;
    fill(this.#host);
  }
}

/** What turns a piece that lies, where a game has that. @param {SetUp | null} now */
function turner(now) {
  return now?.tray?.pieces.find(({ turns }) => turns);
}

/** Why the server refused, without the words of a command line. @param {unknown} error @param {boolean} [typed] whether a text is to be found fault with */
function reasonOf(error, typed = false) {
  const { place, found, expected } = (error instanceof Refused && error.detail) || {};
  if (!expected) return textOf(error);
  return typed ? `${place}: found ${found || "nothing"}, expected ${expected}` : `expected ${expected}`;
}
