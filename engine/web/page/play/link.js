/** The connection to a room, with the key of a seat or of spectators. It reconnects automatically. */

import { say } from "../core/say.js";
import { isRoom, socket, token } from "../core/server.js";

/** @typedef {import("../../types").RoomMessage} RoomMessage */

/** Events: `message` from the room, `state` when the connection opens or closes, and `gone` when the room cannot be joined, with the reason, or without a reason if the room does not exist. */
export class RoomLink extends EventTarget {
  /** @type {WebSocket | null} */
  #socket = null;
  #closed = false;
  #failures = 0;
  /** The player whose key this is; null for a spectator, or before the room has answered. @type {number | null} */
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
        nameUnnamed(message.room);
      }
      // Give up only if the key is wrong. Other reasons, such as a full room, may be temporary.
      if (message.error?.place === "key" && !joined) {
        this.close();
        return void this.dispatchEvent(new CustomEvent("gone", { detail: say("The key in this link is wrong: it does not belong to this game.") }));
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

  /** Changes the name of the player. The name is sent only when the connection opens, so this reconnects. @param {string} name */
  rename(name) {
    this.name = name;
    this.#socket?.close();
  }

  /** Sends an action of the player. @param {import("../../types").Act} act */
  send(act) {
    if (this.open) this.#socket?.send(JSON.stringify(act));
  }

  close() {
    this.#closed = true;
    this.#socket?.close();
  }
}

/** Names players who have chosen no name, in the language of the page; the server calls them `Player 1`. @param {import("../../types").AnyRoom} room */
function nameUnnamed({ seats }) {
  for (const [index, seat] of seats.entries()) {
    if (seat.name === `Player ${index + 1}`) seat.name = say("Player {number}", { number: index + 1 });
  }
}
