/* New events: the browser's own time zone to begin with, and fields that only one choice needs. No form needs it. */
"use strict";
(() => {
  const zone = document.querySelector("input[name=time_zone][data-guess]");
  if (zone && zone.value === zone.dataset.guess) {
    const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
    if (own && document.querySelector(`#zones option[value="${CSS.escape(own)}"]`)) zone.value = own;
  }
  const show = () => {
    for (const part of document.querySelectorAll("[data-when]")) {
      const [name, wanted] = part.dataset.when.split("=");
      const chosen = document.querySelector(`input[name="${name}"]:checked`)?.value;
      part.hidden = !wanted.split(",").includes(chosen);
      part.disabled = part.hidden;
    }
  };
  document.addEventListener("change", (event) => {
    if (event.target.matches("input[type=radio]")) show();
  });
  document.addEventListener("htmx:afterSettle", show);
  show();
  document.getElementById("faults")?.focus();
})();
