/** The rooms for which this browser holds a key, so that the user can return to a running game. */

import { say } from "../core/say.js";
import { kept, keep } from "../core/storage.js";

/**
 * @typedef {import("./game.js").Seated} Seated
 * @typedef {Seated & { live: boolean, title: string, when: number }} Known
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
 * @param {Seated} seated
 * @param {boolean} live
 * @param {string} [title]
 */
export function rememberRoom(seated, live, title) {
  const all = knownRooms();
  const before = all.find(({ room }) => room === seated.room);
  const made = seated.made ?? before?.made;
  const now = { room: seated.room, keys: seated.keys, made, live, title: title ?? before?.title ?? say("Game"), when: Date.now() };
  keep(KNOWN, [now, ...all.filter((one) => one !== before)].slice(0, MOST));
}

/** The title of a room in the list: the game, and the names of the players who have one. @param {string} game @param {import("../../types").Seat[]} seats */
export function roomTitle(game, seats) {
  const named = seats.flatMap(({ name }, index) => (name && name !== say("Player {number}", { number: index + 1 }) ? [name] : []));
  return [game, ...(named.length ? [named.join(" – ")] : [])].join(", ");
}

/** The keys of a room in the session of this tab. @param {string} room */
const sessionKey = (room) => `ludex.room.${room}`;

/** Keeps the keys of a room for this tab, so that the address need not contain them. @param {string} room @param {{ keys: string[], live: boolean }} held */
export function holdKeys(room, held) {
  keep(sessionKey(room), held, true);
}

/** The keys of a room that this tab or this browser holds. @param {string} room @returns {{ keys: string[], live: boolean } | null} */
export function heldKeys(room) {
  return kept(sessionKey(room), null, true) ?? knownRooms().find((one) => one.room === room) ?? null;
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
  // The room is left first, so that its mode does not ask whether to leave it.
  desk.enter(null);
  desk.go({ kind: "home" });
  desk.lose(why ?? say("This game no longer exists on the server."));
}
