/* Finds a line while one types: parts of names, whatever their accents and capitals, or a table by its number. The
   server does the same for ?q= (app/public.py), so that the field works without this. */
const LETTERS = { ł: "l", ø: "o", đ: "d", ð: "d", þ: "th", æ: "ae", œ: "oe", ı: "i", ß: "ss", "’": "'", ʼ: "'" };
const folded = (text) =>
  text
    .toLowerCase()
    .replace(/[łøđðþæœıß’ʼ]/g, (letter) => LETTERS[letter])
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
filter(); // with what a browser kept when one came back
