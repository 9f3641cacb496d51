/** A player in the browser that knows no rules: it clicks highlighted targets, which a fixed sequence of random numbers chooses. */

import { ready } from "./harness.js";

/** @typedef {import("playwright-core").Page} Page */

/** Pseudo-random numbers, the same in every run. @param {number} seed */
export function numbers(seed) {
  let state = seed >>> 0;
  return (/** @type {number} */ below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** The possible actions. @param {Page} page */
function state(page) {
  return page.evaluate(() => {
    const visible = (/** @type {string} */ selector) => [...document.querySelectorAll(selector)].filter((one) => one instanceof HTMLElement && one.offsetParent !== null);
    const places = [...document.querySelectorAll(".table .can")].map((target) => {
      const { x, y, width, height } = target.getBoundingClientRect();
      return { name: target.getAttribute("aria-label") ?? "", x: x + width / 2, y: y + height / 2 };
    });
    return {
      places,
      choices: visible(".choices .choice").length,
      options: visible("#options button").length,
      chance: visible("#chance button.main:not(:disabled)").length,
      over: /Game over/.test(document.getElementById("status")?.textContent ?? "") || document.querySelector("#end .verdict") !== null,
      steps: document.querySelectorAll("#moves .step").length,
      status: document.getElementById("status")?.textContent ?? "",
    };
  });
}

/**
 * Plays until the game is over, or has `most` steps. Returns the number of steps and whether the game is over.
 *
 * @param {Page} page
 * @param {number} most
 * @param {number} [seed]
 */
export async function playByClicks(page, most, seed = 1) {
  const next = numbers(seed);
  let stuck = 0;
  for (;;) {
    const now = await state(page);
    if (now.over || now.steps >= most) return { steps: now.steps, over: now.over };
    if (now.choices) await page.locator(".choices .choice").nth(next(now.choices)).click();
    else if (now.chance) await page.click("#chance button.main");
    else if (now.options && (!now.places.length || next(2))) await page.locator("#options button").nth(next(now.options)).click();
    else if (now.places.length) {
      const { x, y } = now.places[next(now.places.length)];
      await page.mouse.click(x, y);
    } else if ((stuck += 1) > 100) throw new Error(`no action is possible: ${now.status}`);
    // Wait for the next picture.
    await page.waitForTimeout(now.places.length ? 12 : 30);
    await ready(page);
  }
}
