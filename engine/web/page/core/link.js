/**
 * Addresses: the places of the page (`/takt/analyse`), and the parts after `#` that browsers do not send to the server (a line, or the
 * keys of a room).
 */

/** @typedef {import("../../types").Line} Line */

/**
 * A place of the page.
 *
 * @typedef {{ kind: "home" } | { kind: "missing", path: string }
 *   | { kind: "game" | "play" | "analyse" | "setup", game: string }
 *   | { kind: "puzzles" | "learn", game: string, number: number | null }
 *   | { kind: "room", room: string }} Place
 */

/** The kinds of places below a game. Those of the second list have numbered places: puzzles, and steps of a lesson. */
const BELOW = /** @type {const} */ (["play", "analyse", "setup"]);
const NUMBERED = /** @type {const} */ (["puzzles", "learn"]);

/** The path that all addresses of this page begin with: the folder of its script. */
export function basePath() {
  const script = /** @type {HTMLScriptElement | null} */ (document.querySelector("script[src]"));
  return script ? new URL(".", script.src).pathname : "/";
}

/** The path of a place below the base. @param {Place} place */
export function pathOf(place) {
  if (place.kind === "room") return `room/${place.room}`;
  if (place.kind === "home") return "";
  if (place.kind === "missing") return place.path;
  if (place.kind === "game") return place.game;
  if ("number" in place && place.number !== null) return `${place.game}/${place.kind}/${place.number}`;
  return `${place.game}/${place.kind}`;
}

/** The address of a place. @param {Place} place */
export function addressOf(place) {
  return basePath() + pathOf(place);
}

/**
 * The place of a path below the base.
 *
 * @param {string} path
 * @returns {Place}
 */
export function placeOf(path) {
  const [first, second, third, more] = path.split("/").filter(Boolean);
  if (more) return { kind: "missing", path };
  if (!first || first === "index.html") return { kind: "home" };
  if (first === "room") return second && !third ? { kind: "room", room: second } : { kind: "missing", path };
  if (!second) return { kind: "game", game: first };
  const numbered = NUMBERED.find((one) => one === second);
  if (numbered) return { kind: numbered, game: first, number: Number.parseInt(third ?? "", 10) || null };
  const kind = BELOW.find((one) => one === second);
  return kind && !third ? { kind, game: first } : { kind: "missing", path };
}

/** The fragment of a line in a place of its game; empty for the start of the usual game. @param {Line} line @param {number} [at] the position to show, as a number of steps; without it the last one */
export function fragmentOf(line, at) {
  const words = new URLSearchParams();
  if (line.variant) words.set("variant", line.variant);
  if (line.start) words.set("start", line.start);
  if (line.steps.length) words.set("steps", line.steps.join(" "));
  if (at !== undefined && at !== line.steps.length) words.set("at", String(at));
  const text = words.toString();
  return text && `#${text}`;
}

/**
 * The line of a fragment; null if the fragment contains no line.
 *
 * @param {string} fragment
 * @param {string | null} [of] the game of the place, for fragments that do not name the game
 * @returns {{ line: Line, at: number, named: boolean } | null} `named` says whether the fragment names the game, as links made by earlier versions do
 */
export function lineOf(fragment, of = null) {
  const words = new URLSearchParams(fragment.replace(/^#/, ""));
  const game = words.get("game") ?? (["variant", "start", "steps"].some((word) => words.has(word)) ? of : null);
  if (!game) return null;
  const steps = (words.get("steps") ?? "").split(" ").filter(Boolean);
  const line = { game, variant: words.get("variant"), start: words.get("start"), steps };
  const at = Number(words.get("at") ?? steps.length);
  return { line, at: Number.isInteger(at) && at >= 0 ? Math.min(at, steps.length) : steps.length, named: words.has("game") };
}

/** The keys of a room in a fragment: `#key=SECRET` at the place of the room, or `#room=ID&key=SECRET` in older links. @param {string} fragment @param {string | null} [of] the room of the place */
export function roomOf(fragment, of = null) {
  const words = new URLSearchParams(fragment.replace(/^#/, ""));
  const room = words.get("room") ?? of;
  return room ? { room, keys: words.getAll("key"), real_time: words.has("live") } : null;
}
