/**
 * Browser storage: the settings, the open game of each tab, and the list of recent games. Each tab saves its game in a separate
 * slot and remembers the name of the slot. So tabs do not overwrite each other, and a reload or a crash loses nothing.
 */

import { isAborted } from "./server.js";

const TAB = "ludex.tab";
const RECENT = "ludex.recent";
/** At most this many slots are kept. */
const MOST_RECENT = 24;

/** @typedef {{ id: string, game: string, title: string, when: number, empty?: boolean }} Recent a stored game; `empty` if it has no moves and starts from the usual position */

/**
 * Reads a stored value; returns `otherwise` if there is none or it cannot be read.
 *
 * @template Kind
 * @param {string} name
 * @param {Kind} otherwise
 * @param {boolean} [ofTab] whether the value belongs to this tab only
 * @returns {Kind}
 */
export function kept(name, otherwise, ofTab = false) {
  try {
    const text = (ofTab ? sessionStorage : localStorage).getItem(name);
    return text === null ? otherwise : JSON.parse(text);
  } catch {
    return otherwise;
  }
}

/**
 * Stores a value; returns false if the storage is full or disabled.
 *
 * @param {string} name
 * @param {unknown} value
 * @param {boolean} [ofTab] whether the value belongs to this tab only
 */
export function keep(name, value, ofTab = false) {
  try {
    (ofTab ? sessionStorage : localStorage).setItem(name, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/** A random name for a slot or a game. */
export function freshName() {
  return Array.from(crypto.getRandomValues(new Uint32Array(2)), (word) => word.toString(36)).join("");
}

/** The storage slot of a tab. */
export class Slot {
  /** @param {string} id */
  constructor(id) {
    this.id = id;
  }

  /** The game in the slot. @returns {any} */
  read() {
    return kept(`ludex.study.${this.id}`, null);
  }

  /**
   * Saves the open game, and puts it first in the list of recent games. Deletes the oldest games if the storage is full.
   *
   * @param {any} data
   * @param {string} title
   */
  write(data, title) {
    const all = recent().filter(({ id }) => id !== this.id);
    all.unshift({ id: this.id, game: data.game, title, when: Date.now(), empty: data.nodes.length < 2 && !data.start });
    for (const { id } of all.splice(MOST_RECENT)) localStorage.removeItem(`ludex.study.${id}`);
    while (!keep(`ludex.study.${this.id}`, data)) {
      const oldest = all.length > 1 ? all.pop() : undefined;
      if (!oldest) return false;
      localStorage.removeItem(`ludex.study.${oldest.id}`);
    }
    return keep(RECENT, all);
  }
}

/** Copies the game of a slot to a new slot, so that it stays in the list of recent games. @param {Slot} slot */
export function archive(slot) {
  const data = slot.read();
  if (!data || data.nodes.length < 2) return;
  const all = recent();
  const isThere = all.some(({ id }) => id !== slot.id && readRecent(id)?.id === data.id);
  if (!isThere) new Slot(freshName()).write(data, all.find(({ id }) => id === slot.id)?.title ?? "");
}

/**
 * The slot of this tab: its previous slot after a reload, otherwise a new one. The browser copies the name of the slot into a
 * duplicated tab; such a tab gets a new slot with a copy of the game.
 */
export async function ownSlot() {
  const known = sessionStorage.getItem(TAB);
  if (known && (await isFree(known))) return new Slot(known);
  const slot = new Slot(freshName());
  sessionStorage.setItem(TAB, slot.id);
  const copied = known && new Slot(known).read();
  if (copied) keep(`ludex.study.${slot.id}`, copied);
  await isFree(slot.id);
  return slot;
}

/** Claims a slot for this tab; false if another tab has it. @param {string} id @returns {Promise<boolean>} */
function isFree(id) {
  // Locks exist in secure contexts only (HTTPS or localhost). Elsewhere the slot is assumed to be free.
  if (!navigator.locks) return Promise.resolve(true);
  return new Promise((resolve) => {
    navigator.locks
      .request(`ludex.${id}`, { ifAvailable: true }, (lock) => {
        resolve(lock !== null);
        return lock && new Promise(() => {});
      })
      .catch((error) => resolve(isAborted(error)));
  });
}

/** The recent games, the latest first. @returns {Recent[]} */
export function recent() {
  return kept(RECENT, /** @type {Recent[]} */ ([]));
}

/** The stored game with this study id, or null. @param {string} study */
export function findStudy(study) {
  return recent().map(({ id }) => readRecent(id)).find((data) => data?.id === study) ?? null;
}

/** The latest stored game of this kind that has moves, or null. @param {string} game */
export function latestOf(game) {
  const known = recent().find((one) => one.game === game);
  return known ? readRecent(known.id) : null;
}

/** The game in another slot. @param {string} id */
export function readRecent(id) {
  return new Slot(id).read();
}
