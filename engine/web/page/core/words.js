/** Texts for players: results, games of a match, dice, tiles and times. */

import { LANGUAGE, say, sayCount } from "./say.js";

/** @typedef {import("./say.js").Values} Values */

/** The winner, and the way of winning. @type {Record<string, (values: Values) => string>} */
const WON = {
  board: (values) => say("{name} wins", values),
  road: (values) => say("{name} wins by road", values),
  flats: (values) => say("{name} wins by flats", values),
  resignation: (values) => say("{name} wins by resignation", values),
  time: (values) => say("{name} wins on time", values),
  agreement: (values) => say("{name} wins by agreement", values),
};

/** The winner, the points, and the way of winning. @type {Record<string, (points: number, values: Values) => string>} */
const WON_POINTS = {
  board: (points, values) => sayCount(points, "{name} wins {count} point", "{name} wins {count} points", values),
  resignation: (points, values) => sayCount(points, "{name} wins {count} point by resignation", "{name} wins {count} points by resignation", values),
  time: (points, values) => sayCount(points, "{name} wins {count} point on time", "{name} wins {count} points on time", values),
  agreement: (points, values) => sayCount(points, "{name} wins {count} point by agreement", "{name} wins {count} points by agreement", values),
};

/** How a game ends without a winner. @type {Record<string, string>} */
const DRAWN = { board: say("draw"), agreement: say("draw by agreement") };

/** How a game ends with a result that only its code states. @type {Record<string, string>} */
const ENDED = {
  board: say("game ended"),
  resignation: say("game ended by resignation"),
  time: say("game ended on time"),
  agreement: say("game ended by agreement"),
};

/**
 * A result as text: `Bob wins by road (0-R)`.
 *
 * @param {import("../../types").Outcome | null | undefined} result
 * @param {(player: number) => string} nameOf
 * @param {string | null} [how] how the game ended, if not on the board
 */
export function resultText(result, nameOf, how = null) {
  const way = how && how in ENDED && how !== "board" ? how : (result?.way ?? "board");
  const text = result?.winner ? wonText(result.points, way, nameOf(result.winner)) : result?.kind === "draw" ? DRAWN[way] ?? DRAWN.board : ENDED[way] ?? ENDED.board;
  const isCode = result?.says_how || (result?.kind === "ended" && result.sign);
  return isCode ? `${text} (${result.label})` : text;
}

/** @param {number | null} points @param {string} way @param {string} name */
function wonText(points, way, name) {
  if (points) return (WON_POINTS[way] ?? WON_POINTS.board)(points, { name });
  return (WON[way] ?? WON.board)({ name });
}

/**
 * The result of a match or a money game. If only one game was played, its points are the whole score and belong to the result.
 *
 * @template {import("../../types").Outcome | null | undefined} T
 * @param {T} result
 * @param {[number[], number[]] | null} scores before and after the last game
 * @returns {T}
 */
export function withPoints(result, scores) {
  return result && scores?.[0].every((points) => !points) ? { ...result, points: Math.max(...scores[1]) } : result;
}

/** The text with a capital first letter. @param {string} text */
export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
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
  const values = { number, score: scoreOf(after) };
  if (winner < 0) return say("Game {number} is over. Score: {score}", values);
  const points = after[winner] - before[winner];
  return sayCount(points, "{name} wins game {number} ({count} point). Score: {score}", "{name} wins game {number} ({count} points). Score: {score}", {
    name: nameOf(winner + 1),
    ...values,
  });
}

/** The dice of a step; empty if the step is not a roll. @param {import("./tree.js").TreeNode} node */
export function thrown({ event }) {
  return event?.kind === "dice" ? event.label : "";
}

/** The player to whose turn a step belongs; 0 if unknown. A roll belongs to the player who plays it. @param {import("./tree.js").TreeNode} node */
export function whose(node) {
  return thrown(node) ? (node.children[0]?.player ?? 0) : node.player;
}

/** Whether a step only asks for the dice, as `roll` does. @param {import("./tree.js").TreeNode} node */
export function asksForDice(node) {
  const [dice] = node.children;
  if (node.player === 0 || dice === undefined || thrown(dice) === "") return false;
  // Before the play of the roll, the roll belongs to the player who asked for it after a play of the opponent.
  return whose(dice) === node.player || (whose(dice) === 0 && node.parent?.parent != null && thrown(node.parent.parent) !== "" && node.parent.player !== node.player);
}

/** @typedef {{ place?: string, place_words?: string, found?: string, expected?: string, message?: string }} Fault a fault in a text, as the server reports it */

/** Why the server refused a text, without its place. @param {Fault} fault */
export function reasonText({ found, expected, message }) {
  const values = { found: found ?? "", expected: expected ?? "" };
  if (message !== undefined) return message;
  if (found) return say(expected ? "“{found}” is not valid; expected {expected}" : "“{found}” is not valid", values);
  return say(expected ? "something is missing; expected {expected}" : "something is missing", values);
}

/** Why the server refused a text, with the place of the fault. @param {Fault} fault */
export function faultText(fault) {
  const place = fault.place_words ?? fault.place;
  return place ? `${capital(place)}: ${reasonText(fault)}` : capital(reasonText(fault));
}

/** Why a room refused an action, as a sentence without the place. @param {Fault} fault */
export function refusalText(fault) {
  return capital(reasonText(fault)).replace(/[^.!?]$/, "$&.");
}

/** A step as text. @param {import("./tree.js").TreeNode} node */
export function stepText(node) {
  const dice = thrown(node);
  if (dice) return say("Rolled {dice}", { dice: new Intl.ListFormat(LANGUAGE).format(dice) });
  // Moves, and events without a label, are shown in notation.
  const { label } = node.event ?? {};
  return label && label !== node.step ? say("Drawn: {label}", { label }) : node.step;
}

/** A day, in milliseconds. */
const DAY = 86_400_000;

/** A time as the user writes it: “today, 16:05”, “yesterday, 9:30”, or a date. @param {number} when */
export function timeText(when) {
  const places = [...navigator.languages.filter((one) => one.startsWith(LANGUAGE)), LANGUAGE];
  const [then, now] = [new Date(when), new Date()];
  const days = Math.round((new Date(now).setHours(0, 0, 0, 0) - new Date(then).setHours(0, 0, 0, 0)) / DAY);
  if (days !== 0 && days !== 1) return then.toLocaleDateString(places, { dateStyle: "medium" });
  return `${new Intl.RelativeTimeFormat(places, { numeric: "auto" }).format(-days, "day")}, ${then.toLocaleTimeString(places, { timeStyle: "short" })}`;
}
