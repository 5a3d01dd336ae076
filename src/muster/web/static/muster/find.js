/* Lists: finding a line, and starred players first.

   A line is found while one types: parts of names, whatever their accents and capitals, or a table by its number. The
   server does the same for ?q= (app/public.py), so that the field works without this. */
"use strict";
(() => {
  const LETTERS = { ł: "l", ø: "o", đ: "d", ð: "d", þ: "th", æ: "ae", œ: "oe", ı: "i", ß: "ss" };
  const folded = (text) =>
    text
      .toLowerCase()
      .replace(/[łøđðþæœıß'’ʼ]/g, (letter) => LETTERS[letter] ?? "")
      .normalize("NFKD")
      .replace(/\p{M}/gu, "")
      .trim()
      .replace(/\s+/g, " ");

  const known = new WeakMap();

  const read = (row) => {
    if (!known.has(row)) {
      const table = row.querySelector(".t");
      const names = [...row.querySelectorAll("bdi")].map((name) => name.textContent).join(" ");
      known.set(row, {
        table: table ? table.textContent.trim() : "",
        names: folded(names),
        line: row.classList.contains("cut-line"),
      });
    }
    return known.get(row);
  };

  const filter = () => {
    const form = document.querySelector("[data-find]");
    if (!form) return;
    const wanted = folded(form.elements.q.value),
      words = wanted.split(" ");
    const number = /^\d+$/.test(wanted);
    let count = 0;
    for (const row of document.querySelectorAll("#rows tbody tr")) {
      const { table, names, line } = read(row);
      const fits =
        !wanted || (!line && (number && table ? table === wanted : words.every((word) => names.includes(word))));
      row.hidden = !fits;
      count += fits;
    }
    const wrap = document.querySelector("#rows .table-wrap");
    if (wrap) wrap.hidden = count === 0;
    document.querySelector(".found").textContent = !wanted
      ? ""
      : count
        ? form.dataset.find.replace("%d", count)
        : form.dataset.none;
  };

  // The form may come with a later look at the server, once there is something to find.
  const ours = (event) => event.target.closest("[data-find]");
  document.documentElement.classList.add("finding");
  document.addEventListener("input", (event) => {
    if (ours(event)) filter();
  });
  document.addEventListener("submit", (event) => {
    if (!ours(event)) return;
    event.preventDefault();
    filter();
    document.activeElement.blur();
  });
  document.addEventListener("muster:refreshed", filter);
  document.addEventListener("DOMContentLoaded", filter); // with what a browser kept when one came back
})();

/* Starred players come first on pages for everybody, which are the same for all: this browser keeps what it was last
   told, so that it stands there before anything below it and nothing moves, and asks for it anew. docs/public.md. */
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
