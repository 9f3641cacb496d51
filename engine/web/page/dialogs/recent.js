/** The games that this browser can continue: running games in rooms, and stored analyses. */

import { h } from "../core/dom.js";
import { labelled } from "../core/icons.js";
import { say } from "../core/say.js";
import { readRecent, recent } from "../core/storage.js";
import { timeText } from "../core/words.js";
import { leaveThen } from "../play/leaving.js";
import { roomList } from "./rooms.js";

/**
 * The lists of running and recent games; null if there are none.
 *
 * @param {import("../core/desk.js").Desk} desk
 * @param {import("../board/board.js").Board} board
 * @param {() => void} close called when a game is opened
 * @param {string | null} [only] the game whose analyses are listed; without it all
 */
export function recentGames(desk, board, close, only = null) {
  const all = recent().filter(({ game, empty }) => !empty && (only === null || game === only));
  const rooms = roomList(desk, board, close);
  const list = h("ul", { class: "recent" });
  for (const { id, game, title, when } of all) {
    const open = () => {
      const data = readRecent(id);
      if (!data) return desk.say(say("This game is no longer stored in the browser."), true);
      close();
      leaveThen(desk, () => {
        desk.enter(null);
        desk.study.fromData(data);
      });
    };
    list.append(h("li", {}, labelled("chart", `${desk.game(game)?.title ?? game}: ${title || say("no moves")}`, open), h("small", {}, timeText(when))));
  }
  return all.length || rooms ? h("div", {}, rooms, list) : null;
}
