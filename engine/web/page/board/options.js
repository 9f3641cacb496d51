/** Choices with which a move begins, as buttons below the board: a cube to be taken, a turn to be passed. */

import { button, byId, fill } from "../core/dom.js";

export class Options {
  #host = byId("options");

  /**
   * @param {import("../core/desk.js").Desk} desk
   * @param {import("./board.js").Board} board
   */
  constructor(desk, board) {
    this.desk = desk;
    this.board = board;
    board.addEventListener("touched", () => this.#show());
    board.addEventListener("move", () => fill(this.#host));
  }

  #show() {
    const { walk } = this.board;
    const choices = walk.begun ? [] : this.board.choicesNow();
    this.#host.hidden = !choices.length;
    fill(this.#host, ...choices.map(({ label, take }) => button(label, take)));
  }
}
