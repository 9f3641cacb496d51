/** Small helpers to make and find elements of the page. */

/**
 * @typedef {string | number | Node | null | undefined | false} Child
 * @typedef {Record<string, string | number | boolean | null | undefined | ((event: any) => void)>} Attributes
 */

/**
 * Makes an element: `h("button", { class: "quiet", onclick: go }, "Go")`. Attributes that are null, undefined or false are
 * left out; those that begin with `on` are listeners.
 *
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  set(element, attributes);
  append(element, children);
  return element;
}

/**
 * Makes an element of a drawing.
 *
 * @param {string} tag
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {SVGElement}
 */
export function s(tag, attributes = {}, ...children) {
  const element = /** @type {SVGElement} */ (document.createElementNS("http://www.w3.org/2000/svg", tag));
  set(element, attributes);
  append(element, children);
  return element;
}

/**
 * @param {Element} element
 * @param {Attributes} attributes
 */
function set(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
}

/**
 * @param {Element} element
 * @param {Child[]} children
 */
function append(element, children) {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child instanceof Node ? child : String(child));
  }
}

/**
 * Puts these children in the place of all that an element has.
 *
 * @param {Element} element
 * @param {...Child} children
 */
export function fill(element, ...children) {
  for (const child of element.children) if (child instanceof SVGElement) empty(child);
  element.replaceChildren();
  append(element, children);
}

/**
 * Empties a drawing that leaves the page. Chromium keeps some of them after that; what was in it shall not be kept as well: 2,300
 * nodes for each board of Quoridor that was left, otherwise.
 *
 * @param {SVGElement} drawing
 */
export function empty(drawing) {
  drawing.replaceChildren();
}

/**
 * The element with this id, which the page has from the start.
 *
 * @template {HTMLElement} [Kind=HTMLElement]
 * @param {string} id
 * @returns {Kind}
 */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no #${id}`);
  return /** @type {Kind} */ (element);
}

/**
 * A button with its text.
 *
 * @param {string} text
 * @param {(event: MouseEvent) => void} onclick
 * @param {Attributes} [attributes]
 */
export function button(text, onclick, attributes = {}) {
  return h("button", { type: "button", onclick, ...attributes }, text);
}

/**
 * A field with its label before it.
 *
 * @param {string} label
 * @param {HTMLElement} control
 * @param {Child} [about]
 */
export function field(label, control, about) {
  return h("label", { class: "field" }, h("span", {}, label), control, about ? h("small", {}, about) : null);
}

/**
 * A list to choose from.
 *
 * @param {[string, string][]} options value and text of each
 * @param {string} chosen
 * @param {(value: string) => void} [onchange]
 * @param {Attributes} [attributes]
 */
export function select(options, chosen, onchange, attributes = {}) {
  const list = h("select", attributes);
  for (const [value, text] of options) list.append(h("option", { value, selected: value === chosen }, text));
  if (onchange) list.addEventListener("change", () => onchange(list.value));
  return list;
}

/**
 * A box to tick.
 *
 * @param {string} label
 * @param {boolean} checked
 * @param {(checked: boolean) => void} onchange
 */
export function tick(label, checked, onchange) {
  const box = h("input", { type: "checkbox", checked });
  box.addEventListener("change", () => onchange(box.checked));
  return h("label", { class: "tick" }, box, label);
}

