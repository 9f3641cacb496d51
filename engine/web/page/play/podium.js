/** The end of a game in real time: the ranks, and a table of what each player did. */

import { h } from "../core/dom.js";
import { say, sayCount } from "../core/say.js";
import { capital } from "../core/words.js";

/** @typedef {{ tiles: number, laid: number, given: number, received: number, rank: number }} Tally the counts of a player in the standings */

/** The ranks, the winner first. @param {Tally[]} tallies @param {(player: number) => string} nameOf */
export function podium(tallies, nameOf) {
  const ranks = tallies.map(({ rank, tiles }, index) => ({ rank, tiles, name: nameOf(index + 1) })).sort((one, other) => one.rank - other.rank);
  const row = (/** @type {string[]} */ ...texts) => h("li", {}, ...texts.map((text) => h("span", {}, text)));
  return h("ol", { class: "ranks" }, ...ranks.map(({ rank, tiles, name }) => row(ordinal(rank), name, tilesText(tiles))));
}

/** @param {number} rank from 1 to 8 */
export function ordinal(rank) {
  return [say("1st"), say("2nd"), say("3rd")][rank - 1] ?? say("{rank}th", { rank });
}

/** @param {number} tiles */
export function tilesText(tiles) {
  return sayCount(tiles, "{count} tile", "{count} tiles");
}

/**
 * The table of counts. The server sends one row for each player. Here the players are columns, because there are more counts than players.
 * The first cell of a row is the number of the player; it is left out, and so is a count that is unknown for all.
 *
 * @param {import("../../types").Standings} standings
 * @param {(player: number) => string} nameOf
 */
export function standingsTable({ headings, rows, remark }, nameOf) {
  const head = h("tr", {}, h("td"), ...rows.map((_, index) => h("th", { scope: "col" }, nameOf(index + 1))));
  const counted = headings.map((name, index) => ({ name, cells: rows.map((row) => row[index]) })).filter(({ cells }) => cells.some((cell) => cell !== "–"));
  const body = counted.slice(1).map(({ name, cells }) => h("tr", {}, h("th", { scope: "row" }, capital(name)), ...cells.map((cell) => h("td", {}, cell))));
  return h("div", { class: "wide" }, h("table", { class: "totals" }, h("thead", {}, head), h("tbody", {}, ...body)), h("small", {}, `${capital(remark)}.`));
}
