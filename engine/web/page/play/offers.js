/** The offers between players in a room: what is said about them, and how they are answered. */

import { say } from "../core/say.js";

/** @typedef {import("../../types").PlainAct} PlainAct */

/** What is said about each kind of offer: to the player who made it, when it is declined, and to the others. */
export const OFFERS = {
  draw: { made: say("You offered a draw."), declined: say("Your offer of a draw was declined."), told: (/** @type {string} */ name) => say("{name} offers a draw.", { name }) },
  takeback: { made: say("You asked for a takeback."), declined: say("Your request for a takeback was declined."), told: (/** @type {string} */ name) => say("{name} asks for a takeback.", { name }) },
  rematch: { made: say("You offered a rematch."), declined: say("Your offer of a rematch was declined."), told: (/** @type {string} */ name) => say("{name} offers a rematch.", { name }) },
};

/** The messages that accept and decline each offer. @type {Record<keyof typeof OFFERS, [PlainAct, PlainAct]>} */
export const ANSWERS = { draw: ["accept_draw", "decline_draw"], takeback: ["accept_takeback", "decline_takeback"], rematch: ["rematch", "decline_rematch"] };
