/* Lets every [data-clock] tick between two looks at the server. The time left comes from the server with the page;
   what has passed since then is measured by a clock nobody can set, so that nothing drifts or jumps. */
"use strict";
(() => {
  const SHORT = 5 * 60000;
  const REMEMBERED = new WeakMap();
  let told = "";

  const text = (milliseconds) => {
    const seconds = Math.ceil(milliseconds / 1000), all = Math.abs(seconds);
    const hours = Math.floor(all / 3600), two = (number) => String(number).padStart(2, "0");
    const minutes = Math.floor((all % 3600) / 60);
    return (seconds < 0 ? "-" : "") + (hours ? `${hours}:${two(minutes)}` : minutes) + `:${two(all % 60)}`;
  };

  const ends = (clock) => {
    if (!REMEMBERED.has(clock)) REMEMBERED.set(clock, performance.now() + Number(clock.dataset.left));
    return REMEMBERED.get(clock);
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

  const tick = (clock) => {
    const left = ends(clock) - performance.now();
    const phase = left <= 0 ? "over" : left <= SHORT ? "short" : "running";
    clock.querySelector("[data-clock-left]").textContent = text(left);
    const words = clock.querySelector("[data-clock-phase]");
    if (!words) return;
    words.textContent = clock.dataset[phase];
    clock.parentElement.querySelectorAll("[data-clock-rule]").forEach((rule) => { rule.hidden = phase === "running"; });
    if (told && told !== phase && phase !== "running") say(clock.dataset[phase]);
    told = phase;
  };

  const tickAll = () => {
    document.querySelectorAll("[data-clock]").forEach((clock) => {
      if (["running", "short", "over"].includes(clock.dataset.phase)) tick(clock);
    });
  };

  tickAll();
  setInterval(tickAll, 250);
  // A computer that slept has not counted the time: what the server says now is right.
  document.addEventListener("visibilitychange", () => {
    const clock = document.getElementById("clock");
    if (!document.hidden && clock && window.htmx) window.htmx.ajax("GET", clock.getAttribute("hx-get"), { target: "#clock", swap: "outerHTML" });
  });
})();
