/* Whether clauses stand beside what rests on them: kept in this browser, the same in all its windows. */
const box = document.getElementById("show-rules");
const KEY = "rules";

const shown = () => {
  try {
    return localStorage.getItem(KEY) === "shown";
  } catch {
    return box.checked; // a browser that keeps nothing
  }
};
const show = () => {
  box.checked = shown();
};

box.addEventListener("change", () => {
  try {
    localStorage.setItem(KEY, box.checked ? "shown" : "hidden");
  } catch {
    /* then for this page alone */
  }
  show();
});
addEventListener("storage", show);
show();
