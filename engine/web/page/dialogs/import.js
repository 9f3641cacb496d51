/** Records, positions and moves that are pasted or dropped; the server finds out what they are. */

import { button, field, fill, h, select } from "../core/dom.js";
import { Refused, ask, textOf } from "../core/server.js";
import { resultText } from "../core/words.js";
import { actions, openDialog } from "./dialog.js";

/**
 * @typedef {import("../core/desk.js").Desk} Desk
 * @typedef {import("../../types").Imported} Imported
 * @typedef {import("../../types").ImportedGame} ImportedGame
 * @typedef {{ text: string, bytes: boolean }} FileText
 */

/** The server takes no more at once. */
const MOST_BYTES = 1 << 20;

/** @param {Desk} desk */
export function openImport(desk) {
  const text = h("textarea", { rows: 8, spellcheck: "false", "aria-label": "Record, position or moves" });
  const told = h("div", { class: "told", role: "status" });
  const games = h("div", {});
  const game = select([["", "Found out"], ...desk.choices], "");
  const file = h("input", { type: "file" });
  /** What a file holds that is not shown as it is. @type {FileText | null} */
  let foreign = null;
  text.addEventListener("input", () => {
    foreign = null;
  });
  const read = async () => {
    fill(games);
    try {
      const imported = await importText(foreign ?? { text: text.value, bytes: false }, game.value || null);
      if (isOne(imported)) {
        openGame(desk, imported.games[0], imported.remark);
        dialog.close();
      } else fill(games, listOf(desk, imported, () => dialog.close()));
      told.textContent = "";
    } catch (error) {
      fill(told, ...refusal(error));
      told.classList.add("wrong");
    }
  };
  file.addEventListener("change", async () => {
    const chosen = file.files?.[0];
    if (chosen) {
      const content = await textOfFile(chosen);
      foreign = content.bytes ? content : null;
      text.value = content.text;
      await read();
    }
  });
  const dialog = openDialog(
    "Import",
    field("A record, a position or moves, in any notation of any game", text),
    h("div", { class: "fields" }, field("Game", game), field("File", file)),
    told,
    games,
    actions(button("Import", read, { class: "main" })),
  );
}

/**
 * @param {FileText} content
 * @param {string | null} game
 * @returns {Promise<Imported>}
 */
async function importText({ text, bytes }, game) {
  if (text.length > MOST_BYTES) throw new Error("The text is longer than a mebibyte.");
  return ask("/api/import", { text, bytes, game, variant: null });
}

/** The text of a file. Where it is not UTF-8 the server reads its bytes, a letter each. @param {File} file @returns {Promise<FileText>} */
async function textOfFile(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  try {
    if (!bytes.includes(0)) return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes), bytes: false };
  } catch {
    // Older programs wrote other letters.
  }
  return { text: Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""), bytes: true };
}

/** Why a text was refused, in a sentence: where a record has a bad move, its place. @param {unknown} error */
function calmText(error) {
  if (!(error instanceof Refused) || !error.detail) return textOf(error);
  const { place, found, expected } = error.detail;
  if (!place || place === "text") return "This is no game or position that I know.";
  return `This cannot be read at ${place}: found ${shortened(found ?? "")}, expected ${expected ?? "something else"}.`;
}

/** The same with all that the program said, folded. @param {unknown} error */
function refusal(error) {
  const all = textOf(error);
  const calm = calmText(error);
  return [calm, all !== calm && h("details", {}, h("summary", {}, "Details"), all)];
}

/** @param {string} text */
function shortened(text) {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}

/** Whether there is nothing to choose, and nothing was lost. @param {Imported} imported */
function isOne({ games, lost }) {
  return games.length === 1 && lost.length === 0;
}

/**
 * Opens a game of a record.
 * @param {Desk} desk
 * @param {ImportedGame} game
 * @param {import("../../types").ErrorDetail | null} remark what is odd about the whole text
 */
function openGame(desk, game, remark) {
  desk.enter(null);
  desk.study.openRecord(game);
  const { damage, remarks } = game;
  const odd = damage ?? remarks[0] ?? remark;
  const what = damage ? "The record is damaged" : "Left out";
  if (odd) desk.say(`${what}: ${odd.place ?? ""} found ${odd.found ?? ""}, expected ${odd.expected ?? ""}`, true);
  else desk.say(`Opened: a game of ${game.line.game}, ${game.line.steps.length} steps.`);
}

/** @param {Desk} desk @param {Imported} imported @param {() => void} close */
function listOf(desk, imported, close) {
  const list = h("ol", { class: "recent" });
  for (const { place, found } of imported.lost) list.append(h("li", {}, `Not read: ${place ?? ""} found ${shortened(found ?? "")}`));
  for (const game of imported.games) {
    const open = () => {
      openGame(desk, game, imported.remark);
      close();
    };
    const who = game.names.filter(Boolean).join(" – ") || game.line.game;
    const ended = game.outcome && game.outcome.kind !== "open" ? `, ${resultText(game.outcome, (player) => game.names[player - 1] || `Player ${player}`)}` : "";
    list.append(h("li", {}, button(who + ended, open), h("small", {}, `${game.line.steps.length} steps`)));
  }
  return list;
}

/** Takes what is dropped on the page or pasted beside any field. @param {Desk} desk */
export function takeDrops(desk) {
  const take = async (/** @type {FileText} */ content) => {
    try {
      const imported = await importText(content, null);
      if (isOne(imported)) openGame(desk, imported.games[0], imported.remark);
      else {
        const { close, box } = openDialog("Import");
        box.querySelector(".body")?.append(listOf(desk, imported, close));
      }
    } catch (error) {
      desk.say(calmText(error), true);
    }
  };
  document.addEventListener("dragover", (event) => {
    event.preventDefault();
    document.body.classList.add("dropping");
  });
  document.addEventListener("dragleave", (event) => {
    if (!event.relatedTarget) document.body.classList.remove("dropping");
  });
  document.addEventListener("drop", async (event) => {
    event.preventDefault();
    document.body.classList.remove("dropping");
    const file = event.dataTransfer?.files[0];
    const text = event.dataTransfer?.getData("text");
    if (file) await take(await textOfFile(file));
    else if (text) await take({ text, bytes: false });
  });
  document.addEventListener("paste", (event) => {
    if (event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement) return;
    const text = event.clipboardData?.getData("text");
    if (text?.trim()) void take({ text, bytes: false });
  });
}
