/** What passes between the page and the program that serves it. Nothing of this file is in the page. */

/** A position: a game, where it began and what was played since. */
export interface Line {
  game: string;
  variant?: string | null;
  start?: string | null;
  steps: string[];
}

/** What is pointed at: `CLASS NAME` of a target of the picture, or `=WORD`, a choice. */
export type Touch = string;

/** How a move is made by pointing. */
export interface Way {
  hops: Touch[][];
  /** Whether the hops may be made in any order. */
  free: boolean;
}

export interface WaysOfMove {
  move: string;
  ways: Way[];
}

export interface VariantKey {
  name: string;
  /** The values in words. */
  values: string;
  /** The default in words. */
  default: string;
  /** The values that the default may have; several where it follows from another key, none where words describe it. */
  defaults: string[];
  about: string;
  /** A limit is `off` or a whole number. */
  kind: "choice" | "int" | "half" | "limit" | "text";
  choices?: string[];
  min?: number;
  max?: number;
  step?: number;
}

export interface Named {
  name: string;
  about?: string;
  default?: boolean;
}

export interface Level {
  level: number;
  name: string;
  rating: number | null;
}

export interface GameInfo {
  name: string;
  about: string;
  variant_keys: VariantKey[];
  position_format: string;
  record_formats: { name: string; extensions: string[]; annotated: boolean; variations: boolean }[];
  searches: Named[];
  evaluators: (string | Named)[];
  score_unit: string;
  usual_lines: number;
  levels: Level[];
  rollouts: boolean;
  solvers: (string | Named)[];
  puzzles: boolean;
  real_time: { word: string; about: string; variant_keys?: VariantKey[] } | null;
  table_talk?: { resignations?: string[]; chance?: unknown; no_draw?: unknown };
  has_paths: boolean;
}

export interface Limits {
  threads: number;
  hash: number;
  time_ms: number;
  lines: number;
}

export interface Games {
  version: string;
  games: GameInfo[];
  limits: Limits;
}

/** The object of `ludex show --json`; games add facts of their own. */
export interface Show {
  game: string;
  variant: string;
  position: string;
  to_move: number | null;
  ply: number;
  over: boolean;
  result: string | null;
  returns: number[] | null;
  legal_moves: number;
  text?: string;
  [fact: string]: unknown;
}

export interface ViewRequest {
  line: Line;
  seat?: number | "mover";
  last?: boolean;
  paths?: boolean;
  arrows?: string | null;
  partial?: Touch[];
  preview?: string;
}

export interface View {
  line: Line;
  svg: string;
  preview_svg?: string;
  show: Show;
  /** by player: the property of the style sheet that holds the colour of his things */
  colours: string[];
  moves: WaysOfMove[];
  events: { event: string; weight: number }[];
  missing: string | null;
  /** `scores`: before and after a step that ended a game of a match. */
  sequence: { ply: number; step: string; player: number; scores?: [number[], number[]] }[];
}

/** Something that belongs to a position beside its board; a number where no values are listed. */
export interface SetupField {
  name: string;
  value: string;
  values: string[];
}

/** Something to be put on the board, or taken from it; without a picture where it only does something to pieces. */
export interface SetupPiece {
  name: string;
  /** The classes of the targets that it is put at. */
  kinds: string[];
  svg: string | null;
}

/** A position that is set up, and what lies beside the board meanwhile; nothing where it is set up as text alone. */
export interface SetUp {
  line: Line;
  tray: {
    pieces: SetupPiece[];
    /** The chosen piece, and where it may be put. */
    piece: string;
    places: Touch[];
    fields: SetupField[];
    cleared: string;
  } | null;
}

export interface FoundLine {
  move: string;
  win: number;
  draw?: number | null;
  loss?: number | null;
  score: number | null;
  depth?: number;
  nodes?: number;
  pv: string[];
  proof?: Proof | null;
  equity?: number | null;
  outcome?: Record<string, number> | null;
}

export interface Proof {
  result: "win" | "loss" | "draw";
  plies: number;
}

export interface Cube {
  verdict: string;
  no_double: number | null;
  double_take: number | null;
  double_pass: number | null;
}

/** The object of `analyse --json`. */
export interface Findings {
  game: string;
  position: string;
  to_move: number | null;
  bestmove: string | null;
  win: number;
  draw: number | null;
  loss: number | null;
  score: { unit: string; value: number | null };
  proof: Proof | null;
  depth: number;
  seldepth?: number;
  nodes: number;
  time_ms: number;
  nps: number;
  threads: number;
  pv: string[];
  lines: FoundLine[];
  players?: number[] | null;
  equity?: number | null;
  outcome?: Record<string, number> | null;
  cube?: Cube | null;
}

/** A move as `judge` sees it. */
export interface JudgedMove {
  number: number;
  /** Index into the steps of the line. */
  step: number;
  player: number;
  played: string;
  class: string | null;
  mark: string;
  /** What it lost, in the unit by which the game judges, and the same in words. */
  loss: number;
  lost: string;
  value: string;
  /** What each player could expect after it, 0 to 1. */
  expected: number[];
  luck: number | null;
  rank: number | null;
  candidates: { mv: string; pv: string[]; value: string; number: number }[];
  in_book?: boolean;
  comment?: string | null;
}

/** What is counted of a player. */
export interface Totals {
  player: number;
  moves: number;
  /** Of a hundred. */
  accuracy: number | null;
  best: number;
  inaccuracies: number;
  mistakes: number;
  blunders: number;
  luck: number | null;
}

/** The end of a judgement: sums, and what the game itself has to say of each player. */
export interface Judged {
  totals: Totals[];
  summary: { players: { player: number; pr?: number }[] } | null;
}

/** What a record says of a step that the page does not show, but keeps for the next file. */
export interface Unshown {
  /** What other programs say in a form of their own. */
  foreign?: string;
  /** The name of the variation that it begins. */
  name?: string | null;
  /** The result at the end of a variation. */
  ending?: string | null;
}

export interface ImportedGame {
  line: Line;
  /** Who made each step of the line; 0 is chance. */
  players: number[];
  format: string;
  names: (string | null)[];
  tags: [string, string][];
  result: string | null;
  comments: Record<string, string>;
  marks: Record<string, string>;
  /** What other programs say in a form of their own. */
  foreign?: Record<string, string>;
  /** The variations; `in` is the number of the step before, those of the line come first, 0 is the start. */
  asides: ({ in: number; step: string; player: number; mark: string; comment: string | null } & Unshown)[];
  damage: ErrorDetail | null;
  /** What was left out, or read as something else; the moves are whole. */
  remarks: ErrorDetail[];
}

export interface Imported {
  games: ImportedGame[];
  /** What is wrong with the games of which nothing can be read. */
  lost: ErrorDetail[];
  /** What is odd about the letters of a file. */
  remark: ErrorDetail | null;
  kind: "record" | "position" | "moves";
}

export interface ErrorDetail {
  place?: string;
  found?: string;
  expected?: string;
  hint?: string | null;
}

export interface Puzzle {
  id: string;
  kind: string;
  line: Line;
  ask: string;
  to_move: number;
}

export interface Puzzles {
  kinds: { name: string; about: string; count: number }[];
  puzzle: Puzzle | null;
}

export interface Tried {
  right: boolean;
  reply: string | null;
  solved: boolean;
  refuted_by?: string | null;
  /** A move that is right as well, and worth more. */
  better?: string | null;
  solution: string[] | null;
  or?: string[];
}

export interface Seat {
  name: string | null;
  who: "person" | "engine";
  level?: number | null;
  here?: boolean;
}

/** A game in a room, as it stands. */
export interface Room {
  line: Line;
  status: string;
  seats: Seat[];
  you: number | null;
  clocks_ms: number[] | null;
  running: number | null;
  offers: { draw: number | null; takeback: number | null; rematch: number | null };
  over: { result: string; how: string; told?: string | null } | null;
  match?: { result: string | null }[];
  takebacks?: boolean;
  dice?: string;
}

/** A game in real time, as it stands for who looks at it. */
export interface RealTime {
  svg: string;
  position: string;
  facts: Record<string, unknown>;
  next: string[];
  standings: unknown[];
  story: (string | { text: string })[];
  you?: number | null;
  over?: unknown;
}

export interface RoomMessage {
  room?: Room;
  real_time?: RealTime;
  said?: Record<string, unknown>;
  error?: ErrorDetail & { text?: string };
}

export interface NewRoom {
  room: string;
  keys: (string | null)[];
  watch: string;
}
