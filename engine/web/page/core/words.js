/** Texts for players: results, games of a match, dice and tiles. */

/** Ways in which a game ends other than on the board. @type {Record<string, string>} */
const HOW = { resignation: "by resignation", time: "on time", agreement: "by agreement" };

/**
 * A result as text: `Bob wins by road (0-R)`.
 *
 * @param {import("../../types").Outcome | null | undefined} result
 * @param {(player: number) => string} nameOf
 * @param {string | null} [how] how the game ended, if not on the board
 */
export function resultText(result, nameOf, how = null) {
  const who = result?.winner ? `${nameOf(result.winner)} wins` : result?.kind === "draw" ? "draw" : "game ended";
  const points = result?.points ? ` ${pointsText(result.points)}` : "";
  const way = how && HOW[how] ? ` ${HOW[how]}` : result?.way ? ` by ${result.way}` : "";
  const isCode = result?.says_how || (result?.kind === "ended" && result.sign);
  return who + points + way + (isCode ? ` (${result.label})` : "");
}

/** The text with a capital first letter. @param {string} text */
export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** @param {number} points */
function pointsText(points) {
  return points === 1 ? "1 point" : `${points} points`;
}

/** A score as text: `2–1`. @param {number[]} score */
export function scoreOf(score) {
  return score.join("–");
}

/**
 * The end of a game of a match as text: `Bob wins game 2 (2 points). Score: 1–2`.
 *
 * @param {[number[], number[]]} scores before and after the game
 * @param {number} number the number of the game in the match
 * @param {(player: number) => string} nameOf
 */
export function gameText([before, after], number, nameOf) {
  const winner = after.findIndex((points, index) => points > before[index]);
  if (winner < 0) return `Game ${number} is over. Score: ${scoreOf(after)}`;
  return `${nameOf(winner + 1)} wins game ${number} (${pointsText(after[winner] - before[winner])}). Score: ${scoreOf(after)}`;
}

/** The dice of a step; empty if the step is not a roll. @param {import("./tree.js").TreeNode} node */
export function thrown({ event }) {
  return event?.kind === "dice" ? event.label : "";
}

/** @typedef {{ place?: string, found?: string, expected?: string, message?: string }} Fault a fault in a text, as the server reports it */

/** Why the server refused a text, without its place. @param {Fault} fault */
export function reasonText({ found, expected, message }) {
  return message ?? `${found ? `“${found}” is not valid` : "something is missing"}${expected ? `; expected ${expected}` : ""}`;
}

/** Why the server refused a text, with the place of the fault. @param {Fault} fault */
export function faultText(fault) {
  return fault.place ? `${capital(fault.place)}: ${reasonText(fault)}` : capital(reasonText(fault));
}

/** A step as text. @param {import("./tree.js").TreeNode} node */
export function stepText(node) {
  const dice = thrown(node);
  if (dice) return `Rolled ${[...dice].join(" and ")}`;
  // Moves, and events without a label, are shown in notation.
  const { label } = node.event ?? {};
  return label && label !== node.step ? `Drawn: ${label}` : node.step;
}
