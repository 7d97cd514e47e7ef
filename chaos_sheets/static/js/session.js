/* Somebody may be signed out while a page is open. Nothing on it changes then: it says so, waits, and goes on once he is
   signed in again. The token that lets it write is read afresh each time, as signing in makes a new one. */

const page = document.body.dataset;
const light = document.querySelector("[data-live]");
const word = document.querySelector("[data-live-word]");
const notice = document.querySelector("[data-signed-out]");

export function glow(online) {
  light?.classList.toggle("bar__live--off", !online);
  if (word) word.textContent = online ? page.sayOnline : page.sayOffline;
}

function token() {
  return document.cookie.split("; ").find((pair) => pair.startsWith("csrftoken="))?.slice("csrftoken=".length);
}

export function signedOut() {
  glow(false);
  if (!notice) return;
  notice.querySelector("[data-reload]").hidden = Boolean(token());
  notice.hidden = false;
}

export function signedIn() {
  if (!notice || notice.hidden) return;
  notice.hidden = true;
  glow(true);
}

document.addEventListener("htmx:configRequest", ({ detail }) => {
  const now = token();
  if (!now || detail.verb === "get") return;
  detail.headers["X-CSRFToken"] = now;
  if (detail.parameters.csrfmiddlewaretoken) detail.parameters.csrfmiddlewaretoken = now;
});

document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  if (detail.xhr.status === 401) {
    detail.shouldSwap = false;
    signedOut();
  } else signedIn();
});
