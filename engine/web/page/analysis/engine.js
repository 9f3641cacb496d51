/** Live analysis over one socket: each position asked for takes the place of the one before, and a closed tab ends it. */

import { socket, token } from "../core/server.js";

/** @typedef {import("../../types").Findings} Findings */

/** So long a search may be asked for after the last one without waiting, in milliseconds. */
const APART = 120;

/** It tells `findings` with what was found, `failed` with why there is nothing, and `done`. */
export class Engine extends EventTarget {
  /** @type {WebSocket | null} */
  #socket = null;
  #id = 0;
  /** @type {import("../../types").AnalyseRequest | null} what is being searched */
  #wanted = null;
  #lastStart = 0;
  #timer = 0;

  /** Searches a position, and no other any more. @param {import("../../types").AnalyseRequest} request */
  analyse(request) {
    this.#id += 1;
    this.#wanted = request;
    clearTimeout(this.#timer);
    const wait = this.#lastStart + APART - performance.now();
    if (wait <= 0) this.#start();
    else {
      // Who leafs quickly through a game needs no search of every position.
      this.#send({ stop: true });
      this.#timer = window.setTimeout(() => this.#start(), wait);
    }
  }

  stop() {
    this.#id += 1;
    this.#wanted = null;
    clearTimeout(this.#timer);
    this.#send({ stop: true });
  }

  get running() {
    return this.#wanted !== null;
  }

  #start() {
    this.#lastStart = performance.now();
    if (this.#socket && this.#socket.readyState <= WebSocket.OPEN) return this.#wanted ? this.#send({ ...this.#wanted, id: this.#id }) : undefined;
    const open = socket("/api/analyse/socket");
    this.#socket = open;
    open.addEventListener("open", () => {
      const secret = token();
      if (this.#wanted) this.#send({ ...this.#wanted, id: this.#id, ...(secret && { token: secret }) });
      else open.close();
    });
    open.addEventListener("message", (event) => this.#hear(JSON.parse(event.data)));
    open.addEventListener("close", () => {
      if (this.#socket === open) this.#socket = null;
      if (this.#wanted) this.#tell("failed", { text: "The program does not answer. Is ludex serve still running?" });
    });
  }

  /** @param {import("../../types").AnalyseMessage | { stop: true }} message */
  #send(message) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  /** @param {import("../../types").AnalyseWord} message */
  #hear({ event, id, data }) {
    if (id !== undefined && id !== this.#id) return;
    if (event === "error") {
      this.#wanted = null;
      return this.#tell("failed", data);
    }
    if (!this.#wanted) return;
    this.#tell("findings", data);
    if (event === "done") this.#tell("done", data);
  }

  /** @param {string} name @param {unknown} detail */
  #tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}
