/** The part of the settings with the progress of the user: export to a file, and import. */

import { button, download, h } from "../core/dom.js";
import { LARGEST, exported, imported } from "../core/progress.js";
import { say } from "../core/say.js";
import { textOf } from "../core/server.js";
import { today } from "../puzzles/progress.js";

/** Buttons for export and import, with a message. */
export function progressControls() {
  const message = h("p", { class: "message", role: "status" });
  const file = h("input", { type: "file", accept: ".json,application/json", hidden: true, "aria-label": say("File with progress") });
  const show = (/** @type {string} */ text, wrong = false) => {
    message.textContent = text;
    message.classList.toggle("wrong", wrong);
  };
  file.addEventListener("change", async () => {
    const [chosen] = file.files ?? [];
    if (!chosen) return;
    try {
      // The size is checked first, so that a huge file is not read.
      const { lessons, puzzles } = imported(chosen.size > LARGEST ? " ".repeat(LARGEST + 1) : await chosen.text());
      const steps = Object.values(lessons).reduce((sum, { done }) => sum + done.length, 0);
      show(say("Imported. This browser now knows {puzzles} finished puzzles and {steps} finished steps of lessons.", { puzzles: puzzles.done.length, steps }));
    } catch (error) {
      show(textOf(error), true);
    }
    file.value = "";
  });
  const save = () => {
    download(new Blob([exported()], { type: "application/json" }), `ludex-progress-${today()}.json`);
    show(say("Exported."));
  };
  return h(
    "div",
    {},
    h("p", { class: "quiet" }, say("Finished lessons, puzzles and ratings are kept in this browser only. A file takes them to another one.")),
    h("div", { class: "row" }, button(say("Export progress"), save), button(say("Import progress"), () => file.click()), file),
    message,
  );
}
