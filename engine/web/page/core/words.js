/** Results, games of a match and what chance decided, in words that a player understands. */

/** How a game ended that the board did not end. @type {Record<string, string>} */
const HOW = { resignation: "by resignation", time: "on time", agreement: "by agreement" };

/**
 * A result in words.
 *
 * @param {import("../../types").Outcome | null | undefined} result
 * @param {(player: number) => string} nameOf
 * @param {string | null} [how] what ended the game
 */
export function resultText(result, nameOf, how = null) {
  const who = result?.winner ? `${nameOf(result.winner)} wins` : result?.kind === "draw" ? "a draw" : "it has ended";
  return [who, result?.points && pointsText(result.points), how && HOW[how], result?.says_how && `written ${result.label}`].filter(Boolean).join(", ");
}

/** With a capital in front. @param {string} text */
export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** @param {number} points */
function pointsText(points) {
  return points === 1 ? "1 point" : `${points} points`;
}

/** A score. @param {number[]} score */
export function scoreOf(score) {
  return score.join("–");
}

/**
 * A game of a match that has ended.
 *
 * @param {[number[], number[]]} scores before and after it
 * @param {number} number which game it was
 * @param {(player: number) => string} nameOf
 */
export function gameText([before, after], number, nameOf) {
  const winner = after.findIndex((points, index) => points > before[index]);
  if (winner < 0) return `Game ${number} is over: ${scoreOf(after)}`;
  return `${nameOf(winner + 1)} wins game ${number}, ${pointsText(after[winner] - before[winner])}: ${scoreOf(after)}`;
}

/** What was thrown for a turn; empty where chance decided something else. @param {import("./tree.js").TreeNode} node */
export function thrown({ event }) {
  return event?.kind === "dice" ? event.label : "";
}

/** A step in a sentence. @param {import("./tree.js").TreeNode} node */
export function stepText(node) {
  const dice = thrown(node);
  if (dice) return `The dice show ${[...dice].join(" and ")}`;
  // What has no other name than its notation stands for itself.
  const { label } = node.event ?? {};
  return label && label !== node.step ? `Drawn: ${label}` : node.step;
}
