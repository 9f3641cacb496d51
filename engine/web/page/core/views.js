/** Positions as the server describes them, with a cache of recent answers. */

import { ask, isAborted } from "./server.js";

/**
 * @typedef {import("../../types").Line} Line
 * @typedef {import("../../types").View} View
 * @typedef {import("../../types").ViewRequest} ViewRequest
 */

/** The number of cached answers. */
const MOST = 80;

export class Views {
  /** @type {Map<string, Promise<View>>} */
  #known = new Map();
  /** The player at the bottom of the board, if it differs from the settings. @type {number | null} */
  seat = null;

  /** @param {import("./settings.js").Settings} settings */
  constructor(settings) {
    this.settings = settings;
  }

  /**
   * The view of a position, from the cache or from the server.
   *
   * @param {Line} line
   * @param {Partial<ViewRequest>} [more]
   * @returns {Promise<View>}
   */
  of(line, more = {}) {
    const { settings } = this;
    const request = {
      line,
      seat: this.seat ?? settings.get("seat"),
      last: settings.get("last"),
      paths: settings.get("paths"),
      bare: true,
      ...more,
    };
    const key = JSON.stringify(request);
    const known = this.#known.get(key);
    this.#known.delete(key);
    const answer = known ?? ask("/api/view", request);
    this.#known.set(key, answer);
    if (!known) answer.catch(() => this.#known.delete(key));
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= MOST) break;
      this.#known.delete(oldest);
    }
    return answer;
  }

  /** The picture after a move, without a mark on the move; null if it cannot be drawn. @param {Line} line @param {string} move */
  async preview(line, move) {
    return this.#quietly(async () => (await this.of(line, { preview: move, last: false })).preview_svg ?? null);
  }

  /** The picture in the middle of a move. @param {Line} line @param {string[]} partial */
  async partial(line, partial) {
    return this.#quietly(async () => (await this.of(line, { partial })).svg);
  }

  /** The picture with the arrows of the engine. @param {Line} line @param {string} arrows */
  async arrows(line, arrows) {
    return this.#quietly(async () => (await this.of(line, { arrows })).svg);
  }

  /**
   * Requests a picture that the page can do without: an error is not shown to the user.
   *
   * @param {() => Promise<string | null>} asked
   */
  async #quietly(asked) {
    try {
      return await asked();
    } catch (error) {
      if (!isAborted(error)) console.debug("no picture:", error);
      return null;
    }
  }
}
