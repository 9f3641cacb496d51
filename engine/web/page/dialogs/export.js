/** Everything one may carry away: records, the position, pictures, a page, a link. */

import { judgeRequest } from "../analysis/judge.js";
import { button, field, h, tick } from "../core/dom.js";
import { fragmentOf } from "../core/link.js";
import { askFile, isAborted, stream, textOf } from "../core/server.js";
import { asidesOf } from "../core/tree.js";
import { openDialog } from "./dialog.js";

/** @typedef {import("../core/desk.js").Desk} Desk */

/** @param {Desk} desk */
export function openExport(desk) {
  const { study, info, view } = desk;
  const told = h("p", { class: "told", role: "status" });
  let here = false;
  const isMain = study.current.isMain;
  const save = async (/** @type {string} */ format) => {
    try {
      const { blob, name, remarks } = await askFile("/api/export", request(desk, format, here));
      download(blob, name ?? `ludex.${format}`);
      told.textContent = `Saved as ${name ?? format}.${leftOut(remarks)}`;
      told.classList.remove("wrong");
    } catch (error) {
      told.textContent = textOf(error);
      told.classList.add("wrong");
    }
  };
  const judging = new AbortController();
  /** The judged game as a page: that of the last judgement, or the server judges the line to its end. */
  const savePage = async () => {
    const request = judgeRequest(desk, here ? study.current.end : study.root.end);
    const write = (/** @type {string} */ html, /** @type {string} */ more) => {
      download(new Blob([html], { type: "text/html" }), `${info.name}.html`);
      told.textContent = `Saved as ${info.name}.html.${more}`;
    };
    told.classList.remove("wrong");
    if (desk.page?.asked === JSON.stringify(request)) return write(desk.page.html, "");
    told.textContent = "The game is judged for the page…";
    try {
      await stream(
        "/api/judge",
        request,
        {
          progress: ({ done, of }) => void (told.textContent = `The game is judged for the page: ${done} of ${of}`),
          done: ({ html }) => write(html ?? "", " It was judged for this page, so its values may differ from those of the panel."),
        },
        judging.signal,
      );
    } catch (error) {
      if (isAborted(error)) return;
      told.textContent = textOf(error);
      told.classList.add("wrong");
    }
  };
  const copy = (/** @type {string} */ text, /** @type {string} */ what) => async () => {
    try {
      await navigator.clipboard.writeText(text);
      told.textContent = `${what} copied.`;
    } catch {
      told.textContent = text;
    }
  };
  const link = location.origin + location.pathname + fragmentOf(study.line());
  const position = view?.show.position ?? "";
  const branches = asidesOf(study.root).length > 0;
  const whole = info.record_formats.filter(({ variations }) => variations).map(({ name }) => name);
  const { box } = openDialog(
    "Export",
    h("h3", {}, "The game"),
    h("div", { class: "row" }, ...info.record_formats.map(({ name }) => button(name, () => save(name))), button("Judged page (HTML)", savePage)),
    branches ? h("small", {}, `All variations with their comments and marks: ${whole.join(", ")}. The others hold the main line alone, no variations.`) : null,
    h("div", { class: "fields" }, ...names(desk)),
    isMain ? null : tick("The line that is looked at, not the main line", false, (on) => (here = on)),
    h("h3", {}, "The position"),
    h("div", { class: "row" }, button("Picture (SVG)", () => save("svg")), button("Picture (PNG)", () => save("png")), button("Copy the position", copy(position, "Position"))),
    h("h3", {}, "A link"),
    h("div", { class: "row" }, button("Copy the link", copy(link, "Link"))),
    branches ? h("small", {}, "The link holds the line to this position alone, without variations.") : null,
    h("p", { class: "link" }, h("code", {}, link)),
    told,
  );
  box.addEventListener("close", () => judging.abort());
}

/**
 * The main line for a record, or the one that is looked at if that is wanted; for a picture the position that is looked at.
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
  // The marks are the author's: those of a judge are not written for him.
  const told = (/** @type {"comment" | "mark"} */ what) => Object.fromEntries(nodes.map((node, ply) => [ply, node[what]]).filter(([, text]) => text));
  const theme = settings.get("theme");
  const dark = theme === "system" ? matchMedia("(prefers-color-scheme: dark)").matches : theme === "dark";
  return {
    line: study.line(end),
    format,
    names: Array.from(study.names, (name) => name || null),
    tags: study.tags,
    result: study.result?.label ?? null,
    comments: told("comment"),
    marks: told("mark"),
    foreign: Object.fromEntries(nodes.map(({ unshown }, ply) => [ply, unshown.foreign]).filter(([, text]) => text)),
    asides: isPicture || here ? [] : asidesOf(study.root),
    size: 1000,
    theme: dark ? "dark" : "light",
    seat: settings.get("seat"),
    last: settings.get("last"),
  };
}

/** What a file has no place for. @param {import("../../types").ErrorDetail[]} remarks */
function leftOut(remarks) {
  return remarks.length ? ` It has no place for: ${remarks.map(({ found }) => found).join("; ")}.` : "";
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
    return field(`Player ${index + 1}`, input);
  });
}

/** @param {Blob} blob @param {string} name */
function download(blob, name) {
  const href = URL.createObjectURL(blob);
  h("a", { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
}
