/** A connection to a room with the secret of one seat, or of those who look on. It comes back by itself when it broke. */

import { isRoom, socket, token } from "../core/server.js";

/** @typedef {import("../../types").RoomMessage} RoomMessage */

/** It tells `message` with what the room says, `state` when the connection comes or goes, and `gone` where the room is no more or does not let one in, with why. */
export class RoomLink extends EventTarget {
  /** @type {WebSocket | null} */
  #socket = null;
  #closed = false;
  #failures = 0;
  /** The player that this key is; null for one who looks on, or before the room has said it. @type {number | null} */
  you = null;

  /**
   * @param {string} room
   * @param {string} key
   * @param {string} name
   */
  constructor(room, key, name) {
    super();
    this.room = room;
    this.key = key;
    this.name = name;
    this.#connect();
  }

  get open() {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  #connect() {
    const open = socket(`/api/rooms/${encodeURIComponent(this.room)}/socket`);
    this.#socket = open;
    let opened = false;
    let joined = false;
    open.addEventListener("open", () => {
      opened = true;
      const secret = token();
      /** @type {import("../../types").Joining} */
      const joining = { join: { key: this.key, ...(this.name && { name: this.name }), ...(secret && { token: secret }) } };
      open.send(JSON.stringify(joining));
      this.dispatchEvent(new Event("state"));
    });
    open.addEventListener("message", (event) => {
      this.#failures = 0;
      /** @type {RoomMessage} */
      const message = JSON.parse(event.data);
      if (message.room) {
        joined = true;
        this.you = message.room.you ?? null;
      }
      // A room that is full may have a place later; a key stays wrong.
      if (message.error?.place === "key" && !joined) {
        this.close();
        return void this.dispatchEvent(new CustomEvent("gone", { detail: "The key of this link is wrong: it fits no seat of the game." }));
      }
      this.dispatchEvent(new CustomEvent("message", { detail: message }));
    });
    open.addEventListener("close", async () => {
      this.dispatchEvent(new Event("state"));
      this.#failures += 1;
      if (!this.#closed && !opened && (await isRoom(this.room)) === false) return void this.dispatchEvent(new Event("gone"));
      if (!this.#closed && this.#failures < 30) setTimeout(() => this.#closed || this.#connect(), Math.min(8000, 300 * 2 ** this.#failures));
    });
  }

  /** Sits there under another name: the room hears it where one comes in. @param {string} name */
  rename(name) {
    this.name = name;
    this.#socket?.close();
  }

  /** Says what one does. @param {import("../../types").Act} act */
  send(act) {
    if (this.open) this.#socket?.send(JSON.stringify(act));
  }

  close() {
    this.#closed = true;
    this.#socket?.close();
  }
}
