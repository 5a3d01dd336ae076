/* The button of the page: fetches the journal or takes a file, lets the worker check it, shows the answer. */
import { said } from "./words.js";

const box = document.querySelector("[data-check]");
const bar = box.querySelector("[data-progress]");
const answer = box.querySelector("[data-answer]");
const start = box.querySelector("[data-start]");
const acts = document.querySelector("[data-acts]");
const MOST = 50;

/** Words of the check in the reader's language. */
const catalogue = new Map(
  [...(document.querySelector("[data-words]")?.content.children ?? [])].map((one) => [
    one.dataset.key,
    one.textContent,
  ]),
);
const say = (key) => catalogue.get(key) ?? key;

const add = (parent, name, text, kind = "") => {
  const made = document.createElement(name);
  made.textContent = text;
  if (kind) made.className = kind;
  parent.append(made);
  return made;
};

/** A line of the file in words, `result of round 1, table 4`; its kind if that has none. */
const told = ({ kind, about }) => {
  const named = [...acts.content.querySelectorAll("[data-kind]")].find((one) => one.dataset.kind === about?.kind);
  if (!named) return say(kind);
  const { round, table } = answer.dataset;
  const where = [about.round, about.table].map((no, at) =>
    Number.isInteger(no) ? `${at ? `, ${table}` : ` ${round}`} ${no}` : "",
  );
  return named.textContent + where.join("");
};

const show = (found) => {
  const words = answer.dataset;
  answer.replaceChildren();
  const note = add(answer, "div", "", found.holds ? "note note-success" : "note note-error");
  const sum = add(note, "p", "");
  add(sum, "strong", found.holds ? words.holds : words.fails);
  sum.append(` ${found.facts} ${words.facts}.`);
  const list = add(answer, "ul", "");
  for (const one of found.findings.slice(0, MOST)) {
    const what = one.what === "head" ? words.changed : said(one.says.what, say);
    const both = `${words.expected} ${said(one.says.expected, say)}; ${words.found} ${said(one.says.found, say)}`;
    const text = `${words.line} ${one.line}: ${told(one)} – ${what}: ${both}`;
    add(list, "li", text.length > 600 ? `${text.slice(0, 600)} …` : text);
  }
  if (found.findings.length > MOST) add(list, "li", `… ${words.more}: ${found.findings.length - MOST}`);
  if (found.holds) for (const [what, times] of Object.entries(found.proven)) add(list, "li", `${say(what)}: ${times}`);
  if (found.open.length) {
    add(answer, "p", words.open);
    const open = add(answer, "ul", "");
    for (const one of found.open.slice(0, MOST)) add(open, "li", `${words.line} ${one.line}: ${say(one.what)}`);
  }
  const { seal } = document.querySelector("[data-seal]").dataset;
  add(answer, "p", words.head);
  add(add(answer, "p", ""), "code", found.head.replace(/.{8}(?=.)/g, "$& "), "hash");
  if (found.holds || seal !== found.head) add(answer, "p", seal === found.head ? words.same : words.other);
};

const fail = () => {
  answer.replaceChildren();
  add(add(answer, "div", "", "note note-error"), "p", answer.dataset.error);
};

let latest = null;
const check = async (getText) => {
  latest?.terminate();
  answer.replaceChildren();
  bar.hidden = false;
  bar.value = 0;
  try {
    const text = await getText();
    const worker = new Worker(box.dataset.worker, { type: "module" });
    latest = worker;
    const done = () => {
      worker.terminate();
      bar.hidden = true;
    };
    worker.addEventListener("message", ({ data }) => {
      if (data.answer) {
        done();
        show(data.answer);
      } else bar.value = data.done / Math.max(1, data.all);
    });
    worker.addEventListener("error", () => {
      done();
      fail();
    });
    worker.postMessage(text);
  } catch {
    bar.hidden = true;
    fail();
  }
};

const fetched = async () => {
  const response = await fetch(box.dataset.journal, { credentials: "same-origin" });
  if (!response.ok) throw new Error(response.status);
  return response.text();
};

box.hidden = false;
start?.addEventListener("click", () => check(fetched)); // absent where the journal is not open to everybody
box
  .querySelector("[data-file]")
  .addEventListener("change", ({ target }) => target.files[0] && check(() => target.files[0].text()));
