/** The header: the games, what to do with the chosen one, and a menu with the other tools. */

import { byId, fill, h, select } from "./core/dom.js";
import { icon, iconButton, labelled, labelledLink } from "./core/icons.js";
import { addressOf, basePath } from "./core/link.js";
import { installButton, onInstallable } from "./core/offline.js";
import { BY_TOUCH, say } from "./core/say.js";
import { actions, openDialog } from "./dialogs/dialog.js";
import { openExport } from "./dialogs/export.js";
import { openImport } from "./dialogs/import.js";
import { openKeys } from "./dialogs/keys.js";
import { openNew } from "./dialogs/new.js";
import { openPlay } from "./dialogs/play.js";
import { openSettings } from "./dialogs/settings.js";
import { placesOf } from "./home/places.js";

/**
 * @typedef {import("./core/desk.js").Desk} Desk
 * @typedef {import("./core/link.js").Place} Place
 */

export class Tools {
  #games = byId("games");
  #tools = byId("tools");
  #menu = h("div", { id: "menu", hidden: true });
  #opener = h("button", { type: "button", class: "opener", "aria-label": say("Menu"), title: say("Menu"), "aria-expanded": "false", "aria-controls": "menu" }, icon("menu"));
  #sound = iconButton("sound", say("Sound"), () => this.desk.sounds.toggle(), { class: "bare" });

  /** @param {Desk} desk @param {import("./board/board.js").Board} board */
  constructor(desk, board) {
    this.desk = desk;
    this.board = board;
    byId("brand").setAttribute("href", basePath());
    this.#opener.addEventListener("click", () => this.#toggle(this.#menu.hidden === true));
    document.addEventListener("pointerdown", (event) => {
      const at = /** @type {Node} */ (event.target);
      if (!this.#menu.contains(at) && !this.#opener.contains(at)) this.#toggle(false);
    });
    this.#menu.addEventListener("click", () => this.#toggle(false));
    byId("tools").addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || this.#menu.hidden) return;
      event.stopPropagation();
      this.#toggle(false);
      this.#opener.focus();
    });
    desk.addEventListener("lost", (event) => {
      const again = labelled("create", say("New game"), () => openPlay(desk, board), { class: "main" });
      openDialog(say("Game not found"), h("p", {}, /** @type {CustomEvent} */ (event).detail), actions(again));
    });
    for (const event of ["mode", "place"]) desk.addEventListener(event, () => this.#show());
    desk.study.addEventListener("opened", () => this.#show());
    desk.study.addEventListener("tree", () => this.#fillMenu());
    desk.settings.addEventListener("changed", () => this.#showSound());
    onInstallable(() => this.#fillMenu());
    this.#show();
  }

  /** @param {boolean} open */
  #toggle(open) {
    this.#menu.hidden = !open;
    this.#opener.setAttribute("aria-expanded", String(open));
    if (open) this.#menu.querySelector("button")?.focus({ preventScroll: true });
  }

  /** The game whose places the header offers; null at home. */
  get #game() {
    const { desk } = this;
    const place = desk.mode?.place;
    if (place?.kind === "home" || place?.kind === "missing") return null;
    if (place && "game" in place) return desk.shown.find(({ name }) => name === place.game) ?? null;
    const live = desk.mode?.name === "live";
    return desk.shown.find((one) => one.live === live && (live || one.name === desk.study.game)) ?? null;
  }

  #show() {
    const { desk } = this;
    const game = this.#game;
    // A narrow window has a list instead of the links.
    const list = select([["", say("Games")], ...desk.shown.map(({ name, title }) => /** @type {[string, string]} */ ([name, shortTitle(title)]))], game?.name ?? "", (name) => {
      list.value = game?.name ?? "";
      desk.go(name ? { kind: "game", game: name } : { kind: "home" });
    }, { "aria-label": say("Games") });
    fill(this.#games, list, ...desk.shown.map(({ name, title }) => h("a", { href: addressOf({ kind: "game", game: name }), "aria-current": name === game?.name ? "true" : null }, shortTitle(title))));
    this.#showSound();
    fill(this.#tools, ...this.#links(), this.#sound, this.#opener, this.#menu);
  }

  #showSound() {
    const on = this.desk.settings.get("sound");
    this.#sound.setAttribute("aria-pressed", String(on));
    this.#sound.title = `${soundText(on)} (M)`;
    fill(this.#sound, icon(on ? "sound" : "mute"));
    this.#fillMenu();
  }

  /** What to do with the chosen game. */
  #links() {
    const game = this.#game;
    if (!game) return [];
    const kind = this.desk.mode?.place?.kind ?? "analyse";
    return placesOf(game).map(({ sign, text, place }) => labelledLink(sign, text, addressOf(place), { class: "mode-link", "aria-current": (place.kind === "play" ? ["play", "room"] : [place.kind]).includes(kind) ? "page" : null }));
  }

  /** Tools that cannot be used are not shown. */
  #fillMenu() {
    const { desk, board } = this;
    const on = desk.settings.get("sound");
    const hasGame = !["home", "live", "setup"].includes(desk.mode?.name ?? "");
    fill(
      this.#menu,
      labelled("create", say("New analysis"), () => openNew(desk, board), { title: say("Start an analysis with any variant and position, or open a recent game") }),
      desk.mode?.name !== "home" && labelled("edit", say("Set up"), () => desk.go({ kind: "setup", game: desk.study.game }), { title: say("Set up a position") }),
      labelled("open", say("Import"), () => openImport(desk), { title: say("Open a game or a position") }),
      hasGame && labelled("save", say("Export"), () => openExport(desk), { title: say("Save or share the game") }),
      labelled("settings", say("Settings"), () => openSettings(desk)),
      !BY_TOUCH && labelled("keys", say("Keyboard and mouse"), openKeys),
      labelled(on ? "sound" : "mute", soundText(on), () => desk.sounds.toggle(), { class: "small-only" }),
      installButton(),
      labelled("theme", say("Light or dark"), () => toggleTheme(desk)),
    );
  }
}

/** @param {Desk} desk */
function toggleTheme({ settings }) {
  settings.set("theme", settings.isDark ? "light" : "dark");
}

/** What the button for the sound does. @param {boolean} on */
function soundText(on) {
  return say(on ? "Turn sound off" : "Turn sound on");
}

/** The first word of a title, for the row of games: `Takt` for `Takt (Tak)`. @param {string} title */
function shortTitle(title) {
  const end = title.indexOf(" (");
  return end > 0 ? title.slice(0, end) : title;
}
