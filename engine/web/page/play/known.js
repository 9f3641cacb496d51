/** The rooms that this browser has a key of, so that a running game is found again. */

import { kept, keep } from "../core/storage.js";

/**
 * @typedef {import("./game.js").Place} Place
 * @typedef {Place & { live: boolean, title: string, when: number }} Known
 */

const KNOWN = "ludex.rooms";
/** Rooms that are kept. */
const MOST = 24;

/** The rooms whose games go on as far as this browser knows, newest first. @returns {Known[]} */
export function knownRooms() {
  const all = kept(KNOWN, /** @type {Known[]} */ ([]));
  return Array.isArray(all) ? all : [];
}

/**
 * Keeps a room and its secrets, and puts it first; what it was called stays where nothing else is said.
 *
 * @param {Place} place
 * @param {boolean} live
 * @param {string} [title]
 */
export function rememberRoom(place, live, title) {
  const all = knownRooms();
  const before = all.find(({ room }) => room === place.room);
  const made = place.made ?? before?.made;
  const now = { room: place.room, keys: place.keys, made, live, title: title ?? before?.title ?? "A game", when: Date.now() };
  keep(KNOWN, [now, ...all.filter((one) => one !== before)].slice(0, MOST));
}

/** Forgets a room that is gone, or whose game is over. @param {string} room */
export function forgetRoom(room) {
  keep(KNOWN, knownRooms().filter((one) => one.room !== room));
}

/**
 * Leaves a room that does not let one in, where that has not been done, and says why; one that the server knows no more is
 * forgotten.
 *
 * @param {import("../core/desk.js").Desk} desk
 * @param {string} room
 * @param {boolean} left
 * @param {string | null} why
 */
export function loseRoom(desk, room, left, why) {
  if (!why) forgetRoom(room);
  if (left) return;
  desk.enter(null);
  desk.lose(why ?? "This game is no longer there.");
}
