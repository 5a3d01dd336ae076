/* Lists to tick: one box for all of them, with the number ticked beside it. Without it every line has its own box. */
"use strict";
for (const table of document.querySelectorAll("table[data-tick-all]")) {
  const boxes = [...table.querySelectorAll("tbody [type=checkbox]:not(:disabled)")];
  const head = table.querySelector("thead th");
  if (boxes.length < 2) continue;
  const label = document.createElement("label");
  const all = Object.assign(document.createElement("input"), { type: "checkbox" });
  const count = document.createElement("span");
  label.append(all, head.textContent, " ", count);
  head.replaceChildren(label);
  const tell = () => {
    const ticked = boxes.filter((one) => one.checked).length;
    all.checked = ticked === boxes.length;
    all.indeterminate = ticked > 0 && !all.checked;
    count.textContent = ticked;
  };
  all.addEventListener("change", () => {
    boxes.forEach((one) => {
      one.checked = all.checked;
    });
    tell();
  });
  table.addEventListener("change", tell);
  tell();
}
