/** Comment and mark of the move that is looked at, and what can be done with its variation. */

import { button, byId, fill, h } from "../core/dom.js";

const MARKS = ["!!", "!", "!?", "?!", "?", "??"];

export class Notes {
  #host = byId("notes");
  #comment = h("textarea", { rows: 1, "aria-label": "Comment", placeholder: "Comment" });
  #marks = h("span", { class: "marks", role: "group", "aria-label": "Mark" });
  #tools = h("span", { class: "tools" });

  /** @param {import("../core/desk.js").Desk} desk */
  constructor(desk) {
    this.desk = desk;
    const { study } = desk;
    fill(this.#host, this.#comment, this.#marks, this.#tools);
    this.#comment.addEventListener("input", () => {
      study.current.comment = this.#comment.value;
      study.dispatchEvent(new Event("value"));
    });
    // The list of moves is made anew when the comment is done, not for each letter.
    this.#comment.addEventListener("change", () => study.changed());
    for (const mark of MARKS) {
      const toggle = () => {
        study.current.mark = study.current.mark === mark ? "" : mark;
        study.changed();
      };
      this.#marks.append(button(mark, toggle, { "aria-pressed": "false" }));
    }
    this.#tools.append(
      button("Promote", () => study.current.variation?.promote() && study.changed(), { title: "This variation, before the others" }),
      button("Main line", () => {
        study.current.makeMain();
        study.changed();
      }),
      button("Delete", () => study.current.parent && study.remove(study.current), { title: "This move and what follows" }),
    );
    for (const event of ["opened", "position", "tree"]) study.addEventListener(event, () => this.#show());
  }

  #show() {
    const { current } = this.desk.study;
    if (document.activeElement !== this.#comment) this.#comment.value = current.comment;
    const isRoot = !current.parent;
    this.#marks.hidden = isRoot;
    this.#tools.hidden = isRoot;
    for (const one of this.#marks.querySelectorAll("button")) {
      one.setAttribute("aria-pressed", String(one.textContent === current.mark));
    }
    const [promote, main] = this.#tools.querySelectorAll("button");
    promote.disabled = main.disabled = current.isMain;
  }
}
