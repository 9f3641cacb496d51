/** What the column beside the board says during a game in a room: who is missing, when the clocks start, and how strong the computers are. */

import { h } from "../core/dom.js";
import { say, sayCount } from "../core/say.js";
import { levelName, levelText } from "./levels.js";

/** @typedef {import("../../types").Room} Room */
/** @typedef {{ seats: import("../../types").Seat[] }} Seats */

/** After this many moves, the column no longer says how strong the computers are. */
const BEGUN = 4;

/** The sentences, one for each line. @param {import("../../types").GameInfo} info @param {Room} room @param {boolean} waits whether a player has not joined yet @param {boolean} invites whether this device has the links for the other players @param {number} ply the number of moves */
export function notes(info, room, waits, invites, ply) {
  return [waits && waiting(invites), clocks(room), ...(ply > BEGUN ? [] : levels(info, room))].filter(Boolean).map((text) => h("p", { class: "quiet" }, text));
}

/** Whether a player has not joined yet. A player who has moved was here before, and has lost the connection. @param {Room} room @param {{ player: number }[]} steps the steps of the game */
export function waitsForPlayer({ seats, over }, steps) {
  return !over && seats.some(({ who, here }, index) => who === "person" && here === false && !steps.some(({ player }) => player === index + 1));
}

/** Says that a player has not joined yet. @param {boolean} invites */
function waiting(invites) {
  return say(invites ? "The other player is not here yet. Send them the link below, or let them scan the code." : "The other player is not here yet.");
}

/** Says that no clock runs yet. @param {Room} room */
function clocks({ clocks_ms: clocks, running, over, missing, seats }) {
  return clocks && !running && !over && !missing && seats.every(({ here }) => here) ? say("The clocks start with the first move.") : "";
}

/** The levels of the computers, and what they overlook. @param {import("../../types").GameInfo} info @param {Room} room */
function levels(info, { seats, over }) {
  const all = over ? [] : seats.flatMap(({ who, level }) => (who === "engine" && level ? [level] : []));
  return [...new Set(all)].map((level) => `${levelName(info, level)}: ${levelText(info, level)}`);
}

/** Whether another person has just joined the room. @param {Seats} before @param {Seats} now @param {(player: number) => boolean} isOwn */
export function hasJoined(before, now, isOwn) {
  return now.seats.some(({ who, here }, index) => who === "person" && here && before.seats[index]?.here === false && !isOwn(index + 1));
}

/** The number of other spectators. @param {import("../../types").AnyRoom} room @param {boolean} isOne whether this device is one */
export function watchers(room, isOne) {
  const watching = room.watching - Number(isOne);
  return watching > 0 ? h("p", { class: "quiet" }, sayCount(watching, "{count} person is watching.", "{count} people are watching.")) : null;
}
