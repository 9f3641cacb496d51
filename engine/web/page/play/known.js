/** The rooms for which this browser holds a key, so that the user can return to a running game. */

import { kept, keep } from "../core/storage.js";

/**
 * @typedef {import("./game.js").Place} Place
 * @typedef {Place & { live: boolean, title: string, when: number }} Known
 */

const KNOWN = "ludex.rooms";
/** At most this many rooms are kept. */
const MOST = 24;

/** The rooms with running games, as far as this browser knows, the latest first. @returns {Known[]} */
export function knownRooms() {
  const all = kept(KNOWN, /** @type {Known[]} */ ([]));
  return Array.isArray(all) ? all : [];
}

/**
 * Remembers a room with its keys, and puts it first in the list. Without a title, the room keeps its previous title.
 *
 * @param {Place} place
 * @param {boolean} live
 * @param {string} [title]
 */
export function rememberRoom(place, live, title) {
  const all = knownRooms();
  const before = all.find(({ room }) => room === place.room);
  const made = place.made ?? before?.made;
  const now = { room: place.room, keys: place.keys, made, live, title: title ?? before?.title ?? "Game", when: Date.now() };
  keep(KNOWN, [now, ...all.filter((one) => one !== before)].slice(0, MOST));
}

/** Forgets a room that no longer exists, or whose game is over. @param {string} room */
export function forgetRoom(room) {
  keep(KNOWN, knownRooms().filter((one) => one.room !== room));
}

/**
 * Leaves a room that cannot be joined, and reports why. A room that the server no longer knows is forgotten.
 *
 * @param {import("../core/desk.js").Desk} desk
 * @param {string} room
 * @param {boolean} left whether the user has left the room already
 * @param {string | null} why the reason; null if the room does not exist
 */
export function loseRoom(desk, room, left, why) {
  if (!why) forgetRoom(room);
  if (left) return;
  desk.enter(null);
  desk.lose(why ?? "This game no longer exists on the server.");
}
