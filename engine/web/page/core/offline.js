/**
 * The page without the server: the service worker, a message while the server cannot be reached, and the button that installs the page.
 */

import { button, byId, fill } from "./dom.js";
import { basePath } from "./link.js";
import { say } from "./say.js";
import { reach } from "./server.js";

/** Time between two attempts to reach the server, in milliseconds: at first, and at most. */
const WAITS = { first: 2000, most: 30_000 };

/** Reports when the server is lost and when it is back. Events: `back`. */
export class Offline extends EventTarget {
  #note = byId("offline");
  #timer = 0;
  #wait = WAITS.first;

  constructor() {
    super();
    reach.addEventListener("lost", () => this.#lost());
    addEventListener("offline", () => this.#lost());
    addEventListener("online", () => void this.#try());
    const { serviceWorker } = navigator;
    // Browsers offer it at addresses with https and on this machine only. Without it, the page needs the server.
    serviceWorker?.register(`${basePath()}worker.js`, { scope: basePath(), updateViaCache: "none" }).catch((error) => console.debug("no service worker:", error));
  }

  #lost() {
    if (this.#timer) return;
    this.#wait = WAITS.first;
    this.#note.hidden = false;
    fill(
      this.#note,
      say("Can’t reach the server. You can read games and positions that you have opened before. Retrying…"),
      button(say("Retry now"), () => void this.#try()),
    );
    this.#later();
  }

  #later() {
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => void this.#try(), this.#wait);
    this.#wait = Math.min(2 * this.#wait, WAITS.most);
  }

  async #try() {
    if (!this.#timer) return;
    const answer = await fetch(`${basePath()}health`, { cache: "no-store" }).catch(() => null);
    if (!this.#timer) return;
    if (!answer?.ok) return this.#later();
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#note.hidden = true;
    this.dispatchEvent(new Event("back"));
  }
}

/** The question whether to install the page, if the browser offers it. @type {any} */
let offer = null;
/** Calls after the offer has changed. @type {(() => void)[]} */
const followers = [];

addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault();
  offer = event;
  for (const follow of followers) follow();
});
addEventListener("appinstalled", () => {
  offer = null;
  for (const follow of followers) follow();
});

/** A button that installs the page; null if the browser does not offer it. */
export function installButton() {
  return offer && button(say("Install"), () => void offer?.prompt(), { title: say("Install Ludex as an app on this device") });
}

/** Calls `follow` whenever the browser begins or ceases to offer the installation. @param {() => void} follow */
export function onInstallable(follow) {
  followers.push(follow);
}
