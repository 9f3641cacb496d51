/**
 * What each game is, in one line and as short rules. These texts are content, like the rules in the book: no behaviour of the page
 * depends on them, and a game without an entry shows the description that the server sends.
 */

/** @typedef {{ line: string, goal: string, rules: string[] }} Rules */

/** @type {Record<string, Rules>} */
export const RULES = {
  takt: {
    line: "Build a road across the board. Stones stand up as walls and pile up in stacks.",
    goal: "Join two opposite sides of the board with a road of your stones.",
    rules: [
      "In the first turn, each player places a flat stone of the opponent.",
      "In a turn you place a stone on an empty square, or move a stack with your piece on top.",
      "A flat stone is part of a road. A stone on its edge is a wall: it blocks roads. A capstone blocks, and is part of a road too.",
      "To move a stack, pick up at most as many pieces as the board is wide. Walk straight and drop at least one piece on every square.",
      "Flat stones can be covered. A capstone alone can step on a wall, which it flattens.",
      "If the board is full or a player has no pieces left, the player with more flat stones on top wins.",
    ],
  },
  tryktrak: {
    line: "Backgammon: race fifteen checkers home with two dice and the doubling cube.",
    goal: "Bring all your checkers home and bear them off first.",
    rules: [
      "Roll two dice, and move a checker for each of them. A double is played four times.",
      "You may not end on a point with two or more checkers of the opponent. A single one is hit: it goes to the bar.",
      "A checker on the bar must enter before any other of your checkers moves.",
      "When all your checkers are on your points 1 to 6, you can bear them off.",
      "A gammon counts double: the opponent has not borne off a checker. A backgammon counts three times.",
      "Before you roll, you can double the stakes. The opponent takes, and then owns the cube, or passes and loses the game.",
    ],
  },
  quoridor: {
    line: "Run to the other side, and wall the opponent in. Easy to learn, hard to see through.",
    goal: "Reach the opposite side with your pawn first.",
    rules: [
      "In a turn you step to a neighbouring square, or place a wall.",
      "A wall is two squares long and goes into the grooves. Walls may not cross.",
      "If a pawn is next to yours, you jump over it. If a wall is beyond that pawn, you step diagonally beside it.",
      "Every pawn must always have a way to its goal: walls may not close it.",
      "Two players have ten walls each.",
    ],
  },
  trax: {
    line: "One tile, two lines, no fixed board. A single tile can force a whole row of others.",
    goal: "Close a loop of your colour, or a line across eight columns or rows.",
    rules: [
      "Both players use the same tiles. One face shows two curves, the other a crossing. Player 1 has the white lines, player 2 the red ones.",
      "Place a tile next to others so that the colours of all touching edges match.",
      "If two edges of one colour enter an empty space, its tile is forced: it is placed in the same turn, and may force more.",
      "A turn may not lead three edges of one colour into one space.",
      "If a turn makes winning lines for both players, the player who made it wins.",
    ],
  },
  tantrix: {
    line: "Hexagonal tiles with lines of four colours. Grow the longest line or loop.",
    goal: "Make the longest line or loop of your colour. A tile counts one point in a line and two in a loop.",
    rules: [
      "Each player has a colour and six tiles, which everyone can see. After every tile you draw a new one.",
      "Place a tile next to others so that the colours of all touching edges match.",
      "An empty space with three neighbours is forced: if one of your tiles fits, you must fill it, before and after your free tile.",
      "While there are tiles in the bag, no space may get three edges of one colour, and no tile may be the fourth around a space.",
      "When all tiles are placed, the player with the most points wins.",
    ],
  },
  gobble: {
    line: "A party game with the tiles of Tantrix: everyone plays at the same time, as fast as they can.",
    goal: "Get rid of all your tiles first.",
    rules: [
      "Flip the top tile of your stack. If you see a space where it touches two or more tiles and all colours match, place it.",
      "If you see none, discard it to your penalty pile. Those tiles need a space with three or more neighbours.",
      "If you fill a space with three or more neighbours, you give one of your tiles to another player.",
      "The first player without a tile wins.",
    ],
  },
};
