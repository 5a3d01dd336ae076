/* The player's page: fields that fit how a match ended, reports that wait for a signal, the last state offline.
   Every form works without this file. docs/player.md says what is kept on the phone. */
"use strict";
(() => {
  const phone = document.querySelector("[data-page]");
  const make = (tag, props = {}) => Object.assign(document.createElement(tag), props);

  // Only the fields that this way of ending asks for; what tells equals apart only while the two are equal.
  const count = (part, sums, end) => {
    let given = false;
    for (const one of part.querySelectorAll("input[inputmode], select")) {
      const at = one.matches("select") ? one.value : one.name.slice(-1);
      if (at in sums) sums[at] += one.matches("select") ? 1 : Number(one.value) || 0;
      given ||= one.value.trim() !== "" || (one.matches("select") && end === "time");
    }
    return given;
  };
  // Games that are drawn are played again: there is room for one more after them.
  const room = (part) => {
    let full = true,
      drawn = false;
    for (const one of part.querySelectorAll(".games-row > .field")) {
      const { value } = one.querySelector("select");
      if (one.matches(".more")) one.hidden = !value && !(full && drawn);
      full &&= value !== "";
      drawn ||= value === "-";
    }
  };
  const fit = (form) => {
    const end = form.elements.end?.value,
      sums = { 0: 0, 1: 0 };
    let given = false;
    form.querySelectorAll(".result-field").forEach(room);
    if (end === undefined) return;
    const asks = (ends) => ends.split(" ").includes(end);
    for (const part of form.querySelectorAll(".result-field")) {
      const { ends, equal } = part.dataset;
      const level = given && sums[0] === sums[1];
      part.hidden = !("wrong" in part.dataset || (asks(ends) && (!asks(equal) || level)));
      part.classList.toggle("asked", !part.hidden);
      part.querySelectorAll("input, select").forEach((one) => {
        one.disabled = part.hidden;
      });
      const legends = [...part.querySelectorAll("[data-ends]")];
      legends.forEach((one) => {
        one.hidden = legends.some((each) => asks(each.dataset.ends)) && !asks(one.dataset.ends);
      });
      part.querySelectorAll(".between").forEach((one) => {
        one.hidden = true;
      });
      if (!part.hidden) given = count(part, sums, end) || given;
    }
  };
  const fitAll = () => document.querySelectorAll("form[data-fields]").forEach(fit);
  for (const kind of ["change", "input"])
    document.addEventListener(kind, (event) => {
      const form = event.target.closest("form[data-fields]");
      if (form) fit(form);
    });

  // How long ago something was.
  const ago = () => {
    const words = new Intl.RelativeTimeFormat(document.documentElement.lang, { numeric: "auto" });
    document.querySelectorAll("[data-since]").forEach((one) => {
      const minutes = Math.max(0, Math.floor((Date.now() / 1000 - Number(one.dataset.since)) / 60));
      one.textContent = ` · ${minutes ? words.format(-minutes, "minute") : words.format(0, "second")}`;
    });
  };

  const arranged = () => {
    fitAll();
    ago();
  };
  arranged();
  setInterval(ago, 30000);
  document.addEventListener("muster:refreshed", arranged);
  document.querySelector("[aria-invalid=true]")?.focus();
  if (!phone) return;

  const page = phone.dataset.page,
    key = `muster-kept:${page}`;
  // What was done is said once, and what came back from a form is this page again.
  if (location.search || location.pathname !== page) history.replaceState(null, "", page);
  const signal = document.getElementById("signal");
  const clock = (ms) =>
    new Date(ms).toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit" });

  // Something about the match that was sent without a signal waits here, one at a time, under its own key.
  const kept = {
    get() {
      try {
        return JSON.parse(localStorage.getItem(key));
      } catch {
        return null;
      }
    },
    set(one) {
      try {
        localStorage.setItem(key, JSON.stringify(one));
        return true;
      } catch {
        return false;
      }
    },
    drop() {
      try {
        localStorage.removeItem(key);
      } catch {
        /* it keeps nothing */
      }
    },
  };
  let fresh = Number(phone.dataset.made),
    old = "old" in document.body.dataset;

  const show = () => {
    const notes = [];
    const waits = kept.get();
    if (old || !navigator.onLine)
      notes.push(make("p", { className: "note note-warning", textContent: `${phone.dataset.old} ${clock(fresh)}.` }));
    if (waits) {
      const note = make("div", { className: "note note-info" });
      const button = make("button", { type: "button", className: "link", textContent: phone.dataset.throw });
      button.onclick = () => {
        kept.drop();
        show();
      };
      note.append(make("p", { textContent: `${waits.what}: ${phone.dataset.kept}` }), button);
      notes.push(note);
    }
    signal.replaceChildren(...notes);
  };

  // The server knows a report by its key: sent again it is recorded once. A page may be hours old, so that the proof
  // that the form is ours is too old as well: then there is a new one on the page.
  let sending = false;
  const proof = async () => {
    const look = await fetch(page, { cache: "no-store" });
    return (
      new DOMParser().parseFromString(await look.text(), "text/html").querySelector("[name=csrfmiddlewaretoken]")
        ?.value ?? ""
    );
  };
  const post = async (one) => {
    const body = new URLSearchParams(one.fields);
    const hand = () => fetch(one.action, { method: "POST", body, signal: AbortSignal.timeout?.(20000) });
    let answer = await hand();
    if (answer.status === 403) {
      body.set("csrfmiddlewaretoken", await proof());
      answer = await hand();
    }
    if (answer.status >= 500 || answer.status === 429 || answer.status === 403) throw new Error("busy");
    kept.drop();
    if (answer.status === 404) {
      location.reload();
      return;
    }
    if (answer.redirected) {
      location.assign(answer.url);
      return;
    }
    again(one, body);
  };
  // It was not recorded: the page that says why is shown like that of any form.
  const again = (one, body) => {
    const form = make("form", { method: "post", action: one.action, hidden: true });
    for (const [name, value] of body) form.append(make("input", { type: "hidden", name, value }));
    document.body.append(form);
    form.submit();
  };
  const send = async () => {
    if (sending) return;
    const turn = async () => {
      const one = kept.get();
      if (!one) return;
      sending = true;
      try {
        await post(one);
      } catch {
        show();
      } finally {
        sending = false;
      }
    };
    await (navigator.locks
      ? navigator.locks.request(key, { ifAvailable: true }, (lock) => (lock ? turn() : null))
      : turn());
  };
  document.addEventListener("submit", (event) => {
    const form = event.target.closest("form[data-keep]");
    if (!form || event.defaultPrevented) return;
    if (sending) {
      event.preventDefault();
      return;
    }
    const button = event.submitter ?? form.querySelector("button");
    const fields = [...new FormData(form)].map(([name, value]) => [name, String(value)]);
    if (!kept.set({ action: form.getAttribute("action"), fields, what: button.textContent.trim() })) return;
    event.preventDefault();
    button.setAttribute("aria-busy", "true");
    const slow = setTimeout(show, 4000);
    send().finally(() => {
      clearTimeout(slow);
      button.removeAttribute("aria-busy");
      if (kept.get()) {
        show();
        signal.scrollIntoView({ block: "nearest" });
      }
    });
  });
  addEventListener("online", () => {
    send();
    show();
  });
  addEventListener("offline", show);
  addEventListener("storage", show);
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) send();
  });
  setInterval(() => {
    if (kept.get() && navigator.onLine) send();
  }, 10000);
  document.addEventListener("muster:refreshed", (event) => {
    if (!event.detail.whole) return;
    fresh = Date.now();
    old = false;
    show();
  });
  // What was done a while ago, or is contradicted since, need not be said any more.
  const wrong = () => document.querySelector("#act .note-error");
  const wrongBefore = wrong();
  document.addEventListener("muster:refreshed", () => {
    if (performance.now() > 20000 || (wrong() && !wrongBefore)) document.getElementById("did")?.remove();
  });
  show();
  send();

  // The last state stays readable without a signal. Browsers allow that on https, and on the machine itself.
  if (!("serviceWorker" in navigator)) return;
  navigator.serviceWorker
    .register(phone.dataset.worker, { scope: "/p/" })
    .then(async () => {
      const ready = await navigator.serviceWorker.ready;
      if (navigator.serviceWorker.controller) return;
      const files = [...document.querySelectorAll("link[rel=stylesheet], link[rel=icon], script[src]")].map(
        (one) => one.href || one.src,
      );
      ready.active?.postMessage({ keep: [page, ...files] });
    })
    .catch(() => {
      /* plain http: everything else works */
    });
})();
