/** The buttons at the top of the page. */

import { actions, openDialog } from "./dialogs/dialog.js";
import { openExport } from "./dialogs/export.js";
import { openImport } from "./dialogs/import.js";
import { openNew } from "./dialogs/new.js";
import { openPlay } from "./dialogs/play.js";
import { openSettings } from "./dialogs/settings.js";
import { button, byId, fill, h } from "./core/dom.js";
import { PuzzleGame } from "./puzzles/puzzles.js";
import { SettingUp } from "./setup.js";

/**
 * @param {import("./core/desk.js").Desk} desk
 * @param {import("./board/board.js").Board} board
 */
export function makeTools(desk, board) {
  const { settings } = desk;
  const theme = () => {
    const dark = settings.get("theme") === "system" ? matchMedia("(prefers-color-scheme: dark)").matches : settings.get("theme") === "dark";
    settings.set("theme", dark ? "light" : "dark");
  };
  desk.addEventListener("lost", (event) => {
    const again = button("New game", () => openPlay(desk, board), { class: "main" });
    openDialog("Game not found", h("p", {}, /** @type {CustomEvent} */ (event).detail), actions(again));
  });
  fill(
    byId("tools"),
    button("New game", () => openPlay(desk, board), { title: "Play against the computer or a friend" }),
    button("Analysis", () => openNew(desk, board), { title: "Start a new analysis, or open a recent game" }),
    desk.games.some((game) => game.puzzles) && button("Puzzles", () => {
      const { game } = desk.study;
      desk.enter(() => new PuzzleGame(desk, game));
    }),
    button("Set up", () => {
      const line = desk.study.line();
      desk.enter(() => new SettingUp(desk, board, { line, past: [] }));
    }, { title: "Set up a position" }),
    button("Import", () => openImport(desk), { title: "Open a game or a position" }),
    button("Export", () => openExport(desk), { title: "Save or share the game" }),
    button("◐", theme, { "aria-label": "Toggle dark mode", title: "Toggle dark mode" }),
    button("Settings", () => openSettings(desk)),
  );
}
