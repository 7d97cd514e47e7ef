/* What is being typed about a fight stays typed when the page reads itself again. */

document.addEventListener("input", ({ target }) => {
  if (target.closest("[data-facts]") && target.name) target.setAttribute("data-unsaved", "");
});

/* The page goes where the turn goes, but not away from what is half typed. */
document.addEventListener("htmx:configRequest", ({ detail }) => {
  const typed = detail.elt.id === "kampf" && detail.elt.querySelector("[data-unsaved]");
  if (typed) detail.parameters.figur = typed.form.elements.acts.value;
});

/* Asked whether it is meant, the answer is one more press away. */
document.addEventListener("htmx:afterSettle", ({ detail }) => {
  if (detail.requestConfig?.verb === "post") document.querySelector("[data-confirm]")?.focus();
});

/* On a phone the order is a rail: whoever has the turn comes into view, also when it passes on. */
let shown = "";
function follow() {
  const row = document.querySelector(".rail__row--now");
  if (!row || row.dataset.key === shown) return;
  shown = row.dataset.key;
  const list = row.parentElement;
  list.scrollLeft = row.offsetLeft - list.offsetLeft - (list.clientWidth - row.clientWidth) / 2;
}
document.addEventListener("htmx:afterSettle", follow);
follow();
