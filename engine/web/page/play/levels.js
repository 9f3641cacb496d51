/** The levels of the computer: their names, and what they overlook. The server states the facts for the usual search of each game. */

import { say } from "../core/say.js";
import { capital } from "../core/words.js";

/**
 * @typedef {import("../../types").GameInfo} GameInfo
 * @typedef {import("../../types").Level} Level
 */

/** The level with this number; undefined if the game has none. @param {GameInfo} info @param {number | null} number */
function levelOf(info, number) {
  return info.levels.find(({ level }) => level === number);
}

/** A level by name and number: `Casual (level 4)`. Empty if the game has no such level. @param {GameInfo} info @param {number | null} number */
export function levelName(info, number) {
  const known = levelOf(info, number);
  return known ? say("{name} (level {level})", { name: capital(known.title), level: known.level }) : "";
}

/** The levels as entries of a list: value and text. @param {GameInfo} info @returns {[string, string][]} */
export function levelChoices(info) {
  return info.levels.map(({ level, title, rating }) => [String(level), rating ? say("{level} – {name} (rating {rating})", { level, name: capital(title), rating }) : `${level} – ${capital(title)}`]);
}

/** What a level overlooks, as sentences. @param {GameInfo} info @param {number} number */
export function levelText(info, number) {
  const known = levelOf(info, number);
  if (!known) return "";
  if (known.sight === null) return say("Plays at full strength.");
  return `${SIGHT[Math.min(known.sight, SIGHT.length - 1)]} ${PLAY.find(([to]) => number <= to)?.[1]}`;
}

/** What a level sees near the end of a game, by the number of plies. */
const SIGHT = [say("May overlook a win in one move."), say("Takes a win in one move, but may overlook your threats."), say("Stops your immediate threats if it can.")];
/** How good its other moves are: the highest level to which a sentence applies. @type {[number, string][]} */
const PLAY = [
  [1, say("Overlooks many good moves.")],
  [3, say("Often overlooks a good move.")],
  [5, say("Sometimes overlooks a good move.")],
  [7, say("Rarely overlooks a good move.")],
  [9, say("Looks less far ahead than level 10.")],
];
