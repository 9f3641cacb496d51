/** How the page speaks with the program that serves it: questions, streams of answers, files and sockets. */

/**
 * @typedef {import("../../types").ErrorDetail} ErrorDetail
 * @typedef {import("../../types").Questions} Questions
 * @typedef {import("../../types").Streams} Streams
 * @typedef {import("../../types").Files} Files
 */

/**
 * Who hears the events of a stream.
 *
 * @template {keyof Streams} Path
 * @typedef {{ [Name in keyof Streams[Path]["tells"]]?: (data: Streams[Path]["tells"][Name]) => void }} Hears
 */

const TOKEN = "ludex.token";

/** Waits between one try and the next while the program has too much to do, in milliseconds. */
const WAITS = [200, 800, 3000];

/** An answer that says no: one line of text, and what was wrong where. */
export class Refused extends Error {
  /**
   * @param {number} status
   * @param {string} text
   * @param {ErrorDetail} [detail]
   */
  constructor(status, text, detail) {
    super(text);
    this.status = status;
    this.detail = detail;
  }
}

/** Whether an error only says that nobody waits for the answer any more. @param {unknown} error */
export function isAborted(error) {
  return error instanceof DOMException && error.name === "AbortError";
}

/** Whether an error says that the program has too much to do, or does not answer: the same question may be answered later. @param {unknown} error */
export function isBusy(error) {
  return error instanceof Refused && [0, 429, 503].includes(error.status);
}

/** The line to show for an error. @param {unknown} error */
export function textOf(error) {
  return error instanceof Error ? error.message : String(error);
}

/** Takes the token out of the link's fragment and keeps it for this tab, so that it is neither sent nor shown. */
export function takeToken() {
  const fragment = new URLSearchParams(location.hash.slice(1));
  const token = fragment.get("token");
  if (token === null) return;
  sessionStorage.setItem(TOKEN, token);
  fragment.delete("token");
  const rest = fragment.toString();
  history.replaceState(null, "", location.pathname + (rest ? `#${rest}` : ""));
}

/** The token of the link, which a socket sends in its first message. */
export function token() {
  return sessionStorage.getItem(TOKEN);
}

/**
 * Sends a question, and sends it again where it was refused because the program has too much to do.
 *
 * @param {string} path
 * @param {unknown} body
 * @param {AbortSignal} [signal]
 * @returns {Promise<Response>}
 */
async function post(path, body, signal) {
  for (const wait of WAITS) {
    try {
      return await send(path, body, signal);
    } catch (error) {
      // Where no answer came, the question may have been obeyed: it is not sent twice.
      if (!isBusy(error) || /** @type {Refused} */ (error).status === 0) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, wait));
    signal?.throwIfAborted();
  }
  return send(path, body, signal);
}

/**
 * @param {string} path
 * @param {unknown} body
 * @param {AbortSignal} [signal]
 * @returns {Promise<Response>}
 */
async function send(path, body, signal) {
  /** @type {Record<string, string>} */
  const headers = { "Content-Type": "application/json" };
  const secret = token();
  if (secret) headers.Authorization = `Bearer ${secret}`;
  /** @type {Response} */
  let answer;
  try {
    answer = await fetch(path, { method: "POST", headers, body: JSON.stringify(body), signal });
  } catch (error) {
    if (isAborted(error)) throw error;
    throw new Refused(0, "The program does not answer. Is ludex serve still running?");
  }
  if (answer.ok) return answer;
  const text = await answer.text();
  throw refusal(answer.status, text);
}

/**
 * @param {number} status
 * @param {string} text
 */
function refusal(status, text) {
  try {
    /** @type {import("../../types").Refusal} */
    const said = JSON.parse(text);
    return new Refused(status, said.text ?? text, said.error);
  } catch {
    return new Refused(status, text || `The program answered ${status}.`);
  }
}

/**
 * Asks a question and gives the answer.
 *
 * @template {keyof Questions} Path
 * @param {Path} path
 * @param {Questions[Path]["asks"]} body
 * @param {AbortSignal} [signal]
 * @returns {Promise<Questions[Path]["gives"]>}
 */
export async function ask(path, body, signal) {
  return (await post(path, body, signal)).json();
}

/**
 * Asks for a file; `remarks` lists what its format leaves out.
 *
 * @template {keyof Files} Path
 * @param {Path} path
 * @param {Files[Path]["asks"]} body
 */
export async function askFile(path, body) {
  const answer = await post(path, body);
  const name = /filename="?([^";]+)/.exec(answer.headers.get("Content-Disposition") ?? "")?.[1];
  /** @type {ErrorDetail[]} */
  const remarks = JSON.parse(answer.headers.get("Ludex-Remarks") ?? "[]");
  return { blob: await answer.blob(), name, remarks };
}

/**
 * Asks for a stream of events and hands on each until the stream ends or nobody waits any more.
 *
 * @template {keyof Streams} Path
 * @param {Path} path
 * @param {Streams[Path]["asks"]} body
 * @param {Hears<Path>} hears
 * @param {AbortSignal} signal
 */
export async function stream(path, body, hears, signal) {
  const answer = await post(path, body, signal);
  const reader = /** @type {ReadableStream<Uint8Array>} */ (answer.body).getReader();
  const decoder = new TextDecoder();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const parts = (rest + decoder.decode(value, { stream: true })).split("\n\n");
    rest = parts.pop() ?? "";
    for (const part of parts) {
      if (signal.aborted) return;
      const event = parsed(part);
      if (event?.name === "error") throw new Refused(400, event.data.text ?? "The search broke off.", event.data.error);
      if (event) hears[/** @type {keyof Hears<Path>} */ (event.name)]?.(event.data);
    }
  }
}

/**
 * One event of a stream; null for a comment, which only keeps the stream open.
 *
 * @param {string} part
 * @returns {{ name: string, data: any } | null}
 */
export function parsed(part) {
  let name = "message";
  const data = [];
  for (const line of part.split("\n")) {
    if (line.startsWith("event:")) name = line.slice(6).trim();
    else if (line.startsWith("data:")) data.push(line.slice(5).trimStart());
  }
  return data.length ? { name, data: JSON.parse(data.join("\n")) } : null;
}

/** Whether a room is there; null where nobody answers. A browser does not say why a socket was refused. @param {string} room @returns {Promise<boolean | null>} */
export async function isRoom(room) {
  try {
    const answer = await fetch(`/api/rooms/${encodeURIComponent(room)}`, { cache: "no-store" });
    /** @type {import("../../types").RoomThere | null} */
    const told = answer.ok ? await answer.json() : null;
    return told && told.there;
  } catch {
    return null;
  }
}

/** Opens a socket. @param {string} path */
export function socket(path) {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  return new WebSocket(`${scheme}://${location.host}${path}`);
}
