/* Tables of the room are moved by dragging, with the arrow keys, and turned by a double click or R. What moves is kept
   in the number fields of the same form; without this file those do it alone. */
const SNAP = 5; // so that tables stand in line
const ACROSS = 1000;
const DOWN = 560;

const room = document.querySelector("svg.room");
const field = (name) => document.getElementsByName(name)[0];
const clamp = (value, most) => Math.min(most, Math.max(0, Math.round(value / SNAP) * SNAP));

const place = (table, x, y) => {
  const { table: number } = table.dataset;
  field(`x${number}`).value = clamp(x, ACROSS);
  field(`y${number}`).value = clamp(y, DOWN);
  show(table);
};

/** Draw a table where its fields say. */
const show = (table) => {
  const { table: number } = table.dataset;
  const [x, y] = [field(`x${number}`).value, field(`y${number}`).value].map(Number);
  const turn = field(`r${number}`).checked !== (table.dataset.turned === "true");
  table.setAttribute("transform", `translate(${x} ${y})${turn ? " rotate(90)" : ""}`);
};

const turn = (table) => {
  const box = field(`r${table.dataset.table}`);
  box.checked = !box.checked;
  show(table);
};

const where = (event) => {
  const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(room.getScreenCTM().inverse());
  return [point.x, point.y];
};

const at = (table) => [field(`x${table.dataset.table}`).value, field(`y${table.dataset.table}`).value].map(Number);

const drag = (table, start) => {
  const [left, top] = where(start);
  const [x, y] = at(table);
  const move = (event) => {
    const [across, down] = where(event);
    place(table, x + across - left, y + down - top);
  };
  const end = () => {
    table.classList.remove("held");
    table.removeEventListener("pointermove", move);
  };
  table.classList.add("held");
  table.setPointerCapture(start.pointerId);
  table.addEventListener("pointermove", move);
  table.addEventListener("pointerup", end, { once: true });
  table.addEventListener("pointercancel", end, { once: true });
};

const ARROWS = { ArrowLeft: [-SNAP, 0], ArrowRight: [SNAP, 0], ArrowUp: [0, -SNAP], ArrowDown: [0, SNAP] };

const key = (table, event) => {
  const [x, y] = at(table);
  const [across, down] = ARROWS[event.key] || [];
  if (across !== undefined) place(table, x + across, y + down);
  else if (event.key === "r") turn(table);
  else return;
  event.preventDefault();
  event.stopPropagation();
};

if (room) {
  document.querySelector(".room-drag").hidden = false;
  document.querySelector(".room-numbers").open = false;
  room.setAttribute("role", "group");
  room.querySelectorAll("[data-table]").forEach((table) => {
    table.dataset.turned = field(`r${table.dataset.table}`).checked;
    table.setAttribute("tabindex", "0");
    table.setAttribute("role", "button");
    table.addEventListener("pointerdown", (event) => drag(table, event));
    table.addEventListener("dblclick", () => turn(table));
    table.addEventListener("keydown", (event) => key(table, event));
  });
  document.querySelector(".room-numbers").addEventListener("input", (event) => {
    const number = event.target.name.slice(1);
    show(room.querySelector(`[data-table="${number}"]`));
  });
}
