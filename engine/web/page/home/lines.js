import { say } from "../core/say.js";

/**
 * What each game is, in one line. Each game of this list has a lesson in `lessons/`. A game without an entry shows the description that the
 * server sends.
 *
 * @type {Record<string, string>}
 */
export const LINES = {
  takt: say("Build a road across the board. Stones stand up as walls and pile up in stacks."),
  tryktrak: say("Backgammon: race fifteen checkers home with two dice and the doubling cube."),
  quoridor: say("Run to the other side, and wall the opponent in. Easy to learn, hard to see through."),
  trax: say("One tile, two lines, no fixed board. A single tile can force a whole row of others."),
  tantrix: say("Hexagonal tiles with lines of four colours. Grow the longest line or loop."),
  gobble: say("A party game with the tiles of Tantrix: everyone plays at the same time, as fast as they can."),
};

/** The titles of variants in real time, which the server only names. @type {Record<string, string>} */
export const TITLES = { gobble: say("Gobble") };
