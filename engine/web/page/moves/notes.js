/** Comment and mark of the current move, and buttons for its variation. */

import { button, byId, fill, h } from "../core/dom.js";
import { labelled } from "../core/icons.js";
import { say } from "../core/say.js";

const MARKS = ["!!", "!", "!?", "?!", "?", "??"];

export class Notes {
  #host = byId("notes");
  #comment = h("textarea", { rows: 1, "aria-label": say("Comment"), placeholder: say("Add a comment") });
  #marks = h("span", { class: "marks", role: "group", "aria-label": say("Mark") });
  #tools = h("span", { class: "tools" });
  #hint = h("p", { class: "quiet" }, say("This comment belongs to the start. Go to a move to mark it, or to change its variation."));

  /** @param {import("../core/desk.js").Desk} desk */
  constructor(desk) {
    this.desk = desk;
    const { study } = desk;
    fill(this.#host, this.#comment, this.#hint, this.#marks, this.#tools);
    this.#comment.addEventListener("input", () => {
      study.current.comment = this.#comment.value;
      study.dispatchEvent(new Event("value"));
    });
    // Rebuild the list of moves when the user has finished the comment, not after each letter.
    this.#comment.addEventListener("change", () => study.changed());
    for (const mark of MARKS) {
      const toggle = () => {
        study.current.mark = study.current.mark === mark ? "" : mark;
        study.changed();
      };
      this.#marks.append(button(mark, toggle, { "aria-pressed": "false" }));
    }
    this.#tools.append(
      labelled("up", say("Promote"), () => study.current.variation?.promote() && study.changed(), { title: say("Move this variation up") }),
      labelled("main", say("Main line"), () => {
        study.current.makeMain();
        study.changed();
      }, { title: say("Make this the main line") }),
      labelled("delete", say("Delete"), () => study.current.parent && study.remove(study.current), { title: say("Delete this move and all moves after it") }),
    );
    for (const event of ["opened", "position", "tree"]) study.addEventListener(event, () => this.#show());
  }

  #show() {
    const { current } = this.desk.study;
    if (document.activeElement !== this.#comment) this.#comment.value = current.comment;
    const isRoot = !current.parent;
    this.#hint.hidden = !isRoot;
    this.#marks.hidden = isRoot;
    this.#tools.hidden = isRoot;
    for (const one of this.#marks.querySelectorAll("button")) {
      one.setAttribute("aria-pressed", String(one.textContent === current.mark));
    }
    const [promote, main] = this.#tools.querySelectorAll("button");
    promote.disabled = main.disabled = current.isMain;
  }
}
