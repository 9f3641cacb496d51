/** Invitation links for the free seats, and for spectators. */

import { addressOf } from "../core/link.js";
import { token } from "../core/server.js";
import { h } from "../core/dom.js";
import { labelled } from "../core/icons.js";

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
    return invitation(`Player ${index + 1}${room.seats[index]?.here ? " (joined)" : ""}`, roomLink(made.room, [key], live));
  });
  return h("details", { open: items.some(Boolean) }, h("summary", {}, "Invite"), h("ul", { class: "recent" }, ...items, invitation("Spectate", roomLink(made.room, [made.watch], live))));
}

/** @param {string} text @param {string} link */
function invitation(text, link) {
  const copy = labelled("copy", "Copy", async () => {
    try {
      await navigator.clipboard.writeText(link);
      copy.lastChild?.replaceWith("Copied");
    } catch {
      shown.select();
    }
  });
  const shown = h("input", { type: "text", readonly: true, value: link, "aria-label": `Link: ${text}` });
  return h("li", { class: "row" }, text, shown, copy);
}
