/* Two players of a proposal change places: by dragging one onto the other (mouse, pen or finger), or with the keyboard:
   Enter picks up, arrows walk, Enter drops, Escape puts back. What would change is asked of the server and shown first;
   nothing is done before "Swap them". Without this file the same names are links that do the same in steps. */
"use strict";
(() => {
  const place = document.getElementById("swap");
  if (!place) return;
  const names = () => [...document.querySelectorAll("[data-swap]")];
  const FAR = 6;
  const LONG = 350;
  let held = null;
  let drag = null;
  let moved = false;

  // With this file a name is a button that picks up, not a link.
  names().forEach((name) => {
    name.setAttribute("role", "button");
    name.setAttribute("draggable", "false");
    name.style.userSelect = "none";
    name.style.webkitTouchCallout = "none";
  });

  const put = (text) => {
    const note = document.createElement("p");
    note.className = "note note-info";
    note.textContent = text;
    place.replaceChildren(note);
  };

  const pick = (name) => {
    drop();
    held = name;
    name.setAttribute("aria-pressed", "true");
    put(place.dataset.held.replace("%s", name.textContent));
  };

  const drop = () => {
    if (held) held.removeAttribute("aria-pressed");
    held = null;
  };

  const back = () => {
    const name = held;
    drop();
    place.replaceChildren();
    if (name) {
      name.focus();
      put(place.dataset.back);
    }
  };

  const show = (one, two) => {
    const address = `${place.dataset.preview}?${place.dataset.keep}pick=${one.dataset.swap}&with=${two.dataset.swap}`;
    drop();
    window.htmx.ajax("GET", address, { target: "#swap", swap: "innerHTML" }).then(() => {
      const apply = place.querySelector("[data-swap-apply]");
      if (apply) apply.focus();
      place.scrollIntoView({ block: "nearest" });
    });
    place.dataset.from = one.dataset.swap;
  };

  const choose = (name) => {
    if (held && held !== name) show(held, name);
    else if (held === name) back();
    else pick(name);
  };

  const step = (name, by) => {
    const all = names();
    const next = all[all.indexOf(name) + by];
    if (next) next.focus();
  };

  document.addEventListener("click", (event) => {
    const name = event.target.closest("[data-swap]");
    if (moved && name) {
      event.preventDefault();
      moved = false;
      return;
    }
    if (name && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
      event.preventDefault();
      choose(name);
      return;
    }
    if (event.target.closest("[data-swap-cancel]")) {
      event.preventDefault();
      drop();
      place.replaceChildren();
      const from = document.querySelector(`[data-swap="${place.dataset.from}"]`);
      if (from) from.focus();
    }
  });

  document.addEventListener("keydown", (event) => {
    const name = event.target.closest && event.target.closest("[data-swap]");
    if (event.key === "Escape" && (held || place.firstElementChild)) {
      event.preventDefault();
      back();
      return;
    }
    if (!name) return;
    if (event.key === " ") {
      event.preventDefault();
      choose(name);
    }
    const by = { ArrowDown: 2, ArrowUp: -2, ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (held && by) {
      event.preventDefault();
      step(name, by);
    }
  });

  const under = (event) => {
    const found = document.elementFromPoint(event.clientX, event.clientY);
    return found ? found.closest("[data-swap]") : null;
  };

  const aim = (target) => {
    names().forEach((each) => {
      if (each === drag.name || each === target) each.setAttribute("aria-pressed", "true");
      else each.removeAttribute("aria-pressed");
    });
  };

  const begin = () => {
    drop();
    drag.on = true;
    aim(null);
    // The pointer can be gone by the time a long press is over.
    try {
      drag.name.setPointerCapture(drag.id);
    } catch {
      drag = null;
    }
  };

  document.addEventListener("pointerdown", (event) => {
    const name = event.target.closest("[data-swap]");
    moved = false;
    if (!name || event.button !== 0) return;
    drag = { name, id: event.pointerId, x: event.clientX, y: event.clientY, on: false, wait: 0 };
    // A finger that moves at once scrolls; one that rests first picks up.
    if (event.pointerType === "touch")
      drag.wait = setTimeout(() => {
        if (drag) begin();
      }, LONG);
  });

  document.addEventListener("pointermove", (event) => {
    if (!drag || event.pointerId !== drag.id) return;
    const far = Math.hypot(event.clientX - drag.x, event.clientY - drag.y) > FAR;
    if (!drag.on && far) {
      if (event.pointerType === "touch") {
        clearTimeout(drag.wait);
        drag = null;
        return;
      }
      begin();
    }
    if (drag && drag.on) {
      moved = true;
      aim(under(event));
    }
  });

  const end = (event) => {
    if (!drag || event.pointerId !== drag.id) return;
    clearTimeout(drag.wait);
    const { name, on } = drag;
    const target = on && event.type === "pointerup" ? under(event) : null;
    drag = null;
    if (on) names().forEach((each) => each.removeAttribute("aria-pressed"));
    if (target && target !== name) show(name, target);
  };
  document.addEventListener("pointerup", end);
  document.addEventListener("pointercancel", end);
  document.addEventListener(
    "touchmove",
    (event) => {
      if (drag && drag.on) event.preventDefault();
    },
    { passive: false },
  );
  document.addEventListener("dragstart", (event) => {
    if (event.target.closest("[data-swap]")) event.preventDefault();
  });
  document.addEventListener("contextmenu", (event) => {
    if (drag && event.target.closest("[data-swap]")) event.preventDefault();
  });
})();
