/** Links that carry a game in their fragment, the part after `#` that browsers do not send to the server. */

/** @typedef {import("../../types").Line} Line */

/** The fragment of a line. @param {Line} line @param {number} [at] the position to show, as a number of steps; without it the last one */
export function fragmentOf(line, at) {
  const words = new URLSearchParams({ game: line.game });
  if (line.variant) words.set("variant", line.variant);
  if (line.start) words.set("start", line.start);
  if (line.steps.length) words.set("steps", line.steps.join(" "));
  if (at !== undefined && at !== line.steps.length) words.set("at", String(at));
  return `#${words}`;
}

/**
 * The line of a fragment; null if the fragment contains no line.
 *
 * @param {string} fragment
 * @returns {{ line: Line, at: number } | null}
 */
export function lineOf(fragment) {
  const words = new URLSearchParams(fragment.replace(/^#/, ""));
  const game = words.get("game");
  if (!game) return null;
  const steps = (words.get("steps") ?? "").split(" ").filter(Boolean);
  const line = { game, variant: words.get("variant"), start: words.get("start"), steps };
  const at = Number(words.get("at") ?? steps.length);
  return { line, at: Number.isInteger(at) && at >= 0 ? Math.min(at, steps.length) : steps.length };
}

/** The room and the key of a fragment, `#room=ID&key=SECRET`. @param {string} fragment */
export function roomOf(fragment) {
  const words = new URLSearchParams(fragment.replace(/^#/, ""));
  const room = words.get("room");
  return room ? { room, keys: words.getAll("key"), real_time: words.has("live") } : null;
}
