/** The events of a game in real time as sentences. */

import { say } from "../core/say.js";

/** @typedef {import("../../types").LiveEvent} LiveEvent */

/** An event as a sentence. @param {LiveEvent} said @param {(player: number) => string} nameOf */
export function eventText({ player, event, tile, to, gobble, penalty, back, text }, nameOf) {
  if (player === null) return event === "restarted" ? say("The server was restarted. Events after the last saved action of a player are lost.") : text;
  const values = { name: nameOf(player), tile: tile ?? "", other: to ? nameOf(to) : "" };
  switch (event) {
    case "lays":
      if (penalty) return gobble ? say("{name} places a tile from the penalty pile: Gobble!", values) : say("{name} places a tile from the penalty pile", values);
      return gobble ? say("{name} places a tile: Gobble!", values) : say("{name} places a tile", values);
    case "late":
      return say("{name} comes too late", values);
    case "turns":
      return say("{name} flips tile {tile}", values);
    case "discards":
      return say("{name} puts tile {tile} on the penalty pile", values);
    case "gives":
      return back ? say("{name} gives a tile to {other}, who is back in the game", values) : say("{name} gives a tile to {other}", values);
    case "all":
      return say("{name} calls “All!”", values);
    default:
      return `${values.name} ${text}`;
  }
}
