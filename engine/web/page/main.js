/**
 * The page: puts its parts together and lets them know of each other.
 *
 * Invariant: the page knows no rules. The server sends the legal moves, how each is pointed at, and the picture of the board; the page
 * walks the tree of these ways (`core/ways.js`) and asks for the next position. It parses no text: what the server knows has a type in
 * `types.d.ts`, and the test `serve::types` names a member that differs. What only one game has (a cube, chance, Gobble) is a module
 * that looks at the answer, never at the name of the game. The page is ES modules with types in comments, without a bundler, a
 * framework or a request to another server; the server joins them to one script. `.ci/browser` checks types, size and behaviour.
 */

import { takeDrops } from "./dialogs/import.js";
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
import { Refused, ask, isAborted, isBusy, takeToken, textOf, token } from "./core/server.js";
import { Settings } from "./core/settings.js";
import { Speaker } from "./core/speak.js";
import { everyNode } from "./core/tree.js";
import { titleOf } from "./dialogs/variant.js";
import { MoveList } from "./moves/list.js";
import { Notes } from "./moves/notes.js";
import { followRoom } from "./play/enter.js";
import { Shortcuts } from "./shortcuts.js";
import { resumePuzzle } from "./puzzles/puzzles.js";
import { resumeSetup } from "./setup.js";
import { makeTools } from "./tools.js";

/** Lines of a new tree that are asked about at once. */
const MOST_LINES = 24;

async function begin() {
  takeToken();
  const settings = new Settings();
  settings.showTheme();
  const desk = new Desk(await ask("/api/games", {}), settings);
  const { study } = desk;
  const board = new Board(byId("board"), {
    preview: (move) => desk.views.preview(study.line(), move),
    partial: (touches) => desk.views.partial(study.line(), touches),
  });
  const play = (/** @type {string} */ step) => {
    const { view, mode } = desk;
    desk.say("");
    // Who shows the board himself asks for no position of the page.
    if (mode?.own) return mode.move(step, /** @type {import("../types").View} */ (view));
    if (!view) return;
    if (step === THROW) void chance.throw();
    else if (mode) mode.move(step, view);
    else study.play(step, view.show.to_move ?? 0, view.events.find(({ event }) => event === step));
  };

  new Speaker(desk);
  new MoveList(desk);
  new Notes(desk);
  new Graph(desk);
  const live = new Live(desk, board);
  new Judge(desk);
  new Extra(desk);
  const chance = new Chance(desk, play);
  const options = new Options(desk, board);
  const typed = new Typed(desk, play);
  makeTools(desk, board);
  new Shortcuts(desk, board, live, typed, options, play);
  takeDrops(desk);
  board.addEventListener("move", (event) => play(/** @type {CustomEvent} */ (event).detail));

  const refresh = () => showPosition(desk, board, live);
  for (const event of ["opened", "position"]) {
    study.addEventListener(event, () => {
      live.restart();
      void refresh();
    });
  }
  study.addEventListener("opened", () => identifyLines(desk));
  desk.addEventListener("mode", () => {
    document.body.dataset.mode = desk.mode?.name ?? "analysis";
    void refresh();
  });
  desk.addEventListener("again", () => void refresh());
  settings.addEventListener("changed", (event) => {
    const name = /** @type {CustomEvent} */ (event).detail;
    apply(settings, board);
    if (["seat", "last", "paths", "confirm"].includes(name)) void refresh();
  });
  apply(settings, board);
  const linked = await new Keeper(desk).open();
  const may = !linked && !location.hash;
  resumeSetup(desk, board, may);
  resumePuzzle(desk, may && !desk.mode);
  followRoom(desk, board);
  addEventListener("hashchange", () => followRoom(desk, board));
}

/** Asks who made the steps of the lines of a tree, where that is not known. @param {Desk} desk */
function identifyLines(desk) {
  const ends = everyNode(desk.study.root).filter((node) => !node.children.length && node.path.some(({ player, event }) => player === 0 && !event));
  for (const end of ends.slice(0, MOST_LINES)) void desk.identify(end);
}

/** What settings change without the server. @param {Settings} settings @param {Board} board */
function apply(settings, board) {
  settings.showTheme();
  document.body.classList.toggle("plain", !settings.get("coordinates"));
  board.ghosts = settings.get("ghosts");
}

/**
 * Shows the position that is looked at.
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
    const view = await desk.views.of(study.line(node));
    // Meanwhile another position may be looked at, or a game begun that shows the board itself.
    if (node !== study.current || desk.mode?.own) return;
    study.learn(view, node);
    desk.show(view);
    // Meanwhile somebody else may have taken the board.
    if (desk.mode?.own) return;
    board.confirms = desk.mode?.name === "play" && desk.settings.get("confirm");
    board.show(view, desk.mode ? desk.mode.mayMove(view) : true);
    // Says, to whoever looks at the page from outside, what is shown.
    board.host.dataset.shown = `${study.id} ${node.ply}`;
    byId("title").textContent = titleOf(desk.info, view.options);
    if (view.show.over) {
      live.stop();
      live.panel.say("over");
      live.bar.show(null);
    }
  } catch (error) {
    if (isAborted(error) || node !== study.current) return;
    // A step that cannot be played is not kept, and where nothing can be shown another game begins; what is said outlasts that.
    // A program that is busy says nothing about the step.
    const isFree = !desk.mode && !isBusy(error);
    if (isFree && node.parent && !node.children.length) study.remove(node);
    else if (isFree && !node.parent && !board.host.dataset.shown?.startsWith(study.id)) study.open({ game: desk.info.name, steps: [] });
    desk.say(textOf(error), true);
  }
}

begin().catch((error) => {
  const lacksToken = error instanceof Refused && error.status === 403 && !token();
  const told = lacksToken ? "This board needs the whole link that ludex serve printed, with its token." : textOf(error);
  fill(document.body, h("main", {}, h("p", { class: "wrong", role: "alert" }, told)));
});
