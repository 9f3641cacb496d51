/** The cube decision and the chances of a backgammon position, if the findings contain them. */

import { byId, fill, h } from "../core/dom.js";
import { say } from "../core/say.js";
import { capital } from "../core/words.js";
import { percent, signed } from "./values.js";

/** @typedef {import("../../types").Findings} Findings */

/** @type {["no_double" | "double_take" | "double_pass", string][]} */
const EQUITIES = [
  ["no_double", say("No double")],
  ["double_take", say("Double, take")],
  ["double_pass", say("Double, pass")],
];

/**
 * Shows the cube decision and the outcomes, or hides the panel.
 *
 * @param {Findings | null} findings
 * @param {import("../core/desk.js").Desk} desk
 */
export function showCube(findings, desk) {
  const panel = byId("cube");
  const { cube, outcome } = findings ?? {};
  panel.hidden = !cube && !outcome;
  if (!findings || panel.hidden) return fill(panel);
  const mover = findings.to_move ?? 1;
  // After a double the opponent is to move, but the equities are those of the player who doubled.
  const offered = desk.view?.show.cube?.offered;
  const doubler = desk.nameOf(offered ? 3 - mover : mover);
  fill(panel, cube && cubeTable(cube, doubler), outcome && outcomeTable(outcome, desk.nameOf(mover)));
}

/** @param {import("../../types").Cube} cube @param {string} doubler the name of the player whose equities are shown */
function cubeTable(cube, doubler) {
  const known = EQUITIES.filter(([key]) => typeof cube[key] === "number");
  // The opponent takes or passes, whichever is worse for the doubler.
  const doubled = Math.min(cube.double_take ?? Infinity, cube.double_pass ?? Infinity);
  const best = Math.max(cube.no_double ?? -Infinity, doubled);
  const rows = known.map(([key, name]) => {
    const value = cube[key] ?? 0;
    return h("tr", {}, h("th", { scope: "row" }, name), h("td", {}, signed(value, 3)), h("td", {}, signed(value - best, 3)));
  });
  const head = h("tr", {}, h("td"), h("th", { scope: "col" }, say("Equity")), h("th", { scope: "col" }, say("Loss|of equity")));
  return h("div", {}, h("p", { class: "verdict" }, capital(cube.verdict)), h("table", {}, h("caption", {}, say("Equity of {name}", { name: doubler })), h("thead", {}, head), h("tbody", {}, ...rows)));
}

/** @param {Record<string, number>} outcome @param {string} mover the name of the player whose chances are shown */
function outcomeTable(outcome, mover) {
  const row = (/** @type {string} */ name, /** @type {number} */ all, /** @type {number} */ gammon, /** @type {number} */ backgammon) =>
    h("tr", {}, h("th", { scope: "row" }, name), h("td", {}, percent(all)), h("td", {}, percent(gammon)), h("td", {}, percent(backgammon)));
  const head = [mover, say("All|wins or losses"), say("Gammon"), say("Backgammon|triple win")].map((name) => h("th", { scope: "col" }, name));
  const wins = row(say("Wins"), outcome.win, outcome.win_gammon, outcome.win_backgammon);
  const losses = row(say("Loses"), 1 - outcome.win, outcome.lose_gammon, outcome.lose_backgammon);
  return h("table", {}, h("thead", {}, h("tr", {}, ...head)), h("tbody", {}, wins, losses));
}
