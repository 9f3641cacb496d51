/** The progress with puzzles as the puzzle page and the home show it, and the puzzle of the day on the home. */

import { h } from "../core/dom.js";
import { labelledLink } from "../core/icons.js";
import { addressOf } from "../core/link.js";
import { say, sayCount } from "../core/say.js";
import { ask } from "../core/server.js";
import { daysInRow, puzzleProgress, ratingIn, today } from "./progress.js";

/** With a larger deviation, a rating is shown as provisional. */
const CERTAIN = 110;

/** The progress in short facts, or what will be there after the first puzzle. @param {import("../../types").GameInfo[]} games the games whose ratings are shown @param {string} date today */
export function progressFacts(games, date) {
  const { solved, failed, run, best } = puzzleProgress();
  const days = daysInRow(date);
  const facts = [
    ...games.map(ratingText),
    solved + failed > 0 && say("Solved: {count}", { count: solved }),
    failed > 0 && say("Not at the first try: {count}", { count: failed }),
    run > 1 && say("{count} in a row (best: {best})", { count: run, best }),
    days > 0 && sayCount(days, "Daily puzzle: {count} day", "Daily puzzle: {count} days in a row"),
  ];
  const known = facts.filter(Boolean);
  if (!known.length) return h("p", { class: "quiet" }, say("Your rating will be here after the first puzzle."));
  return h("ul", { class: "facts-row", "aria-label": say("Your progress") }, ...known.map((fact) => h("li", {}, fact)));
}

/** The rating in a game as text; empty without a rating. @param {import("../../types").GameInfo} game */
function ratingText({ name, title }) {
  const { rating, deviation, games } = ratingIn(name);
  return games ? say("Rating in {game}: {rating}", { game: title, rating: `${Math.round(rating)}${deviation > CERTAIN ? "?" : ""}` }) : "";
}

/** What a puzzle did to a rating. The first changes are large and mean little, so a provisional rating is shown without its change. @param {import("./rating.js").Rating} before @param {import("./rating.js").Rating} after */
export function changeText(before, after) {
  const rating = Math.round(after.rating);
  const change = rating - Math.round(before.rating);
  if (after.games === before.games) return "";
  if (after.deviation > CERTAIN) return say("Your rating is about {rating}.", { rating });
  return say("Rating {change}.", { change: `${change < 0 ? "−" : "+"}${Math.abs(change)}` });
}

/**
 * The puzzle of the day, for the home. Empty until it is loaded.
 *
 * @param {import("../core/desk.js").Desk} desk
 * @param {(box: HTMLElement, line: import("../../types").Line) => Promise<void>} draw draws a position into a box
 */
export function dailyCard(desk, draw) {
  const date = today();
  const box = h("section", { class: "daily", "aria-label": say("Daily puzzle") });
  ask("/api/puzzles/daily", { date }).then(
    ({ puzzle }) => {
      const { game } = puzzle.line;
      const address = addressOf({ kind: "puzzles", game, number: puzzle.number });
      const isSolved = puzzleProgress().daily === date;
      const look = h("a", { class: "look", href: address, "aria-hidden": "true", tabindex: "-1", "data-game": game });
      box.append(
        look,
        h(
          "div",
          {},
          h("h2", {}, say("Daily puzzle")),
          h("p", {}, h("strong", {}, desk.game(game)?.title ?? game)),
          h("p", {}, `${puzzle.ask}.`),
          h("p", { class: "row" }, labelledLink("puzzle", say(isSolved ? "Solve again" : "Solve"), address, { class: "button main" }), isSolved && h("span", { class: "right" }, say("Solved today"))),
          progressFacts(desk.games, date),
        ),
      );
      // The card is complete without its picture.
      draw(look, puzzle.line).catch(() => {});
    },
    () => box.remove(),
  );
  return box;
}
