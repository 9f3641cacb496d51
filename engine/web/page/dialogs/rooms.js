/** The running games that this browser can return to. */

import { h } from "../core/dom.js";
import { labelled } from "../core/icons.js";
import { say } from "../core/say.js";
import { isRoom } from "../core/server.js";
import { timeText } from "../core/words.js";
import { enterRoom } from "../play/enter.js";
import { forgetRoom, knownRooms } from "../play/known.js";
import { leaveThen } from "../play/leaving.js";

/**
 * The list of running games; null if there are none.
 *
 * @param {import("../core/desk.js").Desk} desk
 * @param {import("../board/board.js").Board} board
 * @param {() => void} close
 */
export function roomList(desk, board, close) {
  const place = desk.mode?.place;
  const others = knownRooms().filter(({ room }) => place?.kind !== "room" || room !== place.room);
  const items = others.map((known) => {
    const goOn = () => {
      close();
      leaveThen(desk, () => enterRoom(desk, board, known, known.live));
    };
    const item = h("li", {}, labelled("play", say("Resume: {game}", { game: known.title }), goOn), h("small", {}, timeText(known.when)));
    void forgetIfGone(known.room, item);
    return item;
  });
  return items.length ? h("ul", { class: "recent", "aria-label": say("Running games") }, ...items) : null;
}

/** Removes a room from the list if the server no longer knows it. @param {string} room @param {HTMLElement} item */
async function forgetIfGone(room, item) {
  if ((await isRoom(room)) !== false) return;
  forgetRoom(room);
  item.remove();
}
