/* Whatever changes something carries a one-time key: the same for a retry, a new one once an answer has come. */

export function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(18));
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_");
}

const keys = new WeakMap();

document.addEventListener("htmx:configRequest", ({ detail }) => {
  if (detail.verb === "get" || detail.parameters.key) return;
  if (!keys.has(detail.elt)) keys.set(detail.elt, newKey());
  detail.parameters.key = keys.get(detail.elt);
});

document.addEventListener("htmx:afterRequest", ({ detail }) => {
  if (detail.xhr.status > 0) keys.delete(detail.elt);
});

/* A plain form is sent once: its buttons rest until the answer is there. */
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (event.defaultPrevented || form.method !== "post" || form.hasAttribute("hx-post")) return;
  setTimeout(() => form.querySelectorAll("button").forEach((button) => { button.disabled = true; }));
});

window.addEventListener("pageshow", (event) => {
  if (!event.persisted) return;
  document.querySelectorAll("form[method=post] button:disabled").forEach((button) => { button.disabled = false; });
});
