/** Fields for the variant of a game, as the game lists its keys. */

import { field, h, select } from "../core/dom.js";

/** @typedef {import("../../types").VariantKey} VariantKey */

/**
 * A game and its variant in words: what is usual needs none, and what is switched on only its name.
 *
 * @param {import("../../types").GameInfo} info
 * @param {string | null | undefined} variant
 */
export function titleOf(info, variant) {
  const usual = new Map(info.variant_keys.map((key) => [key.name, key.defaults]));
  const said = (variant ?? "").split(",").map((pair) => pair.split("="));
  const isUsual = (/** @type {string} */ name, /** @type {string} */ value) => usual.get(name)?.includes(value);
  const told = said.filter(([name, value]) => value !== undefined && !isUsual(name, value));
  const word = (/** @type {string} */ name, /** @type {string} */ value) => (/^(yes|on)$/.test(value) ? name : /^(no|off)$/.test(value) ? `no ${name}` : `${name} ${value}`);
  const words = told.map(([name, value]) => word(name, value));
  return [info.name.charAt(0).toUpperCase() + info.name.slice(1), ...words].join(", ");
}

/** Fields for keys, and the variant that they say. */
export class VariantFields {
  /** @type {Map<string, HTMLInputElement | HTMLSelectElement>} */
  #controls = new Map();
  box = h("div", { class: "fields" });

  /**
   * @param {VariantKey[]} keys
   * @param {string | null} [variant] what is chosen at first
   */
  constructor(keys, variant) {
    const said = new Map((variant ?? "").split(",").map((word) => /** @type {[string, string]} */ (word.split("="))));
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

  /** What was chosen, `key=value,…`; null where all is as usual. */
  get text() {
    const said = [...this.#controls].filter(([, control]) => control.value.trim()).map(([key, control]) => `${key}=${control.value.trim()}`);
    return said.length ? said.join(",") : null;
  }
}
