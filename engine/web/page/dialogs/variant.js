/** Form fields for the options of a variant, made from the list that the server sends. */

import { field, h, select } from "../core/dom.js";
import { say, sayCount } from "../core/say.js";
import { capital } from "../core/words.js";

/**
 * @typedef {import("../../types").VariantKey} VariantKey
 * @typedef {import("../../types").StatedOption} StatedOption
 */

/**
 * The title of a game with the options that differ from their defaults: `Takt (Tak), board size 6, komi 2`.
 *
 * @param {import("../../types").GameInfo} info
 * @param {StatedOption[]} options
 */
export function titleOf(info, options) {
  const changed = options.filter(({ usual }) => !usual);
  return [info.title, ...changed.map(({ name, value, label }) => (name === "players" ? sayCount(Number(value), "{count} player", "{count} players") : label))].join(", ");
}

/** The form fields, and the variant that the user entered in them. */
export class VariantFields {
  /** @type {Map<string, HTMLInputElement | HTMLSelectElement>} */
  #controls = new Map();
  box = h("div", { class: "fields" });

  /**
   * @param {VariantKey[]} keys
   * @param {StatedOption[]} [options] the initial values
   */
  constructor(keys, options = []) {
    const initial = new Map(options.map(({ name, value }) => [name, value]));
    for (const { name, title, values, default: usual, defaults, about, choices: list, titles } of keys) {
      const titleOf = (/** @type {string} */ value) => capital(titles?.[list?.indexOf(value) ?? -1] ?? value);
      const control = list
        ? select([["", say("{value} (default)", { value: titleOf(usual) })], ...list.filter((value) => value !== usual).map((value) => /** @type {[string, string]} */ ([value, titleOf(value)]))], "")
        : h("input", { type: "text", placeholder: defaults.length === 1 ? usual : say("Default"), spellcheck: "false", autocomplete: "off" });
      const chosen = initial.get(name);
      // A default may depend on other options (`10, 7 or 5, depending on the number of players`). Then the field stays empty.
      if (chosen !== undefined && chosen !== usual && defaults.length === 1) control.value = chosen;
      this.#controls.set(name, control);
      const hints = [about, !list && values, defaults.length !== 1 && !list && say(usual ? "default: {value}" : "default: none", { value: usual })].filter((hint) => typeof hint === "string");
      this.box.append(field(capital(title), control, hints.map((hint) => `${capital(hint)}.`).join(" ")));
    }
  }

  /** Whether an element is the field of an option. @param {string} key @param {EventTarget | null} element */
  isOf(key, element) {
    return element !== null && this.#controls.get(key) === element;
  }

  /** The value entered for an option; empty for the default. @param {string} key */
  get(key) {
    return this.#controls.get(key)?.value.trim() ?? "";
  }

  /** The variant as `key=value,…`; null if all options have their defaults. */
  get text() {
    const said = [...this.#controls.keys()].filter((key) => this.get(key)).map((key) => `${key}=${this.get(key)}`);
    return said.length ? said.join(",") : null;
  }
}
