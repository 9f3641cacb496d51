/** The dialog with all keys. */

import { h } from "../core/dom.js";
import { say } from "../core/say.js";
import { KEYS, keyName } from "../keys.js";
import { openDialog } from "./dialog.js";

export function openKeys() {
  openDialog(say("Keyboard and mouse"), h("div", { class: "key-groups" }, ...KEYS.map(([title, entries]) => group(title, entries))));
}

/** @param {string} title @param {import("../keys.js").Entry[]} entries */
function group(title, entries) {
  const rows = entries.map(({ keys, text }) => h("tr", {}, h("th", { scope: "row" }, ...keys.map((key) => h("kbd", {}, keyName(key)))), h("td", {}, text)));
  return h("section", {}, h("h3", {}, title), h("table", { class: "keys" }, h("tbody", {}, ...rows)));
}
