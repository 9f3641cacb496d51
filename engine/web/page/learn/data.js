/**
 * The lessons: files that are loaded when a lesson or its rules are opened. A test plays every step of every lesson with the engine.
 */

import { LANGUAGE } from "../core/say.js";
import { load } from "../core/server.js";

/**
 * @typedef {object} Goal what counts as a right move
 * @property {string[]} [moves] the right moves
 * @property {boolean} [wins] whether every move that wins at once is right
 * @property {boolean} [any] whether every legal move is right
 *
 * @typedef {object} LessonStep
 * @property {string} id a name that is the same in all languages
 * @property {string} title
 * @property {string} text what the user reads, at most 45 words
 * @property {string} [variant]
 * @property {string} [start]
 * @property {string[]} [steps] the moves that lead to the position
 * @property {string} [game] the game of the position, if it is not that of the lesson
 * @property {string} [arrows] the move that is drawn as an arrow, with `=`
 * @property {string[]} [demo] moves that the user can have played on the board
 * @property {Goal} [goal] the move to find; without it the step is only read
 * @property {string} [answer] a right move, which is shown on request
 * @property {string} [hint] the reply to a first wrong move
 * @property {string} [right] the reply to a right move
 * @property {string[]} [reply] moves that follow a right move
 *
 * @typedef {object} Lesson
 * @property {string} game the game of the positions
 * @property {string} goal the goal of the game in one sentence
 * @property {string[]} rules
 * @property {LessonStep[]} steps
 */

/** @type {Map<string, Promise<Lesson>>} */
const loaded = new Map();

/** Loads the lesson of a game. @param {string} name the name of the game, as addresses contain it */
export function lessonFor(name) {
  const known = loaded.get(name) ?? load(`lessons/${LANGUAGE}/${name}.json`);
  loaded.set(name, known);
  known.catch(() => loaded.delete(name));
  return known;
}

/** The position of a step. @param {Lesson} lesson @param {LessonStep} step @returns {import("../../types").Line} */
export function lineOfStep(lesson, { game, variant, start, steps }) {
  return { game: game ?? lesson.game, variant: variant ?? null, start: start ?? null, steps: steps ?? [] };
}
