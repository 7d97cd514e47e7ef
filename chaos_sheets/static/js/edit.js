/* A value is written where it stands: Enter and leaving the field save it, Escape takes the typing back, − and + change
   it by one. `[data-edit]` on a container gives the address, `[data-of]` the record, `data-field` the value's place. */

import { isUnclear, say, saySaved } from "./say.js";

const words = document.body.dataset;
const taps = new Map();
const unsure = new Map();
let queue = Promise.resolve();
let open = 0;

/* Several choices of one field are one value. */
function choicesOf(input, isOn) {
  const boxes = input.closest("[data-choices]").querySelectorAll("input[type=checkbox]");
  return [...boxes].filter(isOn).map((box) => box.value).join(",");
}

function shownOf(input) {
  if (input.closest("[data-choices]")) return choicesOf(input, (box) => box.defaultChecked);
  if (input instanceof HTMLSelectElement) {
    return [...input.options].find((option) => option.defaultSelected)?.value ?? "";
  }
  return input.type === "checkbox" ? String(input.defaultChecked) : input.defaultValue;
}

function valueOf(input) {
  if (input.closest("[data-choices]")) return choicesOf(input, (box) => box.checked);
  return input.type === "checkbox" ? String(input.checked) : input.value;
}

function forget(input) {
  document.querySelectorAll("[data-say-for]").forEach((place) => {
    if (place.dataset.sayFor === nameOf(input)) place.remove();
  });
  input.removeAttribute("data-unsaved");
  input.removeAttribute("aria-invalid");
  input.removeAttribute("aria-describedby");
}

function nameOf(input) {
  return `${input.closest("[data-of]").dataset.of} ${input.dataset.field}`;
}

function answer(input, html) {
  forget(input);
  const place = document.createElement("div");
  place.dataset.sayFor = nameOf(input);
  place.id = `say-${Math.random().toString(36).slice(2)}`;
  place.setAttribute("role", "alert");
  place.innerHTML = html;
  const box = input.closest("[data-box]");
  if (box?.dataset.box === "cell") box.after(place);
  else if (box) box.append(place);
  else input.after(place);
  input.setAttribute("aria-invalid", "true");
  input.setAttribute("aria-describedby", place.id);
  htmx.process(place);
}

function tell(input, text, kind) {
  const place = input.id && document.querySelector(`output.saved[for="${CSS.escape(input.id)}"]`);
  if (!place) return;
  place.textContent = text;
  place.className = `saved${kind ? ` saved--${kind}` : ""}`;
  if (!kind) setTimeout(() => { place.textContent = ""; }, 4000);
}

function isTyped(source) {
  return source.matches("textarea, select, input:not([type=checkbox], [type=radio])");
}

/* What did not get through stays as it was typed and says so beside the field; Enter or leaving it tries once more. */
function unsaved(source, text) {
  const input = fieldOf(source);
  if (!source.closest("[data-say-for]")) {
    const place = input.id && document.querySelector(`output.saved[for="${CSS.escape(input.id)}"]`);
    if (!place) answer(input, `<p class="wrong__say">${text}</p>`);
  }
  tell(input, text, "no");
  if (isTyped(source)) input.setAttribute("data-unsaved", "");
}

function again(input) {
  setTimeout(() => {
    if (input.hasAttribute("data-unsaved") && !unsure.has(input)) input.dispatchEvent(new Event("change", { bubbles: true }));
  });
}

/* One request after the other: a tap that comes while another is on its way is added to those that wait with it. */
function send(source, values) {
  const container = source.closest("[data-edit]");
  const address = { of: source.closest("[data-of]").dataset.of, field: source.dataset.field };
  const name = `${address.of} ${address.field}`;
  if (values.by) {
    const waiting = taps.get(name);
    if (waiting) {
      waiting.by += Number(values.by);
      return;
    }
    taps.set(name, { by: Number(values.by) });
  }
  open += 1;
  const go = () => {
    const tap = values.by && taps.get(name);
    taps.delete(name);
    if (tap && tap.by === 0) return undefined;
    return htmx.ajax("POST", container.dataset.edit, {
      source,
      target: container,
      swap: "morph",
      values: { ...address, ...values, ...(tap ? { by: tap.by } : {}) },
    });
  };
  queue = queue.then(go, go).catch(() => {}).finally(() => { open -= 1; });
}

/* Nobody leaves a page that still has something to save without being asked. */
window.addEventListener("beforeunload", (event) => {
  if (open > 0 || document.querySelector("[data-unsaved]")) event.preventDefault();
});

/* What is stored is kept: the typing goes, the part is read again. */
function leave(button) {
  const input = writtenBy(button);
  if (input) input.value = input.defaultValue;
  const container = button.closest("[data-edit]");
  button.closest("[data-say-for]")?.remove();
  htmx.trigger(container, "stale");
}

function named(name) {
  return [...document.querySelectorAll("[data-field]:is(input, select, textarea)")].find((input) => nameOf(input) === name);
}

/* The field a box of choices belongs to. */
function writtenBy(button) {
  return named(button.closest("[data-say-for]")?.dataset.sayFor);
}

/* The field itself, of a field, a box of choices or a button beside it. */
function fieldOf(source) {
  return source.matches("input, select, textarea") ? source : writtenBy(source) ?? named(nameOf(source)) ?? source;
}

document.addEventListener("change", ({ target }) => {
  if (!target.matches?.("[data-field]:is(input, select, textarea)") || valueOf(target) === shownOf(target)) return;
  target.removeAttribute("data-unsaved");
  tell(target, words.saySaving, "wait");
  send(target, { shown: shownOf(target), value: valueOf(target) });
});

document.addEventListener("keydown", (event) => {
  const input = event.target;
  if (!input.matches?.("[data-field]:is(input, textarea)")) return;
  if (event.key === "Escape") {
    input.value = input.defaultValue;
    forget(input);
    tell(input, "", "");
    event.stopPropagation();
  }
  if (event.key === "Enter" && input.matches("input")) again(input);
  if (event.key === "Enter" && input.matches("textarea") && (event.ctrlKey || event.metaKey)) input.blur();
});

document.addEventListener("focusout", ({ target }) => {
  if (target.matches?.("[data-unsaved]")) again(target);
});

document.addEventListener("focusin", ({ target }) => {
  if (target.matches?.("input.write:not(.write--text)[data-field]")) target.select();
});

document.addEventListener("click", (event) => {
  const button = event.target.closest?.("button:is([data-step], [data-take])");
  if (!button) return;
  const reason = button.closest("[data-say-for]")?.querySelector("[data-reason]")?.value;
  const why = reason ? { reason } : {};
  if (button.dataset.step) send(button, { by: button.dataset.step });
  else if (button.dataset.shown !== undefined) send(button, { shown: button.dataset.shown, value: button.dataset.take, ...why });
  else leave(button);
});

/* A choice made in a box of two values is refused like any other: what is stored stays beside it, and so does the box. */
function refuse(source, html) {
  const box = source.closest("[data-say-for]");
  const input = fieldOf(source);
  if (box?.querySelector(".conflict") && !html.includes("conflict")) {
    box.querySelector("[data-refused]")?.remove();
    const place = document.createElement("div");
    place.dataset.refused = "";
    place.innerHTML = html;
    box.prepend(place);
    input.value = box.querySelector("[data-shown]")?.dataset.shown ?? input.value;
    if (input.matches("input, textarea")) input.defaultValue = input.value;
  } else answer(input, html);
  tell(input, words.sayRefused, "no");
}

document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  const source = detail.requestConfig.elt;
  if (!source.matches?.("[data-field]")) return;
  if (detail.xhr.status >= 400 && detail.shouldSwap) {
    detail.shouldSwap = false;
    refuse(source, detail.xhr.responseText);
  } else if (isUnclear(detail)) {
    look(source);
  } else if (detail.xhr.status >= 400) {
    unsaved(source, words.sayRefused);
  } else {
    // What was written stands now: the new value may be laid over it.
    const input = writtenBy(source) ?? source;
    if (input.matches("input, textarea")) input.defaultValue = input.value;
    if (input.type === "checkbox") input.defaultChecked = input.checked;
    forget(input);
    saySaved();
    // What an open bill came to may be something else now.
    document.querySelectorAll(".task [data-follows]").forEach((bill) => setTimeout(() => htmx.trigger(bill, "stale")));
    const record = source.closest(".record");
    if (record) setTimeout(() => htmx.trigger(record, "stale"));
    queueMicrotask(() => tell(source, words.saySaved, ""));
  }
});

function look(source) {
  unsaved(source, words.sayUnsure);
  unsure.set(fieldOf(source), isTyped(source));
}

for (const name of ["htmx:sendError", "htmx:timeout"]) {
  document.addEventListener(name, ({ detail }) => {
    if (detail.requestConfig.elt.matches?.("[data-field]") && isUnclear(detail)) look(detail.requestConfig.elt);
  });
}

/* The part has been read again: what stands there tells whether it had arrived. */
document.addEventListener("htmx:afterSwap", ({ detail }) => {
  for (const [input, typed] of unsure) {
    if (input.isConnected && input.closest("[data-follows]") !== detail.target) continue;
    unsure.delete(input);
    if (!input.isConnected) continue;
    if (input.hasAttribute("data-unsaved")) {
      unsaved(input, words.sayRefused);
      say(words.sayAgain, "error stays");
      continue;
    }
    forget(input);
    tell(input, typed ? words.saySaved : "", "");
  }
});
