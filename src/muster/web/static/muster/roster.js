/* A player's roster: checked as soon as it is pasted or its file chosen. The form does all of it without this. */
"use strict";
(() => {
  const form = document.querySelector("form[data-roster]");
  if (!form) return;
  form.querySelector("[data-scripted]").hidden = false;
  const check = form.querySelector("[value=check]");
  form.elements.text.addEventListener("paste", (event) => {
    if (event.target.value.trim()) return; // into a text that is being mended
    setTimeout(() => {
      if (event.target.value.trim().length > 20) form.requestSubmit(check);
    });
  });
  form.elements.file.addEventListener("change", (event) => {
    if (event.target.files.length) form.requestSubmit(check);
  });
})();
