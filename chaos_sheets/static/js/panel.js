/* The attack panel asks for itself anew at every change. An answer to an older announcement is dropped: the next one
   is under way already, and what was chosen meanwhile must stay chosen. So is one that was asked for before or while
   something was committed: what the commit says of a wrong die must stay to be read. */

const asked = new WeakMap();
let commits = 0;
let underWay = 0;

function announced(form) {
  const data = new FormData(form);
  return JSON.stringify([...data].filter(([name]) => !/^(die|sides|label|csrfmiddlewaretoken|key$)/.test(name)));
}

function isCommit({ elt, requestConfig }) {
  return requestConfig.verb === "post" && Boolean(elt.closest("#ansage"));
}

/* htmx sends along the button that had the focus last; a change is not a press, whatever the focus has gone to since. */
document.addEventListener("htmx:configRequest", ({ detail }) => {
  if (detail.elt.id !== "ansage" || detail.verb !== "get") return;
  detail.elt.querySelectorAll("button[name]").forEach((button) => { delete detail.parameters[button.name]; });
});

document.addEventListener("htmx:beforeRequest", ({ detail }) => {
  const form = document.getElementById("ansage");
  if (isCommit(detail)) {
    commits += 1;
    underWay += 1;
    detail.xhr.addEventListener("loadend", () => { underWay -= 1; });
  } else if (form && detail.target?.id === "angriff") {
    asked.set(detail.xhr, { said: announced(form), commits: underWay ? -1 : commits });
  }
});

document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  const form = document.getElementById("ansage");
  const before = asked.get(detail.xhr);
  if (form && before && (before.commits !== commits || before.said !== announced(form))) detail.shouldSwap = false;
});

/* Many actions stand folded under headings; with this module they can be looked for. What is typed there is no part of
   the announcement: the panel does not ask for itself anew, and Enter chooses instead of sending. */
function matches(label, wanted) {
  return label.textContent.toLocaleLowerCase().includes(wanted);
}

function find(finder) {
  const wanted = finder.value.trim().toLocaleLowerCase();
  document.querySelectorAll(`${finder.dataset.finds} details`).forEach((group) => {
    const labels = [...group.querySelectorAll("label")];
    const named = matches(group.querySelector("summary"), wanted);
    labels.forEach((label) => { label.hidden = !named && !matches(label, wanted); });
    group.hidden = labels.every((label) => label.hidden);
    group.open = wanted ? !group.hidden : Boolean(group.querySelector(":checked"));
  });
}

document.addEventListener("input", (event) => {
  if (!event.target.matches?.("[data-finds]")) return;
  event.stopPropagation();
  find(event.target);
}, true);

document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !event.target.matches?.("[data-finds]")) return;
  event.preventDefault();
  document.querySelector(`${event.target.dataset.finds} details:not([hidden]) label:not([hidden]) input`)?.focus();
});

function showFinder() {
  document.querySelectorAll("[data-finds][hidden]").forEach((finder) => { finder.hidden = false; });
}
document.addEventListener("htmx:afterSettle", showFinder);
showFinder();

/* Who chooses before the page listens, or comes back to it with what the browser kept, is answered all the same. */
function isAsDrawn(field) {
  if (field.type === "radio" || field.type === "checkbox") return field.checked === field.defaultChecked;
  if (field instanceof HTMLSelectElement) {
    const drawn = [...field.options].some((option) => option.defaultSelected);
    return !drawn || [...field.options].every((option) => option.selected === option.defaultSelected);
  }
  return !("defaultValue" in field) || field.value === field.defaultValue;
}
addEventListener("load", () => {
  const form = document.getElementById("ansage");
  if (form && ![...form.elements].every(isAsDrawn)) htmx.trigger(form, "stale");
});
