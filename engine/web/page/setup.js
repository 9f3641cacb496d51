/** A position that is set up by clicking. */

import { button, byId, field, fill, h, select } from "./core/dom.js";
import { Refused, ask, textOf } from "./core/server.js";

/**
 * @typedef {import("./core/desk.js").Desk} Desk
 * @typedef {import("./core/desk.js").Mode} Mode
 * @typedef {import("../types").SetUp} SetUp
 */

/**
 * The mode: the game says what lies in the tray and where it may be put; the server changes the
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
  /** What was there before each change. @type {SetUp[]} */
  #past = [];
  /** What a click puts or takes. */
  #piece = "";
  #asked = 0;
  #missed = () => this.#refuse("");

  /** @param {Desk} desk @param {import("./board/board.js").Board} board */
  constructor(desk, board) {
    this.desk = desk;
    this.board = board;
    board.addEventListener("missed", this.#missed);
    void this.#change(desk.study.line());
  }

  /** The moves of the game are of no use here. */
  mayMove() {
    return false;
  }

  /** @param {string} at the place that was touched */
  move(at) {
    if (this.#now) void this.#change(this.#now.line, { put: { piece: this.#piece, at } });
  }

  /**
   * @param {import("../types").Line} line
   * @param {{ put?: object, set?: object }} [change]
   */
  async #change(line, change = {}) {
    const asked = (this.#asked += 1);
    try {
      /** @type {SetUp} */
      const now = await ask("/api/setup", { line, ...change });
      if (asked !== this.#asked) return;
      if (this.#now) this.#past.push(this.#now);
      this.#now = now;
      this.#tell("");
    } catch (error) {
      if (asked !== this.#asked) return;
      if (change.put) this.#refuse(reasonOf(error));
      else this.#refuse(reasonOf(error, true), "This is not possible");
    }
    await this.#show();
  }

  /** Says that something cannot be done, and why, where that is known. @param {string} why @param {string} [what] */
  #refuse(why, what = `“${this.#piece}” cannot be put there`) {
    this.#tell(why ? `${what}: ${why}.` : `${what}.`, "wrong");
  }

  #undo() {
    this.#asked += 1;
    this.#now = this.#past.pop() ?? this.#now;
    this.#tell("");
    void this.#show();
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
    this.#panel(now);
    this.board.showLive(view.svg, this.#places(now), true);
    this.board.host.dataset.shown = `setup ${now.line.start}`;
  }

  /** Where the chosen piece may be put, each as a move of one touch. @param {SetUp} now */
  #places({ tray }) {
    const chosen = tray?.pieces.find(({ name }) => name === this.#piece) ?? tray?.pieces[0];
    this.#piece = chosen?.name ?? "";
    return (chosen?.places ?? []).map((at) => ({ move: at, ways: [{ hops: [[at]], free: false }] }));
  }

  /** @param {SetUp} now */
  #panel(now) {
    const { line, tray } = now;
    const focused = [...this.#host.querySelectorAll("button, select, input, textarea")].indexOf(document.activeElement ?? document.body);
    const text = h("textarea", { rows: 2, spellcheck: "false" });
    text.value = line.start ?? "";
    text.addEventListener("change", () => this.#change({ ...line, start: text.value.trim() || null }));
    this.#places(now);
    const pieces = (tray?.pieces ?? []).map(({ name }) => button(name, () => this.#choose(name), { "aria-pressed": String(name === this.#piece) }));
    const fields = (tray?.fields ?? []).map((one) => field(one.name, this.#control(line, one)));
    fill(
      this.#host,
      h("h2", {}, "Set up a position"),
      tray ? h("div", { class: "row tray", role: "group", "aria-label": "Pieces" }, ...pieces) : h("p", {}, "Positions of this game are set up as text."),
      h("div", { class: "fields" }, ...fields),
      field(`Position (${this.desk.game(line.game)?.position_format})`, text),
      this.#told,
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
   * @param {import("../types").Line} line
   * @param {import("../types").SetupField} field
   */
  #control(line, { name, value, values }) {
    const set = (/** @type {string} */ chosen) => this.#change(line, { set: { field: name, value: chosen } });
    if (values.length) return select(values.map((one) => /** @type {[string, string]} */ ([one, one])), value, set, { "aria-label": name });
    const input = h("input", { type: "text", inputmode: "numeric", "aria-label": name, value, autocomplete: "off" });
    input.addEventListener("change", () => set(input.value.trim()));
    return input;
  }

  /** @param {string} name */
  #choose(name) {
    this.#piece = name;
    this.#tell("");
    void this.#show();
  }

  /** @param {import("../types").Line} line */
  #take(line) {
    this.desk.enter(null);
    this.desk.study.open(line);
  }

  leave() {
    this.#asked += 1;
    this.board.removeEventListener("missed", this.#missed);
    this.board.ghosts = this.desk.settings.get("ghosts");
    this.#host.hidden = true;
    fill(this.#host);
  }
}

/** Why the server refused, without the words of a command line. @param {unknown} error @param {boolean} [typed] whether a text is to be found fault with */
function reasonOf(error, typed = false) {
  const { place, found, expected } = (error instanceof Refused && error.detail) || {};
  if (!expected) return textOf(error);
  return typed ? `${place}: found ${found || "nothing"}, expected ${expected}` : `expected ${expected}`;
}
