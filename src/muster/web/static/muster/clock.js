/* Lets every [data-clock] tick between two looks at the server: docs/clocks.md.
   data-ends says when time is up, as the server counts (`now` of live.js), so that a page may be as old as it likes
   and the device's own clock may be wrong. data-left says how much was left when the page came; what has passed since
   is measured by a clock nobody can set. Picks of a draft follow each other by themselves. */
import { now } from "./live.js";

const SHORT = 5 * 60000;
const TICKING = ["running", "short", "over"];
const remembered = new WeakMap();
let told = "";

export const text = (milliseconds) => {
  const seconds = Math.ceil(milliseconds / 1000),
    all = Math.abs(seconds);
  const hours = Math.floor(all / 3600),
    two = (number) => String(number).padStart(2, "0");
  const minutes = Math.floor((all % 3600) / 60);
  return (seconds < 0 ? "-" : "") + (hours ? `${hours}:${two(minutes)}` : minutes) + `:${two(all % 60)}`;
};

const left = (clock) => {
  if (clock.dataset.ends) return Number(clock.dataset.ends) - now();
  if (!remembered.has(clock)) remembered.set(clock, performance.now() + Number(clock.dataset.left));
  return remembered.get(clock) - performance.now();
};

/* Which pick runs and what is left of it: the first ends as the page says, each later one lasts data-later. */
const reading = (clock) => {
  const { pick, picks, later, seconds } = clock.dataset,
    rest = left(clock);
  if (!pick || rest > 0 || Number(pick) >= Number(picks)) return { rest, pick, seconds: Number(seconds) };
  const begun = Math.min(Math.floor(-rest / later) + 1, picks - pick);
  return { rest: rest + begun * later, pick: Number(pick) + begun, seconds: later / 1000 };
};

const say = (words) => {
  let place = document.getElementById("clock-said");
  if (!place) {
    place = document.createElement("p");
    place.id = "clock-said";
    place.className = "visually-hidden";
    place.setAttribute("aria-live", "polite");
    document.body.append(place);
  }
  place.textContent = words;
};

const put = (element, words) => {
  if (element && element.textContent !== words) element.textContent = words;
};

const tick = (clock) => {
  const { rest, pick, seconds } = reading(clock);
  const little = seconds ? (seconds * 1000) / 6 : SHORT;
  const phase = rest <= 0 ? "over" : rest <= little ? "short" : "running";
  if (clock.dataset.phase !== phase) clock.dataset.phase = phase;
  put(clock.querySelector("[data-clock-left]"), text(rest));
  const bar = clock.closest("#clock")?.querySelector("[data-clock-bar]");
  if (bar && clock.classList.contains("big")) bar.value = Math.max(0, rest);
  put(clock.querySelector("[data-clock-pick]"), String(pick));
  if (clock.dataset.gone) clock.hidden = now() > Number(clock.dataset.gone);
  const words = clock.querySelector("[data-clock-phase]");
  if (!words) return;
  put(words, clock.dataset[phase]);
  (clock.closest(".slip") || clock.parentElement).querySelectorAll("[data-clock-rule]").forEach((rule) => {
    rule.hidden = phase === "running";
  });
  if (seconds) return;
  if (told && told !== phase && phase !== "running") say(clock.dataset[phase]);
  told = phase;
};

const tickAll = () => {
  document.querySelectorAll("[data-clock]").forEach((clock) => {
    if (TICKING.includes(clock.dataset.phase)) tick(clock);
  });
};

tickAll();
setInterval(tickAll, 250);
document.addEventListener("muster:refreshed", tickAll);
document.addEventListener("htmx:afterSettle", tickAll);
// A computer that slept has not counted the time: what the server says now is right.
document.addEventListener("visibilitychange", () => {
  const clock = document.getElementById("clock");
  const address = clock && clock.getAttribute("hx-get");
  if (!document.hidden && address && window.htmx)
    window.htmx.ajax("GET", address, { target: "#clock", swap: "outerHTML" });
});
