/**
 * Choices with which a move begins, as buttons below the board: a cube to be taken, a turn to be passed. And those that end one,
 * as the kind of a piece: whoever chooses beforehand makes a move by one touch.
 */

import { button, byId, fill, h } from "../core/dom.js";

export class Options {
  #host = byId("options");
  #kinds = h("div", { id: "kinds", class: "row", role: "group", "aria-label": "Kind chosen beforehand", hidden: true });

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

  /** Chooses a kind by its number; 0 is to be asked. @param {number} number */
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
    this.#offer(["ask", ...kinds.map((kind) => this.board.words[kind])]);
    const chosen = preferred ? kinds.indexOf(preferred) + 1 : 0;
    for (const [number, one] of [...this.#kinds.children].entries()) one.setAttribute("aria-pressed", String(number === chosen));
  }

  /** Makes the buttons anew where their words change. A button that is replaced while it is pressed would not be clicked. @param {string[]} words */
  #offer(words) {
    const shown = [...this.#kinds.children].map((one) => one.textContent);
    if (String(shown) === String(words)) return;
    fill(this.#kinds, ...words.map((word, number) => button(word, () => this.prefer(number), { title: `Key ${number}` })));
  }
}
