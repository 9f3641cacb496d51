/** Helpers that create and find elements of the page. */

/**
 * @typedef {string | number | Node | null | undefined | false} Child
 * @typedef {Record<string, string | number | boolean | null | undefined | ((event: any) => void)>} Attributes
 */

/**
 * Creates an element: `h("button", { class: "quiet", onclick: go }, "Go")`. Attributes that are null, undefined or false are
 * left out. Functions, whose names begin with `on`, become event listeners.
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
 * Creates an SVG element.
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
 * Replaces all children of an element.
 *
 * @param {Element} element
 * @param {...Child} children
 */
export function fill(element, ...children) {
  for (const child of element.children) if (child instanceof SVGElement) empty(child);
  element.replaceChildren();
  append(element, children);
}

/** Removes everything from an element, for good. A drawing that Chromium keeps in memory would keep all that is around it. @param {Element} element */
export function clear(element) {
  for (const svg of element.querySelectorAll("svg")) {
    empty(svg);
    svg.remove();
  }
  element.replaceChildren();
}

/**
 * Empties an SVG element that leaves the page. Chromium keeps some removed SVG elements in memory. Emptying them first frees their
 * content: 2,300 nodes for each board of Quoridor.
 *
 * @param {SVGElement} drawing
 */
export function empty(drawing) {
  drawing.replaceChildren();
}

/**
 * The element of `index.html` with this id.
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
 * Creates a button.
 *
 * @param {string} text
 * @param {(event: MouseEvent) => void} onclick
 * @param {Attributes} [attributes]
 */
export function button(text, onclick, attributes = {}) {
  return h("button", { type: "button", onclick, ...attributes }, text);
}

/**
 * Creates a labelled form field, with an optional hint below it.
 *
 * @param {string} label
 * @param {HTMLElement} control
 * @param {Child} [about]
 */
export function field(label, control, about) {
  return h("label", { class: "field" }, h("span", {}, label), control, about ? h("small", {}, about) : null);
}

/**
 * Creates a drop-down list.
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
 * Creates a labelled checkbox.
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

/** Saves a file on the user's machine. @param {Blob} blob @param {string} name */
export function download(blob, name) {
  const href = URL.createObjectURL(blob);
  h("a", { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
}
