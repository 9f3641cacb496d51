/**
 * The rating of a player, by the Glicko-2 system: Mark E. Glickman, "Example of the Glicko-2 system", 2013 (glicko.net). Every solved or
 * failed puzzle is a game against the rating of the puzzle.
 */

/** @typedef {{ rating: number, deviation: number, volatility: number, games: number }} Rating */

/** The rating of a player who has solved nothing yet. @type {Rating} */
export const UNRATED = { rating: 1200, deviation: 350, volatility: 0.06, games: 0 };
/** The deviation of the rating of a puzzle, which is an estimate. */
export const OF_PUZZLE = 100;

/** The scale of Glicko-2, and the rating that is its zero. */
const SCALE = 173.7178;
const ZERO = 1500;
/** The system constant, which limits the change of the volatility. */
const TAU = 0.5;
const EXACT = 1e-6;
/** The deviation never falls below this, so that the rating keeps following the player. */
const LEAST = 60;

/**
 * The rating after games against opponents.
 *
 * @param {Rating} player
 * @param {{ rating: number, deviation: number, score: number }[]} games `score` is 1 for a win and 0 for a loss
 * @returns {Rating}
 */
export function rated(player, games) {
  const mu = (player.rating - ZERO) / SCALE;
  const phi = player.deviation / SCALE;
  let [information, surprise] = [0, 0];
  for (const { rating, deviation, score } of games) {
    const g = 1 / Math.sqrt(1 + (3 * (deviation / SCALE) ** 2) / Math.PI ** 2);
    const expected = 1 / (1 + Math.exp(-g * (mu - (rating - ZERO) / SCALE)));
    information += g * g * expected * (1 - expected);
    surprise += g * (score - expected);
  }
  const variance = 1 / information;
  const volatility = newVolatility(player.volatility, phi, variance, variance * surprise);
  const before = Math.sqrt(phi * phi + volatility * volatility);
  const after = 1 / Math.sqrt(1 / (before * before) + information);
  return {
    rating: ZERO + SCALE * (mu + after * after * surprise),
    deviation: Math.max(SCALE * after, LEAST),
    volatility,
    games: player.games + games.length,
  };
}

/** Step 5 of the paper: finds the new volatility by the Illinois algorithm. @param {number} sigma @param {number} phi @param {number} variance @param {number} delta */
function newVolatility(sigma, phi, variance, delta) {
  const a = Math.log(sigma * sigma);
  const f = (/** @type {number} */ x) => {
    const e = Math.exp(x);
    const sum = phi * phi + variance + e;
    return (e * (delta * delta - sum)) / (2 * sum * sum) - (x - a) / (TAU * TAU);
  };
  let low = a;
  let high = Math.log(Math.max(delta * delta - phi * phi - variance, Number.MIN_VALUE));
  if (delta * delta <= phi * phi + variance) {
    high = a - TAU;
    while (f(high) < 0) high -= TAU;
  }
  let [atLow, atHigh] = [f(low), f(high)];
  while (Math.abs(high - low) > EXACT) {
    const middle = low + ((low - high) * atLow) / (atHigh - atLow);
    const atMiddle = f(middle);
    if (atMiddle * atHigh <= 0) [low, atLow] = [high, atHigh];
    else atLow /= 2;
    [high, atHigh] = [middle, atMiddle];
  }
  return Math.exp(low / 2);
}
