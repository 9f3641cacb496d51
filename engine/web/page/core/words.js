/** Results, games of a match and what chance decided, in words that a player understands. */

/** How a game ended that the board did not end. @type {Record<string, string>} */
const HOW = { resignation: "by resignation", time: "on time", agreement: "by agreement" };

/**
 * A result: a word of the program, or what a record tells.
 *
 * @param {string | null | undefined} result
 * @param {(player: number) => string} nameOf
 * @param {string | null} [how] what ended the game
 */
export function resultText(result, nameOf, how = null) {
  const won = /^p(\d)win(?: (\d+))?$/.exec(result ?? "");
  const noted = /^(?:([1RF])-0|0-([1RF]))$/.exec(result ?? "");
  const winner = won ? +won[1] : noted ? (noted[1] ? 1 : 2) : 0;
  const drawn = result === "draw" || result === "1/2-1/2";
  const who = winner ? `${nameOf(winner)} wins` : drawn ? "a draw" : "it has ended";
  return [who, won?.[2] && pointsText(+won[2]), how && HOW[how], noted && /[RF]/.test(result ?? "") && `written ${result}`].filter(Boolean).join(", ");
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
export function thrown({ player, step }) {
  return (player === 0 && /^dice:(.+)$/.exec(step)?.[1]) || "";
}

/** A step in a sentence. @param {import("./tree.js").TreeNode} node */
export function stepText(node) {
  const dice = thrown(node);
  if (dice) return `The dice show ${[...dice].join(" and ")}`;
  return node.player === 0 && node.step.startsWith(">") ? `Drawn: ${node.step.slice(1)}` : node.step;
}
