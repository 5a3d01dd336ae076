/* A screen on the wall: docs/wall.md. The page holds everything; the plan in it says what is shown until when. This
   shows it, page by page at reading speed. It never leaves the page: what cannot be fetched leaves it as it is. */
import * as live from "./live.js";
import "./clock.js";

const root = document.documentElement,
  body = document.body;
const LEAST = 4,
  EIGHT = 8,
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

/* What stands on each page, so that everybody knows whether theirs is still to come: the shortest beginnings of names
   that tell two pages apart, or the places. Of many pages only the one that is shown. */
const MANY = 5,
  LONGEST = 5;
const apart = (name, before) => {
  const letters = [...name];
  let at = 0;
  while (at < LONGEST && at < letters.length - 1 && before.startsWith(letters.slice(0, at + 1).join(""))) at += 1;
  return letters
    .slice(0, at + 1)
    .join("")
    .trim();
};
const ends = (list, pages) => {
  const shown = Array.from({ length: pages }, () => []);
  [...list.children].forEach((line) => {
    const at = Math.floor((Math.abs(line.offsetLeft - list.offsetLeft) + 1) / wide(list));
    shown[Math.min(at, pages - 1)].push(line);
  });
  return shown.map((lines) => [lines[0], lines.at(-1)]);
};
const words_of = (line, what) => line?.querySelector(what)?.textContent.trim().replace("=", "") || "";
const ranges = (list, pages) => {
  const found = ends(list, pages);
  if (list.querySelector(".rank"))
    return found.map(([first, last]) => `${words_of(first, ".rank")}–${words_of(last, ".rank")}`);
  if (!list.closest("#pairings")) return found.map((_, at) => String(at + 1));
  const names = found.map(([first, last]) => [words_of(first, "bdi"), words_of(last, "bdi")]);
  const begins = names.map(([first], at) => (at ? apart(first, names[at - 1][1]) : [...first][0] || ""));
  const last = [...(names.at(-1)?.[1] || "")][0] || "";
  return begins.map((begin, at) => `${begin}–${begins[at + 1] ?? last}`);
};
const part_of = (place, list, at, pages) => {
  const whole = pieces(list).length || (pages === 1 && !("share" in plan()));
  const found = whole ? [] : ranges(list, pages);
  const shown = found.length > MANY ? [`${at + 1}/${pages}`, found[at]] : found;
  const here = found.length > MANY ? 1 : at;
  place.replaceChildren(
    ...shown.map((words, number) => {
      const one = document.createElement(number === here ? "b" : "span");
      one.textContent = words;
      return one;
    }),
  );
};

/* What the remote says: another page, or this one for longer; and pictures of sponsors between the pages. */
const plan = () => document.getElementById("plan").dataset;
let turns = plan().turns,
  picture = 0,
  since = 0,
  between = false;
const gap = () => {
  const [stays, every] = (plan().between || "").split(":").map(Number);
  return every ? { stays, every } : null;
};

const turn = (list) => {
  list.classList.remove("once");
  const pages = count(list),
    at = (between ? picture : page) % pages;
  list.classList.toggle("once", pages === 1);
  pieces(list).forEach((piece, number) => piece.classList.toggle("now", number === at));
  list.scrollLeft = (getComputedStyle(root).direction === "rtl" ? -1 : 1) * at * wide(list);
  const place = list.closest(".part").querySelector("[data-range]");
  if (place) part_of(place, list, at, pages);
};

/* The clock is as large as its figures allow. */
const size_clock = () => {
  all(".clock.big").forEach((one) => {
    one.dataset.letters = String(one.querySelector("[data-clock-left]").textContent.trim().length);
  });
};

const show = () => {
  const scenes = step().scenes;
  scene %= scenes.length;
  const parts = between ? ["pictures"] : scenes[scene];
  all(".part").forEach((part) => part.classList.toggle("now", parts.includes(part.id)));
  size_clock();
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
  if (between) return gap()?.stays || LEAST;
  const alone = pages() === 1 || !lines;
  return alone ? most() : Math.min(most(), pages() > 2 ? EIGHT : most(), Math.max(LEAST, OPENING + lines * PER_LINE));
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
    between = false;
    begin();
    return;
  }
  const pressed = plan().turns !== turns;
  turns = plan().turns;
  if (!pressed && (plan().held === "hold" || performance.now() < until)) return;
  if (between) picture += 1;
  else if (!pressed && gap() && ++since >= gap().every) {
    since = 0;
    between = true;
    begin();
    return;
  }
  between = false;
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
  size_clock();
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
