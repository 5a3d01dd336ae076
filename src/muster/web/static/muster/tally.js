/* The score counted while things are ticked. The server counts again; the form works without this file. */
const whole = (form, added, wiped) => {
  const points = Number(form.dataset.whole);
  if (!wiped) return added;
  return form.dataset.rule === "exactly" ? points : Math.max(added, points);
};
const figure = (input) => (/^\d{1,5}$/.test(input?.value.trim() ?? "") ? Number(input.value) : 0);
const gone = (input) =>
  input.type === "checkbox" ? Number(input.checked) : Math.min(figure(input), Number(input.dataset.copies));

const count = (form) => {
  for (const side of form.querySelectorAll("[data-seat]")) {
    const pieces = [...side.querySelectorAll("[data-copies]")];
    const left = pieces.filter((one) => gone(one) < Number(one.dataset.copies)).map((one) => one.dataset.keeps);
    const matter = pieces.some((one) => one.dataset.keeps !== "no");
    const wiped = matter && left.every((keeps) => keeps === "no");
    const added =
      pieces.reduce((sum, one) => sum + gone(one) * Number(one.dataset.points), 0) +
      figure(side.querySelector("[data-lost]"));
    const extra = "tokens" in form.dataset ? 0 : figure(side.querySelector("[data-extra]"));
    side.querySelector("[data-score]").textContent = whole(form, added, wiped) + extra;
    side.querySelector("[data-wiped]").hidden = !wiped;
  }
};

// Ticks are kept for this match in this browser, for phones that go to sleep between two game rounds.
const name = (form) => `muster-tally:${form.dataset.kept}`;
const keep = (form) => {
  try {
    sessionStorage.setItem(
      name(form),
      JSON.stringify([...new FormData(form)].filter(([field]) => field.includes("."))),
    );
  } catch {
    /* it keeps nothing */
  }
};
const restore = (form) => {
  try {
    for (const [field, value] of JSON.parse(sessionStorage.getItem(name(form)) ?? "[]")) {
      const input = form.elements.namedItem(field);
      if (input?.type === "checkbox") input.checked = true;
      else if (input) input.value = value;
    }
  } catch {
    /* it kept nothing */
  }
};

for (const form of document.querySelectorAll("form[data-tally]")) {
  form.querySelectorAll("[data-step]").forEach((one) => {
    one.hidden = false;
  });
  form.querySelectorAll("[data-plain]").forEach((one) => {
    one.hidden = true;
  });
  if (form.dataset.kept) restore(form);
  count(form);
  form.addEventListener("input", () => {
    count(form);
    keep(form);
  });
  form.addEventListener("click", (event) => {
    const step = event.target.closest("[data-step]");
    const input = step?.parentElement.querySelector("input");
    if (!input) return;
    input.value = Math.max(0, Math.min(Number(input.dataset.copies), figure(input) + Number(step.dataset.step)));
    count(form);
    keep(form);
  });
}

// What a count has filled in is like something typed: the page, which changes by itself, leaves it alone.
for (const note of document.querySelectorAll("[data-counted]")) {
  for (const field of note.parentElement.querySelectorAll("form[data-fields] :is(input, select)")) {
    const { checked, value } = field;
    if (field.type === "hidden") continue;
    if (field.type === "radio" || field.type === "checkbox") {
      field.defaultChecked = false;
      field.checked = checked;
    } else if (field.type !== "select-one") {
      field.defaultValue = "";
      field.value = value;
    }
  }
}
