/** The analysis of a whole game: marks in the list of moves, a table of counts for each player, and the worst mistakes. */

import { button, byId, fill, h } from "../core/dom.js";
import { labelled } from "../core/icons.js";
import { say } from "../core/say.js";
import { isAborted, stream, textOf } from "../core/server.js";
import { everyNode } from "../core/tree.js";
import { asksForDice } from "../core/words.js";
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
 * The request to analyse a line, with an HTML report.
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
  /** Says how much of the game is analysed, if not all of it. */
  #part = h("p", { class: "quiet" });

  /** @param {import("../core/desk.js").Desk} desk */
  constructor(desk) {
    this.desk = desk;
    desk.study.addEventListener("opened", () => {
      this.#running?.abort();
      this.#show();
    });
    desk.study.addEventListener("tree", () => this.#showPart());
    desk.addEventListener("mode", () => this.#show());
    this.#show();
  }

  /** The analysed moves of the tree in order. */
  get #judged() {
    return everyNode(this.desk.study.root).filter((node) => node.verdict);
  }

  /** Analyses the main line. The current position does not matter. */
  async run() {
    const { study } = this.desk;
    const { end } = study.root;
    await this.desk.identify(end);
    const nodes = end.path;
    if (nodes.every(({ player }) => player === 0)) return this.desk.say(say("There are no moves to analyse yet."));
    this.#running?.abort();
    const running = new AbortController();
    this.#running = running;
    const request = judgeRequest(this.desk, end);
    for (const node of everyNode(study.root)) [node.verdict, node.judged] = [null, false];
    this.#progress(0, nodes.length);
    try {
      /** @type {import("../core/server.js").Handlers<"/api/judge">} */
      const handlers = {
        progress: ({ done, of }) => this.#progress(done, of),
        move: (judged) => this.#addMove(judged, nodes[judged.step]),
        done: (judged) => {
          this.desk.page = { asked: JSON.stringify(request), html: judged.html ?? "" };
          // The report is large, and can be made again.
          [study.judgement, nodes[nodes.length - 1].judged] = [{ ...judged, html: null }, true];
        },
      };
      await stream("/api/judge", request, handlers, running.signal);
      this.desk.say(say("Analysis complete."));
    } catch (error) {
      if (!isAborted(error)) this.desk.say(textOf(error), true);
    }
    if (this.#running !== running) return;
    this.#running = null;
    this.desk.study.changed();
    this.#show();
  }

  /** @param {JudgedMove} judged @param {TreeNode | undefined} node */
  #addMove(judged, node) {
    if (!node) return;
    node.verdict = judged;
    this.desk.study.dispatchEvent(new Event("value"));
  }

  /** @param {number} done @param {number} of */
  #progress(done, of) {
    const bar = h("progress", { max: of || 1, value: done, "aria-label": say("Analysed moves") });
    const stop = button(say("Stop"), () => this.#running?.abort());
    fill(this.#host, h("div", { class: "row" }, bar, h("span", {}, say("{number} of {all}", { number: done, all: of })), stop));
  }

  #show() {
    this.#host.hidden = this.desk.mode !== null;
    if (this.#running || this.#host.hidden) return;
    const judged = this.#judged;
    const begin = labelled("chart", say(judged.length ? "Analyse again" : "Analyse game"), () => this.run());
    const wrong = judged.filter((node) => kindOf(node.verdict?.mark ?? "")).sort((one, other) => (other.verdict?.loss ?? 0) - (one.verdict?.loss ?? 0));
    const { own } = this.desk.study;
    const mine = own.length ? wrong.filter(({ player }) => own.includes(player)) : wrong;
    const learn = mine.length ? labelled("learn", say("Learn from your mistakes"), () => this.desk.enter(() => new Learn(this.desk, mine))) : null;
    const none = judged.length && own.length && !mine.length ? h("p", { class: "right" }, say("You made no mistakes.")) : null;
    this.#showPart();
    const empty = judged.length ? null : h("p", { class: "quiet" }, say("The report shows the graph of the game, its mistakes, and the accuracy of both players."));
    fill(this.#host, empty, none, this.#part, judged.length && this.desk.study.judgement ? table(this.desk.study.judgement, this.desk) : null, h("div", { class: "row" }, begin, learn), wrong.length ? this.#list(wrong) : null);
  }

  /** Shows how far the analysis goes, if it was stopped or the game continued. Without this note, the moves that were not analysed would look free of mistakes. */
  #showPart() {
    const path = this.desk.study.root.end.path;
    const last = path.findLastIndex(({ verdict, judged }) => verdict || judged);
    const moves = (/** @type {TreeNode[]} */ nodes) => nodes.filter((node) => node.player !== 0 && !asksForDice(node)).length;
    const [judged, all] = [moves(path.slice(0, last + 1)), moves(path)];
    this.#part.hidden = last < 0 || judged === all;
    this.#part.textContent = say("Analysed {judged} of {all} moves.", { judged, all });
  }

  /** @param {TreeNode[]} wrong */
  #list(wrong) {
    const items = wrong.slice(0, 12).map((node) => {
      const { verdict } = node;
      const best = verdict?.candidates[0]?.mv;
      const go = button(`${node.step}${verdict?.mark ?? ""}`, () => this.desk.study.goTo(node), { class: `step ${kindOf(verdict?.mark ?? "")}` });
      const loss = `${this.desk.nameOf(node.player)}, −${verdict?.lost}`;
      const text = best && best !== node.step ? say("{loss}; best was {move}", { loss, move: best }) : loss;
      return h("li", {}, go, h("span", {}, text));
    });
    return h("ul", { class: "mistakes", "aria-label": say("Worst mistakes") }, ...items);
  }
}

/**
 * The table of counts for each player.
 *
 * @param {Judged} judgement
 * @param {import("../core/desk.js").Desk} desk
 */
function table({ totals, summary }, desk) {
  /** @type {[string, (total: Totals) => string][]} */
  const rows = [
    [say("Moves"), ({ moves }) => String(moves)],
    [say("Accuracy"), ({ accuracy }) => percent(accuracy === null ? null : accuracy / 100)],
    [say("Best moves"), ({ best }) => String(best)],
    [say("Inaccuracies ?!"), ({ inaccuracies }) => String(inaccuracies)],
    [say("Mistakes ?"), ({ mistakes }) => String(mistakes)],
    [say("Blunders ??"), ({ blunders }) => String(blunders)],
  ];
  if (totals.some(({ luck }) => luck !== null)) rows.push([say("Luck"), ({ luck }) => (luck === null ? "–" : signed(luck, 3))]);
  // Without decisions, a rating says nothing.
  const rate = (/** @type {number} */ player) => summary?.players.find((one) => one.player === player && one.decisions !== 0)?.pr;
  if (totals.some(({ player }) => rate(player) !== undefined)) rows.push([say("Performance rating"), ({ player }) => rate(player)?.toFixed(1) ?? "–"]);
  const head = h("tr", {}, h("td"), ...totals.map(({ player }) => h("th", { scope: "col" }, desk.nameOf(player))));
  const body = rows.map(([name, tell]) => h("tr", {}, h("th", { scope: "row" }, name), ...totals.map((total) => h("td", {}, tell(total)))));
  return h("div", { class: "wide" }, h("table", { class: "totals" }, h("thead", {}, head), h("tbody", {}, ...body)));
}
