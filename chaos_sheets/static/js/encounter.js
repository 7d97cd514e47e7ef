/* What is being typed about a fight stays typed when the page reads itself again. */

document.addEventListener("input", ({ target }) => {
  if (!target.closest("[data-facts]") || !target.name) return;
  // What the page showed stays beside it, or somebody else's word would be overwritten unseen.
  for (const name of [target.name, `kept.${target.name}`]) target.form.elements[name]?.setAttribute("data-unsaved", "");
});

/* The answer to its own form says what the page shows from now on. */
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  if (detail.requestConfig?.verb !== "post" || !detail.elt.matches?.("[data-facts]") || !detail.shouldSwap) return;
  detail.elt.querySelectorAll("input[type=hidden][data-unsaved]").forEach((kept) => kept.removeAttribute("data-unsaved"));
});

/* The page goes where the turn goes, but not away from what is half typed. */
document.addEventListener("htmx:configRequest", ({ detail }) => {
  const typed = detail.elt.id === "kampf" && detail.elt.querySelector("[data-unsaved]");
  if (typed) detail.parameters.figur = typed.form.elements.acts.value;
});

/* Asked whether it is meant, the answer is one more press away. The button of a turn goes with the turn: whoever has it
   now is where the keys go on. */
document.addEventListener("htmx:afterSettle", ({ detail }) => {
  if (detail.requestConfig?.verb !== "post") return;
  const turn = document.getElementById("f3");
  const lost = document.activeElement === document.body;
  turn?.setAttribute("tabindex", "-1");
  (document.querySelector("[data-confirm]") ?? (lost ? turn : null))?.focus({ preventScroll: true });
});

/* The title of the window and the dock of a phone know the turn and how many questions wait. */
function tell() {
  const fight = document.getElementById("kampf");
  if (fight?.dataset.title) document.title = fight.dataset.title;
  const dock = document.querySelector("[data-asked]");
  if (dock) dock.dataset.asked = document.querySelectorAll("#frage .field:not(.field--rest)").length;
}
document.addEventListener("htmx:afterSettle", tell);

/* The order is a rail on a phone, and a long one has a frame of its own: whoever has the turn comes into view, also when it passes on. */
let shown = "";
function follow() {
  const row = document.querySelector(".rail__row--now");
  if (!row || row.dataset.key === shown) return;
  shown = row.dataset.key;
  const list = row.parentElement;
  list.scrollLeft = row.offsetLeft - list.offsetLeft - (list.clientWidth - row.clientWidth) / 2;
  list.scrollTop = row.offsetTop - (list.clientHeight - row.clientHeight) / 2;
}
document.addEventListener("htmx:afterSettle", follow);
follow();
