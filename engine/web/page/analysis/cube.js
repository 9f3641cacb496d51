/** The decision about a doubling cube and the outcomes of a position, wherever the findings have them. */

import { byId, fill, h } from "../core/dom.js";
import { percent, signed } from "./values.js";

/** @typedef {import("../../types").Findings} Findings */

/** @type {["no_double" | "double_take" | "double_pass", string][]} */
const EQUITIES = [
  ["no_double", "No double"],
  ["double_take", "Double, take"],
  ["double_pass", "Double, pass"],
];

/**
 * Shows what the findings say, or nothing.
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
  // An answer is the mover's; what doubling is worth is told to the one who doubled.
  const offered = desk.view?.show.cube?.offered;
  const doubler = desk.nameOf(offered ? 3 - mover : mover);
  fill(panel, cube && cubeTable(cube, doubler), outcome && outcomeTable(outcome, desk.nameOf(mover)));
}

/** @param {import("../../types").Cube} cube @param {string} doubler whose equities they are */
function cubeTable(cube, doubler) {
  const known = EQUITIES.filter(([key]) => typeof cube[key] === "number");
  // Who is doubled takes or passes, whichever costs him less.
  const doubled = Math.min(cube.double_take ?? Infinity, cube.double_pass ?? Infinity);
  const best = Math.max(cube.no_double ?? -Infinity, doubled);
  const rows = known.map(([key, name]) => {
    const value = cube[key] ?? 0;
    return h("tr", {}, h("th", { scope: "row" }, name), h("td", {}, signed(value, 3)), h("td", {}, signed(value - best, 3)));
  });
  return h("div", {}, h("p", { class: "verdict" }, cube.verdict), h("table", {}, h("caption", {}, `Equity of ${doubler}`), h("tbody", {}, ...rows)));
}

/** @param {Record<string, number>} outcome @param {string} mover whose outcomes they are */
function outcomeTable(outcome, mover) {
  const row = (/** @type {string} */ name, /** @type {number} */ all, /** @type {number} */ gammon, /** @type {number} */ backgammon) =>
    h("tr", {}, h("th", { scope: "row" }, name), h("td", {}, percent(all)), h("td", {}, percent(gammon)), h("td", {}, percent(backgammon)));
  const head = [mover, "all", "gammon", "backgammon"].map((name) => h("th", { scope: "col" }, name));
  const wins = row("Wins", outcome.win, outcome.win_gammon, outcome.win_backgammon);
  const losses = row("Loses", 1 - outcome.win, outcome.lose_gammon, outcome.lose_backgammon);
  return h("table", {}, h("thead", {}, h("tr", {}, ...head)), h("tbody", {}, wins, losses));
}
