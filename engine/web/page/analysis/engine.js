/** Live analysis over one web socket: each new request replaces the one before. Closing the tab ends the search. */

import { say } from "../core/say.js";
import { limitText, lose, socket, token } from "../core/server.js";

/** @typedef {import("../../types").Findings} Findings */

/** The least time between two searches, in milliseconds. */
const APART = 120;
/** The time after which a search is requested again that a limit of the server refused: the number of searches, or of requests that wait. In milliseconds. */
const AGAIN = 5000;

/** Events: `findings` with results, `done` with the final ones, `failed` with the reason. */
export class Engine extends EventTarget {
  /** @type {WebSocket | null} */
  #socket = null;
  #id = 0;
  /** @type {import("../../types").AnalyseRequest | null} the current request */
  #wanted = null;
  #lastStart = 0;
  #timer = 0;

  /** Searches a position, and stops the previous search. @param {import("../../types").AnalyseRequest} request */
  analyse(request) {
    this.#id += 1;
    this.#wanted = request;
    clearTimeout(this.#timer);
    const wait = this.#lastStart + APART - performance.now();
    if (wait <= 0) this.#start();
    else {
      // A user who steps quickly through a game does not need a search of every position.
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
    open.addEventListener("message", (event) => this.#receive(JSON.parse(event.data)));
    open.addEventListener("close", () => {
      if (this.#socket === open) this.#socket = null;
      if (!this.#wanted) return;
      lose();
      this.#emit("failed", { text: say("Can’t reach the server. Retrying…") });
    });
  }

  /** @param {import("../../types").AnalyseMessage | { stop: true }} message */
  #send(message) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  /** @param {import("../../types").AnalyseWord} message */
  #receive({ event, id, data }) {
    if (id !== undefined && id !== this.#id) return;
    if (event === "error") {
      const { error } = /** @type {import("../../types").Refusal} */ (data);
      if (this.#wanted && ["searches", "server"].includes(error?.place)) {
        this.#timer = window.setTimeout(() => this.#start(), AGAIN);
        return this.#emit("failed", { text: limitText(error, AGAIN / 1000) });
      }
      this.#wanted = null;
      return this.#emit("failed", data);
    }
    if (!this.#wanted) return;
    this.#emit("findings", data);
    if (event === "done") this.#emit("done", data);
  }

  /** @param {string} name @param {unknown} detail */
  #emit(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}
