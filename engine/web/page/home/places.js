/** The places of a game: what a visitor can do with it. */

import { say } from "../core/say.js";

/**
 * The places of a game, in the order in which they are offered. A game in real time has neither an analysis nor puzzles; those of its game are
 * offered there.
 *
 * @param {import("../core/desk.js").Shown} game
 * @returns {{ sign: import("../core/icons.js").IconName, text: string, place: import("../core/link.js").Place }[]}
 */
export function placesOf({ name, info, live }) {
  return [
    { sign: "play", text: say("Play"), place: { kind: "play", game: name } },
    ...(live ? [] : /** @type {const} */ ([{ sign: "chart", text: say("Analyse"), place: { kind: "analyse", game: info.name } }])),
    ...(live || !info.puzzles ? [] : /** @type {const} */ ([{ sign: "puzzle", text: say("Puzzles"), place: { kind: "puzzles", game: info.name, number: null } }])),
    { sign: "learn", text: say("Learn"), place: { kind: "learn", game: name, number: null } },
  ];
}
