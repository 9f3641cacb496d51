/** Fields for the variant of a game, as the game lists its keys. */

import { field, h, select } from "../core/dom.js";
import { capital } from "../core/words.js";

/**
 * @typedef {import("../../types").VariantKey} VariantKey
 * @typedef {import("../../types").StatedOption} StatedOption
 */

/**
 * A game and its variant in words: what is usual needs none, and what is switched on only its name.
 *
 * @param {import("../../types").GameInfo} info
 * @param {StatedOption[]} options
 */
export function titleOf(info, options) {
  const told = options.filter(({ usual }) => !usual);
  return [capital(info.name), ...told.map(({ label }) => label)].join(", ");
}

/** Fields for keys, and the variant that they say. */
export class VariantFields {
  /** @type {Map<string, HTMLInputElement | HTMLSelectElement>} */
  #controls = new Map();
  box = h("div", { class: "fields" });

  /**
   * @param {VariantKey[]} keys
   * @param {StatedOption[]} [options] what is chosen at first
   */
  constructor(keys, options = []) {
    const said = new Map(options.map(({ name, value }) => [name, value]));
    for (const { name, values, default: usual, defaults, about, choices: list } of keys) {
      const control = list
        ? select([["", `${usual} (usual)`], ...list.filter((value) => value !== usual).map((value) => /** @type {[string, string]} */ ([value, value]))], "")
        : h("input", { type: "text", placeholder: usual, spellcheck: "false", autocomplete: "off" });
      const chosen = said.get(name);
      // What is usual may depend on other keys (`10, 7 or 5 by the number of players`): then it is left to the game.
      if (chosen !== undefined && chosen !== usual && defaults.length === 1) control.value = chosen;
      this.#controls.set(name, control);
      this.box.append(field(name, control, list ? about : `${about}: ${values}`));
    }
  }

  /** What was chosen for a key; empty where that is as usual. @param {string} key */
  get(key) {
    return this.#controls.get(key)?.value.trim() ?? "";
  }

  /** What was chosen, `key=value,…`; null where all is as usual. */
  get text() {
    const said = [...this.#controls.keys()].filter((key) => this.get(key)).map((key) => `${key}=${this.get(key)}`);
    return said.length ? said.join(",") : null;
  }
}
