/* The check-in page by keyboard: arrows walk through the list, letters go back to the box. Works without it, too. */
"use strict";
(() => {
  const box = () => document.querySelector("#find #q");
  const buttons = () => [
    ...document.querySelectorAll("#checkin-list button[name=here], #checkin-list button[name=back]"),
  ];
  let swapped = 0;
  document.addEventListener(
    "keydown",
    (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || !box()) return;
      const all = buttons();
      const at = all.indexOf(document.activeElement);
      const inBox = document.activeElement === box();
      if (event.key === "ArrowDown" && (inBox || at >= 0)) {
        event.preventDefault();
        all[Math.min(at + 1, all.length - 1)]?.focus();
      } else if (event.key === "ArrowUp" && at >= 0) {
        event.preventDefault();
        (at === 0 ? box() : all[at - 1]).focus();
      } else if (event.key === "Escape" && (inBox || at >= 0)) {
        box().focus();
        box().select();
      } else if (at >= 0 && event.key.length === 1 && event.key !== " ") {
        box().focus();
      }
    },
    true,
  );
  // The second tap of a double tap must not take back what the first one did.
  const note = () => {
    swapped = Date.now();
  };
  document.addEventListener("htmx:afterSwap", note);
  // Nor must a tap that was meant to check somebody in, whom another desk checked in just before.
  document.addEventListener("muster:refreshed", note);
  document.addEventListener(
    "click",
    (event) => {
      if (event.target.closest("#checkin-list button[name=back]") && event.detail && Date.now() - swapped < 500) {
        event.preventDefault();
        event.stopImmediatePropagation();
      }
    },
    true,
  );
})();
