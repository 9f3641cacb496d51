/** Entering a room: one that was created here, or the room of a link. */

import { lineOf, roomOf } from "../core/link.js";
import { RoomGame } from "./game.js";
import { LiveGame } from "./gobble.js";
import { roomLink } from "./invite.js";
import { knownRooms } from "./known.js";

/**
 * @typedef {import("../core/desk.js").Desk} Desk
 * @typedef {import("../board/board.js").Board} Board
 */

/**
 * Enters a room. The address shows its link, so that a reload returns to the room.
 *
 * @param {Desk} desk
 * @param {Board} board
 * @param {import("./game.js").Place} place
 * @param {boolean} live
 */
export function enterRoom(desk, board, place, live) {
  desk.enter(() => (live ? new LiveGame(desk, board, place) : new RoomGame(desk, place)));
  const link = new URL(roomLink(place.room, place.keys, live));
  history.replaceState(null, "", link.pathname + link.hash.replace(/&token=[^&]*/, ""));
}

/** Enters the room of the address. Reports an address that names neither a room nor a game. @param {Desk} desk @param {Board} board */
export function followRoom(desk, board) {
  const named = roomOf(location.hash);
  if (named?.keys.length) {
    const made = knownRooms().find(({ room }) => room === named.room)?.made;
    return enterRoom(desk, board, { room: named.room, keys: named.keys, made }, named.real_time);
  }
  if (location.hash.length < 2 || lineOf(location.hash)) return;
  history.replaceState(null, "", location.pathname);
  desk.lose(named ? "This link is incomplete: the key of the game is missing." : "This link is damaged: it contains no game or position.");
}
