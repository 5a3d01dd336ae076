/* A judge's check: every mark is kept as it is made, and made again where the hall has no signal. The form keeps them
   all without this. A mark that is tapped again is taken back. */
const form = document.querySelector("form.inspect");
const fault = form.querySelector("[data-fault]");
const waiting = new Map();
let sending = false,
  shown = null;

const count = () => {
  for (const one of form.querySelectorAll("[data-count]")) {
    one.textContent = form.querySelectorAll(`input[value="${one.dataset.count}"]:checked`).length;
  }
  form.querySelector("progress").value = form.querySelectorAll('input[value="seen"]:checked').length;
};

const send = async () => {
  if (sending || !waiting.size) return;
  sending = true;
  const [path, mark] = waiting.entries().next().value;
  const body = new URLSearchParams({ check: form.dataset.check, path, mark });
  const token = form.elements.csrfmiddlewaretoken.value;
  let wait = 0;
  try {
    const answer = await fetch(form.dataset.mark, {
      method: "POST",
      body,
      headers: { "X-CSRFToken": token },
      keepalive: true,
    });
    if (answer.status === 409) {
      fault.textContent = await answer.text();
      waiting.clear();
    } else if (answer.ok) {
      if (waiting.get(path) === mark) waiting.delete(path);
      fault.textContent = "";
    } else throw new Error(answer.status);
  } catch {
    fault.textContent = form.dataset.failed;
    wait = 3000;
  }
  sending = false;
  if (waiting.size) setTimeout(send, wait);
};

const keep = (radio) => {
  waiting.set(radio.name.slice(1), radio.checked ? radio.value : "");
  count();
  send();
};

form.addEventListener("pointerdown", (event) => {
  const radio = event.target.closest(".mark")?.querySelector("input");
  shown = radio?.checked ? radio : null;
});
form.addEventListener("click", (event) => {
  if (event.target !== shown) return;
  shown.checked = false;
  keep(shown);
  shown = null;
});
form.addEventListener("change", (event) => {
  if (event.target.type === "radio") keep(event.target);
});
window.addEventListener("online", send);
