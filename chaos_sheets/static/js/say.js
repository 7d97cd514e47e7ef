/* What the page has to say: saved, refused, failed. Words come from the server, in the reader's language. */

const words = document.body.dataset;

export function say(text, kind = "error") {
  const list = document.querySelector("[data-says]");
  if (!list || [...list.children].some((item) => item.textContent === text)) return;
  const item = document.createElement("li");
  item.className = kind;
  item.textContent = text;
  list.append(item);
  if (!kind.startsWith("error")) setTimeout(() => item.remove(), 6000);
}

/* What is said of fields that are not saved stays until all of them are. */
export function clearErrors() {
  const stays = document.querySelector("[data-unsaved]") ? ":not(.stays)" : "";
  document.querySelectorAll(`[data-says] > .error${stays}`).forEach((item) => item.remove());
}

export function saySaved() {
  const time = new Date().toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit" });
  const place = document.querySelector("[data-live-saved]");
  if (place) place.textContent = `${words.saySaved} ${time}`;
}

/* Pages read themselves again without being asked to; what goes wrong there is no answer to anything somebody did. */
const HANDS = ["click", "submit", "input", "change", "search", "toggle"];

function background({ verb, triggeringEvent }) {
  return verb === "get" && !HANDS.includes(triggeringEvent?.type);
}

/* Without an answer, or with one by somebody in between, nobody knows whether what was sent has arrived. */
export function isUnclear({ xhr, requestConfig }) {
  return requestConfig.verb !== "get" && [0, 502, 504].includes(xhr.status);
}

const unread = new Set();

function readAgain() {
  unread.forEach((part) => htmx.trigger(part, "stale"));
}

function failed(detail) {
  if (background(detail.requestConfig)) return;
  if (isUnclear(detail)) {
    say(words.sayUnclear);
    document.querySelectorAll("[data-follows]").forEach((part) => unread.add(part));
    setTimeout(readAgain);
  } else say(detail.xhr.status ? words.sayFailed : words.sayOffline);
}

document.addEventListener("back", readAgain);
document.addEventListener("htmx:afterSwap", ({ detail }) => unread.delete(detail.target));

/* A refusal is swapped where the server says, or where its form stands; a whole page in answer is none. */
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  if (detail.xhr.status < 400) {
    clearErrors();
    return;
  }
  if (detail.xhr.status === 401) return;
  if (/^\s*<!doctype/i.test(detail.xhr.responseText) || !detail.xhr.responseText.trim()) {
    detail.shouldSwap = false;
    failed(detail);
  }
});

document.addEventListener("htmx:afterRequest", ({ detail }) => {
  if (detail.successful && detail.requestConfig.verb !== "get") saySaved();
  if (detail.xhr.status >= 500) failed(detail);
});

document.addEventListener("htmx:sendError", ({ detail }) => failed(detail));
document.addEventListener("htmx:timeout", ({ detail }) => failed(detail));
