/* A value is written where it stands: Enter and leaving the field save it, Escape takes the typing back, − and + change
   it by one. `[data-edit]` on a container gives the address, `[data-of]` the record, `data-field` the value's place. */

import { saySaved } from "./say.js";

const words = document.body.dataset;
const taps = new Map();
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
  if (box) box.append(place);
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
  queue = queue.then(go, go).finally(() => { open -= 1; });
}

/* Nobody leaves a page that still has something to save without being asked. */
window.addEventListener("beforeunload", (event) => {
  if (open > 0) event.preventDefault();
});

/* What is stored is kept: the typing goes, the part is read again. */
function leave(button) {
  const input = writtenBy(button);
  if (input) input.value = input.defaultValue;
  const container = button.closest("[data-edit]");
  button.closest("[data-say-for]")?.remove();
  htmx.trigger(container, "stale");
}

function writtenBy(button) {
  const name = button.closest("[data-say-for]")?.dataset.sayFor;
  return [...document.querySelectorAll("[data-field]:is(input, select, textarea)")].find((input) => nameOf(input) === name);
}

document.addEventListener("change", ({ target }) => {
  if (!target.matches?.("[data-field]:is(input, select, textarea)") || valueOf(target) === shownOf(target)) return;
  tell(target, words.saySaving, "wait");
  send(target, { shown: shownOf(target), value: valueOf(target) });
});

document.addEventListener("keydown", (event) => {
  const input = event.target;
  if (!input.matches?.("[data-field]:is(input, textarea)")) return;
  if (event.key === "Escape") {
    input.value = input.defaultValue;
    forget(input);
    event.stopPropagation();
  }
  if (event.key === "Enter" && input.matches("textarea") && (event.ctrlKey || event.metaKey)) input.blur();
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

document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  const source = detail.requestConfig.elt;
  if (!source.matches?.("[data-field]")) return;
  if (detail.xhr.status >= 400 && detail.shouldSwap) {
    detail.shouldSwap = false;
    answer(source, detail.xhr.responseText);
    tell(source, words.sayRefused, "no");
  } else if (detail.xhr.status < 400) {
    // What was written stands now: the new value may be laid over it.
    const input = writtenBy(source) ?? source;
    if (input.matches("input, textarea")) input.defaultValue = input.value;
    if (input.type === "checkbox") input.defaultChecked = input.checked;
    forget(input);
    saySaved();
    const record = source.closest(".record");
    if (record) setTimeout(() => htmx.trigger(record, "stale"));
    queueMicrotask(() => tell(source, words.saySaved, ""));
  }
});
