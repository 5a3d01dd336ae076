/* One field for numbers and names: the phone's number pad at first, its letters at a tap. Without this file the
   phone shows its letters. */
"use strict";
for (const button of document.querySelectorAll("[data-letters]")) {
  const field = button.form.elements.q;
  const show = (letters) => {
    field.inputMode = letters ? "text" : "numeric";
    button.setAttribute("aria-pressed", String(letters));
  };
  button.hidden = false;
  show(/\D/.test(field.value));
  button.addEventListener("click", () => {
    show(button.getAttribute("aria-pressed") !== "true");
    field.blur();
    field.focus();
  });
}
