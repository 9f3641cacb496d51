/**
 * What passes between the page and the program that serves it. Nothing of this file is in the page.
 *
 * The test `types` of the engine (`engine/tests/it/serve/types`) holds it against a running server: a member that only one side
 * knows fails it. It reads interfaces, type aliases, unions of words, lists, tuples and `Record<string, …>`, and no more of TypeScript.
 */

/** Questions with one answer. */
export interface Questions {
  "/api/games": { asks: GamesRequest; gives: Games };
  "/api/view": { asks: ViewRequest; gives: View };
  "/api/chance": { asks: ChanceRequest; gives: Thrown };
  "/api/setup": { asks: SetUpRequest; gives: SetUp };
  "/api/import": { asks: ImportRequest; gives: Imported };
  "/api/puzzles": { asks: PuzzlesRequest; gives: Puzzles };
  "/api/puzzles/try": { asks: TryRequest; gives: Tried };
  "/api/rooms": { asks: RoomOrder; gives: NewRoom };
}

/** Questions that are answered by a stream of events, by their names. */
export interface Streams {
  "/api/analyse": { asks: AnalyseRequest; tells: { findings: Findings; done: Findings } };
  "/api/judge": { asks: JudgeRequest; tells: { progress: JudgeProgress; move: JudgedMove; done: Judged } };
  "/api/solve": { asks: SolveRequest; tells: { progress: SolveProgress; done: Solved } };
  "/api/rollout": { asks: RolloutRequest; tells: { findings: RolledOut; done: RolledOut } };
}

/** Questions that are answered by a file. */
export interface Files {
  "/api/export": { asks: ExportRequest };
}

export interface GamesRequest {}

/** A position: a game, where it began and what was played since. */
export interface Line {
  game: string;
  variant?: string | null;
  start?: string | null;
  steps: string[];
}

/** What is pointed at, a target of the picture or a choice. Which ones are choices is told beside the ways. */
export type Touch = string;

/** How a move is made by pointing. */
export interface Way {
  hops: Touch[][];
  /** Whether the hops may be made in any order. */
  free: boolean;
}

/** How chance decides: dice are rolled, pieces are dealt before the game, a piece is drawn. */
export type ChanceKind = "dice" | "deal" | "draw" | "other";

/** What chance decided, or may. */
export interface ChanceEvent {
  kind: ChanceKind;
  /** What came, and nothing else: `31` where the notation is `dice:31`. */
  label: string;
}

/** A result. */
export interface Outcome {
  /** `open`: a record that says that nothing is known. */
  kind: "win" | "draw" | "ended" | "open";
  /** As the program or a record writes it. */
  label: string;
  winner: number | null;
  /** What it counts, where the word says so. */
  points: number | null;
  /** Whether the label is a sign of game files, such as `1-0`. */
  sign: boolean;
  /** Whether the sign also says how the game was won. */
  says_how: boolean;
}

/** An option of a variant as it is stated. */
export interface StatedOption {
  name: string;
  value: string;
  /** Whether the game has this value where nothing is said. */
  usual: boolean;
  /** In words: `size 6`, `no opening`. */
  label: string;
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

export interface SearchInfo {
  name: string;
  about: string;
  default: boolean;
  evaluators: string[];
}

export interface Level {
  level: number;
  name: string;
  rating: number;
}

export interface RecordFormat {
  name: string;
  extensions: string[];
  annotated: boolean;
  variations: boolean;
}

export interface GameInfo {
  name: string;
  aliases: string[];
  /** The name as players read it. */
  title: string;
  about: string;
  variant_keys: VariantKey[];
  position_format: string;
  position_formats: string[];
  record_formats: RecordFormat[];
  searches: SearchInfo[];
  evaluators: string[];
  score_unit: string;
  usual_lines: number;
  levels: Level[];
  rollouts: boolean;
  solvers: string[];
  puzzles: boolean;
  real_time: RealTimeKind | null;
  long_turns: boolean;
  /** Whether it judges games in a manner of its own. */
  annotates: boolean;
  table_talk: TableTalk;
  has_paths: boolean;
}

/** A variant that is played in real time. */
export interface RealTimeKind {
  word: string;
  about: string;
  variant_keys: VariantKey[];
}

/** What is said at the board beside moves. */
export interface TableTalk {
  words: { said: string; move: string }[];
  chance: { entered: string; meaning: string } | null;
  /** Why players cannot agree on a draw. */
  no_draw: string | null;
  resignations: string[];
}

export interface Limits {
  threads: number;
  hash: number;
  time_ms: number;
  lines: number;
  steps: number;
}

export interface Games {
  version: string;
  games: GameInfo[];
  limits: Limits;
}

/** The object of `ludex show --json`. Games add facts of their own, of which those are named here that the page reads. */
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
  /** The games that each player has won, where several are counted. */
  score?: number[];
  cube?: { value: number; owner: number | null; offered: boolean };
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
  /** The variant of the line. */
  options: StatedOption[];
  svg: string;
  preview_svg?: string;
  show: Show;
  /** How the game ended, by the rules. */
  outcome: Outcome | null;
  /** by player: the property of the style sheet that holds the colour of his things */
  colours: string[];
  moves: WaysOfMove[];
  /** The touches of the moves that are choices, with their words. */
  choices: Record<Touch, string>;
  /** What chance may bring now. */
  events: WeighedEvent[];
  missing: string | null;
  sequence: PlayedStep[];
}

/** An event of chance in the notation of the game, with what it brings. */
export interface WeighedEvent {
  event: string;
  kind: ChanceKind;
  label: string;
  weight: number;
}

/** A step of a line, by whom it was made; 0 is chance. */
export interface PlayedStep {
  ply: number;
  step: string;
  player: number;
  /** What a step of chance brought. */
  event?: ChanceEvent;
  /** Before and after a step that ended a game of a match. */
  scores?: [number[], number[]];
}

export interface ChanceRequest {
  line: Line;
}

export interface Thrown {
  event: string;
  kind: ChanceKind;
  label: string;
}

/** What is to be changed, nothing where only the tray is asked for. */
export interface SetUpRequest {
  line: Line;
  /** The piece whose places are told. */
  piece?: string | null;
  /** A position that was typed, in the place of the line's. */
  text?: string | null;
  put?: { piece: string; at: Touch } | null;
  set?: { field: string; value: string } | null;
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
  /** Whether it turns what lies there. */
  turns: boolean;
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

/** What is to be analysed. */
export interface AnalyseRequest {
  line: Line;
  time_ms?: number | null;
  nodes?: number | null;
  depth?: number | null;
  search?: string | null;
  evaluator?: string | null;
  level?: number | string | null;
  lines?: number | null;
  threads?: number | null;
  hash?: number | null;
  seed?: number;
}

/** A question on the socket of the analysis: a new one takes the place of the one before. */
export interface AnalyseMessage extends AnalyseRequest {
  id: number;
  token?: string | null;
}

/** What is said on the socket of the analysis. */
export interface AnalyseWord {
  event: "findings" | "done" | "error";
  id: number;
  data: Findings | Refusal;
}

export interface FoundLine {
  move: string;
  win: number;
  score: number | null;
  depth: number;
  nodes: number;
  pv: string[];
  equity?: number;
  outcome?: Record<string, number>;
  [fact: string]: unknown;
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
  [fact: string]: unknown;
}

/** The object of `analyse --json`. Games add facts of their own, of which those are named here that the page reads. */
export interface Findings {
  game: string;
  variant: string;
  position: string;
  to_move: number | null;
  bestmove: string | null;
  win: number;
  draw: number;
  loss: number;
  score: { unit: string; value: number | null };
  proof: Proof | null;
  depth: number;
  seldepth: number;
  nodes: number;
  time_ms: number;
  nps: number;
  threads: number;
  seed: number;
  pv: string[];
  lines: FoundLine[];
  search: string;
  evaluator: string | null;
  facts: Record<string, unknown>;
  /** What each may expect, −1 to 1, where more than two play. */
  players?: number[];
  turn?: Turn;
  equity?: number;
  outcome?: Record<string, number>;
  cube?: Cube;
  [fact: string]: unknown;
}

/** A whole turn, where a player moves several times in a row. */
export interface Turn {
  moves: string[];
  answers: { events: string[]; move: string | null; win: number | null }[];
}

/** What is to be judged, and what may be spent on each move. */
export interface JudgeRequest {
  line: Line;
  time_ms?: number | null;
  nodes?: number | null;
  depth?: number | null;
  threads?: number | null;
  lines?: number | null;
  seed?: number;
  page?: boolean;
  names?: (string | null)[];
}

export interface JudgeProgress {
  done: number;
  of: number;
}

/** A move as `judge` sees it. */
export interface JudgedMove {
  number: number;
  /** Index into the steps of the line. */
  step: number;
  player: number;
  played: string;
  /** Whether a report tells it: what is forced or of no weight is not told. */
  told: boolean;
  class: string;
  mark: string;
  /** What it lost, in the unit by which the game judges, and the same in words. */
  loss: number;
  lost: string;
  /** Whether it threw the whole game away. */
  loses_all: boolean;
  kept: number;
  value: string;
  /** What each player could expect after it, 0 to 1. */
  expected: number[];
  luck: number | null;
  rank: number | null;
  candidates: { mv: string; pv: string[]; value: string; number: number }[];
  reply: string[];
  missed_win: { plies: number; line: string[] } | null;
  in_book: boolean;
  comment: string | null;
  signs: string;
  facts: Record<string, unknown>;
}

/** What is counted of a player. */
export interface Totals {
  player: number;
  name: null;
  moves: number;
  best: number;
  inaccuracies: number;
  mistakes: number;
  blunders: number;
  loss_of_win: number;
  /** Of a hundred. */
  accuracy: number | null;
  luck: number | null;
}

/** The end of a judgement: sums, and what the game itself has to say of each player. */
export interface Judged {
  totals: Totals[];
  summary: { players: PlayerSummary[]; remark: string } | null;
  html: string | null;
}

export interface PlayerSummary {
  player: number;
  pr?: number | null;
  [fact: string]: unknown;
}

export interface SolveRequest {
  line: Line;
  solver?: string | null;
  time_ms?: number | null;
  threads?: number | null;
  hash?: number | null;
}

export interface SolveProgress {
  depth: number;
  moves: string[];
  nodes: number;
  time_ms: number;
}

/** What is proven. */
export interface Solved {
  result: "win" | "loss" | "draw" | "unknown";
  plies: number | null;
  moves: string[];
  nodes: number;
  line: string[];
  /** Of what is unknown: the lines that were looked at, and whether to their ends. */
  looked_at?: string;
  exhausted?: boolean;
}

export interface RolloutRequest {
  line: Line;
  plays?: string[];
  trials?: number | null;
  truncate?: number | null;
  depth?: number | null;
  cubeful?: boolean | null;
  variance_reduction?: boolean | null;
  error?: number | null;
  jsd?: number | null;
  min_trials?: number | null;
  lines?: number | null;
  threads?: number | null;
  seed?: number;
}

/** The object of `rollout --json`. */
export interface RolledOut {
  game: string;
  variant: string;
  position: string;
  to_move: number | null;
  bestmove: string | null;
  score: { unit: string; value: number | null };
  trials: number;
  truncate: number | null;
  depth: number;
  cubeful?: boolean;
  bearoff?: boolean;
  variance_reduction: boolean;
  jsd: number | null;
  min_trials: number | null;
  /** Why it is over; null while it goes on. */
  ended: "trials" | "error" | "certain" | "stopped" | null;
  time_ms: number;
  lines: RolledLine[];
  seed: number;
  threads: number;
  [fact: string]: unknown;
}

/** A move, or the position itself, as it was rolled out: by equity, or by the result. */
export interface RolledLine {
  move: string | null;
  trials: number;
  jsd: number;
  equity?: number;
  value?: number;
  error: number;
  interval: [number, number];
  [fact: string]: unknown;
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

/** A step of a variation; `in` is the number of the step before, those of the line come first, 0 is the start. */
export interface Aside extends Unshown {
  in: number;
  step: string;
  /** Who made it: known from the game. */
  player?: number;
  mark: string;
  comment: string | null;
}

/** The same with who made it; 0 is chance. */
export interface ImportedAside {
  in: number;
  step: string;
  player: number;
  mark: string;
  comment: string | null;
  foreign: string;
  name: string | null;
  ending: string | null;
}

export interface ImportRequest {
  text: string;
  game?: string | null;
  variant?: string | null;
  /** Whether the text holds the bytes of a file, a letter each. */
  bytes?: boolean;
}

export interface ImportedGame {
  line: Line;
  /** Who made each step of the line; 0 is chance. */
  players: number[];
  format: string;
  names: (string | null)[];
  tags: [string, string][];
  result: string | null;
  outcome: Outcome | null;
  comments: Record<string, string>;
  marks: Record<string, string>;
  /** What other programs say in a form of their own. */
  foreign: Record<string, string>;
  /** The variations. */
  asides: ImportedAside[];
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
  place: string;
  found: string;
  expected: string;
  hint: string | null;
}

/** Why there is no answer: in its parts, and the line that the command line would print. */
export interface Refusal {
  error: ErrorDetail;
  text: string;
}

/** What is to be written; `comments`, `marks` and `foreign` go by the number of the step, 0 is the start. */
export interface ExportRequest {
  line: Line;
  format: string;
  names?: (string | null)[];
  tags?: [string, string][];
  result?: string | null;
  comments?: Record<string, string>;
  marks?: Record<string, string>;
  foreign?: Record<string, string>;
  asides?: Aside[];
  size?: number | null;
  theme?: string | null;
  seat?: number | "mover" | null;
  last?: boolean;
  arrows?: string | null;
  paths?: boolean;
}

export interface PuzzlesRequest {
  game: string;
  kind?: string | null;
  /** The one that is wanted. */
  id?: string | null;
  /** Those that need not come again. */
  done?: string[];
}

export interface TryRequest {
  id: string;
  /** The moves of the player, and the answers between them. */
  steps?: string[];
  /** Whether the player gives up, and wants the solution. */
  reveal?: boolean;
}

export interface Puzzle {
  id: string;
  kind: string;
  line: Line;
  ask: string;
  to_move: number;
  turns: number | null;
  origin: string;
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
  /** Other first moves that are right as well. */
  or?: string[];
}

/** A room that is wanted, for a game in turns from a line, or for one in real time. */
export interface RoomOrder {
  line?: Line | null;
  seats?: OrderedSeat[];
  /** Time for each player and what each move adds, `5m+3s`. */
  clock?: string | null;
  dice?: "server" | "entered";
  takebacks?: boolean;
  real_time?: { game: string; variant?: string; bots?: number } | null;
}

export interface OrderedSeat {
  who?: "person" | "engine";
  name?: string | null;
  level?: number | null;
}

export interface NewRoom {
  room: string;
  keys: (string | null)[];
  watch: string;
}

/** Whether there is a room, `GET /api/rooms/ID`. */
export interface RoomThere {
  room: string;
  there: boolean;
}

/** The first message of a guest. */
export interface Joining {
  join: { key: string; name?: string | null; token?: string | null };
}

/** What one does at a table. */
export type Act =
  | { do: "move"; move: string }
  | { do: "event"; event: string }
  | { do: "resign"; stake?: string | null }
  | { do: "name"; name: string }
  | { do: "act"; line: string }
  | { do: PlainAct };

/** What is said by one word. */
export type PlainAct =
  | "roll"
  | "offer_draw"
  | "accept_draw"
  | "decline_draw"
  | "takeback"
  | "accept_takeback"
  | "decline_takeback"
  | "hint"
  | "rematch"
  | "decline_rematch"
  | "start";

export interface Seat {
  name: string;
  who: "person" | "engine";
  level: number | null;
  here: boolean;
}

/** What all rooms tell. */
export interface AnyRoom {
  id: string;
  seats: Seat[];
  /** How many look on. */
  watching: number;
  you: number | null;
}

/** A game in a room, as it stands. */
export interface Room extends AnyRoom {
  line: Line;
  status: { ply: number; to_move: number | null; next: number; over: boolean };
  rules: { clock: string | null; dice: "server" | "entered"; takebacks: boolean };
  missing: string | null;
  clocks_ms: number[] | null;
  running: number | null;
  offers: { draw: number | null; takeback: number | null; rematch: number | null };
  over: Over | null;
  /** The games of a match before this one, where they are other lines. */
  match: { start: string | null; steps: string[]; result: string | null; outcome: Outcome | null }[];
}

/** How the game of a room ended. */
export interface Over {
  result: string;
  outcome: Outcome;
  how: "board" | "time" | "resignation" | "agreement";
  /** Who was late or gave up. */
  player: number | null;
  returns: number[];
  told: string | null;
}

/** A room in which a game is played in real time. */
export interface LiveRoom extends AnyRoom {
  game: string;
  variant: string;
  options: StatedOption[];
  real_time: true;
  begun: boolean;
  over: Record<string, unknown> | null;
}

/** A game in real time, as it stands for who looks at it. */
export interface RealTime {
  svg: string;
  /** With what lies face down: known once the game is over. */
  position: string | null;
  facts: Record<string, unknown>;
  help: string;
  time_ms: number;
  running: boolean;
  standings: Standings;
  /** What happened since the last message; `at` in seconds. */
  story: { at: number; player: number | null; text: string }[];
}

/** A table with a row for each player. */
export interface Standings {
  headings: string[];
  rows: string[][];
  remark: string;
  facts: Record<string, unknown>;
}

/** Something that is told beside the state of a room. */
export interface Said {
  hint?: { move: string | null; pv: string[] | null; win: number | null; late: boolean };
  /** An offer. */
  declined?: "draw";
  /** Who gave a game of a match up, which goes on, and what that game came to. */
  resigned?: number;
  result?: string | null;
  outcome?: Outcome | null;
  /** To a question in real time. */
  answer?: string;
}

/** One of these. */
export interface RoomMessage {
  room?: Room | LiveRoom;
  real_time?: RealTime;
  said?: Said;
  error?: ErrorDetail;
  text?: string;
}
