/** Invitation links for the free seats, and for spectators. */

import { addressOf } from "../core/link.js";
import { parsePicture } from "../board/picture.js";
import { say } from "../core/say.js";
import { ask, textOf, token } from "../core/server.js";
import { button, h } from "../core/dom.js";
import { labelled } from "../core/icons.js";
import { openDialog } from "../dialogs/dialog.js";

/** The link to seats of a room. @param {string} room @param {string[]} keys @param {boolean} [live] whether the game is in real time */
export function roomLink(room, keys, live = false) {
  const words = new URLSearchParams();
  for (const key of keys) words.append("key", key);
  if (live) words.set("live", "1");
  const secret = token();
  if (secret) words.set("token", secret);
  return `${location.origin}${addressOf({ kind: "room", room })}#${words}`;
}

/**
 * @param {import("./game.js").Seated} seated
 * @param {{ seats: import("../../types").Seat[] }} room
 * @param {boolean} [live]
 */
export function invitations({ made, keys }, room, live = false) {
  if (!made) return null;
  const items = made.keys.map((key, index) => {
    if (!key || keys.includes(key)) return null;
    return invitation(say(room.seats[index]?.here ? "Player {number} (joined)" : "Player {number}", { number: index + 1 }), roomLink(made.room, [key], live));
  });
  // A game against the computer has no spectators.
  if (!items.some(Boolean)) return null;
  const isMissing = made.keys.some((key, index) => key && !keys.includes(key) && !room.seats[index]?.here);
  return h("details", { open: isMissing }, h("summary", {}, say("Invite")), h("ul", { class: "recent" }, ...items, invitation(say("Spectate"), roomLink(made.room, [made.watch], live), "")));
}

/** @param {string} text @param {string} link @param {string} [kind] the class of the button that copies the link */
function invitation(text, link, kind = "main") {
  const copy = labelled("copy", say("Copy"), async () => {
    try {
      await navigator.clipboard.writeText(link);
      copy.lastChild?.replaceWith(say("Copied"));
    } catch {
      shown.select();
    }
  }, { class: kind });
  const shown = h("input", { type: "text", readonly: true, value: link, "aria-label": say("Link: {text}", { text }) });
  return h("li", { class: "row" }, text, shown, copy, button(say("QR code"), () => showCode(text, link)));
}

/** Shows a link as a QR code, which the camera of another device reads. @param {string} text @param {string} link */
async function showCode(text, link) {
  const { box } = openDialog(text);
  const body = box.querySelector(".body");
  try {
    const code = parsePicture((await ask("/api/qr", { text: link })).svg);
    code.setAttribute("role", "img");
    code.setAttribute("aria-label", say("QR code of the link"));
    body?.append(h("div", { class: "code" }, code), h("p", {}, say(isLocal() ? "This link works only on this device. To invite other devices, start the server with --listen." : "Scan the code with the camera of the other device.")));
  } catch (error) {
    body?.append(h("p", { class: "wrong", role: "alert" }, textOf(error)));
  }
}

/** Whether other devices cannot reach the address of this page. */
function isLocal() {
  return ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);
}
