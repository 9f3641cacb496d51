/** The position editor. */

import { parsePicture } from "./board/picture.js";
import { button, byId, field, fill, h, select } from "./core/dom.js";
import { labelled } from "./core/icons.js";
import { say } from "./core/say.js";
import { Refused, ask, textOf } from "./core/server.js";
import { keep, kept } from "./core/storage.js";
import { capital, faultText } from "./core/words.js";
import { actions, openDialog } from "./dialogs/dialog.js";
import { titleOf } from "./dialogs/variant.js";

/**
 * @typedef {import("./core/desk.js").Desk} Desk
 * @typedef {import("./core/desk.js").Mode} Mode
 * @typedef {import("./board/board.js").Board} Board
 * @typedef {import("../types").Line} Line
 * @typedef {import("../types").SetUp} SetUp
 *
 * @typedef {{ line: Line, piece?: string, past: Line[] }} Kept the state of the editor, kept in the tab for a reload
 */

const KEPT = "ludex.setup";

/** The state of the editor before a reload, for the same game. @param {string} game */
export function keptSetup(game) {
  const left = kept(KEPT, /** @type {Kept | null} */ (null), true);
  return left?.line.game === game ? left : null;
}

/**
 * The editor as a mode of the page. The server lists the pieces and the places where the chosen piece may be put. It also makes
 * each change, or explains why the rules forbid it. The line that was open before stays open until the user presses Done.
 *
 * @implements {Mode}
 */
export class SettingUp {
  name = "setup";
  secret = true;
  fixed = true;
  own = true;
  #host = byId("mode");
  #message = h("p", { class: "message", role: "status" });
  /** @type {SetUp | null} */
  #now = null;
  /** The position before each change, for Undo. @type {Line[]} */
  #past;
  /** The piece that a click places, or the tool that it uses (erase, rotate). */
  #piece;
  /** The tile that was placed or rotated last, for the key R; empty if there is none. */
  #last = "";
  #asked = 0;
  #missed = (/** @type {Event} */ event) => this.#miss(/** @type {CustomEvent} */ (event).detail);

  /** @param {Desk} desk @param {Board} board @param {Kept} from */
  constructor(desk, board, { line, piece = "", past }) {
    this.desk = desk;
    this.board = board;
    this.#piece = piece;
    this.#past = past;
    /** @type {import("./core/link.js").Place} */
    this.place = { kind: "setup", game: line.game };
    board.addEventListener("missed", this.#missed);
    void this.#change(line);
  }

  /** The editor allows no moves of the game. */
  mayMove() {
    return false;
  }

  /** @param {string} at the place that was clicked */
  move(at) {
    this.#put(this.#piece, at);
  }

  /** Rotates the tile that was placed or rotated last. */
  turn() {
    const { name } = turner(this.#now) ?? {};
    if (this.#last && name) this.#put(name, this.#last);
  }

  /** @param {string} piece @param {string} at */
  #put(piece, at) {
    if (this.#now) void this.#change(this.#now.line, { put: { piece, at } });
  }

  /** Handles a click on a place that is not highlighted: the server explains why the piece cannot go there. @param {string[]} touches the topmost first */
  #miss(touches) {
    const kinds = this.#now?.tray?.pieces.find(({ name }) => name === this.#piece)?.kinds ?? [];
    const at = touches.find((touch) => kinds.includes(this.board.picture.kindOf(touch)));
    if (at) this.move(at);
    else this.#refuse("");
  }

  /**
   * @param {Line} line
   * @param {{ put?: { piece: string, at: string }, set?: { field: string, value: string }, text?: string }} [change]
   * @param {Line[]} [past] the positions to undo to, if this change is itself an undo
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
      this.#say("");
    } catch (error) {
      if (asked !== this.#asked) return;
      if (change.put) this.#refuse(reasonOf(error), change.put.piece);
      else this.#say(say("Not a valid position: {reason}.", { reason: reasonOf(error, true) }), "wrong");
    }
    await this.#show();
  }

  /** Shows that a piece cannot be put on a place, with the reason if it is known. @param {string} why @param {string} [piece] */
  #refuse(why, piece = this.#piece) {
    const known = this.#now?.tray?.pieces.find(({ name }) => name === piece);
    const values = { piece: known?.label ?? piece, why };
    const refusal =
      known?.svg === null
        ? say(why ? "“{piece}” is not possible there: {why}." : "“{piece}” is not possible there.", values)
        : say(why ? "“{piece}” cannot go there: {why}." : "“{piece}” cannot go there.", values);
    this.#say(refusal, "wrong");
  }

  #undo() {
    const line = this.#past.at(-1);
    if (line) void this.#change(line, {}, this.#past.slice(0, -1));
  }

  /** @param {string} text @param {string} [kind] */
  #say(text, kind = "") {
    this.#message.textContent = text;
    this.#message.className = `message ${kind}`;
  }

  async #show() {
    const now = this.#now;
    this.#host.hidden = false;
    this.board.ghosts = false;
    if (!now) return fill(this.#host, this.#message, button(say("Cancel"), () => this.cancel()));
    // Tiles can be given to players: only the whole picture shows the hands.
    const whole = now.tray?.pieces.some(({ kinds }) => kinds.includes("seat"));
    const view = await this.desk.views.of(now.line, { seat: 1, last: false, paths: false, bare: !whole });
    if (now !== this.#now || this.desk.mode !== this) return;
    if (view.show.over && !this.#message.textContent) this.#say(say("The game is over in this position."));
    if (this.#piece === turner(now)?.name && !this.#message.textContent) this.#say(say("Click a tile to rotate it."));
    byId("title").textContent = titleOf(this.desk.game(now.line.game) ?? this.desk.info, view.options);
    document.body.dataset.game = now.line.game;
    this.#panel(now);
    const { targets } = this.board.picture;
    const places = (now.tray?.places ?? []).map((at) => ({ move: at, ways: [{ hops: [[at]], free: false }] }));
    this.board.showLive(view.svg, places, true, view.places);
    this.#find(targets, now);
    this.board.host.dataset.shown = `setup ${now.line.start}`;
  }

  /** Finds the tile that was added by the last change, if it can be rotated. @param {Map<string, unknown>} before @param {SetUp} now */
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
    const fields = (tray?.fields ?? []).map((one) => field(one.label ?? one.name, this.#control(line, one)));
    fill(
      this.#host,
      h("h2", {}, say("Set up a position")),
      tray ? h("div", { class: "row tray", role: "group", "aria-label": say("Pieces") }, ...pieces) : h("p", {}, say("Positions of this game can only be entered as text.")),
      this.#message,
      h("div", { class: "fields" }, ...fields),
      field(!format || format === "position" ? say("Position notation") : say("Position notation ({format})", { format: format.toUpperCase() }), text),
      h(
        "div",
        { class: "row" },
        tray && button(say("Clear board"), () => this.#change({ ...line, start: tray.cleared })),
        button(say("Start position"), () => this.#change({ ...line, start: null })),
        labelled("undo", say("Undo"), () => this.#undo(), { disabled: !this.#past.length }),
        button(say("Cancel"), () => this.cancel()),
        button(say("Done"), () => this.#take(line), { class: "main" }),
      ),
    );
    // Every change rebuilds the panel; the focus returns to the same control.
    const after = this.#host.querySelectorAll("button, select, input, textarea")[focused];
    if (after instanceof HTMLElement) after.focus();
  }

  /**
   * @param {Line} line
   * @param {import("../types").SetupField} field
   */
  #control(line, { name, value, values, label = name, labels = values }) {
    const set = (/** @type {string} */ chosen) => this.#change(line, { set: { field: name, value: chosen } });
    const choices = values.map((one, index) => /** @type {[string, string]} */ ([one, capital(labels[index])]));
    if (values.length) return select(choices, value, set, { "aria-label": label });
    const input = h("input", { type: "text", inputmode: "numeric", "aria-label": label, value, autocomplete: "off" });
    input.addEventListener("change", () => set(input.value.trim()));
    return input;
  }

  /**
   * @param {import("../types").SetupPiece} piece
   * @param {Line} line
   */
  #pieceButton({ name, label = name, svg }, line) {
    const chosen = { "aria-pressed": String(name === this.#piece) };
    const choose = () => {
      this.#piece = name;
      void this.#change(line);
    };
    if (!svg) return button(label, choose, chosen);
    const picture = parsePicture(svg);
    picture.setAttribute("aria-hidden", "true");
    return h("button", { type: "button", onclick: choose, "aria-label": label, title: label, ...chosen }, picture);
  }

  /** Leaves the editor. Asks first if that would discard a change. */
  cancel() {
    const leave = () => this.desk.enter(null);
    if (!this.#past.length) return leave();
    const { close } = openDialog(
      say("Discard the position?"),
      h("p", {}, say("The position that you have set up is not opened yet.")),
      actions(
        button(say("Keep editing"), () => close()),
        button(say("Discard|the position"), () => (close(), leave()), { class: "main" }),
      ),
    );
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

/** The tool that rotates a tile, if the game has one. @param {SetUp | null} now */
function turner(now) {
  return now?.tray?.pieces.find(({ turns }) => turns);
}

/** Why the server refused a change, without the wording of the command line. @param {unknown} error @param {boolean} [typed] whether the position was typed, so that the place of the fault matters */
function reasonOf(error, typed = false) {
  /** @type {import("./core/words.js").Fault} */
  const fault = (error instanceof Refused && error.detail) || {};
  if (!fault.expected && !fault.message) return textOf(error);
  return typed ? faultText(fault) : (fault.message ?? say("expected {expected}", { expected: fault.expected ?? "" }));
}
