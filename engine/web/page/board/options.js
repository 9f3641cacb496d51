/**
 * Buttons below the board: for moves that begin with a choice, such as doubling or passing, and for the kinds of pieces. After the user
 * has chosen a kind of piece here, one click on a place makes the move.
 */

import { button, byId, fill, h } from "../core/dom.js";
import { say } from "../core/say.js";
import { capital } from "../core/words.js";

export class Options {
  #host = byId("options");
  #kinds = h("div", { id: "kinds", class: "row", role: "group", "aria-label": say("Piece to place"), hidden: true });
  /** The kinds that are offered, and the player for whom. */
  #offered = "";
  /** @type {Map<string, SVGSVGElement>} */
  #pictures = new Map();

  /**
   * @param {import("../core/desk.js").Desk} desk
   * @param {import("./board.js").Board} board
   */
  constructor(desk, board) {
    this.desk = desk;
    this.board = board;
    byId("typed").before(this.#kinds);
    board.addEventListener("touched", () => this.#show());
    board.addEventListener("move", () => fill(this.#host));
    desk.study.addEventListener("opened", () => board.prefer(desk.settings.get("kinds")[desk.study.game] ?? null));
  }

  /** Chooses a kind by its number; 0 asks each time. @param {number} number */
  prefer(number) {
    const { board, desk } = this;
    const kind = number ? board.kinds[number - 1] : null;
    if (!board.kinds.length || kind === undefined) return;
    desk.settings.set("kinds", { ...desk.settings.get("kinds"), [desk.study.game]: kind });
    board.prefer(kind);
  }

  #show() {
    const { walk, kinds, preferred } = this.board;
    const choices = walk.begun ? [] : this.board.choicesNow();
    this.#host.hidden = !choices.length;
    fill(this.#host, ...choices.map(({ label, move, take }) => button(label, take, { class: move === "roll" ? "main" : "" })));
    this.#kinds.hidden = !kinds.length;
    this.#offer(kinds);
    const chosen = preferred ? kinds.indexOf(preferred) + 1 : 0;
    for (const [number, one] of [...this.#kinds.children].entries()) one.setAttribute("aria-pressed", String(number === chosen));
  }

  /** Rebuilds the buttons if the kinds or the player to move changes. Replacing a button while it is pressed would lose the click. @param {import("../../types").Touch[]} kinds */
  #offer(kinds) {
    const { board, desk } = this;
    const owner = `${desk.view?.line.game} ${desk.view?.show.to_move}`;
    const offered = `${owner} ${kinds}`;
    if (!kinds.length || offered === this.#offered) return;
    this.#offered = offered;
    const choose = (/** @type {string} */ text, /** @type {number} */ number) => button(text, () => this.prefer(number), { title: say("{text} (key {number})", { text, number }) });
    fill(this.#kinds, choose(say("Ask each time"), 0));
    for (const [index, kind] of kinds.entries()) {
      const word = capital(board.words[kind]);
      const one = choose(word, index + 1);
      this.#kinds.append(one);
      void this.#picture(`${owner} ${kind}`, kind).then((picture) => {
        if (!picture) return;
        // The picture replaces a sign such as `=+`, whose label remains for screen readers.
        one.replaceChildren(picture.cloneNode(true), h("span", { class: kind.length > 2 ? "" : "unseen" }, word));
      });
    }
  }

  /** The picture of a kind, which is requested once for each player. @param {string} key @param {import("../../types").Touch} kind */
  async #picture(key, kind) {
    const known = this.#pictures.get(key) ?? (await this.board.drawKind(kind));
    if (known) this.#pictures.set(key, known);
    return known;
  }
}
