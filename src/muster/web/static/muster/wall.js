/* A screen on the wall: docs/wall.md. The page holds everything; the plan in it says what is shown until when. This
   shows it, page by page at reading speed. It never leaves the page: what cannot be fetched leaves it as it is. */
import * as live from "./live.js";
import "./clock.js";

const root = document.documentElement,
  body = document.body;
const LEAST = 4,
  PER_LINE = 0.22,
  OPENING = 2.5;
const ASK = 20000,
  SAFE = 300000,
  SHIFT = 90000,
  CALM = 9000,
  HIDE = 3000;
const all = (selector, within = document) => [...within.querySelectorAll(selector)];

/* The plan: steps such as `1709:pairings|clock missing`, each until an instant of the server's clock. */
const steps = () =>
  (document.getElementById("plan")?.dataset.plan || "")
    .split(";")
    .filter(Boolean)
    .map((step) => {
      const [until, scenes] = step.split(":");
      return { until: Number(until) || Infinity, scenes: scenes.split("|").map((scene) => scene.split(" ")) };
    });
const step = () => steps().find((one) => live.now() < one.until) || { scenes: [["welcome"]] };
const most = () => Number(document.getElementById("plan")?.dataset.seconds) || 12;

let scene = 0,
  page = 0,
  until = 0,
  running = "";

const lists = () => all(".part.now .pages");
const wide = (list) => list.clientWidth + (parseFloat(getComputedStyle(list).columnGap) || 0);
const pieces = (list) => all(".piece", list);
const count = (list) =>
  pieces(list).length || Math.max(1, Math.round((list.scrollWidth + wide(list) - list.clientWidth) / wide(list)));

/* The first letters of what stands on a page, so that everybody knows whether theirs is still to come. */
const letters = (list, at, pages) => {
  const here = [...list.children].filter(
    (line) => Math.floor((Math.abs(line.offsetLeft - list.offsetLeft) + 1) / wide(list)) === at,
  );
  const names = here.map((line) => line.querySelector("bdi")?.textContent.trim() || "");
  const sorted =
    list.closest("#pairings") && names.length
      ? ` · ${[...names[0]].slice(0, 3).join("")} – ${[...names.at(-1)].slice(0, 3).join("")}`
      : "";
  return pages > 1 ? `${body.dataset.page} ${at + 1}/${pages}${sorted}` : "";
};

const turn = (list) => {
  list.classList.remove("once");
  const pages = count(list),
    at = page % pages;
  list.classList.toggle("once", pages === 1);
  pieces(list).forEach((piece, number) => piece.classList.toggle("now", number === at));
  list.scrollLeft = (getComputedStyle(root).direction === "rtl" ? -1 : 1) * at * wide(list);
  const place = list.closest(".part").querySelector("[data-range]");
  if (place) place.textContent = pieces(list).length ? "" : letters(list, at, pages);
};

const show = () => {
  const scenes = step().scenes;
  scene %= scenes.length;
  all(".part").forEach((part) => part.classList.toggle("now", scenes[scene].includes(part.id)));
  lists().forEach(turn);
};

const pages = () => Math.max(1, ...lists().map(count));

/* How long a page stays: as long as it takes to look through its lines, at most the seconds that are set. */
const seconds = () => {
  const lines = Math.max(
    0,
    ...lists()
      .filter((list) => !pieces(list).length)
      .map((list) => list.children.length / count(list)),
  );
  const alone = pages() === 1 || !lines;
  return alone ? most() : Math.min(most(), Math.max(LEAST, OPENING + lines * PER_LINE));
};

const begin = () => {
  show();
  until = performance.now() + 1000 * seconds();
};

const go = () => {
  const now = step(),
    words = JSON.stringify(now.scenes);
  if (words !== running) {
    running = words;
    scene = page = 0;
    begin();
    return;
  }
  if (performance.now() < until) return;
  page += 1;
  if (page >= pages()) {
    page = 0;
    scene = (scene + 1) % now.scenes.length;
  }
  begin();
};

/* What the desk announces goes round in the line at the foot. */
const calm = () => {
  const lines = all("#calm > p"),
    at = Math.floor(performance.now() / CALM) % Math.max(1, lines.length);
  lines.forEach((line, number) => line.classList.toggle("now", number === at));
};

const format = new Intl.DateTimeFormat(root.lang, {
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
  timeZone: body.dataset.zone,
});
const time = () => {
  const place = document.querySelector("[data-now]"),
    words = format.format(live.now());
  if (!place) return;
  place.hidden = false;
  if (place.textContent !== words) place.textContent = words;
};

/* Whether the server can be reached; if not, since when. The page stays as it is, and the clocks go on. */
const mark = document.querySelector("[data-lost-mark]");
let lost = 0,
  fresh = performance.now();
const away = () => {
  lost ||= live.now();
  mark.textContent = `${body.dataset.lost} ${format.format(lost)}`;
  mark.hidden = false;
};
const back = () => {
  mark.hidden = true;
  const late = lost || performance.now() - fresh > SAFE;
  lost = 0;
  if (late) {
    fresh = performance.now();
    live.refresh?.();
  }
};
const ask = async () => {
  try {
    const answer = await fetch(location.href, { cache: "no-cache", signal: AbortSignal.timeout(ASK / 2) });
    if (answer.ok) back();
    else away();
  } catch {
    away();
  }
};

/* The screen itself: awake, full, without a cursor, and nothing burnt into it. */
const wake = async () => {
  try {
    if (!document.hidden) await navigator.wakeLock?.request("screen");
  } catch {
    /* it may sleep */
  }
};
let moved = 0;
const stir = () => {
  moved = performance.now();
  root.classList.remove("still");
};
const keys = {
  f: () => (document.fullscreenElement ? document.exitFullscreen() : root.requestFullscreen?.()),
  l: () => {
    root.classList.toggle("light");
    try {
      localStorage.setItem("wall-light", root.classList.contains("light") ? "1" : "");
    } catch {
      /* not kept */
    }
  },
  ArrowRight: () => {
    until = 0;
    go();
  },
};

root.classList.add("live");
try {
  root.classList.toggle("light", localStorage.getItem("wall-light") === "1");
} catch {
  /* dark */
}
const each = () => {
  go();
  calm();
  time();
  if (performance.now() - moved > HIDE) root.classList.add("still");
};
each();
setInterval(each, 250);
setInterval(ask, ASK);
setInterval(() => {
  body.dataset.shift = String((Number(body.dataset.shift || 0) + 1) % 4);
}, SHIFT);
addEventListener("offline", away);
addEventListener("online", ask);
addEventListener("resize", show);
document.addEventListener("muster:refreshed", () => {
  fresh = performance.now();
  go();
  show();
  calm();
  time();
});
document.addEventListener("visibilitychange", () => {
  wake();
  if (!document.hidden) ask();
});
addEventListener("mousemove", stir);
addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  keys[event.key.length === 1 ? event.key.toLowerCase() : event.key]?.();
});
document.fonts?.ready.then(show);
wake();
