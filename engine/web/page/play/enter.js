/** Entering a room: one that was created here, or the room of a link. */

import { say } from "../core/say.js";
import { RoomGame } from "./game.js";
import { LiveGame } from "./gobble.js";
import { heldKeys, holdKeys, knownRooms } from "./known.js";

/**
 * @typedef {import("../core/desk.js").Desk} Desk
 * @typedef {import("../board/board.js").Board} Board
 */

/**
 * Enters a room. The keys are kept for this tab, so that a reload returns to the room.
 *
 * @param {Desk} desk
 * @param {Board} board
 * @param {import("./game.js").Seated} seated
 * @param {boolean} live
 */
export function enterRoom(desk, board, seated, live) {
  holdKeys(seated.room, { keys: seated.keys, live });
  desk.enter(() => (live ? new LiveGame(desk, board, seated) : new RoomGame(desk, seated)));
}

/**
 * Enters the room of an address, with the keys of the link or those that this browser holds. Reports a link without a key.
 *
 * @param {Desk} desk
 * @param {Board} board
 * @param {{ room: string, keys: string[], real_time: boolean }} named
 */
export function followRoom(desk, board, { room, keys, real_time: live }) {
  const held = keys.length ? { keys, live } : heldKeys(room);
  if (!held) {
    desk.go({ kind: "home" });
    return desk.lose(say("This link is incomplete: the key of the game is missing."));
  }
  const made = knownRooms().find((one) => one.room === room)?.made;
  enterRoom(desk, board, { room, keys: held.keys, made }, held.live);
}
