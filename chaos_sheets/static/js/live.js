/* Open pages follow the table: every two seconds they ask what has changed since they were built and re-read the parts
   that show it. Hidden pages rest; without an answer they ask less often and say so. */

import { glow, signedIn, signedOut } from "./session.js";

const EVERY = 2000;
const SELDOM = 30000;
const page = document.body.dataset;
const notice = document.querySelector("[data-offline]");
const question = document.querySelector("[data-asks]");
let since = Number(page.entry ?? 0);
let failures = 0;
let timer = 0;

function show(online) {
  glow(online);
  if (notice) notice.hidden = online;
}

function follow(entry, refs) {
  for (const part of document.querySelectorAll("[data-follows]")) {
    const follows = part.dataset.follows.split(" ");
    const touched = follows.includes("*") || refs.some((ref) => follows.includes(ref));
    if (touched && !(Number(part.dataset.entry) >= entry)) htmx.trigger(part, "stale");
  }
}

function plan() {
  clearTimeout(timer);
  if (!document.hidden) timer = setTimeout(ask, Math.min(EVERY * 2 ** failures, SELDOM));
}

async function ask() {
  clearTimeout(timer);
  try {
    const answer = await fetch(`${page.changes}?since=${since}`, { headers: { Accept: "application/json" }, redirect: "error" });
    if (answer.status === 403 || answer.status === 404) return;   // no longer ours to follow
    if (answer.status === 401) {
      failures += 1;
      if (notice) notice.hidden = true;
      signedOut();
      plan();
      return;
    }
    if (!answer.ok) throw new Error(answer.statusText);
    signedIn();
    const { entry, refs, asks } = await answer.json();
    if (question) question.hidden = !asks;
    if (failures) {
      show(true);
      document.dispatchEvent(new Event("back"));
    }
    failures = 0;
    if (entry > since) {
      since = entry;
      follow(entry, refs);
    }
  } catch {
    failures += 1;
    if (failures > 1 || !navigator.onLine) show(false);
  }
  plan();
}

if (page.changes) {
  document.addEventListener("visibilitychange", () => (document.hidden ? clearTimeout(timer) : ask()));
  window.addEventListener("online", ask);
  window.addEventListener("offline", () => show(false));
  document.querySelector("[data-retry]")?.addEventListener("click", ask);
  plan();
}
