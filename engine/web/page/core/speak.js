/**
 * The lines below the board: the last move, the player to move, messages and errors. Screen readers announce moves as sentences, from a
 * line that is not visible.
 */

import { byId } from "./dom.js";
import { say } from "./say.js";
import { asksForDice, capital, gameText, resultText, scoreOf, stepText, thrown, withPoints } from "./words.js";

export class Speaker {
  #status = byId("status");
  #spoken = byId("spoken");
  #remark = byId("remark");
  #timer = 0;
  /** Whether the message is an error. */
  #wrong = false;

  /** @param {import("./desk.js").Desk} desk */
  constructor(desk) {
    this.desk = desk;
    desk.addEventListener("view", () => this.#showStatus());
    desk.addEventListener("mode", () => this.say("", false));
    // An error concerns the position where it occurred; it disappears with the next one.
    for (const event of ["opened", "position"]) desk.study.addEventListener(event, () => this.#wrong && this.say("", false));
    desk.addEventListener("said", (event) => {
      const { text, wrong } = /** @type {CustomEvent} */ (event).detail;
      this.say(text, wrong);
    });
  }

  /** @param {string} text @param {boolean} wrong */
  say(text, wrong) {
    this.#remark.textContent = capital(text);
    this.#remark.classList.toggle("wrong", wrong);
    this.#wrong = wrong;
    if (text && wrong) this.desk.sounds.play("wrong");
    clearTimeout(this.#timer);
    if (text) this.#timer = window.setTimeout(() => this.say("", false), wrong ? 12_000 : 5_000);
  }

  #showStatus() {
    const { view, study } = this.desk;
    if (!view) return;
    const { position } = view.show;
    const nameOf = (/** @type {number} */ player) => this.desk.nameOf(player);
    const last = study.current;
    const played = [...(last.player === 0 ? moveBefore(last) : []), last]
      .filter(({ parent }) => parent)
      .map((node) => `${node.player ? `${nameOf(node.player)}: ` : ""}${stepText(node)}. `)
      .join("");
    const now = this.#nowText(view, nameOf);
    setText(this.#status, played + now);
    // Sentences of the game call the players by the colours of their pieces, if they have no names.
    const called = (/** @type {number} */ player) => study.names[player - 1] || colourText(view.names[player - 1], player, nameOf(player));
    const said = view.line.steps.length === last.ply ? view.said?.replace("{player}", called(last.player)) : null;
    setText(this.#spoken, `${said ? `${said} ` : played}${this.#nowText(view, called)}`);
    byId("position-text").textContent = position;
    document.title = `${this.desk.info.title}: ${now} – Ludex`;
  }

  /**
   * The end of a game of a match, and the player to move or the result.
   *
   * @param {import("../../types").View} view
   * @param {(player: number) => string} nameOf
   */
  #nowText(view, nameOf) {
    const { study } = this.desk;
    const { to_move: mover, score: points } = view.show;
    const last = study.current;
    // In a match, the opening dice of a game may directly follow the move that ended the previous game.
    const closing = last.player === 0 && last.parent ? last.parent : last;
    const game = closing.scores ? `${gameText(closing.scores, study.gameNumber(closing), nameOf)}. ` : "";
    if (last.ended) {
      if (this.desk.mode?.example) return "";
      const ended = withPoints(last.ended, closing.scores);
      const result = resultText(ended, nameOf, last.ended.label === study.result?.label ? study.how : null);
      const score = view.show.over && points?.some(Boolean) && !ended.points ? scoreOf(points) : "";
      return say(score ? "Game over: {result}. Score: {score}." : "Game over: {result}.", { result, score });
    }
    const turn = () => (mover === this.desk.mode?.you ? say("Your turn.") : say(thrown(last) ? "{name} to play." : "{name} to move.", { name: nameOf(mover ?? 0) }));
    if (mover) return `${game}${turn()}${view.task ? ` ${view.task}` : ""}`;
    return `${game}${capital(view.missing ?? say("waiting for chance"))}.`;
  }
}

/** The move before a roll or a drawn tile, in a list; none before the first move. @param {import("./tree.js").TreeNode} event */
function moveBefore({ parent }) {
  const move = parent && asksForDice(parent) ? parent.parent : parent;
  return move?.player ? [move] : [];
}

/** A player who has no name, called by the colour of the pieces if they have one. @param {string | undefined} colour @param {number} number @param {string} otherwise */
function colourText(colour, number, otherwise) {
  return colour && colour !== otherwise ? say("{colour}|player {number}", { colour, number }) : otherwise;
}

/** Changes a text only if it differs, so that nothing is announced twice. @param {HTMLElement} element @param {string} text */
function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}
