/** The home of the page: a card for each game, and what was last open. A single game has such a page too, with its rules. */

import { parsePicture } from "../board/picture.js";
import { byId, clear, fill, h } from "../core/dom.js";
import { labelled, labelledLink } from "../core/icons.js";
import { languageList } from "../core/language.js";
import { addressOf } from "../core/link.js";
import { say } from "../core/say.js";
import { ask } from "../core/server.js";
import { openImport } from "../dialogs/import.js";
import { recentGames } from "../dialogs/recent.js";
import { hasLesson } from "../learn/lesson.js";
import { overview } from "../learn/overview.js";
import { dailyCard } from "../puzzles/summary.js";
import { LINES } from "./lines.js";
import { placesOf } from "./places.js";

/**
 * @typedef {import("../core/desk.js").Desk} Desk
 * @typedef {import("../core/desk.js").Mode} Mode
 * @typedef {import("../core/link.js").Place} Place
 * @typedef {import("../core/desk.js").Shown} Shown
 */

/** The pictures on the cards change from day to day, through this many puzzles of each game. */
const DAYS = 20;
const DAY_MS = 86_400_000;

/** @implements {Mode} */
export class Home {
  name = "home";
  secret = true;
  fixed = true;
  own = true;
  #host = byId("home");

  /** @param {Desk} desk @param {import("../board/board.js").Board} board @param {Place} place the home, or the place of a game */
  constructor(desk, board, place) {
    this.desk = desk;
    this.board = board;
    this.place = place;
    const name = "game" in place ? place.game : null;
    const shown = desk.shown.filter((one) => name === null || one.name === name);
    document.title = name && shown[0] ? `${shown[0].title} – Ludex` : say("Ludex: five board games and Gobble");
    this.#host.hidden = false;
    if (name) this.#showGame(shown[0], place.kind === "learn");
    else this.#showAll(shown);
    scrollTo(0, 0);
  }

  mayMove() {
    return false;
  }

  move() {}

  /** @param {Shown[]} all */
  #showAll(all) {
    const { place } = this;
    const last = this.#last(null);
    const lead = h("p", { class: "lead" }, say("Five games and a party game: against a strong computer or a friend, without an account. Learn a new one in five minutes."));
    const begin = h("p", { class: "begin" }, labelledLink("learn", say("New here? Learn Quoridor in five minutes"), addressOf({ kind: "learn", game: "quoridor", number: 1 }), { class: "button main" }));
    fill(
      this.#host,
      place.kind === "missing" && h("p", { class: "notice", role: "status" }, say("There is no page at {address}. Choose a game here.", { address: addressOf(place) })),
      h("div", { class: "hero" }, h("div", {}, h("h1", {}, say("Board games to play, learn and analyse")), lead, last ?? begin), dailyCard(this.desk, (box, line) => this.#drawLine(box, line))),
      h("div", { class: "cards" }, ...all.map((one, index) => this.#card(one, index))),
      h("div", { class: "more" }, this.#importing(!last)),
      h("footer", {}, languageList()),
    );
  }

  /** @param {Shown} game @param {boolean} learning */
  #showGame(game, learning) {
    const text = [h("h1", {}, ...titleParts(game.title)), h("p", { class: "lead" }, LINES[game.name] ?? game.about), this.#links(game, learning)];
    const last = learning ? null : this.#last(game.info.name);
    const taught = hasLesson(game.name) ? overview(game.name) : null;
    fill(this.#host, h("div", { class: "hub" }, this.#picture(game, 0), h("div", {}, ...text, taught)), last, h("div", { class: "more" }, this.#importing(!learning && !last)));
  }

  /** @param {Shown} game @param {number} index */
  #card(game, index) {
    const title = h("h2", {}, h("a", { href: addressOf({ kind: "game", game: game.name }) }, ...titleParts(game.title)));
    return h("article", { class: "card" }, this.#picture(game, index), h("div", {}, title, h("p", {}, LINES[game.name] ?? game.about)), this.#links(game));
  }

  /** @param {Shown} game @param {boolean} [learning] whether the link to the lesson is left out, because its page is shown */
  #links(game, learning = false) {
    const places = placesOf(game).filter(({ place }) => !learning || place.kind !== "learn");
    return h("p", { class: "row" }, ...places.map(({ sign, text, place }) => labelledLink(sign, text, addressOf(place), { class: place.kind === "play" ? "button main" : "button" })));
  }

  /** The picture of a position: that of a puzzle, a different one each day. @param {Shown} game @param {number} index */
  #picture({ name, info }, index) {
    const box = h("a", { class: "look", href: addressOf({ kind: "game", game: name }), "aria-hidden": "true", tabindex: "-1", "data-game": info.name });
    void this.#draw(box, info, 1 + ((Math.floor(Date.now() / DAY_MS) + index) % DAYS));
    return box;
  }

  /** @param {HTMLElement} box @param {import("../../types").GameInfo} info @param {number} number */
  async #draw(box, info, number) {
    try {
      const { puzzle } = info.puzzles ? await ask("/api/puzzles", { game: info.name, number }) : { puzzle: null };
      await this.#drawLine(box, puzzle?.line ?? { game: info.name, variant: null, start: null, steps: [] });
    } catch {
      // A card is complete without its picture.
    }
  }

  /** @param {HTMLElement} box @param {import("../../types").Line} line */
  async #drawLine(box, line) {
    const { svg } = await this.desk.views.of(line, { seat: 1, last: false, paths: false });
    if (this.desk.mode !== this) return;
    const picture = decoration(svg);
    fill(box, picture);
    aim(picture);
  }

  /** What was last open: running games, and games of this browser. @param {string | null} game */
  #last(game) {
    const list = recentGames(this.desk, this.board, () => {}, game);
    return list && h("section", { class: "last", "aria-label": say("Continue") }, h("h2", {}, say("Continue")), list);
  }

  /** @param {boolean} isFirst whether this browser has no game to continue */
  #importing(isFirst) {
    return h(
      "section",
      { class: "importing", "aria-label": say("Your own games") },
      h("h2", {}, say("Your own games")),
      h("p", {}, say("You can also paste a game or a position here, or drop a file: the game is detected.")),
      isFirst && h("p", { class: "quiet" }, say("The games that you play or analyse will be listed here.")),
      h("p", { class: "row" }, labelled("open", say("Import"), () => openImport(this.desk))),
    );
  }

  leave() {
    clear(this.#host);
    this.#host.hidden = true;
  }
}

/** A title in two parts: the second name, in brackets, is small and does not wrap. @param {string} title */
function titleParts(title) {
  const at = title.indexOf("(");
  return at > 0 ? [title.slice(0, at), h("small", {}, title.slice(at))] : [title];
}

/** The space around the tiles, as a share of the width or height of all tiles. */
const AROUND = 0.06;

/** Moves the frame of a picture to its tiles: a board that grows has much empty room around them. @param {SVGSVGElement} picture */
function aim(picture) {
  const boxes = [.../** @type {NodeListOf<SVGGElement>} */ (picture.querySelectorAll("g.tile"))].map((tile) => tile.getBBox()).filter(({ width }) => width);
  if (!boxes.length) return;
  const [left, top] = [Math.min(...boxes.map(({ x }) => x)), Math.min(...boxes.map(({ y }) => y))];
  const [right, bottom] = [Math.max(...boxes.map(({ x, width }) => x + width)), Math.max(...boxes.map(({ y, height }) => y + height))];
  const side = Math.max(right - left, bottom - top) * (1 + 2 * AROUND);
  picture.setAttribute("viewBox", `${(left + right - side) / 2} ${(top + bottom - side) / 2} ${side} ${side}`);
}

/** A picture that only decorates: nothing in it can be pointed at. @param {string} svg */
function decoration(svg) {
  const picture = parsePicture(svg);
  picture.removeAttribute("aria-label");
  picture.setAttribute("role", "presentation");
  return picture;
}
