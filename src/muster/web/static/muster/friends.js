/* Starred players first on pages for everybody, which are the same for all: this browser keeps what it was last told,
   so that it is there before anything below it and nothing moves, and asks for it anew. docs/public.md. */
"use strict";
(() => {
  const place = document.getElementById("friends");
  if (!place) return;
  const { friends, cookie } = place.dataset;
  const sent = document.cookie.split("; ").find((one) => one.startsWith(`${cookie}=`));
  const stars = sent ? sent.slice(cookie.length + 1).split(".") : [];
  const key = `muster-friends:${friends}`;
  const here = location.pathname === friends;
  const keep = (list) => {
    try {
      if (list) localStorage.setItem(key, list);
      else localStorage.removeItem(key);
    } catch {
      /* a browser that keeps nothing asks each time */
    }
  };
  const show = (list) => {
    if (here || place.innerHTML === list) return;
    place.innerHTML = list;
    place.hidden = !list;
  };
  const look = async () => {
    const answer = await fetch(friends, { headers: { Accept: "text/html" } });
    if (!answer.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const list = page.getElementById("friends-list");
    list?.querySelectorAll("form").forEach((one) => one.remove());
    keep(list?.outerHTML ?? "");
    show(list?.outerHTML ?? "");
  };
  if (!stars.length) keep("");
  else {
    try {
      show(localStorage.getItem(key) ?? "");
    } catch {
      /* nothing kept */
    }
    look().catch(() => {});
    document.addEventListener("muster:refreshed", () => look().catch(() => {}));
  }
  // A star that is there already is taken off by its button.
  const mark = () => {
    for (const form of document.querySelectorAll("form.star-form")) {
      const on = stars.includes(form.elements.player.value);
      form.elements.off.value = on ? "1" : "";
      form.querySelector("button").setAttribute("aria-pressed", on);
    }
  };
  document.addEventListener("DOMContentLoaded", mark);
  document.addEventListener("muster:refreshed", mark);
})();
