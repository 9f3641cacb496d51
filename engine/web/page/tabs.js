/** The tabs of the analysis: moves, engine, report and notes. On wide windows the moves are always visible, and the tabs choose what is above them. */

import { byId, fill, h } from "./core/dom.js";
import { say } from "./core/say.js";

/** @typedef {"moves" | "engine" | "report" | "notes"} Tab */

/** @type {[Tab, string][]} */
const TABS = [
  ["moves", say("Moves")],
  ["engine", say("Engine")],
  ["report", say("Report")],
  ["notes", say("Notes")],
];

export class Tabs {
  /** @type {HTMLButtonElement[]} */
  #buttons;

  /** @param {import("./core/desk.js").Desk} desk */
  constructor(desk) {
    this.desk = desk;
    this.#buttons = TABS.map(([name, text]) => h("button", { type: "button", role: "tab", id: `tab-${name}`, onclick: () => this.choose(name) }, text));
    const host = byId("tabs");
    fill(host, ...this.#buttons);
    host.addEventListener("keydown", (event) => this.#key(event));
    for (const event of ["opened", "tree", "position"]) desk.study.addEventListener(event, () => this.#show());
    desk.addEventListener("mode", () => this.#show());
    this.#show();
  }

  /** @param {Tab} name */
  choose(name) {
    this.desk.settings.set("tab", name);
    this.#show();
  }

  /** Whether there is something to analyse or to comment. Without it, these tabs are not shown. */
  get #isEmpty() {
    const { root, start } = this.desk.study;
    return !root.children.length && !start;
  }

  #show() {
    const isEmpty = this.#isEmpty;
    const wanted = this.desk.settings.get("tab");
    const chosen = isEmpty && (wanted === "report" || wanted === "notes") ? "engine" : wanted;
    document.body.dataset.tab = chosen;
    for (const [index, [name]] of TABS.entries()) {
      const one = this.#buttons[index];
      one.hidden = isEmpty && (name === "report" || name === "notes");
      one.setAttribute("aria-selected", String(name === chosen));
      one.tabIndex = name === chosen ? 0 : -1;
    }
  }

  /** The arrow keys go to the next tab. @param {KeyboardEvent} event */
  #key(event) {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    event.stopPropagation();
    const there = this.#buttons.filter((one) => !one.hidden);
    const at = there.findIndex((one) => one.tabIndex === 0);
    const next = there[(at + by + there.length) % there.length];
    next.click();
    next.focus();
  }
}
