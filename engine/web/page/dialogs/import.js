/** Import of games, positions and moves, also by paste and drop. The server detects the format. */

import { button, field, fill, h, select } from "../core/dom.js";
import { labelled } from "../core/icons.js";
import { say, sayCount } from "../core/say.js";
import { Refused, ask, textOf } from "../core/server.js";
import { faultText, resultText } from "../core/words.js";
import { leaveThen } from "../play/leaving.js";
import { actions, openDialog } from "./dialog.js";

/**
 * @typedef {import("../core/desk.js").Desk} Desk
 * @typedef {import("../../types").Imported} Imported
 * @typedef {import("../../types").ImportedGame} ImportedGame
 * @typedef {{ text: string, bytes: boolean }} FileText
 */

/** At most this many faults of a record are shown. */
const MOST_FAULTS = 3;

/** The largest text that the server accepts. */
const MOST_BYTES = 1 << 20;

/** @param {Desk} desk */
export function openImport(desk) {
  const text = h("textarea", { rows: 8, spellcheck: "false", "aria-label": say("Game, position or moves") });
  const message = h("div", { class: "message", role: "status" });
  const games = h("div", {});
  const game = select([["", say("Detect automatically")], ...desk.choices], "");
  const file = h("input", { type: "file", hidden: true });
  /** The content of a chosen file that is not UTF-8: the text area cannot contain its bytes. @type {FileText | null} */
  let foreign = null;
  text.addEventListener("input", () => {
    foreign = null;
  });
  const read = async () => {
    fill(games);
    try {
      const imported = await importText(foreign ?? { text: text.value, bytes: false }, game.value || null);
      if (isOne(imported)) {
        dialog.close();
        openGame(desk, imported.games[0], imported.remark);
      } else fill(games, listOf(desk, imported, () => dialog.close()));
      message.textContent = "";
    } catch (error) {
      fill(message, ...refusal(error));
      message.classList.add("wrong");
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
    say("Import"),
    field(say("Paste a game, a position or a list of moves, in any notation"), text),
    h("div", { class: "fields" }, field(say("Game"), game), h("div", { class: "field" }, h("span", {}, say("File")), labelled("open", say("Choose a file"), () => file.click()), file)),
    message,
    games,
    actions(button(say("Import"), read, { class: "main" })),
  );
}

/**
 * @param {FileText} content
 * @param {string | null} game
 * @returns {Promise<Imported>}
 */
async function importText({ text, bytes }, game) {
  if (text.length > MOST_BYTES) throw new Error(say("The text is too long: at most 1 MiB can be imported."));
  return ask("/api/import", { text, bytes, game, variant: null });
}

/** The text of a file. If it is not UTF-8, each byte becomes a character, and the server decodes them. @param {File} file @returns {Promise<FileText>} */
async function textOfFile(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  try {
    if (!bytes.includes(0)) return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes), bytes: false };
  } catch {
    // The file is not UTF-8: older programs use other encodings.
  }
  return { text: Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""), bytes: true };
}

/** Why a text was refused, as a sentence, with the place of a bad move. @param {unknown} error */
function calmText(error) {
  if (!(error instanceof Refused) || !error.detail) return textOf(error);
  const { place, found } = error.detail;
  if (!place || place === "text") return say("Not recognised as a game or position.");
  return `${faultText({ ...error.detail, found: shortened(found) })}.`;
}

/** The sentence of `calmText`, with the complete message of the server in a collapsed element. @param {unknown} error */
function refusal(error) {
  const all = textOf(error);
  const calm = calmText(error);
  return [calm, all !== calm && h("details", {}, h("summary", {}, say("Details")), all)];
}

/** @param {string} text */
function shortened(text) {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}

/** Whether the text contains exactly one game, which was read completely. @param {Imported} imported */
function isOne({ games, lost }) {
  return games.length === 1 && lost.length === 0;
}

/**
 * Opens an imported game.
 *
 * @param {Desk} desk
 * @param {ImportedGame} game
 * @param {import("../../types").ErrorDetail | null} remark a problem of the whole text
 */
function openGame(desk, game, remark) {
  leaveThen(desk, () => showGame(desk, game, remark));
}

/** @param {Desk} desk @param {ImportedGame} game @param {import("../../types").ErrorDetail | null} remark */
function showGame(desk, game, remark) {
  desk.enter(null);
  desk.study.openRecord(game);
  const { damage, remarks } = game;
  const odd = [damage, ...remarks, remark].filter((fault) => fault !== null);
  const what = say(damage ? "The game could not be read completely" : "Imported with changes");
  const others = odd.length - MOST_FAULTS;
  if (odd.length) desk.say([what, ...odd.slice(0, MOST_FAULTS).map(faultText), ...(others > 0 ? [sayCount(others, "{count} more", "{count} more")] : [])].join(". ") + ".", true);
  else desk.say(say("Imported: {game}, {plies}.", { game: desk.game(game.line.game)?.title ?? game.line.game, plies: pliesText(game) }));
}

/** @param {Desk} desk @param {Imported} imported @param {() => void} close */
function listOf(desk, imported, close) {
  const list = h("ol", { class: "recent" });
  for (const lost of imported.lost) list.append(h("li", {}, say("Not imported. {reason}.", { reason: faultText({ ...lost, found: shortened(lost.found) }) })));
  for (const game of imported.games) {
    const open = () => {
      close();
      openGame(desk, game, imported.remark);
    };
    const who = game.names.filter(Boolean).join(" – ") || (desk.game(game.line.game)?.title ?? game.line.game);
    const ended = game.outcome && game.outcome.kind !== "open" ? `, ${resultText(game.outcome, (player) => game.names[player - 1] || say("Player {number}", { number: player }))}` : "";
    list.append(h("li", {}, button(who + ended, open), h("small", {}, pliesText(game))));
  }
  return list;
}

/** @param {ImportedGame} game */
function pliesText({ line }) {
  return sayCount(line.steps.length, "{count} ply", "{count} plies");
}

/** Imports what is dropped on the page, or pasted outside of a text field. @param {Desk} desk */
export function takeDrops(desk) {
  const take = async (/** @type {FileText} */ content) => {
    try {
      const imported = await importText(content, null);
      if (isOne(imported)) openGame(desk, imported.games[0], imported.remark);
      else {
        const { close, box } = openDialog(say("Import"));
        box.querySelector(".body")?.append(listOf(desk, imported, close));
      }
    } catch (error) {
      desk.say(calmText(error), true);
    }
  };
  document.body.dataset.drop = say("Drop a game file here");
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
