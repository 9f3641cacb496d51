/** Evaluations as text and as shares, the same for all games. The server states the unit. */

import { say } from "../core/say.js";

/**
 * @typedef {import("../../types").Findings} Findings
 * @typedef {import("../../types").FoundLine} FoundLine
 * @typedef {Pick<Findings, "to_move" | "win" | "draw" | "loss" | "players">} Shares the expected results
 * @typedef {import("../../types").Proof} Proof
 */

/** Limits for inaccuracies, mistakes and blunders: the loss of expected result, where a win counts 1. */
export const LOSSES = [
  { loss: 0.2, mark: "??", name: "blunder" },
  { loss: 0.1, mark: "?", name: "mistake" },
  { loss: 0.05, mark: "?!", name: "inaccuracy" },
];

/** The same limits for equities of backgammon, in points. */
export const EQUITY_LOSSES = [
  { loss: 0.12, mark: "??" },
  { loss: 0.06, mark: "?" },
  { loss: 0.03, mark: "?!" },
];

/** A chance in percent. @param {number | null | undefined} chance */
export function percent(chance) {
  return chance === null || chance === undefined ? "–" : `${(100 * chance).toFixed(chance > 0.995 && chance < 1 ? 1 : 0)} %`;
}

/** A number with its sign. @param {number} value @param {number} [digits] */
export function signed(value, digits = 2) {
  const text = Math.abs(value).toFixed(digits);
  const sign = Number(text) === 0 ? "" : value > 0 ? "+" : "−";
  return sign + text;
}

/** Certain results as text; a proven one, `win in 7`, is counted in plies. */
const TOLD = {
  win: say("win"),
  loss: say("loss"),
  draw: say("forced draw"),
  winIn: (/** @type {number} */ plies) => say("win in {plies}", { plies }),
  lossIn: (/** @type {number} */ plies) => say("loss in {plies}", { plies }),
};

/** The same in a picture of the board, where there is space for a few letters only. @type {typeof TOLD} */
export const DRAWN = {
  win: say("win|in a picture"),
  loss: say("loss|in a picture"),
  draw: say("forced draw|in a picture"),
  winIn: (plies) => say("win in {plies}|in a picture", { plies }),
  lossIn: (plies) => say("loss in {plies}|in a picture", { plies }),
};

/** The proof of a line, if there is one. @param {FoundLine | undefined} line @param {Findings} findings */
function proofOf(line, findings) {
  return line?.move === findings.bestmove ? findings.proof : null;
}

/** The value of a line in the unit of the game, or a certain result. @param {FoundLine | undefined} line @param {Findings} findings @param {typeof TOLD} [results] the texts of certain results */
export function scoreText(line, findings, results = TOLD) {
  const proof = proofOf(line, findings);
  if (proof?.result === "draw") return results.draw;
  if (proof) return proof.result === "win" ? results.winIn(proof.plies) : results.lossIn(proof.plies);
  const value = line ? (line.equity ?? line.score) : findings.score?.value;
  if (value !== null && value !== undefined) return signed(value);
  const win = line?.win ?? findings.win;
  return { 0: results.loss, 1: results.win }[win] ?? percent(win);
}

/**
 * The lines in the order of their values, the best first: quick wins, then higher values, then slow losses. The server may have sorted the
 * lines before it updated their values.
 *
 * @param {Findings} findings
 * @returns {FoundLine[]}
 */
export function ranked(findings) {
  const worth = (/** @type {FoundLine} */ line) => {
    const proof = proofOf(line, findings);
    if (proof?.result === "win") return [2, -proof.plies];
    if (proof?.result === "loss") return [-2, proof.plies];
    const value = proof ? 0 : (line.equity ?? line.score);
    if (value !== null && value !== undefined) return [0, value];
    return [line.win === 1 ? 1 : line.win === 0 ? -1 : 0, 2 * line.win - 1];
  };
  const known = new Map(findings.lines.map((line) => [line, worth(line)]));
  const [of, by] = [0, 1].map((part) => (/** @type {FoundLine} */ line) => known.get(line)?.[part] ?? 0);
  return [...findings.lines].sort((one, other) => of(other) - of(one) || by(other) - by(one));
}

/**
 * The expected result of each player, 0 (loss) to 1 (win).
 *
 * @param {Shares} findings
 * @returns {number[] | null}
 */
export function sharesOf(findings) {
  const { players, to_move: mover, win, draw } = findings;
  if (players && players.length > 2) {
    // Expected results range from −1 to 1. Convert them to shares that add up to one win.
    const shares = players.map((value) => Math.max(0, (value + 1) / 2));
    const sum = shares.reduce((all, share) => all + share, 0) || 1;
    return shares.map((share) => share / sum);
  }
  if (typeof win !== "number") return null;
  const expected = win + draw / 2;
  return mover === 2 ? [1 - expected, expected] : [expected, 1 - expected];
}

/**
 * The chances that the first player wins, of a draw, and that the second player wins.
 *
 * @param {Shares} findings
 * @returns {[number, number, number]}
 */
export function chancesOf({ to_move: mover, win, draw, loss }) {
  return mover === 2 ? [loss, draw, win] : [win, draw, loss];
}

/** A large number in short form: `12 k`, `3.4 M`. @param {number} count */
export function short(count) {
  if (count >= 1e6) return say("{number} M", { number: (count / 1e6).toFixed(1) });
  return count >= 1e3 ? say("{number} k", { number: (count / 1e3).toFixed(0) }) : String(Math.round(count));
}
