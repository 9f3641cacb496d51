/** The first game after a lesson: against the computer at level 1, with the usual rules. */

import { ask } from "../core/server.js";
import { enterRoom } from "../play/enter.js";

/**
 * Creates a room with a game at level 1 and enters it.
 *
 * @param {import("../core/desk.js").Desk} desk
 * @param {import("../board/board.js").Board} board
 * @param {import("../core/desk.js").Shown} game
 */
export async function playFirstGame(desk, board, { info, live }) {
  const name = desk.settings.get("name");
  /** @type {import("../../types").OrderedSeat} */
  const me = { who: "person", ...(name && { name }) };
  const made = await ask(
    "/api/rooms",
    live
      ? { seats: [me], real_time: { game: info.name, variant: `${info.real_time?.word},players=2,level=1`, bots: 1 } }
      : { line: { game: info.name, variant: null, start: null, steps: [] }, seats: [me, { who: "engine", level: 1 }], dice: "server", takebacks: true },
  );
  const keys = made.keys.flatMap((key) => (key ? [key] : []));
  enterRoom(desk, board, { room: made.room, keys, made }, live);
}
