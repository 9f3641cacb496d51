/** The rating by Glicko-2: the example of the paper, and what solved and failed puzzles do. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { OF_PUZZLE, UNRATED, rated } from "../../page/puzzles/rating.js";
import { changeText } from "../../page/puzzles/summary.js";

test("the example of Glickman's paper", () => {
  const player = { rating: 1500, deviation: 200, volatility: 0.06, games: 0 };
  const after = rated(player, [
    { rating: 1400, deviation: 30, score: 1 },
    { rating: 1550, deviation: 100, score: 0 },
    { rating: 1700, deviation: 300, score: 0 },
  ]);
  assert.ok(Math.abs(after.rating - 1464.06) < 0.01, String(after.rating));
  assert.ok(Math.abs(after.deviation - 151.52) < 0.01, String(after.deviation));
  assert.ok(Math.abs(after.volatility - 0.05999) < 0.00001, String(after.volatility));
  assert.equal(after.games, 3);
});

test("a solved puzzle raises the rating, a harder one more, and the rating becomes more certain", () => {
  const solve = (/** @type {number} */ rating, /** @type {number} */ score) => rated(UNRATED, [{ rating, deviation: OF_PUZZLE, score }]);
  assert.ok(solve(1200, 1).rating > UNRATED.rating);
  assert.ok(solve(1200, 0).rating < UNRATED.rating);
  assert.ok(solve(1800, 1).rating > solve(1200, 1).rating);
  let player = UNRATED;
  for (let n = 0; n < 40; n += 1) player = rated(player, [{ rating: 1500, deviation: OF_PUZZLE, score: n % 2 }]);
  assert.ok(player.deviation < 110 && Math.abs(player.rating - 1500) < 120, JSON.stringify(player));
});

test("a provisional rating is shown without its change", () => {
  const game = { rating: 1200, deviation: OF_PUZZLE, score: 0 };
  assert.match(changeText(UNRATED, rated(UNRATED, [game])), /^Your rating is about \d+\.$/);
  const certain = { ...UNRATED, deviation: 80, games: 30 };
  assert.match(changeText(certain, rated(certain, [game])), /^Rating −\d\d?\.$/);
  assert.match(changeText(certain, rated(certain, [{ ...game, score: 1 }])), /^Rating \+\d\d?\.$/);
  assert.equal(changeText(certain, certain), "");
});
