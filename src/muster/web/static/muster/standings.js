/* Numbers that open below their row: one at a time for each row, a second click or Escape closes it. When the page is
   brought up to date, what is open is asked for again, unless it is on its way. */
"use strict";
(() => {
  const below = (row) => (row.nextElementSibling?.matches(".opened") ? row.nextElementSibling : null);
  const inside = (event) => event.target.closest?.("#standings");
  const open = new Map(); // by the row's id: the address of what is open below it
  const close = (opened) => {
    const row = opened.previousElementSibling;
    const link = row.querySelector("a[aria-expanded=true]");
    opened.remove();
    open.delete(row.id);
    link?.setAttribute("aria-expanded", "false");
    return link;
  };
  document.addEventListener("htmx:beforeRequest", (event) => {
    const link = inside(event) && event.target.closest("a");
    if (!link) return;
    const row = link.closest("tr");
    const opened = below(row);
    const before = opened && close(opened);
    if (before === link) event.preventDefault();
    else {
      link.setAttribute("aria-expanded", "true");
      open.set(row.id, link.getAttribute("href"));
    }
  });
  document.addEventListener("click", (event) => {
    if (inside(event) && event.target.closest("[data-close]")) close(event.target.closest("tr"))?.focus();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !inside(event)) return;
    const row = event.target.closest("tr");
    const opened = row?.matches(".opened") ? row : row && below(row);
    if (opened) close(opened)?.focus();
  });
  document.addEventListener("muster:refreshed", () => {
    for (const [id, address] of open) {
      const row = document.getElementById(id);
      if (!row) open.delete(id);
      else if (!below(row) && !row.querySelector(".htmx-request"))
        row.querySelector(`a[href="${CSS.escape(address)}"]`)?.click();
    }
  });
})();
