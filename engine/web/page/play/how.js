/** How a game was won on the board, which the results of some games do not say, and the final score of a match: for the card at the end. */

import { say } from "../core/say.js";
import { scoreOf } from "../core/words.js";

/** What ends a game of Trax. @type {Record<string, string>} */
const LINES = { loop: say("A closed loop"), line: say("A line from edge to edge") };

/**
 * A sentence about the last position; empty if the result says all, or if the game did not end on the board.
 *
 * @param {import("../core/desk.js").Desk} desk
 * @param {import("../core/study.js").Study} study
 */
export function howText({ view }, { result }) {
  if (!view?.show.over) return "";
  const { points, winning_lines: lines, path_lengths: paths } = /** @type {{ points?: number[], winning_lines?: { kind: string }[], path_lengths?: number[] }} */ (view.show);
  if (points) return say("Points: {score}", { score: scoreOf(points) });
  if (lines?.length) return LINES[lines[0].kind] ?? "";
  return result?.winner && paths?.[result.winner - 1] === 0 ? say("The pawn reaches its goal") : "";
}

/**
 * The final score of a match; empty for a single game, whose points are in the result. The position does not include the points of a game that was resigned.
 *
 * @param {import("../core/desk.js").Desk} desk
 * @param {import("../../types").Room | null} room
 * @param {import("../../types").Outcome | null} result
 */
export function finalScore({ view }, room, result) {
  const score = view?.show.score;
  if (!view || !score || (view.show.over && result?.points) || !(score.some(Boolean) || room?.match.length)) return "";
  return scoreOf(score.map((value, index) => value + (!view.show.over && result?.winner === index + 1 ? (result.points ?? 0) : 0)));
}
