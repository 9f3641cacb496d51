/** Labels: the page shows titles of options and choices, not the keys of the command line. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { openLine, openTab, stage, tool } from "../harness.js";

const on = stage();

/** Names and values of the command line that contain a hyphen. @param {import("../../types").GameInfo} game */
function rawKeys(game) {
  const keys = [...game.variant_keys, ...(game.real_time?.variant_keys ?? [])];
  return keys.flatMap(({ name, choices }) => [name, ...(choices ?? [])]).filter((word) => word.includes("-"));
}

test("no raw key is shown in the dialogs and in the title", { timeout: 90_000 }, async () => {
  const { page, wrong } = await openTab(await on.browser.newContext(), on.address, false);
  const answer = await page.request.post(`${on.address}api/games`, { data: {}, headers: { Origin: new URL(on.address).origin } });
  /** @type {import("../../types").Games} */
  const { games } = await answer.json();
  const raw = games.flatMap(rawKeys);
  assert.ok(raw.includes("max-plies") && raw.includes("double-black-stack"), raw.join());
  /** @param {string} where */
  const check = async (where) => {
    const text = (await page.textContent(where)) ?? "";
    assert.deepEqual(raw.filter((word) => text.includes(word)), [], where);
  };
  for (const name of ["New game", "Analysis"]) {
    await tool(page, name);
    for (const { name: game, variant_keys: keys, real_time: realTime } of games) {
      await page.selectOption("dialog .field:has-text('Game') select", game);
      assert.equal(await page.locator("dialog details:has-text('Variant') .field").count(), keys.filter((key) => key.name !== "mode").length, game);
      await check("dialog");
      if (realTime && name === "New game") {
        await page.selectOption("dialog .field:has-text('Game') select", "gobble");
        await check("dialog");
      }
    }
    await page.keyboard.press("Escape");
  }
  await openLine(page, "quoridor", { variant: "max-plies=60,edge-diagonal=off,third-pawn=diagonal" });
  assert.equal(await page.textContent("#title"), "Quoridor, no diagonal jump at edge, diagonal jump at third pawn: allowed, move limit 60");
  await openLine(page, "tantrix", { variant: "endgame-forced=exactly3,start-tile=return" });
  await check("#title");
  await openLine(page, "takt", { variant: "opening=no-swap" });
  assert.equal(await page.textContent("#title"), "Takt (Tak), opening: own flats");
  assert.deepEqual(wrong, []);
});
