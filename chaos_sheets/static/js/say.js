/* What the page has to say: saved, refused, failed. Words come from the server, in the reader's language. */

const words = document.body.dataset;

export function say(text, kind = "error") {
  const list = document.querySelector("[data-says]");
  if (!list || [...list.children].some((item) => item.textContent === text)) return;
  const item = document.createElement("li");
  item.className = kind;
  item.textContent = text;
  list.append(item);
  if (kind !== "error") setTimeout(() => item.remove(), 6000);
}

export function clearErrors() {
  document.querySelectorAll("[data-says] > .error").forEach((item) => item.remove());
}

export function saySaved() {
  const time = new Date().toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit" });
  const place = document.querySelector("[data-live-saved]");
  if (place) place.textContent = `${words.saySaved} ${time}`;
}

/* A refusal is swapped where the server says, or where its form stands; a whole page in answer is none. */
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  if (detail.xhr.status < 400) {
    clearErrors();
    return;
  }
  if (/^\s*<!doctype/i.test(detail.xhr.responseText) || !detail.xhr.responseText.trim()) {
    detail.shouldSwap = false;
    say(words.sayFailed);
  }
});

document.addEventListener("htmx:afterRequest", ({ detail }) => {
  if (detail.successful && detail.requestConfig.verb !== "get") saySaved();
  if (detail.xhr.status >= 500) say(words.sayFailed);
});

document.addEventListener("htmx:sendError", () => say(words.sayFailed));
