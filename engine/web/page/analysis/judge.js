/** A whole game, judged: marks in the list of moves, a table by player, and the important moves first. */

import { button, byId, fill, h } from "../core/dom.js";
import { isAborted, stream, textOf } from "../core/server.js";
import { everyNode } from "../core/tree.js";
import { asksForDice } from "../moves/list.js";
import { kindOf } from "./graph.js";
import { Learn } from "./learn.js";
import { percent, signed } from "./values.js";

/**
 * @typedef {import("../../types").JudgedMove} JudgedMove
 * @typedef {import("../../types").Totals} Totals
 * @typedef {import("../../types").Judged} Judged
 * @typedef {import("../core/tree.js").TreeNode} TreeNode
 */

/**
 * What is asked so that a line is judged, and told as a page as well.
 *
 * @param {import("../core/desk.js").Desk} desk
 * @param {TreeNode} end
 */
export function judgeRequest({ study, settings, limits }, end) {
  const names = Array.from(study.names, (name) => name || null);
  return { line: study.line(end), time_ms: settings.get("judge_ms"), threads: limits.threads, page: true, names };
}

export class Judge {
  #host = byId("judge");
  /** @type {AbortController | null} */
  #running = null;
  /** @type {Judged | null} */
  #judgement = null;
  /** How much of the game is judged, where that is not all. */
  #part = h("p", { class: "quiet" });

  /** @param {import("../core/desk.js").Desk} desk */
  constructor(desk) {
    this.desk = desk;
    desk.study.addEventListener("opened", () => {
      this.#running?.abort();
      this.#judgement = null;
      this.#show();
    });
    desk.study.addEventListener("tree", () => this.#showPart());
    desk.addEventListener("mode", () => this.#show());
    this.#show();
  }

  /** The judged moves of the tree in their order. */
  get #judged() {
    return everyNode(this.desk.study.root).filter((node) => node.verdict);
  }

  /** Judges the main line, wherever in the tree one stands. */
  async run() {
    const { study } = this.desk;
    const { end } = study.root;
    await this.desk.identify(end);
    const nodes = end.path;
    if (nodes.every(({ player }) => player === 0)) return this.desk.say("There are no moves to judge yet.");
    this.#running?.abort();
    const running = new AbortController();
    this.#running = running;
    const request = judgeRequest(this.desk, end);
    for (const node of everyNode(study.root)) [node.verdict, node.judged] = [null, false];
    this.#progress(0, nodes.length);
    try {
      /** @type {import("../core/server.js").Hears<"/api/judge">} */
      const hears = {
        progress: ({ done, of }) => this.#progress(done, of),
        move: (judged) => this.#hear(judged, nodes[judged.step]),
        done: (judged) => {
          this.desk.page = { asked: JSON.stringify(request), html: judged.html ?? "" };
          [this.#judgement, nodes[nodes.length - 1].judged] = [judged, true];
        },
      };
      await stream("/api/judge", request, hears, running.signal);
      this.desk.say("The game is judged.");
    } catch (error) {
      if (!isAborted(error)) this.desk.say(textOf(error), true);
    }
    if (this.#running !== running) return;
    this.#running = null;
    this.desk.study.changed();
    this.#show();
  }

  /** @param {JudgedMove} judged @param {TreeNode | undefined} node */
  #hear(judged, node) {
    if (!node) return;
    node.verdict = judged;
    this.desk.study.dispatchEvent(new Event("value"));
  }

  /** @param {number} done @param {number} of */
  #progress(done, of) {
    const bar = h("progress", { max: of || 1, value: done, "aria-label": "Judged moves" });
    const stop = button("Stop", () => this.#running?.abort());
    fill(this.#host, h("div", { class: "row" }, bar, h("span", {}, `${done} of ${of}`), stop));
  }

  #show() {
    this.#host.hidden = this.desk.mode !== null;
    if (this.#running || this.#host.hidden) return;
    const judged = this.#judged;
    const begin = button(judged.length ? "Judge again" : "Judge the game", () => this.run());
    const wrong = judged.filter((node) => kindOf(node.verdict?.mark ?? "")).sort((one, other) => (other.verdict?.loss ?? 0) - (one.verdict?.loss ?? 0));
    const learn = wrong.length ? button("Learn from the mistakes", () => this.desk.enter(() => new Learn(this.desk, wrong))) : null;
    this.#showPart();
    fill(this.#host, h("div", { class: "row" }, begin, learn), this.#part, this.#judgement && table(this.#judgement, this.desk), wrong.length ? this.#list(wrong) : null);
  }

  /** A judgement that was stopped, or a game that went on since: it must not look as if nothing was wrong in the rest. */
  #showPart() {
    const path = this.desk.study.root.end.path;
    const last = path.findLastIndex(({ verdict, judged }) => verdict || judged);
    const moves = (/** @type {TreeNode[]} */ nodes) => nodes.filter((node) => node.player !== 0 && !asksForDice(node)).length;
    const [judged, all] = [moves(path.slice(0, last + 1)), moves(path)];
    this.#part.hidden = last < 0 || judged === all;
    this.#part.textContent = `Judged to move ${judged} of ${all}.`;
  }

  /** @param {TreeNode[]} wrong */
  #list(wrong) {
    const items = wrong.slice(0, 12).map((node) => {
      const { verdict } = node;
      const best = verdict?.candidates[0]?.mv;
      const go = button(`${node.step}${verdict?.mark ?? ""}`, () => this.desk.study.goTo(node), { class: `step ${kindOf(verdict?.mark ?? "")}` });
      const told = `${this.desk.nameOf(node.player)}, −${verdict?.lost}${best && best !== node.step ? `; better ${best}` : ""}`;
      return h("li", {}, go, h("span", {}, told));
    });
    return h("ol", { class: "mistakes", "aria-label": "The important moves" }, ...items);
  }
}

/**
 * What is counted of each player.
 *
 * @param {Judged} judgement
 * @param {import("../core/desk.js").Desk} desk
 */
function table({ totals, summary }, desk) {
  /** @type {[string, (total: Totals) => string][]} */
  const rows = [
    ["Moves", ({ moves }) => String(moves)],
    ["Accuracy", ({ accuracy }) => percent(accuracy === null ? null : accuracy / 100)],
    ["Best", ({ best }) => String(best)],
    ["Inaccuracies ?!", ({ inaccuracies }) => String(inaccuracies)],
    ["Mistakes ?", ({ mistakes }) => String(mistakes)],
    ["Blunders ??", ({ blunders }) => String(blunders)],
  ];
  if (totals.some(({ luck }) => luck !== null)) rows.push(["Luck", ({ luck }) => (luck === null ? "–" : signed(luck, 3))]);
  const rate = (/** @type {number} */ player) => summary?.players.find((one) => one.player === player)?.pr;
  if (totals.some(({ player }) => rate(player) !== undefined)) rows.push(["Performance rating", ({ player }) => rate(player)?.toFixed(1) ?? "–"]);
  const head = h("tr", {}, h("td"), ...totals.map(({ player }) => h("th", { scope: "col" }, desk.nameOf(player))));
  const body = rows.map(([name, tell]) => h("tr", {}, h("th", { scope: "row" }, name), ...totals.map((total) => h("td", {}, tell(total)))));
  return h("div", { class: "wide" }, h("table", { class: "totals" }, h("thead", {}, head), h("tbody", {}, ...body)));
}
