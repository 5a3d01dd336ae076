/* Keeps a page true while it is open: docs/live.md.
   The server says only *that* something has changed; the page then asks for itself again. One that names a small part
   of its own (data-now) asks for that first, and for the rest a little later where many were told.
   First by an event stream; where that does not get through, by long polling; where that fails, too, every few
   seconds. */

const JITTER = 200; // spreads a hall of phones over this many ms
const EACH = 3; // ms between two whole pages, where many who saw their small part want them
const LEAST = 50; // told together, from which on they are many
const POLL = 5000; // between two plain questions, and before a stream is tried again
const APART = 60000; // ms by which a device's clock may differ from the server's
const AGAIN = 60000; // a look in any case, should a word have been lost

/* ---- The server's time ------------------------------------------------------------------------------------- */

let ahead = null; // the server's time minus performance.now(): a clock nobody can set

const heard = (ms) => {
  // The way here takes time, so the largest value seen is the truest.
  const found = ms - performance.now();
  if (ahead === null || found > ahead) ahead = found;
  const differs = document.querySelector("[data-clock-differs]");
  if (differs) differs.hidden = Math.abs(Date.now() - now()) < APART;
};

/** The server's time in milliseconds since 1970. */
export const now = () => (ahead === null ? Date.now() : Math.round(ahead + performance.now()));

/* ---- Being told that something has changed ------------------------------------------------------------------ */

class Line {
  constructor(code, topics) {
    this.where = `/live/${encodeURIComponent(code)}`;
    this.topics = new Set(topics);
    this.callbacks = new Set();
    this.stamp = null; // up to where this page knows
    this.crowd = 0; // how many are told of the next change together
    this.tried = 0; // streams that failed in a row
  }

  // Until a stamp is known, the server is told how long ago this page was asked for.
  address(path) {
    const on = [...this.topics].sort().join(",");
    const since = this.stamp === null ? `age=${Math.ceil(performance.now())}` : `since=${this.stamp}`;
    return `${this.where}${path}?on=${on}&${since}`;
  }

  open() {
    if (this.source || this.asking || document.hidden || !this.callbacks.size) return;
    clearTimeout(this.later);
    if (!window.EventSource || this.tried > 1) return void this.poll();
    const source = (this.source = new EventSource(this.address("")));
    // A stream that says nothing at all is held back by something in between.
    const silent = setTimeout(() => {
      if (source === this.source) this.failed();
    }, 8000);
    source.addEventListener("hello", (event) => {
      clearTimeout(silent);
      const said = JSON.parse(event.data);
      heard(said.now);
      this.tried = 0;
      if (this.stamp === null) this.stamp = said.stamp;
    });
    // Too many listen from here: the place is needed, asking will do.
    source.addEventListener("full", () => {
      this.tried = 1;
      if (source === this.source) this.failed();
    });
    source.addEventListener("crowd", (event) => {
      this.crowd = Number(event.data);
    });
    source.onmessage = (event) => this.changed(Number(event.data));
    source.onerror = () => {
      clearTimeout(silent);
      if (source === this.source) this.failed();
    };
  }

  failed() {
    this.close();
    this.tried += 1;
    this.later = setTimeout(() => this.open(), this.tried > 1 ? 0 : 500 + Math.random() * 1500);
  }

  close() {
    clearTimeout(this.later);
    if (this.source) this.source.close();
    if (this.asking) this.asking.abort();
    this.source = this.asking = null;
  }

  async poll() {
    const asking = (this.asking = new AbortController());
    let pause = 0;
    try {
      const answer = await fetch(this.address("/wait"), { cache: "no-store", signal: asking.signal });
      if (!answer.ok) throw new Error(answer.status);
      const said = await answer.json();
      heard(said.now);
      this.crowd = said.crowd ?? 0;
      if (said.moved) this.changed(said.stamp);
      else this.stamp = said.stamp;
      if (!said.held) pause = POLL;
      // Once in a while, see whether streams get through by now.
      if (++this.tried > 15) this.tried = 0;
    } catch {
      if (asking.signal.aborted) return;
      // Not even that: look for oneself.
      this.changed(this.stamp);
      pause = POLL;
    }
    if (asking !== this.asking) return;
    this.asking = null;
    this.later = setTimeout(() => this.open(), pause * (0.8 + Math.random() * 0.4));
  }

  changed(stamp) {
    this.stamp = stamp;
    this.callbacks.forEach((callback) => callback(this.crowd));
    this.crowd = 0;
  }
}

const lines = new Map();

/** Have `callback()` called whenever one of an event's topics may have changed, such as
    `follow("SPRING", ["1/round", "news"], look)`. All who follow one event share one line, so a call can be for
    nothing. Returns what stops it. */
export const follow = (code, topics, callback) => {
  const line = lines.get(code) || new Line(code, []);
  lines.set(code, line);
  const size = line.topics.size;
  (typeof topics === "string" ? topics.split(/[\s,]+/) : topics).filter(Boolean).forEach((one) => line.topics.add(one));
  line.callbacks.add(callback);
  if (line.topics.size !== size) line.close();
  line.open();
  return () => {
    line.callbacks.delete(callback);
    if (!line.callbacks.size) {
      line.close();
      lines.delete(code);
    }
  };
};

// A page nobody looks at holds no line: browsers allow six at a time to one host.
const show = () => {
  lines.forEach((line) => (document.hidden ? line.close() : line.open()));
};
document.addEventListener("visibilitychange", show);
window.addEventListener("online", () => {
  lines.forEach((line) => {
    line.tried = 0;
    line.close();
  });
  show();
});
window.addEventListener("pagehide", () => lines.forEach((line) => line.close()));
window.addEventListener("pageshow", (event) => {
  if (event.persisted) {
    show();
    refresh();
  }
});

/* ---- While something is pressed, nothing is replaced: what a finger is on would be gone before it acts --------- */

const LONGEST = 3000; // ms for which a press holds the page, should its end never be heard of
const CLICK = 350; // ms from a finger that is lifted to its click, at the most

let pressed = null; // the timer that ends the press
const held = [];

const let_go = () => {
  pressed = null;
  held.splice(0).forEach((go) => go());
};
const hold = (ms) => {
  clearTimeout(pressed);
  pressed = setTimeout(let_go, ms);
};
const unpressed = () => new Promise((go) => (pressed ? held.push(go) : go()));

const when = (kind, act) => addEventListener(kind, act, { capture: true, passive: true });
when("pointerdown", () => hold(LONGEST));
when("pointerup", () => hold(CLICK));
when("keydown", ({ key, repeat }) => ["Enter", " "].includes(key) && !repeat && hold(LONGEST));
["click", "keyup", "pointercancel"].forEach((kind) => when(kind, () => hold(0)));

// htmx asks for parts of the desk by itself, too: what comes meanwhile is asked for again.
document.addEventListener("htmx:beforeSwap", async (event) => {
  const { elt: source, target, requestConfig, swapOverride: swap } = event.detail;
  if (!pressed || requestConfig.verb !== "get") return;
  event.preventDefault();
  await unpressed();
  if (source.isConnected) window.htmx.ajax("GET", requestConfig.path, { source, target, swap });
});

/* ---- Looking again ------------------------------------------------------------------------------------------ */

let looking = null,
  once_more = false,
  waiting = false;

// What somebody is in the middle of stays: a field with the cursor in it, or with something in it that was not sent.
// So does a button that asks once more, the list behind a field outside of it, and what an answer is on its way to.
const busy = (part) =>
  part.querySelector(".sure, .htmx-request") ||
  part.closest(".htmx-request") ||
  unsent(document.querySelector(part.dataset.while || "#none")) ||
  [...part.querySelectorAll("input, select, textarea")].some((field) => {
    if (field.type === "hidden" || field.type === "submit" || field.type === "button") return false;
    if (field === document.activeElement && !["checkbox", "radio"].includes(field.type)) return true;
    if (field.type === "checkbox" || field.type === "radio") return field.checked !== field.defaultChecked;
    if (field.options)
      return [...field.options].some((one) => one.selected !== one.defaultSelected) && field.selectedIndex > 0;
    return field.value !== field.defaultValue;
  });

// A list that was narrowed down by what stands in a field outside of it stays so.
const unsent = (field) => field && field.value !== field.defaultValue;

const replace = (old, fresh) => {
  const details = fresh.querySelectorAll("details");
  old.querySelectorAll("details").forEach((one, at) => {
    if (one.open && details[at]) details[at].open = true;
  });
  const focused = old.contains(document.activeElement) ? document.activeElement : null;
  const place = focused && [...old.querySelectorAll("*")].indexOf(focused);
  old.replaceWith(fresh);
  window.htmx?.process(fresh);
  if (!focused) return;
  const again =
    (focused.id && document.getElementById(focused.id)) || [fresh, ...fresh.querySelectorAll("*")][place + 1];
  if (again && again.tagName === focused.tagName) again.focus({ preventScroll: true });
};

const put = (page, whole = true) => {
  if (whole) waiting = false;
  const changed = [];
  page.querySelectorAll("[data-part][id]").forEach((fresh) => {
    const old = document.getElementById(fresh.id);
    if (!old || old.outerHTML === fresh.outerHTML) return;
    if (busy(old)) {
      waiting = true;
      return;
    }
    replace(old, document.adoptNode(fresh));
    changed.push(fresh.id);
  });
  if (page.title) document.title = page.title;
  const { live, topics } = page.body.dataset;
  if (live && (live !== document.body.dataset.live || topics !== document.body.dataset.topics)) {
    Object.assign(document.body.dataset, { live, topics });
    attend();
  }
  document.dispatchEvent(new CustomEvent("muster:refreshed", { detail: { parts: changed, whole } }));
};

// Gone, moved, or broken: what is on the screen is better than that.
const page_at = async (address, cache) => {
  const answer = await fetch(address, { cache, redirect: "manual", headers: { Accept: "text/html" } });
  if (!answer.ok || !(answer.headers.get("Content-Type") || "").startsWith("text/html")) return null;
  return new DOMParser().parseFromString(await answer.text(), "text/html");
};

const look = async () => {
  clearTimeout(later);
  later = null;
  const page = await page_at(location.href, "no-cache");
  await unpressed();
  if (page) put(page);
  else await leave_if_out();
};

// Somebody who is on the staff no longer keeps nothing of it on the screen. A page that is gone by itself is no sign of
// that: the event is asked for, too.
const leave_if_out = async () => {
  if (!/^\/(desk|judge)\//.test(location.pathname)) return;
  const answer = await fetch(`/desk/${document.body.dataset.live}/`, { cache: "no-store", redirect: "manual" });
  if (answer.status === 404) location.reload();
};

// What belongs to another match than the one that is shown now is taken away until the whole page is here.
const meetings = () =>
  [...document.querySelectorAll("[data-about]")].map((part) => [
    part,
    document.getElementById(part.dataset.about)?.dataset.meeting,
  ]);
const look_at_small = async (address) => {
  const page = await page_at(address, "no-store");
  if (!page) return;
  await unpressed();
  const before = meetings();
  put(page, false);
  for (const [part, meeting] of before)
    if (meeting !== document.getElementById(part.dataset.about)?.dataset.meeting && !busy(part)) part.replaceChildren();
};

/** Ask for this page again and show what is new in it. */
export const refresh = () => {
  if (looking) {
    once_more = true;
    return looking;
  }
  looking = look()
    .catch(() => {})
    .finally(() => {
      looking = null;
      if (once_more) {
        once_more = false;
        refresh();
      }
    });
  return looking;
};

let soon = null,
  later = null,
  many = 0;
const look_soon = (crowd = 0) => {
  many = Math.max(many, crowd);
  soon =
    soon ||
    setTimeout(async () => {
      const spread = many < LEAST ? 0 : many * EACH;
      soon = null;
      many = 0;
      const small = document.querySelector("[data-now]")?.dataset.now;
      if (!small) return void refresh();
      await look_at_small(small).catch(() => {});
      if (!spread) refresh();
      else later = later || setTimeout(refresh, Math.random() * spread);
    }, Math.random() * JITTER);
};

// What was being typed is sent or taken back: now there is room for what is new.
const again_soon = () => {
  if (waiting) setTimeout(() => waiting && look_soon(), 300);
};
document.addEventListener("focusout", again_soon);
document.addEventListener("htmx:afterSettle", again_soon);

const attend = () => {
  const { live, topics } = document.body.dataset;
  if (live && topics) follow(live, topics, look_soon);
};

// One button of the desk stands out. Where the bar came anew with what the day goes on with, that one is it.
const stand_out = () => {
  if (!document.querySelector(".next .go")) return;
  document.querySelectorAll("main .go").forEach((one) => one.closest(".next") || one.classList.remove("go"));
};
["htmx:afterSettle", "muster:refreshed"].forEach((event) => document.addEventListener(event, stand_out));

/* ---- Whether the rules are shown, and rows are higher: kept in this browser, the same in all its windows ------ */

const kept = (box, name) => {
  const show = () => {
    try {
      box.checked = localStorage.getItem(name) === "shown";
    } catch {
      /* A browser that keeps nothing: as the box is. */
    }
  };
  box.addEventListener("change", () => {
    try {
      localStorage.setItem(name, box.checked ? "shown" : "hidden");
    } catch {
      /* then for this page alone */
    }
  });
  addEventListener("storage", show);
  show();
};
for (const [id, name] of [
  ["show-rules", "rules"],
  ["roomy", "roomy"],
  ["all-columns", "columns"],
]) {
  const box = document.getElementById(id);
  if (box) kept(box, name);
}

attend();
if (document.body.dataset.live) {
  // A page the browser or its service worker had kept may be of any age.
  const [way] = performance.getEntriesByType("navigation");
  if (way?.type === "back_forward" || "old" in document.body.dataset) look_soon();
  setInterval(
    () => {
      if (!document.hidden) look_soon();
    },
    AGAIN * (0.8 + Math.random() * 0.4),
  );
}
