/** The engine panel: switch, depth and speed, and the best lines with their values. */

import { button, byId, fill, h, select } from "../core/dom.js";
import { iconButton } from "../core/icons.js";
import { say, sayCount } from "../core/say.js";
import { Peek } from "./peek.js";
import { percent, scoreText, short } from "./values.js";

/**
 * @typedef {import("../../types").Findings} Findings
 * @typedef {import("../../types").FoundLine} FoundLine
 * @typedef {import("../core/desk.js").Desk} Desk
 */

/** At most this many moves of a line are shown. */
const MOVES = 12;

export class EnginePanel {
  #list = byId("lines");
  #status = byId("engine-status");
  #switch = /** @type {HTMLInputElement} */ (byId("engine-on"));
  /** The lines that are shown, as text. Unchanged lines are not rebuilt, because the pointer may be on one. */
  #shown = "";
  #off = h("p", { class: "quiet", hidden: true }, say("Turn the engine on to see the best moves and the chances to win."));

  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk;
    this.peek = new Peek(desk);
    this.#list.before(this.#off);
    const { settings } = desk;
    this.#switch.addEventListener("change", () => settings.set("analysis", this.#switch.checked));
    settings.addEventListener("changed", () => this.#options());
    this.#options();
  }

  #options() {
    const { settings, limits } = this.desk;
    this.#switch.checked = settings.get("analysis");
    this.#off.hidden = this.#switch.checked;
    const upTo = (/** @type {number} */ most) => {
      /** @type {[string, string][]} */
      const options = [];
      for (let n = 1; n <= most; n += 1) options.push([String(n), sayCount(n, "{count} line", "{count} lines")]);
      return options;
    };
    const lines = select(upTo(Math.min(5, limits.lines ?? 5)), String(settings.get("lines")), (value) => settings.set("lines", +value), {
      "aria-label": say("Number of lines"),
      title: say("Number of lines"),
    });
    fill(byId("engine-lines"), lines);
  }

  /** Shows a text instead of lines. @param {string} text */
  say(text) {
    this.#shown = "";
    fill(this.#list);
    this.#status.textContent = text;
  }

  /** Shows the progress of the search. @param {Findings} findings */
  progress(findings) {
    const { depth, nodes, nps, threads, sharing } = findings;
    const parts = [say("{nodes} nodes", { nodes: short(nodes) }), say("{nodes}/s", { nodes: short(nps) })];
    if (threads > 1) parts.push(sayCount(threads, "{count} thread", "{count} threads"));
    if (sharing) parts.push(sayCount(sharing, "shared with 1 other analysis", "shared with {count} other analyses"));
    fill(this.#status, say("depth {depth}", { depth }), h("span", { class: "work" }, ["", ...parts].join(" · ")));
  }

  /** Shows the lines with their values. @param {Findings} findings */
  show(findings) {
    const shown = JSON.stringify(findings.lines.map((line) => [line.pv, scoreText(line, findings), percent(line.win)]));
    if (shown === this.#shown) return;
    this.#shown = shown;
    fill(this.#list, ...findings.lines.map((line) => this.#line(line, findings)));
  }

  /**
   * @param {FoundLine} line
   * @param {Findings} findings
   */
  #line(line, findings) {
    const { study } = this.desk;
    const from = study.current;
    const moves = (line.pv?.length ? line.pv : [line.move]).slice(0, MOVES);
    const score = h("span", { class: "score", title: say("Evaluation for {name}", { name: this.desk.nameOf(findings.to_move ?? 1) }) }, scoreText(line, findings));
    const win = h("span", { class: "win", title: say("Chance to win") }, percent(line.win));
    const pv = h("span", { class: "pv" });
    for (const [index, move] of moves.entries()) {
      const steps = moves.slice(0, index + 1);
      const one = button(move, () => {
        study.current = from;
        study.playAll(steps);
      });
      this.peek.on(one, from, steps);
      pv.append(one);
    }
    const copy = iconButton("add", say("Add line to moves"), () => this.#copy(from, moves), { class: "copy" });
    return h("li", {}, score, win, pv, copy);
  }

  /**
   * @param {import("../core/tree.js").TreeNode} from
   * @param {string[]} steps
   */
  #copy(from, steps) {
    let node = from;
    for (const step of steps) node = node.play(step, 0);
    this.desk.study.changed();
    void this.desk.identify(node);
    this.desk.say(say("Line added to the moves."));
  }
}
