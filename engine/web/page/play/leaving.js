/** Asks before the user leaves or closes a running game. */

import { button, h } from "../core/dom.js";
import { say } from "../core/say.js";
import { actions, openDialog } from "../dialogs/dialog.js";

/** Asks whether to leave a running game. @param {string} what what leaving means for the game @returns {Promise<boolean>} */
function askToLeave(what) {
  return new Promise((resolve) => {
    const { box, close } = openDialog(
      say("Leave the game?"),
      h("p", {}, what),
      actions(
        button(say("Stay"), () => close(), { class: "main" }),
        button(say("Leave the game"), () => {
          resolve(true);
          close();
        }),
      ),
    );
    box.addEventListener("close", () => resolve(false));
  });
}

/**
 * Runs an action that leaves the current mode. If that would leave a running game, the user is asked first.
 *
 * @param {import("../core/desk.js").Desk} desk
 * @param {() => void} go
 */
export function leaveThen(desk, go) {
  const what = desk.mode?.running?.();
  if (!what) return go();
  void askToLeave(what).then((leaves) => leaves && go());
}

/** Lets the browser ask before it closes the tab of a running game. @param {import("../core/desk.js").Desk} desk */
export function guardClosing(desk) {
  addEventListener("beforeunload", (event) => {
    if (desk.mode?.running?.()) event.preventDefault();
  });
}
