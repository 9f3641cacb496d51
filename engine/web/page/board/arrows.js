/** The outline of an arrow. */

/** @typedef {{ x: number, y: number }} Point */

/**
 * The path of an arrow as one outline, so that a transparent arrow has the same colour everywhere.
 *
 * @param {Point} from
 * @param {Point} to the tip
 * @param {number} width the width of the shaft, in the units of the picture
 */
export function arrowPath(from, to, width) {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.hypot(dx, dy) || 1;
  const [ux, uy] = [dx / length, dy / length];
  const head = Math.min(2.4 * width, 0.6 * length);
  /** @type {[number, number][]} along the arrow, and to its side */
  const corners = [
    [0, width / 2],
    [length - head, width / 2],
    [length - head, 1.3 * width],
    [length, 0],
    [length - head, -1.3 * width],
    [length - head, -width / 2],
    [0, -width / 2],
  ];
  const points = corners.map(([along, aside]) => `${(from.x + ux * along - uy * aside).toFixed(1)} ${(from.y + uy * along + ux * aside).toFixed(1)}`);
  return `M${points.join("L")}Z`;
}
