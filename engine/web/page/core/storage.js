/**
 * What the browser keeps: settings, what is open in each tab, and a list of what was open lately. A tab has a slot of its own,
 * whose name it keeps for itself; so tabs do not disturb each other, and what was open is there again after a reload or a crash.
 */

import { isAborted } from "./server.js";

const TAB = "ludex.tab";
const RECENT = "ludex.recent";
/** Slots that are kept. */
const MOST_RECENT = 24;

/** @typedef {{ id: string, game: string, title: string, when: number }} Recent */

/**
 * What is kept under a name; the other value where there is nothing that can be read.
 *
 * @template Kind
 * @param {string} name
 * @param {Kind} otherwise
 * @param {boolean} [ofTab] whether it is this tab's alone
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
 * Keeps a value; false where the browser has no room for it or may keep nothing.
 *
 * @param {string} name
 * @param {unknown} value
 * @param {boolean} [ofTab] whether it is this tab's alone
 */
export function keep(name, value, ofTab = false) {
  try {
    (ofTab ? sessionStorage : localStorage).setItem(name, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/** A name that nothing else has. */
export function freshName() {
  return Array.from(crypto.getRandomValues(new Uint32Array(2)), (word) => word.toString(36)).join("");
}

/** The slot of this tab. */
export class Slot {
  /** @param {string} id */
  constructor(id) {
    this.id = id;
  }

  /** What is kept in it. @returns {any} */
  read() {
    return kept(`ludex.study.${this.id}`, null);
  }

  /**
   * Keeps what is open, and puts it first in the list.
   *
   * @param {any} data
   * @param {string} title
   */
  write(data, title) {
    const all = recent().filter(({ id }) => id !== this.id);
    all.unshift({ id: this.id, game: data.game, title, when: Date.now() });
    for (const { id } of all.splice(MOST_RECENT)) localStorage.removeItem(`ludex.study.${id}`);
    while (!keep(`ludex.study.${this.id}`, data)) {
      const oldest = all.length > 1 ? all.pop() : undefined;
      if (!oldest) return false;
      localStorage.removeItem(`ludex.study.${oldest.id}`);
    }
    return keep(RECENT, all);
  }
}

/** Puts aside what a slot has, for the list of what was open lately. @param {Slot} slot */
export function archive(slot) {
  const data = slot.read();
  if (!data || data.nodes.length < 2) return;
  const all = recent();
  const isThere = all.some(({ id }) => id !== slot.id && readRecent(id)?.id === data.id);
  if (!isThere) new Slot(freshName()).write(data, all.find(({ id }) => id === slot.id)?.title ?? "");
}

/**
 * The slot of this tab: the one it had, or a new one. A tab that was doubled carries the name of the other one; it gets a slot
 * of its own with the same content.
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

/** Whether no other tab has this slot; from now on this one has it. @param {string} id @returns {Promise<boolean>} */
function isFree(id) {
  // Without a secure context there are no locks, and nothing can be asked.
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

/** What was open lately, the last first. @returns {Recent[]} */
export function recent() {
  return kept(RECENT, /** @type {Recent[]} */ ([]));
}

/** What was open in another slot. @param {string} id */
export function readRecent(id) {
  return new Slot(id).read();
}
