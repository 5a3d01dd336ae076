/* Rows of [data-rows] by keys: j leads to the next, J to the one before; in a row the arrow keys do so, too. They are
   listed on `?` with the rest, and turned off with them. */
const PRESSED = "a[href], button, summary, input:not([type=hidden])";
const TYPED = "input:not([type=checkbox], [type=radio]), select, textarea";
const dialog = document.getElementById("keys");
const words = document.getElementById("words").dataset;

const rows = () =>
  [...document.querySelectorAll("[data-rows] > *")].filter(
    (one) => one.getClientRects().length && one.querySelector(PRESSED),
  );

const walk = (steps) => {
  const found = rows();
  const at = found.findIndex((one) => one.contains(document.activeElement));
  const next = found[at < 0 ? 0 : Math.min(found.length - 1, Math.max(0, at + steps))];
  next?.querySelector(PRESSED).focus();
  next?.scrollIntoView({ block: "nearest" });
  return Boolean(next);
};

addEventListener("keydown", (event) => {
  const { key, target } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || dialog.open) return;
  if (localStorage.keys === "off" || target.matches?.(TYPED)) return;
  const inside = target.closest?.("[data-rows] > *");
  const steps = { j: 1, J: -1, ...(inside && { ArrowDown: 1, ArrowUp: -1 }) }[key];
  if (steps && walk(steps)) event.preventDefault();
});

const line = (key, text) =>
  [
    ["dt", key],
    ["dd", text],
  ].map(([tag, textContent]) =>
    Object.assign(document.createElement(tag), { className: tag === "dt" ? "kbd" : "", textContent }),
  );

new MutationObserver(() => {
  if (!dialog.open || !rows().length) return;
  dialog.querySelector("dl").prepend(...line("j", words.next), ...line("J", words.before));
}).observe(dialog, { attributes: true, attributeFilter: ["open"] });
