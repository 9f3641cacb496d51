/** A new analysis: a game, its variant, and a position that the server checks while it is typed. Also what was open lately. */

import { parsePicture } from "../board/picture.js";
import { button, field, fill, h, select } from "../core/dom.js";
import { isAborted, textOf } from "../core/server.js";
import { readRecent, recent } from "../core/storage.js";
import { actions, openDialog } from "./dialog.js";
import { roomList } from "./rooms.js";
import { VariantFields } from "./variant.js";

/** @typedef {import("../core/desk.js").Desk} Desk */

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
    variant = new VariantFields(game.variant_keys, game === desk.info ? desk.options : []);
    variant.box.addEventListener("input", check);
    fill(place, variant.box);
    start.placeholder = game.position_format;
    check();
  };
  start.addEventListener("input", check);
  const begin = async () => {
    if (!(await check())) return;
    desk.enter(null);
    desk.study.open(line());
    dialog.close();
  };
  const dialog = openDialog(
    "New",
    field("Game", select(desk.choices, game.name, choose)),
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
