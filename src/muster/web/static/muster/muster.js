/* What every page does beyond HTML (docs/look.md); no form needs it. */
const all = (css, root = document) => [...root.querySelectorAll(css)];
const make = (tag, props) => Object.assign(document.createElement(tag), props);
const on = (kinds, act, early = false) => kinds.split(" ").forEach((kind) => addEventListener(kind, act, early));
const halt = (event) => {
  event.preventDefault();
  event.stopImmediatePropagation();
};
const [box, dialog, wanted, { dataset: words }] = all("#messages, #keys, #keys-on, #words");

// Messages: dismissed by hand; put in again once loaded, to be read aloud.
const say = (text, kind) => {
  if (!box.textContent.includes(text)) box.append(make("p", { className: `note note-${kind}`, textContent: text }));
};
new MutationObserver(() =>
  all(".note:not(:has(.icon-button))", box).forEach((note) =>
    note.append(
      make("button", {
        type: "button",
        className: "icon-button",
        textContent: "×",
        ariaLabel: words.dismiss,
        onclick: () => note.remove(),
      }),
    ),
  ),
).observe(box, { childList: true });
setTimeout(() => box.replaceChildren(...box.children), 150);

// Sending: once, with a sign of life; what was typed is kept until answered. The server may be here: ask it.
const busy = (form, sending) => {
  form.toggleAttribute("data-sending", sending);
  if (form.pressed) form.pressed.ariaBusy = sending || null;
};
const reach = () => fetch(all("link[rel=icon]")[0].href, { cache: "no-store" });
const back = () => all(".away", box)[0]?.remove();
const wait = (fail) => setTimeout(look, 3000, fail);
const look = (fail = () => wait()) => reach().then(() => back(navigator.onLine || wait(lost)), fail);
const lost = () => all(".away", box)[0] ?? wait(say(words.offline, "warning away"));
on("submit", (event) => {
  const form = event.target;
  if (event.defaultPrevented || form.method !== "post") return;
  if (form.matches("[data-sending]")) return event.preventDefault();
  form.pressed = event.submitter;
  if (!navigator.onLine && !form.reached) {
    event.preventDefault();
    return reach().then(() => {
      form.reached = true;
      form.requestSubmit(form.pressed);
    }, lost);
  }
  busy(form, true);
  const typed = [...form.elements]
    .filter((one) => one.name && one.value && /^(text|search|number|email)/.test(one.type))
    .map((one) => [one.name, one.value]);
  sessionStorage.left = JSON.stringify({
    path: location.pathname,
    y: scrollY,
    action: form.getAttribute("action"),
    typed,
  });
});
on("pageshow", () => all("form[data-sending]").forEach((form) => busy(form, false)));
on("offline online", () => look(lost));

const focus = (root) => {
  const first = root.querySelector("[aria-invalid=true]:not(form)") ?? root.querySelector("[data-autofocus]");
  if (first === document.activeElement) return;
  first?.focus();
  first?.select?.();
};
if (!location.hash) focus(document);

const left = JSON.parse(sessionStorage.left ?? "{}");
delete sessionStorage.left;
if (left.path === location.pathname) {
  const fields = all("form").find((one) => one.getAttribute("action") === left.action)?.elements;
  const gone = left.typed.filter(([name]) => fields?.[name]?.value === "");
  if (!document.referrer.includes(left.path)) {
    gone.forEach(([name, value]) => {
      fields[name].value = value;
    });
    if (gone.length) say(words.kept, "info");
  } else if (!all("[aria-invalid=true], .note-error")[0]) scrollTo(0, left.y);
}

// htmx: what fails says so; what worked renews key and version.
on("htmx:afterRequest", ({ target, detail }) => {
  const key = target.closest?.("form")?.elements.key;
  if (detail.successful && key) key.value = Date.now() + Math.random().toString(36);
});
on(
  "muster:version",
  ({ detail }) =>
    all("input[name=version]").forEach((one) => {
      if (one.value === String(detail.from)) one.value = detail.to;
    }),
  true,
);
on("htmx:sendError htmx:timeout", lost);
on("htmx:responseError", () => say(words.broken, "error"));
on("htmx:afterSettle", ({ target }) => focus(target));

// A dangerous button asks once more, in its place.
const calm = (one) => {
  if (!one.was) return;
  one.replaceChildren(...one.was);
  one.classList.remove("sure");
};
on(
  "click",
  (event) => {
    const button = event.target.closest("[data-confirm]");
    all(".sure").forEach((one) => one !== button && calm(one));
    all(".menu[open]").forEach((one) => {
      one.open = one.contains(event.target);
    });
    if (!button || button.matches(".sure")) return;
    halt(event);
    button.was = [...button.childNodes];
    button.classList.add("sure");
    button.replaceChildren(button.dataset.confirm || words.again);
  },
  true,
);

// Keys: one letter each, listed on `?`; not while typing or turned off.
wanted.checked = localStorage.keys !== "off";
wanted.onchange = () => {
  localStorage.keys = wanted.checked ? "on" : "off";
};
const shortcuts = () => all("[data-shortcut]").filter((one) => one.getClientRects().length);
const help = () => {
  dialog.querySelector("dl").replaceChildren(
    ...shortcuts().flatMap((one) => [
      make("dt", { className: "kbd", textContent: one.dataset.shortcut }),
      make("dd", {
        textContent: one.dataset.shortcutLabel || one.labels?.[0]?.textContent || one.ariaLabel || one.textContent,
      }),
    ]),
  );
  dialog.showModal();
};
all("[data-keys]").forEach((one) => {
  one.hidden = false;
  one.onclick = help;
});
on("keydown", (event) => {
  const { key, target } = event;
  if (key === "Escape") {
    all(".sure").forEach(calm);
    all(".menu[open]").forEach((one) => {
      one.open = false;
    });
  }
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || dialog.open || !wanted.checked)
    return;
  if (target.matches("input:not([type=checkbox], [type=radio]), select, textarea")) return;
  const found = shortcuts().find((one) => one.dataset.shortcut === key);
  if (!found && key !== "?") return;
  event.preventDefault();
  !found ? help() : found.matches("input, select, textarea") ? found.focus() : found.click();
});

// In a long bar, where one is, is in sight.
all(".tabs [aria-current]").forEach((one) => {
  const bar = one.closest(".tabs");
  bar.scrollLeft += one.getBoundingClientRect().left - bar.getBoundingClientRect().left - bar.clientWidth / 3;
});
