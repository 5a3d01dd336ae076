/* Numbers that open below their row: one at a time for each row, a second click or Escape closes it. */
"use strict";
(() => {
  const table = document.getElementById("standings");
  if (!table) return;
  const below = (row) => (row.nextElementSibling?.matches(".opened") ? row.nextElementSibling : null);
  const close = (opened) => {
    const link = opened.previousElementSibling.querySelector("a[aria-expanded=true]");
    opened.remove();
    link?.setAttribute("aria-expanded", "false");
    return link;
  };
  table.addEventListener("htmx:beforeRequest", (event) => {
    const link = event.target.closest("a");
    const opened = below(link.closest("tr"));
    const before = opened && close(opened);
    if (before === link) event.preventDefault();
    else link.setAttribute("aria-expanded", "true");
  });
  table.addEventListener("click", (event) => {
    if (event.target.closest("[data-close]")) close(event.target.closest("tr"))?.focus();
  });
  table.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    const row = event.target.closest("tr");
    const opened = row?.matches(".opened") ? row : row && below(row);
    if (opened) close(opened)?.focus();
  });
})();
