/** The steps of lessons that the user has finished, kept in the browser. */

import { keep, kept } from "../core/storage.js";

export const LESSONS = "ludex.lessons";

/** @typedef {{ done: string[], at: string }} LessonProgress the ids of the finished steps, and of the step that was open last */

/** The progress in all lessons. @returns {Record<string, LessonProgress>} */
export function allLessons() {
  return kept(LESSONS, {});
}

/** The progress in the lesson of a game. @param {string} game @returns {LessonProgress} */
export function lessonOf(game) {
  return allLessons()[game] ?? { done: [], at: "" };
}

/** Remembers the step that is open. @param {string} game @param {string} id */
export function openStep(game, id) {
  keep(LESSONS, { ...allLessons(), [game]: { ...lessonOf(game), at: id } });
}

/** Remembers that a step is finished. @param {string} game @param {string} id */
export function finishStep(game, id) {
  const { done, at } = lessonOf(game);
  if (!done.includes(id)) keep(LESSONS, { ...allLessons(), [game]: { done: [...done, id], at } });
}
