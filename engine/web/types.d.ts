/**
 * The types of all messages between the page and the server. The page itself does not contain this file.
 *
 * The test `types` of the engine (`engine/tests/it/serve/types`) compares it with a running server, and fails for a member that only
 * one side knows. The test understands interfaces, type aliases, unions of strings, arrays, tuples and `Record<string, …>`, but no
 * other TypeScript.
 */

/** Requests with one JSON answer. */
export interface Questions {
  "/api/games": { asks: GamesRequest; gives: Games };
  "/api/view": { asks: ViewRequest; gives: View };
  "/api/chance": { asks: ChanceRequest; gives: Thrown };
  "/api/setup": { asks: SetUpRequest; gives: SetUp };
  "/api/import": { asks: ImportRequest; gives: Imported };
  "/api/puzzles": { asks: PuzzlesRequest; gives: Puzzles };
  "/api/puzzles/daily": { asks: DailyRequest; gives: Daily };
  "/api/puzzles/try": { asks: TryRequest; gives: Tried };
  "/api/choice": { asks: ChoiceRequest; gives: ChoiceExplained };
  "/api/rooms": { asks: RoomOrder; gives: NewRoom };
  "/api/qr": { asks: CodeRequest; gives: Code };
}

/** Requests that are answered by a stream of named events. */
export interface Streams {
  "/api/analyse": { asks: AnalyseRequest; sends: { findings: Findings; done: Findings } };
  "/api/judge": { asks: JudgeRequest; sends: { progress: JudgeProgress; move: JudgedMove; done: Judged } };
  "/api/solve": { asks: SolveRequest; sends: { progress: SolveProgress; done: Solved } };
  "/api/rollout": { asks: RolloutRequest; sends: { findings: RolledOut; done: RolledOut } };
}

/** Requests that are answered by a file. */
export interface Files {
  "/api/export": { asks: ExportRequest };
}

export interface GamesRequest {}

/** A request for a QR code. */
export interface CodeRequest {
  text: string;
}

export interface Code {
  svg: string;
}

/** A position: the game, its start position and the steps since then. */
export interface Line {
  game: string;
  variant?: string | null;
  start?: string | null;
  steps: string[];
}

/** A click: on a target of the picture, or a choice. `View.choices` lists those that are choices. */
export type Touch = string;

/** A way to enter a move by clicks. */
export interface Way {
  hops: Touch[][];
  /** Whether the hops can be made in any order. */
  free: boolean;
  /** Pairs of hops, by their indices: the first of a pair must be made before the second. */
  after?: [number, number][];
}

/** The kind of a chance event: a roll of the dice, a deal before the game, a drawn piece. */
export type ChanceKind = "dice" | "deal" | "draw" | "other";

/** A chance event. */
export interface ChanceEvent {
  kind: ChanceKind;
  /** The result alone: for example `31` if the notation is `dice:31`. */
  label: string;
}

/** A result. */
export interface Outcome {
  /** `open`: a record states that the result is unknown. */
  kind: "win" | "draw" | "ended" | "open";
  /** The result in the notation of the program or of the record. */
  label: string;
  winner: number | null;
  /** The points, if the label states them. */
  points: number | null;
  /** Whether the label is a result code of game files, such as `1-0`. */
  sign: boolean;
  /** Whether the code also states how the game was won, as `R-0` does. */
  says_how: boolean;
  /** How the game was won, if the label states it: `road`, `flats`. */
  way: string | null;
}

/** An option of a variant. */
export interface StatedOption {
  name: string;
  value: string;
  /** Whether this is the default. */
  usual: boolean;
  /** The option as text: `board size 6`, `no Crawford rule`. */
  label: string;
}

export interface WaysOfMove {
  move: string;
  ways: Way[];
}

export interface VariantKey {
  name: string;
  /** The name for players, as in the middle of a sentence: `board size`, `Crawford rule`. */
  title: string;
  /** A description of the values. */
  values: string;
  /** A description of the default. */
  default: string;
  /** The possible values of the default. There are several if it depends on another key, and none if it can only be described. */
  defaults: string[];
  about: string;
  /** A limit is `off` or a whole number. */
  kind: "choice" | "int" | "half" | "limit" | "text";
  choices?: string[];
  /** The titles of the choices, as the page shows them. */
  titles?: string[];
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
  /** The name in the language of the request. */
  title: string;
  rating: number;
  /** Within this number of plies before the end of the game, the level makes no mistakes; null at full strength. */
  sight: number | null;
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
  /** The name for players. */
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
  /** Whether the game has its own method of analysing games. */
  annotates: boolean;
  table_talk: TableTalk;
  has_paths: boolean;
}

/** A variant in real time. */
export interface RealTimeKind {
  /** The name in addresses, such as `gobble`. */
  name: string;
  word: string;
  about: string;
  variant_keys: VariantKey[];
}

/** What players can say besides making moves. */
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

/** The object of `ludex show --json`. Games add more facts; only those that the page reads are listed here. */
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
  /** The score of each player in a match. */
  score?: number[];
  cube?: { value: number; owner: number | null; offered: boolean };
  [fact: string]: unknown;
}

export interface ViewRequest {
  line: Line;
  seat?: number | "mover";
  last?: boolean;
  paths?: boolean;
  /** Whether the pictures show the board alone; then `players` describes the players. */
  bare?: boolean;
  arrows?: string | null;
  partial?: Touch[];
  preview?: string;
}

export interface View {
  line: Line;
  /** The options of the variant. */
  options: StatedOption[];
  svg: string;
  preview_svg?: string;
  /** What is at each target of the pictures, for screen readers. */
  places: Record<Touch, string>;
  /** The names of the players, such as `White`. */
  names: string[];
  /** The last step as a sentence, with `{player}` for the name of its player; null for chance events. */
  said: string | null;
  /** What the player to move must do, if the rules of this turn differ from those of other turns. */
  task: string | null;
  show: Show;
  /** The result by the rules. */
  outcome: Outcome | null;
  /** For each player: the CSS property with the colour of the player. */
  colours: string[];
  /** What each player has apart from the board; empty unless the picture is bare. */
  players: PlayerBeside[];
  moves: WaysOfMove[];
  /** The touches that are choices, with their labels. */
  choices: Record<Touch, string>;
  /** The possible chance events. */
  events: WeighedEvent[];
  missing: string | null;
  sequence: PlayedStep[];
}

/** Short phrases about a player, such as `10 walls`, and a picture of the pieces in hand or in reserve. */
export interface PlayerBeside {
  facts: string[];
  held: string | null;
}

/** A chance event in the notation of the game, with its result. */
export interface WeighedEvent {
  event: string;
  kind: ChanceKind;
  label: string;
  weight: number;
}

/** A step of a line, with the player who made it; 0 is chance. */
export interface PlayedStep {
  ply: number;
  step: string;
  player: number;
  /** The result, if the step is a chance event. */
  event?: ChanceEvent;
  /** The scores before and after a step that ended a game of a match. */
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

/** A change of a position. Without a change, the request asks for the tray only. */
export interface SetUpRequest {
  line: Line;
  /** The piece whose possible places are listed. */
  piece?: string | null;
  /** A typed position, which replaces that of the line. */
  text?: string | null;
  put?: { piece: string; at: Touch } | null;
  set?: { field: string; value: string } | null;
}

/** A part of a position other than its board. Without a list of values it is a number. */
export interface SetupField {
  name: string;
  value: string;
  values: string[];
  /** The name and the values in the language of the request, if it is not English. */
  label?: string;
  labels?: string[];
}

/** A piece to place, or a tool that removes or rotates pieces. Tools have no picture. */
export interface SetupPiece {
  name: string;
  /** The name in the language of the request, if it is not English. */
  label?: string;
  /** The classes of the targets where it can be used. */
  kinds: string[];
  /** Whether it is the tool that rotates a piece. */
  turns: boolean;
  svg: string | null;
}

/** A position in the editor, with its tray. The tray is null for games whose positions can only be entered as text. */
export interface SetUp {
  line: Line;
  tray: {
    pieces: SetupPiece[];
    /** The chosen piece, and the places where it can go. */
    piece: string;
    places: Touch[];
    fields: SetupField[];
    cleared: string;
  } | null;
}

/** A request for an analysis. */
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

/** A request on the web socket of the analysis. It replaces the one before. */
export interface AnalyseMessage extends AnalyseRequest {
  id: number;
  token?: string | null;
}

/** A message on the web socket of the analysis. */
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

/** The object of `ludex analyse --json`. Games add more facts; only those that the page reads are listed here. */
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
  /** The number of other searches that share the cores of the server with this one. */
  sharing?: number;
  /** The expected result of each player, −1 to 1, in games of more than two. */
  players?: number[];
  turn?: Turn;
  equity?: number;
  outcome?: Record<string, number>;
  cube?: Cube;
  [fact: string]: unknown;
}

/** A whole turn, in games in which a player makes several moves in a row. */
export interface Turn {
  moves: string[];
  answers: { events: string[]; move: string | null; win: number | null }[];
}

/** A request to analyse a game, with limits for each move. */
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

/** The judgement of a move. */
export interface JudgedMove {
  number: number;
  /** Index into the steps of the line. */
  step: number;
  player: number;
  played: string;
  /** Whether a report lists the move. Forced moves and those that make no difference are left out. */
  told: boolean;
  class: string;
  mark: string;
  /** The loss in the unit of the game; `lost` is the same as text. */
  loss: number;
  lost: string;
  /** Whether it turned a won game into a lost one. */
  loses_all: boolean;
  kept: number;
  value: string;
  /** The expected result of each player after the move, 0 to 1. */
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

/** The totals of one player in an analysed game. */
export interface Totals {
  player: number;
  name: null;
  moves: number;
  best: number;
  inaccuracies: number;
  mistakes: number;
  blunders: number;
  loss_of_win: number;
  /** The accuracy of the player in percent. */
  accuracy: number | null;
  luck: number | null;
}

/** The result of the analysis of a game: the counts of each player, and a summary in the words of the game. */
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

/** The answer of a search for a forced win, draw or loss. */
export interface Solved {
  result: "win" | "loss" | "draw" | "unknown";
  plies: number | null;
  moves: string[];
  nodes: number;
  line: string[];
  /** If the result is unknown: the lines that were searched, in words, and whether all of them were searched. */
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
  /** Why the rollout ended; null while it is running. */
  ended: "trials" | "error" | "certain" | "stopped" | null;
  time_ms: number;
  lines: RolledLine[];
  seed: number;
  threads: number;
  [fact: string]: unknown;
}

/** The rollout of a move, or of the position itself, as an equity or as an expected result. */
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

/** Parts of an imported record that the page does not show but exports again. */
export interface Unshown {
  /** Annotations of other programs, unchanged. */
  foreign?: string;
  /** The name of the variation that begins here. */
  name?: string | null;
  /** The result at the end of a variation. */
  ending?: string | null;
}

/** A step of a variation. `in` is the number of the step before it; steps of the line are numbered first, 0 is the start. */
export interface Aside extends Unshown {
  in: number;
  step: string;
  /** The player who made the step; the server derives it from the game. */
  player?: number;
  mark: string;
  comment: string | null;
}

/** The same, with the player who made the step; 0 is chance. */
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
  /** Whether each character of the text is a byte of a file. */
  bytes?: boolean;
}

export interface ImportedGame {
  line: Line;
  /** The player who made each step of the line; 0 is chance. */
  players: number[];
  format: string;
  names: (string | null)[];
  tags: [string, string][];
  result: string | null;
  outcome: Outcome | null;
  comments: Record<string, string>;
  marks: Record<string, string>;
  /** Annotations of other programs, unchanged. */
  foreign: Record<string, string>;
  /** The variations. */
  asides: ImportedAside[];
  damage: ErrorDetail | null;
  /** Parts that were left out or changed; the moves are complete. */
  remarks: ErrorDetail[];
}

export interface Imported {
  games: ImportedGame[];
  /** One error for each game that cannot be read at all. */
  lost: ErrorDetail[];
  /** A problem with the encoding of the file. */
  remark: ErrorDetail | null;
  kind: "record" | "position" | "moves";
}

export interface ErrorDetail {
  /** Where the fault is, in English. */
  place: string;
  /** The place in the language of the request, if that is not English. */
  place_words?: string;
  found: string;
  expected: string;
  /** What is wrong, as a sentence without the place and the hint. */
  message: string;
  hint: string | null;
}

/** Why a request failed: in parts, and as the line that the command line would print. */
export interface Refusal {
  error: ErrorDetail;
  text: string;
}

/** A request for a file. The keys of `comments`, `marks` and `foreign` are numbers of steps; 0 is the start. */
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
  pieces?: string | null;
  seat?: number | "mover" | null;
  last?: boolean;
  arrows?: string | null;
  paths?: boolean;
}

/** A request for the list of a game's puzzles, or for one of them without the list. */
export interface PuzzlesRequest {
  game: string;
  /** The requested puzzle. */
  id?: string | null;
  /** The requested puzzle by its number among all puzzles of the game, counted from 1. */
  number?: number | null;
}

export interface DailyRequest {
  /** The date at the user's place, `YYYY-MM-DD`. */
  date: string;
}

export interface Daily {
  puzzle: Puzzle;
}

export interface TryRequest {
  id: string;
  /** The moves of the player and the replies between them. */
  steps?: string[];
  /** Whether to return the solution. */
  reveal?: boolean;
}

export interface Puzzle {
  id: string;
  /** The number of the puzzle among all puzzles of the game, counted from 1. */
  number: number;
  kind: string;
  line: Line;
  ask: string;
  to_move: number;
  turns: number | null;
  /** How hard it is: an estimate on the scale of the rating of players. */
  rating: number;
  origin: string;
}

/** A puzzle in the list of its game. */
export interface PuzzleEntry {
  id: string;
  number: number;
  kind: string;
  turns: number | null;
  rating: number;
}

export interface Puzzles {
  kinds: { name: string; about: string }[];
  /** All puzzles of the game; empty if one puzzle was requested. */
  puzzles: PuzzleEntry[];
  puzzle: Puzzle | null;
}

export interface Tried {
  right: boolean;
  reply: string | null;
  solved: boolean;
  refuted_by?: string | null;
  /** Another correct move, which is even better. */
  better?: string | null;
  solution: string[] | null;
  /** Other correct first moves. */
  or?: string[];
}

/** A line, whose last step is explained. */
export interface ChoiceRequest {
  line: Line;
}

/** Why the player who made the last move had little choice; null if the last step is not a move. */
export interface ChoiceExplained {
  choice: Choice | null;
}

export interface Choice {
  player: number;
  /** The number of legal moves. */
  moves: number;
  /** If the opponent threatened to win: the number of moves that prevented it. */
  safe: number | null;
  /** The rule of the game that applied, in one word. */
  rule: string | null;
  /** A number that belongs to the rule; 0 if it has none. */
  count: number;
}

/** A request for a room: for a turn-based game that starts from a line, or for a real-time game. */
export interface RoomOrder {
  line?: Line | null;
  seats?: OrderedSeat[];
  /** Time for each player and increment per move, `5m+3s`. */
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

/** Whether a room exists, `GET /api/rooms/ID`. */
export interface RoomThere {
  room: string;
  there: boolean;
}

/** The first message of a client that joins a room. */
export interface Joining {
  join: { key: string; name?: string | null; token?: string | null };
}

/** An action in a room. */
export type Act =
  | { do: "move"; move: string }
  | { do: "event"; event: string }
  | { do: "resign"; stake?: string | null }
  | { do: "name"; name: string }
  | { do: "act"; line: string }
  | { do: "say"; phrase: Phrase }
  | { do: PlainAct };

/** The phrases that players can say to each other. */
export type Phrase =
  | "hello"
  | "good_luck"
  | "well_played"
  | "nice_move"
  | "thanks"
  | "sorry"
  | "oops"
  | "one_moment"
  | "good_game"
  | "bye";

/** Actions without parameters. */
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

/** The state that all rooms share. */
export interface AnyRoom {
  id: string;
  seats: Seat[];
  /** The number of spectators. */
  watching: number;
  you: number | null;
}

/** The state of a game in a room. */
export interface Room extends AnyRoom {
  line: Line;
  status: { ply: number; to_move: number | null; next: number; over: boolean };
  rules: { clock: string | null; dice: "server" | "entered"; takebacks: boolean };
  missing: string | null;
  clocks_ms: number[] | null;
  running: number | null;
  offers: { draw: number | null; takeback: number | null; rematch: number | null };
  over: Over | null;
  /** The earlier games of a match, if each is a separate line. */
  match: { start: string | null; steps: string[]; result: string | null; outcome: Outcome | null }[];
}

/** How the game of a room ended. */
export interface Over {
  result: string;
  outcome: Outcome;
  how: "board" | "time" | "resignation" | "agreement";
  /** The player who resigned or lost on time. */
  player: number | null;
  returns: number[];
  told: string | null;
}

/** The state of a room with a game in real time. */
export interface LiveRoom extends AnyRoom {
  game: string;
  variant: string;
  options: StatedOption[];
  real_time: true;
  begun: boolean;
  /** The players who want another game. */
  again: number[];
  over: Record<string, unknown> | null;
}

/** A game in real time, as the receiving client sees it. */
export interface RealTime {
  svg: string;
  /** The tiles of the receiving player; null for a spectator. */
  hand: string | null;
  /** The position with all face-down tiles; sent when the game is over. */
  position: string | null;
  facts: LiveFacts;
  help: string;
  time_ms: number;
  running: boolean;
  /** The rest of the countdown before the start, in milliseconds. */
  starts_in_ms: number;
  standings: Standings;
  /** The events since the last message. */
  story: LiveEvent[];
  /** All events of the game; sent when the game is over. */
  history: LiveEvent[] | null;
}

/** What everyone can see, and what the receiving player can play now. */
export interface LiveFacts {
  players: { stacks: number[]; hand: number | null; penalty: number[]; tiles: number; person: boolean }[];
  /** The tiles that the player may place now, with the places where each one fits; missing for spectators. */
  playable?: { tile: number; places: LivePlace[] }[];
  [fact: string]: unknown;
}

/** A place where a tile fits, and the rotations that fit there: steps of 60° clockwise. */
export interface LivePlace {
  at: string;
  turns: number[];
}

/** An event of a game in real time. */
export interface LiveEvent {
  /** In seconds since the start. */
  at: number;
  /** The player who acted; null for a message of the server. */
  player: number | null;
  /** The event in English, without the name of the player. */
  text: string;
  /** The kind of event: `lays`, `gives`, `discards` and others; `restarted` for a message of the server. */
  event: string | null;
  /** The number of a tile that is flipped, put aside or given. */
  tile: number | null;
  /** Whether a tile was placed from the penalty pile. */
  penalty: boolean;
  /** Whether a gift brings its receiver back into the game. */
  back: boolean;
  /** The placement, such as `23c@1:-1`. */
  move: string | null;
  /** The player who received a tile. */
  to: number | null;
  gobble: boolean;
}

/** A table with one row for each player. */
export interface Standings {
  headings: string[];
  rows: string[][];
  remark: string;
  facts: Record<string, unknown>;
}

/** A notice that is not part of the state of a room. */
export interface Said {
  hint?: { move: string | null; pv: string[] | null; win: number | null; late: boolean };
  /** The offer that was declined. */
  declined?: "draw";
  /** The player who resigned one game of a match, and the result of that game. */
  resigned?: number;
  result?: string | null;
  outcome?: Outcome | null;
  /** The answer to a command in real time. */
  answer?: string;
  /** What a player said. */
  phrase?: { player: number; phrase: Phrase };
}

/** A message from a room; it has one of these members. */
export interface RoomMessage {
  room?: Room | LiveRoom;
  real_time?: RealTime;
  said?: Said;
  error?: ErrorDetail;
  text?: string;
}
