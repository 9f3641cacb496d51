/** Dialogs of the page: a heading, a body and a button to close them. */

import { h } from "../core/dom.js";
import { iconButton } from "../core/icons.js";
import { say } from "../core/say.js";

/**
 * Opens a dialog over the page, and removes it when it is closed. Other dialogs are closed.
 *
 * @param {string} title
 * @param {...import("../core/dom.js").Child} children
 * @returns {{ close: () => void, box: HTMLDialogElement }}
 */
export function openDialog(title, ...children) {
  // Removed at once: while the box is there, it keeps the focus and the keys.
  const close = () => (box.close(), box.remove());
  const heading = h("header", {}, h("h2", { id: "dialog-title" }, title), iconButton("close", say("Close"), close, { class: "close" }));
  const box = h("dialog", { "aria-labelledby": "dialog-title" }, heading, h("div", { class: "body" }, ...children));
  box.addEventListener("close", () => box.remove());
  // A click outside closes the dialog.
  box.addEventListener("click", (event) => {
    if (event.target === box) close();
  });
  for (const other of document.querySelectorAll("dialog")) other.close();
  document.body.append(box);
  box.showModal();
  return { close, box };
}

/** The row of buttons at the end of a dialog. @param {...import("../core/dom.js").Child} buttons */
export function actions(...buttons) {
  return h("div", { class: "actions" }, ...buttons);
}
