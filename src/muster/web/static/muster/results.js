/* Entering results by keyboard; docs/results.md says what can be typed. Every form here works without this file. */
"use strict";
(() => {
  // What comes above the rows, or goes from them, moves none of them under a pointer or on a phone: the page is
  // scrolled by as much. Where it cannot be, they stay down until the pointer leaves them, rests while there is more
  // news, or somebody types.
  let pointed = [-1, -1],
    about = false,
    gap = 0;
  const lower = (by) => {
    gap = by;
    document.documentElement.style.setProperty("--rows-down", `${by}px`);
  };
  const point = ({ clientX, clientY, target }) => {
    pointed = [clientX, clientY];
    about = true;
    if (gap && !target.closest?.("#results")) lower(0);
  };
  ["pointermove", "pointerdown"].forEach((kind) => addEventListener(kind, point, { capture: true, passive: true }));
  addEventListener("keydown", () => (about = false), { capture: true, passive: true });
  const rows = () => [...document.querySelectorAll("#matches tr[data-table]")];
  const box = (row) => row.getBoundingClientRect();
  const places = () => {
    const found = rows();
    const list = document.getElementById("results")?.getBoundingClientRect();
    const at = found.findIndex((row) => row.contains(document.elementFromPoint(...pointed)));
    const first = list?.top < 0 ? found.findIndex((row) => box(row).top >= 0) : -1;
    const from = at < 0 ? first : at;
    return from < 0 ? [] : found.slice(from).map((row) => [row.dataset.table, box(row)]);
  };
  const still = (before) => {
    if (!before.length) return;
    const now = new Map(rows().map((row) => [row.dataset.table, row]));
    const [table, was] = before.find(([one]) => now.has(one)) ?? [];
    const row = now.get(table);
    if (!row || box(row).left !== was.left) return lower(0);
    scrollBy({ top: box(row).top - was.top, behavior: "instant" });
    const wanted = Math.max(0, gap + was.top - box(row).top);
    const more = wanted > gap + 1;
    lower(about || !more ? wanted : 0);
    if (more) about = false;
  };
  let before = [];
  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    const whole = detail.target.id === "results";
    before = whole ? places() : [];
    if (whole && gap && !before.length) lower(0);
  });

  const make = (tag, props = {}) => Object.assign(document.createElement(tag), props);

  // The entry bar. Lines are sent one after another while the next one is typed; what fails comes back as typed.
  const bar = document.getElementById("bar");
  if (bar) {
    const field = bar.elements.line;
    const preview = document.getElementById("preview");
    const log = document.getElementById("log");
    const order = document.getElementById("in-order");
    const short = document.getElementById("one-key");
    const results = [...(short?.querySelectorAll("[data-line]") ?? [])];
    const waiting = [];
    let sending = false;
    let next = (bar.dataset.next || "").split(" ").filter(Boolean);
    let sureOf = bar.elements.sure.value ? field.value : null;
    let touched = field.value !== "";

    const newKey = () =>
      [...crypto.getRandomValues(new Uint8Array(12))].map((one) => one.toString(16).padStart(2, "0")).join("");
    const untouched = () => !touched || field.value.trim() === "";
    const put = (text) => {
      field.value = text;
      touched = true;
      field.setSelectionRange(text.length, text.length);
      look();
    };
    const suggest = () => {
      field.value = next.length ? `${next[0]} ` : "";
      touched = false;
      if (short) short.hidden = !order.checked;
      if (document.activeElement === field)
        order.checked ? field.setSelectionRange(field.value.length, field.value.length) : field.select();
      look();
    };

    // What the line would be worth, while it is typed.
    let timer, asked;
    const look = () => {
      clearTimeout(timer);
      timer = setTimeout(async () => {
        asked?.abort();
        if (!field.value.trim()) return preview.replaceChildren();
        asked = new AbortController();
        const query = new URLSearchParams({ round: bar.elements.round.value, line: field.value });
        try {
          const answer = await fetch(`${bar.dataset.preview}?${query}`, {
            headers: { "HX-Request": "true" },
            signal: asked.signal,
          });
          const text = await answer.text();
          const seen = places();
          if (answer.status === 200 && !answer.redirected) preview.innerHTML = text;
          still(seen);
        } catch {
          /* typed on meanwhile, or no connection: sending will say so */
        }
      }, 120);
    };

    // Sending, in order; without a connection a line waits and is sent again under its own key, so never twice.
    const note = (item, text) => {
      item.note ??= make("li", { className: "waiting" });
      item.note.replaceChildren(make("span", { textContent: `${item.line}: ${text}` }));
      log.prepend(item.note);
    };
    const send = async () => {
      const item = waiting[0];
      if (sending || !item) return;
      sending = true;
      try {
        const answer = await fetch(bar.action, { method: "POST", body: item.body, headers: { "HX-Request": "true" } });
        const text = await answer.text();
        item.note?.remove();
        waiting.shift();
        [200, 409, 422].includes(answer.status) && !answer.redirected ? answered(item, text) : failed(item);
      } catch {
        note(item, bar.dataset.waiting);
        setTimeout(send, 3000);
      } finally {
        sending = false;
      }
      if (waiting.length && !waiting[0].note) send();
    };
    addEventListener("online", send);
    addEventListener("beforeunload", (event) => {
      if (waiting.length) event.preventDefault();
    });

    const comeBack = (entry, line) => {
      const button = make("button", { type: "button", className: "quiet", textContent: bar.dataset.back });
      button.onclick = () => {
        entry.remove();
        field.focus();
        put(line);
      };
      entry.append(button);
    };
    const failed = (item) => {
      const entry = make("li");
      entry.append(make("span", { textContent: `${item.line}: ${bar.dataset.error}` }));
      log.prepend(entry);
      untouched() ? put(item.line) : comeBack(entry, item.line);
    };
    const answered = (item, html) => {
      const holder = make("template", { innerHTML: html });
      const entry = holder.content.querySelector("li");
      if (!entry) return failed(item);
      const { state, sure, table } = entry.dataset;
      [...log.children]
        .filter((one) => one.dataset.line === item.line || (state === "recorded" && one.dataset.table === table))
        .forEach((one) => one.remove());
      log.querySelectorAll(".undo").forEach((one) => one.remove());
      log.prepend(entry);
      [...log.querySelectorAll("[data-state=recorded]")].slice(3).forEach((one) => one.remove());
      if (state === "recorded") {
        field.removeAttribute("aria-invalid");
        next = entry.dataset.next.split(" ").filter((one) => one && !waiting.some((other) => other.table === one));
        if (untouched()) suggest();
        document.dispatchEvent(
          new CustomEvent("muster:version", { detail: { from: entry.dataset.before, to: entry.dataset.version } }),
        );
        return refresh();
      }
      refresh();
      if (!untouched()) return comeBack(entry, item.line);
      field.setAttribute("aria-invalid", String(state === "refused"));
      put(item.line);
      bar.elements.sure.value = sure ?? "";
      sureOf = sure ? item.line : null;
    };
    let refreshing;
    const refresh = () => {
      clearTimeout(refreshing);
      refreshing = setTimeout(() => htmx.trigger(document.body, "results-changed"), 400);
    };

    const record = (line) => {
      const body = new FormData(bar);
      body.set("line", line);
      body.set("key", newKey());
      const table = line.match(/^\d+/)?.[0];
      waiting.push({ line, table, body });
      bar.elements.sure.value = "";
      sureOf = null;
      next = next.filter((one) => one !== table);
      suggest();
      send();
    };
    bar.addEventListener("submit", (event) => {
      event.preventDefault();
      event.stopPropagation();
      const line = field.value.trim();
      if (!line) return;
      if (!/^\d+$/.test(line)) return record(line);
      // Enter after a single key is one key too many, and harmless.
      if (touched || !order.checked) put(`${line} `);
    });

    // In table order one key is a whole result, as long as the field only offers its table. A key that is held counts
    // once, and one that follows at once does not count: digits typed from habit are one result and not two.
    const PAUSE = 150;
    const press = (button) => {
      if (!order.checked || touched || !next.length || button.disabled) return;
      record(`${next[0]} ${button.dataset.line}`);
      results.forEach((each) => (each.disabled = true));
      setTimeout(() => results.forEach((each) => (each.disabled = false)), PAUSE);
    };
    results.forEach((button) =>
      button.addEventListener("click", () => {
        press(button);
        field.focus();
      }),
    );
    field.addEventListener("keydown", (event) => {
      if (!order.checked || touched || event.isComposing) return;
      if (event.key.toLowerCase() === "z" && (event.ctrlKey || event.metaKey)) {
        event.preventDefault();
        return log.querySelector(".undo button")?.click();
      }
      const button = results.find((each) => each.dataset.key === event.key);
      if (!button || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      if (!event.repeat) press(button);
    });
    // Where so many digits are both scores, the last of them sends the line.
    const whole = bar.dataset.whole && new RegExp(`^\\d+ \\d{${bar.dataset.whole}}$`);
    field.addEventListener("input", (event) => {
      touched = true;
      if (whole && order.checked && event.inputType === "insertText" && whole.test(field.value))
        return record(field.value);
      if (field.value.trim() === "?") {
        field.value = "";
        const help = document.getElementById("keys-help");
        help.open = !help.open;
        help.firstElementChild.scrollIntoView({ block: "nearest" });
      }
      field.removeAttribute("aria-invalid");
      if (sureOf !== null && field.value.trim() !== sureOf) {
        bar.elements.sure.value = "";
        sureOf = null;
      }
      look();
    });
    field.addEventListener("keydown", (event) => {
      if (event.key === "Escape") return put("");
      if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
      const open = [...document.querySelectorAll("#matches tr[data-status=open]")].map((one) =>
        Number(one.dataset.table),
      );
      if (!open.length) return;
      event.preventDefault();
      const here = parseInt(field.value, 10) || 0;
      const found =
        event.key === "ArrowDown"
          ? (open.find((one) => one > here) ?? open[0])
          : (open.findLast((one) => one < here) ?? open.at(-1));
      put(`${found} `);
    });
    document.addEventListener("click", (event) => {
      const row = event.target.closest("#matches tbody tr");
      if (!row || event.target.closest("a, button, input") || String(getSelection()) !== "") return;
      field.focus();
      put(`${row.dataset.table} `);
      bar.scrollIntoView({ block: "nearest" });
    });
    document.addEventListener("htmx:afterSwap", () => {
      document
        .querySelectorAll("#matches tr")
        .forEach((one) => one.classList.toggle("current", one.dataset.table === String(parseInt(field.value, 10))));
      if (field.value.trim()) look();
    });

    // The field itself offers the next open table, and goes on to offer it.
    document.getElementById("next-open")?.remove();
    try {
      order.checked = localStorage.getItem("in-order") === "yes";
    } catch {
      /* a browser that keeps nothing */
    }
    order.addEventListener("change", () => {
      try {
        localStorage.setItem("in-order", order.checked ? "yes" : "no");
      } catch {
        /* as above */
      }
      field.focus();
      if (untouched()) suggest();
    });
    field.focus();
    field.value ? look() : suggest();
  }

  // The list came anew: so did the next step.
  document.addEventListener("htmx:afterSwap", () => {
    const fresh = document.querySelector("template.fresh-steps");
    if (fresh) {
      document.querySelector("section.next")?.replaceWith(fresh.content);
      fresh.remove();
    }
    still(before.splice(0));
  });

  document.getElementById("reason")?.focus();

  // The labelled fields: only those that this way of ending asks for.
  const form = document.getElementById("fields");
  if (form) {
    const parts = [...form.querySelectorAll("fieldset[data-ends]")];
    const sync = () => {
      const end = form.querySelector("[name=end]:checked")?.value;
      const asks = (one) => one.dataset.ends.split(" ").includes(end);
      for (const part of parts) {
        if (part.dataset.field === "end") continue;
        const shown = Boolean(end) && (asks(part) || part.querySelector(".fault") !== null);
        part.hidden = part.disabled = !shown;
        const legends = [...part.querySelectorAll("legend [data-ends]")];
        legends.forEach((one) => {
          one.hidden = legends.some(asks) && !asks(one);
        });
        part.querySelectorAll(".between").forEach((one) => {
          one.hidden = true;
        });
      }
    };
    form.addEventListener("change", sync);
    sync();
    if (!document.querySelector("[aria-invalid=true]") && !location.hash)
      (form.querySelector("[name=end]:checked") ?? form.querySelector("[name=end]"))?.focus();
  }
})();
