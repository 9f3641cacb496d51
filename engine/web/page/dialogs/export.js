/** The export dialog: game files, pictures, the position, a report and a link. */

import { judgeRequest } from "../analysis/judge.js";
import { button, download, field, h, tick } from "../core/dom.js";
import { labelled } from "../core/icons.js";
import { addressOf, fragmentOf } from "../core/link.js";
import { LANGUAGE, say } from "../core/say.js";
import { askFile, isAborted, stream, textOf } from "../core/server.js";
import { asidesOf } from "../core/tree.js";
import { reasonText } from "../core/words.js";
import { openDialog } from "./dialog.js";

/** @typedef {import("../core/desk.js").Desk} Desk */

/** @param {Desk} desk */
export function openExport(desk) {
  const { study, info, view } = desk;
  const message = h("p", { class: "message", role: "status" });
  let here = false;
  const isMain = study.current.isMain;
  const save = async (/** @type {string} */ format) => {
    try {
      const { blob, name, remarks } = await askFile("/api/export", request(desk, format, here));
      download(blob, name ?? `ludex.${format}`);
      message.textContent = say("Saved as {file}.", { file: name ?? format }) + leftOut(remarks);
      message.classList.remove("wrong");
    } catch (error) {
      message.textContent = textOf(error);
      message.classList.add("wrong");
    }
  };
  const judging = new AbortController();
  /** Saves the analysis of the game as an HTML report: that of the last analysis, or a new one. */
  const savePage = async () => {
    const request = judgeRequest(desk, here ? study.current.end : study.root.end);
    const write = (/** @type {string} */ html, /** @type {string} */ more) => {
      download(new Blob([html], { type: "text/html" }), `${info.name}.html`);
      message.textContent = say("Saved as {file}.", { file: `${info.name}.html` }) + more;
    };
    message.classList.remove("wrong");
    if (desk.page?.asked === JSON.stringify(request)) return write(desk.page.html, "");
    message.textContent = say("Analysing the game…");
    try {
      await stream(
        "/api/judge",
        request,
        {
          progress: ({ done, of }) => void (message.textContent = say("Analysing the game: {done} of {all}", { done, all: of })),
          done: ({ html }) => write(html ?? "", ` ${say("This is a new analysis, so its values may differ from those shown here.")}`),
        },
        judging.signal,
      );
    } catch (error) {
      if (isAborted(error)) return;
      message.textContent = textOf(error);
      message.classList.add("wrong");
    }
  };
  const copy = (/** @type {string} */ text, /** @type {string} */ done) => async () => {
    try {
      await navigator.clipboard.writeText(text);
      message.textContent = done;
    } catch {
      message.textContent = text;
    }
  };
  const link = location.origin + addressOf({ kind: "analyse", game: study.game }) + fragmentOf(study.link);
  const position = view?.show.position ?? "";
  const branches = asidesOf(study.root).length > 0;
  const whole = new Intl.ListFormat(LANGUAGE).format(info.record_formats.filter(({ variations }) => variations).map(({ name }) => name.toUpperCase()));
  const { box } = openDialog(
    say("Export"),
    h("h3", {}, say("Game|record")),
    h("div", { class: "row" }, ...info.record_formats.map(({ name }) => button(name.toUpperCase(), () => save(name))), button(say("Analysis report (HTML)"), savePage)),
    branches ? h("small", {}, say("{formats} keep all variations with comments and marks. Other formats keep the main line, without variations.", { formats: whole })) : null,
    h("div", { class: "fields" }, ...names(desk)),
    isMain ? null : tick(say("Export the current line instead of the main line"), false, (on) => (here = on)),
    h("h3", {}, say("Position")),
    h("div", { class: "row" }, button(say("Picture (SVG)"), () => save("svg")), button(say("Picture (PNG)"), () => save("png")), labelled("copy", say("Copy position"), copy(position, say("Position copied.")))),
    h("h3", {}, say("Link")),
    h("div", { class: "row" }, labelled("share", say("Copy link"), copy(link, say("Link copied.")))),
    branches ? h("small", {}, say("The link contains the moves up to this position, without variations.")) : null,
    h("p", { class: "link" }, h("code", {}, link)),
    message,
  );
  box.addEventListener("close", () => judging.abort());
}

/**
 * The request for an export: for a game file the main line, or the current line if the user wants that; for a picture the current
 * position.
 *
 * @param {Desk} desk
 * @param {string} format
 * @param {boolean} here
 * @returns {import("../../types").ExportRequest}
 */
function request(desk, format, here) {
  const { study, settings } = desk;
  const isPicture = ["svg", "png", "position"].includes(format);
  const end = isPicture ? study.current : here ? study.current.end : study.root.end;
  const nodes = [study.root, ...end.path];
  // Only marks of the user are exported, not those of the game analysis.
  const textsOf = (/** @type {"comment" | "mark"} */ what) => Object.fromEntries(nodes.map((node, ply) => [ply, node[what]]).filter(([, text]) => text));
  return {
    line: study.line(end),
    format,
    names: Array.from(study.names, (name) => name || null),
    tags: study.tags,
    result: study.result?.label ?? null,
    comments: textsOf("comment"),
    marks: textsOf("mark"),
    foreign: Object.fromEntries(nodes.map(({ unshown }, ply) => [ply, unshown.foreign]).filter(([, text]) => text)),
    asides: isPicture || here ? [] : asidesOf(study.root),
    size: 1000,
    theme: settings.pictureTheme,
    pieces: settings.get("pieces"),
    seat: settings.get("seat"),
    last: settings.get("last"),
  };
}

/** The parts of the game that the file format cannot hold. @param {import("../../types").ErrorDetail[]} remarks */
function leftOut(remarks) {
  return remarks.length ? ` ${say("This format cannot hold: {parts}.", { parts: remarks.map((remark) => remark.found || reasonText(remark)).join("; ") })}` : "";
}

/** Fields for the names of the players. @param {Desk} desk */
function names({ study, view }) {
  const players = Math.max(2, study.names.length, ...(view?.sequence ?? []).map(({ player }) => player));
  return Array.from({ length: players }, (_, index) => {
    const input = h("input", { type: "text", value: study.names[index] ?? "", maxlength: 40, autocomplete: "off" });
    input.addEventListener("change", () => {
      study.names[index] = input.value.trim();
      study.changed();
    });
    return field(say("Player {number}", { number: index + 1 }), input);
  });
}
