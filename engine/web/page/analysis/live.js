/** Live analysis of the current position: starts and stops the engine, and passes its findings to the panel, the bar and the tree. */

import { Engine } from "./engine.js";
import { EnginePanel } from "./panel.js";
import { Bar } from "./bar.js";
import { showCube } from "./cube.js";
import { DRAWN, ranked, scoreText, sharesOf } from "./values.js";
import { say } from "../core/say.js";

/**
 * @typedef {import("../../types").Findings} Findings
 * @typedef {import("../core/tree.js").TreeNode} TreeNode
 */

/** The least time between two changes of the arrows, in milliseconds. */
const ARROWS_STAY = 500;
/** Settings whose change restarts the search. */
const ASKED = ["analysis", "lines", "threads", "hash", "searches", "evaluators"];

export class Live {
  engine = new Engine();
  /** @type {TreeNode | null} the position that is searched */
  #node = null;
  /** @type {Findings | null} */
  findings = null;
  #arrows = "";
  #arrowsAt = 0;
  #arrowTimer = 0;
  /** Why there are no findings. */
  #failure = "";
  /** Games with variants that do not support the search or evaluation chosen in the settings. @type {Set<string>} */
  #misfits = new Set();

  /**
   * @param {import("../core/desk.js").Desk} desk
   * @param {import("../board/board.js").Board} board
   */
  constructor(desk, board) {
    this.desk = desk;
    this.board = board;
    this.panel = new EnginePanel(desk);
    this.bar = new Bar(desk);
    this.engine.addEventListener("findings", (event) => this.#found(/** @type {CustomEvent} */ (event).detail));
    this.engine.addEventListener("failed", (event) => {
      const { text, error } = /** @type {CustomEvent} */ (event).detail;
      this.#failed(text, error?.place);
    });
    this.engine.addEventListener("done", () => this.#finish());
    // Pause while the tab is hidden.
    document.addEventListener("visibilitychange", () => desk.view?.show.over || this.restart());
    desk.settings.addEventListener("changed", (event) => {
      const name = /** @type {CustomEvent} */ (event).detail;
      if (["searches", "evaluators"].includes(name)) this.#misfits.clear();
      if (ASKED.includes(name)) this.restart();
      else if (["bar", "seat"].includes(name)) this.bar.show(this.findings);
      else if (name === "arrows") this.#showArrows(true);
    });
    desk.addEventListener("mode", () => this.restart());
    desk.addEventListener("hint", (event) => void this.#hint(/** @type {CustomEvent} */ (event).detail));
    desk.addEventListener("view", () => this.#failed(this.#failure));
  }

  /** Whether the engine should search. */
  get wanted() {
    return this.desk.settings.get("analysis") && this.desk.open && !document.hidden;
  }

  /** Starts a search of the current position without waiting for its picture. */
  restart() {
    const { study, settings } = this.desk;
    this.findings = null;
    this.#failure = "";
    const drawn = this.#arrows !== "" && this.#node === study.current;
    this.#arrows = "";
    clearTimeout(this.#arrowTimer);
    this.#node = study.current;
    showCube(null, this.desk);
    this.bar.show(null);
    document.body.classList.toggle("analysing", this.wanted);
    if (!this.wanted || !study.game) {
      this.engine.stop();
      if (drawn && this.desk.open) void this.#draw("");
      // The panel says itself that the engine is off.
      const paused = document.hidden && settings.get("analysis") ? say("paused|the engine") : "";
      return this.panel.say(this.desk.open ? paused : say("hidden|the engine"));
    }
    this.panel.say("…");
    const line = study.line();
    const chooses = !this.#misfits.has(keyOf(line));
    this.engine.analyse({
      line,
      search: (chooses && settings.get("searches")[study.game]) || null,
      evaluator: (chooses && settings.get("evaluators")[study.game]) || null,
      level: null,
      lines: settings.get("lines"),
      threads: Math.min(settings.get("threads"), this.desk.limits.threads),
      hash: Math.min(settings.get("hash"), this.desk.limits.hash),
      time_ms: null,
      seed: 0,
    });
  }

  /** Stops the search, for example when the game is over. */
  stop() {
    this.engine.stop();
  }

  /** @param {Findings} findings */
  #found(findings) {
    const node = this.#node;
    if (!node || node !== this.desk.study.current) return;
    findings.lines = ranked(findings);
    this.findings = findings;
    if (!findings.lines?.length && !findings.cube) this.panel.say("…");
    this.bar.show(findings);
    showCube(findings, this.desk);
    this.#remember(node, findings);
    this.panel.progress(findings);
    // Lines and arrows change together, so that they show the same values. The first lines are shown at once.
    if (!this.desk.settings.get("arrows") || !this.#arrows) this.panel.show(findings);
    this.#showArrows();
  }

  /** Called when the search has finished. */
  #finish() {
    if (this.#node?.value) this.#node.value.done = true;
    this.desk.study.dispatchEvent(new Event("value"));
    this.#showArrows();
  }

  /**
   * Stores the evaluation in the tree, for the graph and the marks.
   *
   * @param {TreeNode} node
   * @param {Findings} findings
   */
  #remember(node, findings) {
    const shares = sharesOf(findings);
    if (!shares) return;
    const known = node.value;
    const isNew = !known || known.depth < findings.depth;
    // Keep the evaluation of a deeper or longer search: a new search of the same position starts again at a low depth.
    if (known && (known.depth > findings.depth || (known.depth === findings.depth && known.ms > findings.time_ms))) return;
    const equities = Object.fromEntries(findings.lines.flatMap(({ move, equity }) => (typeof equity === "number" ? [[move, equity]] : [])));
    node.value = { shares, score: findings.score?.value ?? null, depth: findings.depth, ms: findings.time_ms, ...(Object.keys(equities).length && { equities }) };
    if (isNew) this.desk.study.dispatchEvent(new Event("value"));
  }

  /** Shows why there are no findings, for example because dice are due. @param {string} text @param {string} [place] the part of the request at fault */
  #failed(text, place = "") {
    const { view, study } = this.desk;
    const key = keyOf(study.line());
    if (["search", "evaluator"].includes(place) && !this.#misfits.has(key)) {
      this.#misfits.add(key);
      this.desk.say(say("The search chosen in the settings does not support this variant. The default is used instead."));
      return this.restart();
    }
    this.#failure = text;
    if (!text || view?.line.steps.length !== study.current.ply) return;
    // The line about the position says what is missing.
    this.panel.say(view.missing ? "" : text);
  }

  /** Draws arrows for the candidate moves, but not too often. @param {boolean} [anew] */
  #showArrows(anew = false) {
    clearTimeout(this.#arrowTimer);
    const { findings } = this;
    const wanted = this.desk.settings.get("arrows") && findings ? arrowsOf(findings) : "";
    if (wanted === this.#arrows && !anew) return void (findings && this.panel.show(findings));
    const wait = this.#arrowsAt + ARROWS_STAY - performance.now();
    if (wait > 0) this.#arrowTimer = window.setTimeout(() => this.#showArrows(anew), wait);
    else void this.#draw(wanted);
  }

  /** Shows a move on the board, until the position changes. @param {string} move */
  async #hint(move) {
    const { study, views } = this.desk;
    const node = study.current;
    const svg = await views.arrows(study.line(), `${move}=`);
    if (svg && node === study.current) this.board.redraw(svg);
  }

  /** @param {string} arrows */
  async #draw(arrows) {
    this.#arrowsAt = performance.now();
    this.#arrows = arrows;
    const { study, views } = this.desk;
    const node = study.current;
    const { findings } = this;
    const svg = arrows ? await views.arrows(study.line(), arrows) : (await views.of(study.line())).svg;
    if (svg && node === study.current && this.#arrows === arrows && this.desk.open) this.board.redraw(svg);
    if (findings && node === study.current && this.#arrows === arrows) this.panel.show(findings);
  }
}

/** The candidate moves with their values, in the form of the `view` request. @param {Findings} findings */
function arrowsOf(findings) {
  return findings.lines
    .filter((line) => line.move)
    .map((line) => `${line.move}=${scoreText({ ...line, pv: [] }, findings, DRAWN).replace(/[;=]/g, "")}`)
    .join(";");
}

/** A game with its variant, as a key. @param {import("../../types").Line} line */
function keyOf({ game, variant }) {
  return `${game} ${variant}`;
}
