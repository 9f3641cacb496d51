/**
 * Buttons below the board: for moves that begin with a choice, such as doubling or passing, and for the kinds of pieces. After the user
 * has chosen a kind of piece here, one click on a place makes the move.
 */

import { button, byId, fill, h } from "../core/dom.js";
import { capital } from "../core/words.js";

export class Options {
  #host = byId("options");
  #kinds = h("div", { id: "kinds", class: "row", role: "group", "aria-label": "Piece to place", hidden: true });

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
    fill(this.#host, ...choices.map(({ label, take }) => button(label, take)));
    this.#kinds.hidden = !kinds.length;
    this.#offer(["Ask each time", ...kinds.map((kind) => capital(this.board.words[kind]))]);
    const chosen = preferred ? kinds.indexOf(preferred) + 1 : 0;
    for (const [number, one] of [...this.#kinds.children].entries()) one.setAttribute("aria-pressed", String(number === chosen));
  }

  /** Rebuilds the buttons if their labels change. Replacing a button while it is pressed would lose the click. @param {string[]} words */
  #offer(words) {
    const shown = [...this.#kinds.children].map((one) => one.textContent);
    if (String(shown) === String(words)) return;
    fill(this.#kinds, ...words.map((word, number) => button(word, () => this.prefer(number), { title: `Key ${number}` })));
  }
}
