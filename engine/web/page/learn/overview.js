/** The page about learning a game: its first lesson, with the progress of the user, and its rules. */

import { h, fill } from "../core/dom.js";
import { labelledLink } from "../core/icons.js";
import { addressOf } from "../core/link.js";
import { say } from "../core/say.js";
import { textOf } from "../core/server.js";
import { lessonFor } from "./data.js";
import { stepList } from "./lesson.js";
import { lessonOf } from "./progress.js";

/** @typedef {import("./data.js").Lesson} Lesson */

/** The lesson and the rules of a game, which appear when they are loaded. @param {string} game */
export function overview(game) {
  const box = h("div", { class: "lesson-overview" });
  lessonFor(game).then(
    (lesson) => fill(box, lessonPart(game, lesson), rulesPart(lesson)),
    (error) => fill(box, h("p", { class: "wrong", role: "status" }, textOf(error))),
  );
  return box;
}

/** @param {string} game @param {Lesson} lesson */
function lessonPart(game, lesson) {
  const { steps } = lesson;
  const { done, at } = lessonOf(game);
  const finished = steps.filter(({ id }) => done.includes(id)).length;
  const isDone = finished === steps.length;
  const open = steps.findIndex(({ id }) => id === at);
  const next = isDone || open < 0 ? 0 : open;
  const label = say(isDone ? "Repeat the lesson" : open < 0 ? "Start the lesson" : "Continue with step {number}", { number: next + 1 });
  return h(
    "section",
    { class: "rules", "aria-label": say("First lesson") },
    h("h2", {}, say("First lesson")),
    h("p", { class: "row" }, labelledLink("learn", label, addressOf({ kind: "learn", game, number: next + 1 }), { class: "button main" }), h("progress", { max: steps.length, value: finished, "aria-label": say("Finished steps") }), h("small", {}, say("{done} of {all} steps finished", { done: finished, all: steps.length }))),
    stepList(game, lesson, null),
  );
}

/** @param {Lesson} lesson */
function rulesPart({ goal, rules }) {
  return h("section", { class: "rules", "aria-label": say("Rules") }, h("h2", {}, say("Rules")), h("p", {}, h("strong", {}, say("Goal:")), ` ${goal}`), h("ol", {}, ...rules.map((rule) => h("li", {}, rule))));
}
