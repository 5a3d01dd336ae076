/* "Tell me on this device": asks for permission only after a press, and says plainly where it cannot be. */
const part = document.querySelector("[data-push]");
const words = part.dataset;
const status = part.querySelector("[role=status]");
const [on, off] = ["on", "off"].map((name) => part.querySelector(`[data-do=${name}]`));
const proof = () => document.querySelector("[name=csrfmiddlewaretoken]").value;

const show = (text, button) => {
  status.textContent = text;
  on.hidden = button !== on;
  off.hidden = button !== off;
};
const bytes = (text) =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (one) => one.charCodeAt(0));
const send = async (method, body) => {
  const answer = await fetch(words.push, {
    method,
    headers: { "Content-Type": "application/json", "X-CSRFToken": proof() },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error((await answer.json().catch(() => ({}))).says ?? "");
};
const worker = async () => {
  await navigator.serviceWorker.register(words.worker);
  return navigator.serviceWorker.ready;
};
const subscription = async () =>
  (await navigator.serviceWorker.getRegistration(words.push))?.pushManager.getSubscription();

// One browser has one subscription, and may hold the pages of several players: which of them it was turned on for
// is noted here.
const note = `push:${words.push}`;
const others = () => Object.keys(localStorage).some((one) => one.startsWith("push:") && one !== note);

const able = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
const look = async () => {
  if (!able) {
    // Safari on a phone has notifications for pages on the home screen only.
    const apple =
      /iPhone|iPad/.test(navigator.userAgent) || (navigator.maxTouchPoints > 1 && /Mac/.test(navigator.platform));
    return show(apple && !navigator.standalone ? words.home : words.none);
  }
  if (Notification.permission === "denied") return show(words.denied);
  const made = await subscription();
  return made && localStorage[note] === made.endpoint ? show(words.on, off) : show(words.off, on);
};

// One press at a time: the button is back when it is done, whatever came of it.
const pressed = (button, act) =>
  button.addEventListener("click", async () => {
    button.disabled = true;
    try {
      await act();
      await look();
    } catch (error) {
      status.textContent = error.message && error.name === "Error" ? error.message : words.failed;
    }
    button.disabled = false;
  });

pressed(on, async () => {
  if ((await Notification.requestPermission()) !== "granted") return;
  const answer = await fetch(words.push);
  const { key, says } = await answer.json();
  if (!key) throw new Error(says);
  const { pushManager } = await worker();
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(key) });
  await send("POST", made.toJSON());
  localStorage[note] = made.endpoint;
});
pressed(off, async () => {
  const made = await subscription();
  if (!made) return;
  await send("DELETE", { endpoint: made.endpoint });
  delete localStorage[note];
  if (!others()) await made.unsubscribe();
});

part.hidden = false;
look().catch(() => show(words.none));
