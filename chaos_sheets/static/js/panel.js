/* The attack panel asks for itself anew at every change. An answer to an older announcement is dropped: the next one
   is under way already, and what was chosen meanwhile must stay chosen. */

const asked = new WeakMap();

function announced(form) {
  const data = new FormData(form);
  return JSON.stringify([...data].filter(([name]) => !/^(die|sides|label|csrfmiddlewaretoken|key$)/.test(name)));
}

document.addEventListener("htmx:beforeRequest", ({ detail }) => {
  const form = document.getElementById("ansage");
  if (form && detail.target?.id === "angriff") asked.set(detail.xhr, announced(form));
});

document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  const form = document.getElementById("ansage");
  const before = asked.get(detail.xhr);
  if (form && before !== undefined && before !== announced(form)) detail.shouldSwap = false;
});
