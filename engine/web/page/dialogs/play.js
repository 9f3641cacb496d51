/** The dialog for a new game: players, clock, variant and start position. */

import { field, fill, h, select, tick } from "../core/dom.js";
import { labelled } from "../core/icons.js";
import { say } from "../core/say.js";
import { ask, textOf } from "../core/server.js";
import { enterRoom } from "../play/enter.js";
import { leaveThen } from "../play/leaving.js";
import { levelChoices, levelText } from "../play/levels.js";
import { actions, openDialog } from "./dialog.js";
import { roomList } from "./rooms.js";
import { VariantFields } from "./variant.js";

/**
 * @typedef {import("../core/desk.js").Desk} Desk
 * @typedef {import("../board/board.js").Board} Board
 * @typedef {import("../../types").GameInfo} GameInfo
 */

/** The variant key for the number of players. */
const PLAYERS = "players";
/** The list entry for a custom clock. */
const OTHER = "other";
/** @type {[string, string][]} */
const CLOCKS = [
  ["", say("No clock")],
  ["1m", say("{minutes} min", { minutes: 1 })],
  ["3m+2s", say("{minutes} min + {seconds} s per move", { minutes: 3, seconds: 2 })],
  ["5m+3s", say("{minutes} min + {seconds} s per move", { minutes: 5, seconds: 3 })],
  ["10m", say("{minutes} min", { minutes: 10 })],
  ["15m+10s", say("{minutes} min + {seconds} s per move", { minutes: 15, seconds: 10 })],
  ["30m+20s", say("{minutes} min + {seconds} s per move", { minutes: 30, seconds: 20 })],
  [OTHER, say("Custom")],
];
/** @type {[string, string][]} */
const WHO = [
  ["me", say("Me (this device)")],
  ["engine", say("Computer")],
  ["other", say("Friend (by link)")],
];

/**
 * Opens the dialog.
 *
 * @param {Desk} desk
 * @param {Board} board
 * @param {import("../core/desk.js").Shown} [chosen] the game to begin with; without it the open game
 */
export function openPlay(desk, board, chosen) {
  let game = chosen?.info ?? desk.info;
  let variant = new VariantFields(game.variant_keys);
  let live = chosen?.live ?? false;
  const named = chosen?.name ?? game.name;
  const place = h("div", {});
  const seats = h("div", { class: "seatlist" });
  const mode = h("div", {});
  const message = h("p", { class: "message", role: "status" });
  const name = h("input", { type: "text", value: desk.settings.get("name"), maxlength: 40, placeholder: say("Optional"), autocomplete: "off" });
  const minutes = h("input", { type: "number", min: 0.25, max: 1440, step: "any", required: true, value: 5 });
  const seconds = h("input", { type: "number", min: 0, max: 3600, step: "any", required: true, value: 3 });
  const times = h("div", { class: "fields", hidden: true }, field(say("Minutes per player"), minutes), field(say("Seconds added per move"), seconds));
  const clock = select(CLOCKS, "", (value) => (times.hidden = value !== OTHER));
  /** @type {[string, string][]} */
  const throwers = [
    ["server", say("Automatic")],
    ["entered", say("Entered by the players")],
  ];
  const dice = select(throwers, "server");
  const chanceField = field(say("Dice and tiles"), dice);
  chanceField.hidden = true;
  let takebacks = true;
  const hereOk = desk.view !== null && !desk.view.show.over;
  let goOn = false;
  /** Whether the seats are drawn by lot. */
  let random = false;
  const options = h("div", {});

  const chooseGame = (/** @type {string} */ value) => {
    ({ info: game, live } = desk.shown.find(({ name }) => name === value) ?? { info: game, live });
    fill(mode, live && h("p", { class: "quiet" }, game.real_time?.about));
    show();
  };
  const show = () => {
    const title = live ? desk.shown.find((one) => one.live && one.info === game)?.title : null;
    fill(/** @type {HTMLElement} */ (dialog.box.querySelector("h2")), title ? say("New game: {game}", { game: title }) : say("New game"));
    const keys = live ? (game.real_time?.variant_keys ?? []) : game.variant_keys;
    variant = new VariantFields(keys.filter((key) => key.name !== "mode"), !live && game === desk.info ? desk.options : []);
    variant.box.addEventListener("change", (event) => {
      if (variant.isOf(PLAYERS, event.target)) fillSeats();
      void askForChance();
    });
    fill(place, variant.box);
    fill(
      options,
      live
        ? null
        : h(
            "div",
            { class: "fields" },
            field(say("Clock"), clock),
            times,
            chanceField,
            tick(say("Random seats"), random, (on) => (random = on)),
            tick(say("Allow takebacks"), takebacks, (on) => (takebacks = on)),
            hereOk && game.name === desk.info.name && tick(say("Start from the current position"), goOn, (on) => ((goOn = on), fillSeats())),
          ),
    );
    fillSeats();
    void askForChance();
  };
  /** Shows the choice about dice and tiles only for games that have them. */
  const askForChance = async () => {
    const line = { game: game.name, variant: variant.text, start: null, steps: [] };
    const view = live ? null : await desk.views.of(line).catch(() => null);
    if (line.game === game.name && line.variant === variant.text) chanceField.hidden = !view?.events.length;
  };
  const fillSeats = () => fill(seats, ...seatRows(game, playersOf(game, goOn ? desk.options.find(({ name }) => name === PLAYERS)?.value : variant.get(PLAYERS), live), desk.settings.get("level"), live));

  const begin = async () => {
    desk.settings.set("name", name.value.trim());
    const rows = [...seats.querySelectorAll(".seatrow")].map((row) => [...row.querySelectorAll("select")].map((control) => control.value));
    if (random && !live) shuffle(rows);
    const levels = rows.filter(([who]) => who === "engine").map(([, level]) => +level);
    const isOther = !live && clock.value === OTHER;
    if (isOther && !(minutes.checkValidity() && seconds.checkValidity())) {
      message.textContent = say("Enter 0.25 to 1440 minutes per player, and 0 to 3600 seconds per move.");
      message.classList.add("wrong");
      return;
    }
    if (levels.length) desk.settings.set("level", levels[0]);
    try {
      const made = await ask("/api/rooms", live ? liveOrder(game, variant, rows, name.value.trim()) : {
        line: goOn ? desk.study.line() : { game: game.name, variant: variant.text, start: null, steps: [] },
        seats: rows.map(([who, level]) => seatOrder(who, +level, name.value.trim())),
        clock: isOther ? `${+minutes.value * 60}s+${+seconds.value}s` : clock.value || null,
        dice: /** @type {"server" | "entered"} */ (dice.value),
        takebacks,
      });
      const keys = made.keys.flatMap((key, index) => (key && rows[index]?.[0] === "me" ? [key] : []));
      dialog.close();
      leaveThen(desk, () => enterRoom(desk, board, { room: made.room, keys: keys.length ? keys : [made.watch], made }, live));
    } catch (error) {
      message.textContent = textOf(error);
      message.classList.add("wrong");
    }
  };
  const start = labelled("play", say("Start|begin"), begin, { class: "main" });
  const dialog = openDialog(
    say("New game"),
    h("div", { class: "fields" }, field(say("Game"), select(desk.shown.map(({ name, title }) => /** @type {[string, string]} */ ([name, title])), named, chooseGame)), field(say("Your name"), name)),
    mode,
    seats,
    options,
    h("details", {}, h("summary", {}, say("Variant")), place),
    message,
    actions(start),
    roomList(desk, board, () => dialog.close()),
  );
  start.focus();
  chooseGame(named);
  return dialog.box;
}

/**
 * The number of players: the chosen number; without one, the default of the variant; without a default, 2.
 *
 * @param {GameInfo} game
 * @param {string | undefined} said the chosen number
 * @param {boolean} live
 */
function playersOf(game, said, live) {
  const keys = live ? (game.real_time?.variant_keys ?? []) : game.variant_keys;
  return Number(said || keys.find(({ name }) => name === PLAYERS)?.default) || 2;
}

/**
 * One row for each player.
 *
 * @param {GameInfo} game
 * @param {number} players
 * @param {number} level
 * @param {boolean} live
 */
function seatRows(game, players, level, live) {
  const levels = levelChoices(game);
  const rows = [];
  const named = levels.map(([value, text]) => /** @type {[string, string]} */ ([value, live ? text.replace(/ \(.*/, "") : text]));
  for (let seat = 1; seat <= players; seat += 1) {
    const about = h("small", {}, levelText(game, level));
    const strength = select(named, String(level), (value) => (about.textContent = levelText(game, +value)), { "aria-label": say("Level of player {number}", { number: seat }) });
    const title = say("Player {number}", { number: seat });
    const usual = seat === 1 ? "me" : "engine";
    const show = (/** @type {string} */ value) => {
      strength.hidden = value !== "engine" || !levels.length;
      about.hidden = strength.hidden || live;
    };
    const who = select(WHO, usual, show, { "aria-label": title });
    show(usual);
    rows.push(h("div", { class: "seatrow row" }, h("span", {}, title), who, strength, about));
  }
  return rows;
}

/** Puts the items of a list in a random order. @param {unknown[]} list */
function shuffle(list) {
  const lots = crypto.getRandomValues(new Uint32Array(list.length));
  for (let last = list.length - 1; last > 0; last -= 1) {
    const other = lots[last] % (last + 1);
    [list[last], list[other]] = [list[other], list[last]];
  }
}

/** @param {string} who @param {number} level @param {string} name @returns {import("../../types").OrderedSeat} */
function seatOrder(who, level, name) {
  if (who === "engine") return { who, ...(level && { level }) };
  return who === "me" && name ? { who: "person", name } : { who: "person" };
}

/**
 * The request for a real-time game: the first seat is for the player at this device, and the last ones are for computer players.
 *
 * @param {GameInfo} game
 * @param {VariantFields} variant
 * @param {string[][]} rows sorted by this function
 * @param {string} name
 * @returns {import("../../types").RoomOrder}
 */
function liveOrder(game, variant, rows, name) {
  const order = ["me", "other", "engine"];
  rows.sort(([one], [other]) => order.indexOf(one) - order.indexOf(other));
  const persons = rows.filter(([who]) => who !== "engine");
  const level = variant.get("level") ? null : `level=${rows.map(([who, strength]) => (who === "engine" && strength) || "5").join("/")}`;
  const words = [game.real_time?.word, variant.get(PLAYERS) ? null : `${PLAYERS}=${rows.length}`, level, variant.text];
  return {
    seats: persons.map(([who]) => seatOrder(who, 0, name)),
    real_time: { game: game.name, variant: words.filter(Boolean).join(","), bots: rows.length - persons.length },
  };
}
