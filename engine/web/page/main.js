/**
 * Entry point of the page: creates its parts and connects them.
 *
 * Invariant: the page knows no rules of games. The server sends the legal moves, the ways to click each of them, and the picture of
 * the board. The page walks the tree of these ways (`core/ways.js`) and requests the next position. It never parses
 * a text to find a fact: the server sends each fact in a separate member with a type in `types.d.ts`, and the test `serve::types`
 * reports each member that differs from its type. Features of a single game (a cube, chance, Gobble) are modules that depend on
 * members of the answer, never on the name of the game.
 *
 * The page consists of ES modules with types in comments. It needs no bundler and no framework, and sends no request to another
 * server. The server joins the modules to one script. `.ci/browser` checks types, size and behaviour.
 */

import { takeDrops } from "./dialogs/import.js";
import { Badge } from "./analysis/badge.js";
import { Extra } from "./analysis/extra.js";
import { Graph } from "./analysis/graph.js";
import { Judge } from "./analysis/judge.js";
import { Live } from "./analysis/live.js";
import { Board } from "./board/board.js";
import { Chance, THROW } from "./board/chance.js";
import { Options } from "./board/options.js";
import { Typed } from "./board/typed.js";
import { byId, fill, h } from "./core/dom.js";
import { Desk } from "./core/desk.js";
import { Keeper } from "./core/keeper.js";
import { Offline } from "./core/offline.js";
import { say, sayCount } from "./core/say.js";
import { Refused, ask, isAborted, isBusy, reach, takeToken, textOf, token } from "./core/server.js";
import { Settings } from "./core/settings.js";
import { Speaker } from "./core/speak.js";
import { everyNode } from "./core/tree.js";
import { titleOf } from "./dialogs/variant.js";
import { makeForcedMoves } from "./play/forced.js";
import { guardClosing } from "./play/leaving.js";
import { Explainer } from "./moves/choice.js";
import { MoveList } from "./moves/list.js";
import { Notes } from "./moves/notes.js";
import { Router } from "./router.js";
import { Shortcuts } from "./shortcuts.js";
import { Tabs } from "./tabs.js";
import { Tools } from "./tools.js";

/** Positions that are more steps apart than this follow without motion. */
const FAR = 12;
/** At most this many lines of a newly opened tree are sent to the server to find out which player made each step. */
const MOST_LINES = 24;

/** @typedef {import("./core/tree.js").TreeNode} TreeNode */

async function begin() {
  takeToken();
  const offline = new Offline();
  const settings = new Settings();
  settings.showTheme();
  const desk = new Desk(await ask("/api/games", {}), settings);
  const { study } = desk;
  const board = new Board(byId("board"), {
    // The picture belongs to the position on the board. The open game may have changed since.
    preview: async (move) => (desk.view ? desk.views.preview(desk.view.line, move) : null),
    // A mode that draws the board itself has no position of the page.
    partial: async (touches) => (desk.mode?.own || !desk.view ? null : desk.views.partial(desk.view.line, touches)),
  });
  const play = (/** @type {string} */ step) => {
    const { view, mode } = desk;
    desk.say("");
    // A mode that draws the board itself (a live game, setting up) does not use the position of the page.
    if (mode?.own) return mode.move(step, /** @type {import("../types").View} */ (view));
    if (!view) return;
    if (step === THROW) void chance.throw();
    else if (mode) mode.move(step, view);
    else study.play(step, view.show.to_move ?? 0, view.events.find(({ event }) => event === step));
  };

  new Speaker(desk);
  new MoveList(desk);
  new Explainer(desk);
  new Notes(desk);
  new Graph(desk);
  new Badge(desk, board);
  const live = new Live(desk, board);
  const judge = new Judge(desk);
  new Extra(desk);
  const chance = new Chance(desk, play);
  const options = new Options(desk, board);
  const typed = new Typed(desk, play);
  const tabs = new Tabs(desk);
  new Tools(desk, board);
  new Shortcuts(desk, board, live, typed, options, play);
  takeDrops(desk);
  board.motion.addEventListener("sound", (event) => {
    const { name, at, weight } = /** @type {CustomEvent} */ (event).detail;
    desk.sounds.play(name, at / 1000, weight);
  });
  board.motion.addEventListener("cut", () => desk.sounds.hush());
  makeForcedMoves(desk);
  guardClosing(desk);
  board.addEventListener("move", (event) => play(/** @type {CustomEvent} */ (event).detail));

  const refresh = () => showPosition(desk, board, live);
  for (const event of ["opened", "position"]) {
    study.addEventListener(event, () => {
      if (isLoading()) return;
      live.restart();
      void refresh();
    });
  }
  offline.addEventListener("back", () => {
    live.restart();
    void refresh();
  });
  reach.addEventListener("busy", (event) => {
    desk.say(sayCount(/** @type {CustomEvent} */ (event).detail, "The server is busy. Trying again in {count} second.", "The server is busy. Trying again in {count} seconds."));
  });
  study.addEventListener("opened", () => identifyLines(desk));
  desk.addEventListener("mode", () => {
    document.body.dataset.mode = desk.mode?.name ?? "analysis";
    void refresh();
  });
  desk.addEventListener("again", () => void refresh());
  desk.addEventListener("review", () => {
    tabs.choose("report");
    void judge.run();
  });
  settings.addEventListener("changed", (event) => {
    const name = /** @type {CustomEvent} */ (event).detail;
    apply(settings, board);
    if (["seat", "last", "paths", "confirm"].includes(name)) void refresh();
  });
  apply(settings, board);
  await new Keeper(desk).open();
  new Router(desk, board).follow();
}

/** Whether the first place of the page is not yet known. */
function isLoading() {
  return document.body.dataset.mode === "loading";
}

/** Asks the server which player made each step of the tree, where that is unknown. @param {Desk} desk */
function identifyLines(desk) {
  const ends = everyNode(desk.study.root).filter((node) => !node.children.length && node.path.some(({ player, event }) => player === 0 && !event));
  for (const end of ends.slice(0, MOST_LINES)) void desk.identify(end);
}

/** Applies the settings that take effect without a request to the server. @param {Settings} settings @param {Board} board */
function apply(settings, board) {
  settings.showTheme();
  document.body.classList.toggle("plain", !settings.get("coordinates"));
  document.body.classList.toggle("named", settings.get("names"));
  board.ghosts = settings.get("ghosts");
  board.motion.wanted = settings.get("motion");
}

/** The position on the board. @type {TreeNode | null} */
let shown = null;

/**
 * The step from one position to another on the same line; null if they are not near each other, undefined if they are the same.
 *
 * @param {Desk} desk
 * @param {TreeNode | null} from
 * @param {TreeNode} to
 * @param {string[]} between the pictures between them
 */
function stepTo({ mode }, from, to, between) {
  if (from === to) return undefined;
  const forward = from?.leadsTo(to) ?? false;
  if (!from || (!forward && !to.leadsTo(from))) return null;
  const far = Math.abs(from.ply - to.ply);
  return far > FAR ? null : { move: forward && far === 1 ? to.step : "", forward, queues: forward && mode?.name === "play", between };
}

/** The pictures between two positions of a game in a room: several moves of other players may arrive together. @param {Desk} desk @param {TreeNode | null} from @param {TreeNode} to */
async function picturesBetween({ mode, views, study }, from, to) {
  if (mode?.name !== "play" || !from || from === to || !from.leadsTo(to) || to.ply - from.ply > FAR) return [];
  const nodes = to.path.slice(from.ply, -1);
  const known = await Promise.all(nodes.map((node) => views.of(study.line(node)))).catch(() => []);
  return known.map(({ svg }) => svg);
}

/** Whether moves consist of several hops. In a game in a room, such a move is confirmed, because a wrong hop cannot be taken back after the last one. @param {import("../types").View} view */
function hasHops({ moves }) {
  return moves.some(({ ways }) => ways.some(({ free, hops }) => free && hops.length > 1));
}

/** The view of a position, with the arrow of the mode if its move is legal. @param {Desk} desk @param {import("./core/tree.js").TreeNode} node */
async function viewOf(desk, node) {
  const line = desk.study.line(node);
  const view = await desk.views.of(line);
  const arrows = desk.mode?.arrows;
  return arrows && view.moves.some(({ move }) => arrows === `${move}=`) ? desk.views.of(line, { arrows }) : view;
}

/**
 * Shows the current position.
 *
 * @param {Desk} desk
 * @param {Board} board
 * @param {Live} live
 */
async function showPosition(desk, board, live) {
  const { study } = desk;
  const node = study.current;
  if (desk.mode?.own) return;
  try {
    const [view, between] = await Promise.all([viewOf(desk, node), picturesBetween(desk, shown, node)]);
    // During the request the user may have moved to another position, or started a game that draws the board itself.
    if (node !== study.current || desk.mode?.own) return;
    study.learn(view, node);
    desk.show(view);
    // Listeners of `view` may have started such a game as well.
    if (desk.mode?.own) return;
    board.confirms = desk.mode?.name === "play" && (desk.settings.get("confirm") || hasHops(view));
    const step = stepTo(desk, shown, node, between);
    shown = node;
    board.show(view, desk.mode ? desk.mode.mayMove(view) : true, step);
    // In a room, the card at the end has its own sound.
    if (view.show.over && step?.forward && desk.mode?.name !== "play") desk.sounds.play("end", 0.3);
    board.drawings.show(node);
    // The browser tests read this attribute to find out which position is shown.
    board.host.dataset.shown = `${study.id} ${node.ply}`;
    byId("title").textContent = desk.mode?.title ?? titleOf(desk.info, view.options);
    byId("position-words").textContent = board.picture.label;
    if (view.show.over) {
      live.stop();
      live.panel.say(say("game over"));
      live.bar.show(null);
    }
  } catch (error) {
    if (isAborted(error) || node !== study.current) return;
    // An illegal step is removed from the tree. If the start position itself cannot be shown, a new game is opened. The error is
    // shown after that, so that it stays visible. If the server was busy, the step may be legal, so it stays.
    const isFree = !desk.mode && !isBusy(error);
    if (isFree && node.parent && !node.children.length) study.remove(node);
    else if (isFree && !node.parent && !board.host.dataset.shown?.startsWith(study.id)) study.open({ game: desk.info.name, steps: [] });
    desk.say(textOf(error), true);
  }
}

begin().catch((error) => {
  const lacksToken = error instanceof Refused && error.status === 403 && !token();
  const message = lacksToken ? say("This link has no token. Open the complete link that “ludex serve” printed.") : textOf(error);
  document.body.dataset.mode = "failed";
  fill(document.body, h("main", {}, h("p", { class: "wrong", role: "alert" }, message)));
});
