/** The dialog for a new analysis: a game, its variant and a start position, which the server checks while the user types. Also lists recent games. */

import { parsePicture } from "../board/picture.js";
import { button, field, fill, h, select } from "../core/dom.js";
import { say } from "../core/say.js";
import { isAborted, textOf } from "../core/server.js";
import { leaveThen } from "../play/leaving.js";
import { actions, openDialog } from "./dialog.js";
import { recentGames } from "./recent.js";
import { VariantFields } from "./variant.js";

/** @typedef {import("../core/desk.js").Desk} Desk */

/** @param {Desk} desk @param {import("../board/board.js").Board} board */
export function openNew(desk, board) {
  let game = desk.info;
  let variant = new VariantFields(game.variant_keys);
  const place = h("div", {});
  const start = h("textarea", { rows: 2, spellcheck: "false", "aria-label": say("Position notation") });
  const message = h("p", { class: "message", role: "status" });
  const picture = h("div", { class: "thumbnail" });
  const line = () => ({ game: game.name, variant: variant.text, start: start.value.trim() || null, steps: [] });
  const check = checker(desk, line, message, picture);
  const choose = (/** @type {string} */ name) => {
    game = desk.game(name) ?? game;
    variant = new VariantFields(game.variant_keys, game === desk.info ? desk.options : []);
    variant.box.addEventListener("input", check);
    fill(place, variant.box);
    start.placeholder = game.position_format === "position" ? "" : game.position_format.toUpperCase();
    check();
  };
  start.addEventListener("input", check);
  const begin = async () => {
    if (!(await check())) return;
    const opened = line();
    dialog.close();
    leaveThen(desk, () => {
      desk.enter(null);
      desk.study.open(opened);
    });
  };
  const dialog = openDialog(
    say("New analysis"),
    field(say("Game"), select(desk.choices, game.name, choose)),
    h("details", {}, h("summary", {}, say("Variant")), place),
    h("details", {}, h("summary", {}, say("Start position")), field(say("Position notation"), start, say("Leave empty for the usual start position"))),
    message,
    picture,
    actions(button(say("Start|begin"), begin, { class: "main" })),
    recentList(desk, board, () => dialog.close()),
  );
  choose(game.name);
}

/**
 * Returns a function that lets the server check a line and shows its position. It returns whether the line is valid.
 *
 * @param {Desk} desk
 * @param {() => import("../../types").Line} line
 * @param {HTMLElement} message
 * @param {HTMLElement} picture
 */
function checker(desk, line, message, picture) {
  let asked = 0;
  return async () => {
    const now = (asked += 1);
    try {
      const view = await desk.views.of(line());
      if (now !== asked) return false;
      message.textContent = "";
      message.classList.remove("wrong");
      fill(picture, parsePicture(view.svg));
      return true;
    } catch (error) {
      if (now !== asked || isAborted(error)) return false;
      message.textContent = textOf(error);
      message.classList.add("wrong");
      fill(picture);
      return false;
    }
  };
}

/** @param {Desk} desk @param {import("../board/board.js").Board} board @param {() => void} close */
function recentList(desk, board, close) {
  const games = recentGames(desk, board, close);
  return games && h("details", {}, h("summary", {}, say("Recent games")), games);
}
