/** Communication with the server: requests, streams of events, files and web sockets. */

/**
 * @typedef {import("../../types").ErrorDetail} ErrorDetail
 * @typedef {import("../../types").Questions} Questions
 * @typedef {import("../../types").Streams} Streams
 * @typedef {import("../../types").Files} Files
 */

/**
 * Handlers for the events of a stream.
 *
 * @template {keyof Streams} Path
 * @typedef {{ [Name in keyof Streams[Path]["sends"]]?: (data: Streams[Path]["sends"][Name]) => void }} Handlers
 */

import { basePath } from "./link.js";
import { LANGUAGE, say, sayCount } from "./say.js";

const TOKEN = "ludex.token";

/** Delays before each retry while the server is busy, in milliseconds. */
const WAITS = [200, 800, 3000];
/** A delay of at least this is reported to the user, in milliseconds. */
const LONG = 2000;

/** Events: `lost` if the server cannot be reached, `busy` with the seconds until a request is repeated. */
export const reach = new EventTarget();

/** Reports that the server cannot be reached. */
export function lose() {
  reach.dispatchEvent(new Event("lost"));
}

const UNREACHABLE = say("Can’t reach the server. Try again when it is back.");

/** A request that the server refused: one line of text, and the fault in detail. */
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

/** Whether an error only means that the request was cancelled. @param {unknown} error */
export function isAborted(error) {
  return error instanceof DOMException && error.name === "AbortError";
}

/** Whether an error means that the server is busy or unreachable, so that the same request may succeed later. @param {unknown} error */
export function isBusy(error) {
  return error instanceof Refused && [0, 429, 503].includes(error.status);
}

/** The text of an error for the user. @param {unknown} error */
export function textOf(error) {
  return error instanceof Error ? error.message : String(error);
}

/** A message of the server without the prefix that the command line prints. @param {string} text */
function plainText(text) {
  return text.replace(/^error: /, "");
}

/** Moves the token from the address into the session storage of this tab, so that it is neither sent nor shown. */
export function takeToken() {
  const fragment = new URLSearchParams(location.hash.slice(1));
  const token = fragment.get("token");
  if (token === null) return;
  sessionStorage.setItem(TOKEN, token);
  fragment.delete("token");
  const rest = fragment.toString();
  history.replaceState(history.state, "", location.pathname + (rest ? `#${rest}` : ""));
}

/** The URL of a path of the API, which may be below a prefix. The server answers in the language of this tab; another tab may have another one. @param {string} path */
function urlOf(path) {
  return `${basePath()}${path.slice(1)}?language=${LANGUAGE}`;
}

/** The token of the link. Web sockets send it in their first message, requests in a header. */
export function token() {
  return sessionStorage.getItem(TOKEN);
}

/**
 * Sends a request, and repeats it while the server answers that it is busy.
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
      // Without an answer the server may still have acted on the request, so it is not sent again.
      if (!isBusy(error) || /** @type {Refused} */ (error).status === 0) throw error;
    }
    if (wait >= LONG) reach.dispatchEvent(new CustomEvent("busy", { detail: wait / 1000 }));
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
    answer = await fetch(urlOf(path), { method: "POST", headers, body: JSON.stringify(body), signal });
  } catch (error) {
    if (isAborted(error)) throw error;
    lose();
    throw new Refused(0, UNREACHABLE);
  }
  // The service worker answers from its store if the server cannot be reached.
  if (answer.headers.has("Ludex-Stored")) lose();
  if (answer.ok) return answer;
  const text = await answer.text();
  throw refusal(answer.status, text, answer.headers.get("Retry-After"));
}

/**
 * @param {number} status
 * @param {string} text
 * @param {string | null} retry the seconds after which the request may succeed, if a limit refused it
 */
function refusal(status, text, retry) {
  try {
    /** @type {import("../../types").Refusal} */
    const said = JSON.parse(text);
    if (retry && said.error) return new Refused(status, limitText(said.error, Number(retry)), said.error);
    return new Refused(status, plainText(said.text ?? text), said.error);
  } catch {
    return new Refused(status, text || statusText(status));
  }
}

/** @param {number} status */
function statusText(status) {
  return say("The server answered with status {status}.", { status });
}

/** Why a limit of the server refused a request. @param {ErrorDetail} error @param {number} seconds */
export function limitText({ message }, seconds) {
  return sayCount(
    seconds,
    "A limit of the server is reached: {message}. Try again in {count} second.",
    "A limit of the server is reached: {message}. Try again in {count} seconds.",
    { message },
  );
}

/**
 * Sends a request and returns the answer.
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

/** Loads a JSON file of the page. @param {string} path below the base @returns {Promise<any>} */
export async function load(path) {
  /** @type {Response} */
  let answer;
  try {
    answer = await fetch(basePath() + path);
  } catch {
    throw new Refused(0, UNREACHABLE);
  }
  if (!answer.ok) throw new Refused(answer.status, statusText(answer.status));
  return answer.json();
}

/**
 * Requests a file. `remarks` lists what its format cannot hold.
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
 * Requests a stream of events and calls a handler for each one, until the stream ends or is cancelled.
 *
 * @template {keyof Streams} Path
 * @param {Path} path
 * @param {Streams[Path]["asks"]} body
 * @param {Handlers<Path>} handlers
 * @param {AbortSignal} signal
 */
export async function stream(path, body, handlers, signal) {
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
      if (event?.name === "error") throw new Refused(400, plainText(event.data.text ?? say("The search stopped unexpectedly.")), event.data.error);
      if (event) handlers[/** @type {keyof Handlers<Path>} */ (event.name)]?.(event.data);
    }
  }
}

/**
 * Parses one event of a stream; null for a comment, which only keeps the connection open.
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

/** Whether a room exists; null if the server does not answer. A web socket cannot find this out: browsers hide why one was refused. @param {string} room @returns {Promise<boolean | null>} */
export async function isRoom(room) {
  try {
    const answer = await fetch(urlOf(`/api/rooms/${encodeURIComponent(room)}`), { cache: "no-store" });
    /** @type {import("../../types").RoomThere | null} */
    const state = answer.ok ? await answer.json() : null;
    return state && state.there;
  } catch {
    return null;
  }
}

/** Opens a web socket. @param {string} path */
export function socket(path) {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  return new WebSocket(`${scheme}://${location.host}${urlOf(path)}`);
}
