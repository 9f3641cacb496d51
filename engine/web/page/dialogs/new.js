/**
 * A new analysis: a game, its variant, and a position that the server checks while it is typed, or one that is set up by clicking.
 * Also what was open lately.
 */

import { parsePicture } from "../board/picture.js";
import { button, byId, field, fill, h, select } from "../core/dom.js";
import { ask, isAborted, textOf } from "../core/server.js";
import { readRecent, recent } from "../core/storage.js";
import { actions, openDialog } from "./dialog.js";
import { roomList } from "./rooms.js";
import { VariantFields } from "./variant.js";

/**
 * @typedef {import("../core/desk.js").Desk} Desk
 * @typedef {import("../core/desk.js").Mode} Mode
 * @typedef {import("../../types").SetUp} SetUp
 */

/** @param {Desk} desk @param {import("../board/board.js").Board} board */
export function openNew(desk, board) {
  let game = desk.info;
  let variant = new VariantFields(game.variant_keys);
  const place = h("div", {});
  const start = h("textarea", { rows: 2, spellcheck: "false", "aria-label": "Position" });
  const told = h("p", { class: "told", role: "status" });
  const picture = h("div", { class: "thumbnail" });
  const line = () => ({ game: game.name, variant: variant.text, start: start.value.trim() || null, steps: [] });
  const check = checker(desk, line, told, picture);
  const choose = (/** @type {string} */ name) => {
    game = desk.game(name) ?? game;
    variant = new VariantFields(game.variant_keys, game === desk.info ? desk.study.variant : null);
    variant.box.addEventListener("input", check);
    fill(place, variant.box);
    start.placeholder = game.position_format;
    check();
  };
  const games = desk.games.map(({ name, about }) => /** @type {[string, string]} */ ([name, about.split(":")[0]]));
  start.addEventListener("input", check);
  const begin = async () => {
    if (!(await check())) return;
    desk.enter(null);
    desk.study.open(line());
    dialog.close();
  };
  const dialog = openDialog(
    "New",
    field("Game", select(games, game.name, choose)),
    h("details", {}, h("summary", {}, "Variant"), place),
    h("details", {}, h("summary", {}, "Position"), field("Position", start, "In the game's own notation; empty: the start")),
    told,
    picture,
    actions(button("Begin", begin, { class: "main" })),
    recentList(desk, board, () => dialog.close()),
  );
  choose(game.name);
}

/**
 * What checks a line with the server and shows it; it says whether the line is a good one.
 *
 * @param {Desk} desk
 * @param {() => import("../../types").Line} line
 * @param {HTMLElement} told
 * @param {HTMLElement} picture
 */
function checker(desk, line, told, picture) {
  let asked = 0;
  return async () => {
    const now = (asked += 1);
    try {
      const view = await desk.views.of(line());
      if (now !== asked) return false;
      told.textContent = "";
      told.classList.remove("wrong");
      fill(picture, parsePicture(view.svg));
      return true;
    } catch (error) {
      if (now !== asked || isAborted(error)) return false;
      told.textContent = textOf(error);
      told.classList.add("wrong");
      fill(picture);
      return false;
    }
  };
}

/** @param {Desk} desk @param {import("../board/board.js").Board} board @param {() => void} close */
function recentList(desk, board, close) {
  const all = recent();
  const rooms = roomList(desk, board, close);
  const list = h("ul", { class: "recent" });
  for (const { id, game, title, when } of all) {
    const open = () => {
      const data = readRecent(id);
      if (!data) return desk.say("It is not kept any more.", true);
      desk.enter(null);
      desk.study.fromData(data);
      close();
    };
    const day = new Date(when).toLocaleString([], { dateStyle: "short", timeStyle: "short" });
    list.append(h("li", {}, button(`${game}: ${title}`, open), h("small", {}, day)));
  }
  return all.length || rooms ? h("details", {}, h("summary", {}, "Open lately"), rooms, list) : null;
}

/**
 * A position that is set up by clicking: the game says what lies in the tray and where it may be put; the server changes the
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

  /** @param {Desk} desk @param {import("../board/board.js").Board} board */
  constructor(desk, board) {
    this.desk = desk;
    this.board = board;
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
   * @param {import("../../types").Line} line
   * @param {object} [change]
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
      this.#tell(`Not possible. ${textOf(error)}`, "wrong");
    }
    await this.#show();
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
   * @param {import("../../types").Line} line
   * @param {import("../../types").SetupField} field
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
    void this.#show();
  }

  /** @param {import("../../types").Line} line */
  #take(line) {
    this.desk.enter(null);
    this.desk.study.open(line);
  }

  leave() {
    this.#asked += 1;
    this.board.ghosts = this.desk.settings.get("ghosts");
    this.#host.hidden = true;
    fill(this.#host);
  }
}
