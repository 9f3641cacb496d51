/** Small pictures of what a choice places, cut out of the picture of the whole board. */

import { empty } from "../core/dom.js";
import { parsePicture } from "./picture.js";
import { changesOf, piecesOf } from "./pieces.js";

/** The space around the piece, as a share of its size. */
const MARGIN = 0.06;

/**
 * Cuts the part of a picture out that differs from the board around a place: the new piece, tile or wall, or the stones of a spread. Tiles
 * that are forced elsewhere are left out.
 *
 * @param {string} text the picture after the choice
 * @param {SVGSVGElement} board the picture before it
 * @param {DOMRect} at the place, in the units of both pictures
 * @param {HTMLElement} host an element of the page, where the picture is measured
 * @returns {SVGSVGElement | null} null if the pictures have different frames
 */
export function cutOut(text, board, at, host) {
  const picture = parsePicture(text);
  if (picture.getAttribute("viewBox") !== board.getAttribute("viewBox")) return null;
  picture.classList.add("measured");
  host.append(picture);
  const { moved, turned, fresh } = changesOf(piecesOf(board), piecesOf(picture));
  const pieces = [...moved.map(({ to }) => to), ...turned.map(({ to }) => to), ...fresh];
  const boxes = pieces.filter(({ kind, box }) => !kind.startsWith("tile") || meet(box, at)).map(({ box }) => box);
  const frame = squareAround(boxes.length && !boxes.some((box) => !meet(box, at)) ? boxes : [at, ...boxes]);
  // All are measured before the first is removed: the browser computes the layout again after each change.
  const isShown = (/** @type {Element} */ element) => element.matches("defs") || (!element.matches(".coordinates") && meet(/** @type {SVGGElement} */ (element).getBBox(), frame));
  for (const element of [...picture.children].filter((element) => !isShown(element))) element.remove();
  picture.remove();
  picture.classList.remove("measured");
  if (!frame.width) return void empty(picture), null;
  picture.setAttribute("viewBox", `${frame.x} ${frame.y} ${frame.width} ${frame.height}`);
  picture.removeAttribute("aria-label");
  picture.setAttribute("aria-hidden", "true");
  for (const target of picture.querySelectorAll("[data-name]")) target.removeAttribute("data-name");
  for (const piece of picture.querySelectorAll("[data-piece]")) piece.removeAttribute("data-piece");
  return picture;
}

/** Whether two boxes overlap. @param {DOMRect} one @param {DOMRect} other */
function meet(one, other) {
  return one.x < other.x + other.width && other.x < one.x + one.width && one.y < other.y + other.height && other.y < one.y + one.height;
}

/** The smallest square around boxes, with a margin. @param {DOMRect[]} boxes */
function squareAround(boxes) {
  const [left, top] = [Math.min(...boxes.map(({ x }) => x)), Math.min(...boxes.map(({ y }) => y))];
  const [right, bottom] = [Math.max(...boxes.map((box) => box.x + box.width)), Math.max(...boxes.map((box) => box.y + box.height))];
  const side = Math.max(right - left, bottom - top) * (1 + 2 * MARGIN);
  return new DOMRect((left + right - side) / 2, (top + bottom - side) / 2, side, side);
}
