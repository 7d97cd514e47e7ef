/* hx-swap="morph": the new part is laid over the old one. Focus, what is being typed, open bills and the place of
   the page stay, and the inside of `data-keep`; what has another value is marked for a moment. */

const marked = new Set([".num", "b", "dd", "output", "td"]);

function keyOf(node) {
  return node.nodeType === Node.ELEMENT_NODE ? node.id || node.dataset.key || "" : "";
}

function alike(one, other) {
  return one.nodeType === other.nodeType && one.nodeName === other.nodeName && keyOf(one) === keyOf(other);
}

function mark(element) {
  if (!element || ![...marked].some((selector) => element.matches(selector))) return;
  element.classList.add("is-changed");
  setTimeout(() => element.classList.remove("is-changed"), 600);
}

/* A notch that is new is cut, not just there. */
function cut(element) {
  if (element.nodeType !== Node.ELEMENT_NODE || !element.matches(".fig-cut")) return;
  element.classList.add("is-cut");
  setTimeout(() => element.classList.remove("is-cut"), 600);
}

function isBeingWritten(input) {
  return input === document.activeElement && input.value !== input.defaultValue;
}

/* What could not be saved stays where it was typed, until it stands as the server has it. */
function isUnsaved(input, next) {
  if (!input.hasAttribute("data-unsaved")) return false;
  return input.type === "checkbox" ? input.checked !== next.defaultChecked : input.value !== next.value;
}

function morphInput(old, next) {
  if (old.type === "checkbox" || old.type === "radio") {
    if (old !== document.activeElement) old.checked = next.defaultChecked;
    return;
  }
  const before = old.value;
  old.value = next.getAttribute("value") ?? "";
  if (before !== old.value) mark(old.classList.contains("num") ? old : null);
}

function morphAttributes(old, next) {
  const isDetails = old.nodeName === "DETAILS";
  for (const { name } of [...old.attributes]) {
    if (!next.hasAttribute(name) && !(isDetails && name === "open")) old.removeAttribute(name);
  }
  for (const { name, value } of [...next.attributes]) {
    if (isDetails && name === "open") continue;
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
}

function morphNode(old, next) {
  if (old.nodeType !== Node.ELEMENT_NODE) {
    if (old.nodeValue !== next.nodeValue) {
      old.nodeValue = next.nodeValue;
      mark(old.parentElement);
    }
    return;
  }
  if (old.hasAttribute("data-keep") || old.isEqualNode(next)) return;
  if (old instanceof HTMLInputElement || old instanceof HTMLTextAreaElement) {
    if (isUnsaved(old, next) || (isBeingWritten(old) && !old.hasAttribute("data-unsaved"))) return;
    morphAttributes(old, next);
    if (old instanceof HTMLTextAreaElement) old.value = old.defaultValue = next.defaultValue;
    else morphInput(old, next);
    return;
  }
  if (old instanceof HTMLSelectElement && isUnsaved(old, next)) return;
  // Asked before the options move over: the one that is chosen may be among those that do.
  const chosen = next.value;
  if (old.getAttribute("d") !== next.getAttribute("d")) cut(old);
  morphAttributes(old, next);
  morphChildren(old, next);
  if (old instanceof HTMLSelectElement && old !== document.activeElement) old.value = chosen;
}

/* What a script has put in (a refusal beside its field) is no part of what the server draws, and stays. */
function added(node) {
  return node.nodeType === Node.ELEMENT_NODE && node.hasAttribute("data-say-for");
}

function morphChildren(old, next) {
  const keyed = new Map();
  for (const child of old.childNodes) if (keyOf(child)) keyed.set(keyOf(child), child);
  const wantedKeys = new Set([...next.childNodes].map(keyOf).filter(Boolean));
  let here = old.firstChild;
  for (const wanted of [...next.childNodes]) {
    while (here && (added(here) || (keyOf(here) && !wantedKeys.has(keyOf(here))))) {
      const gone = here;
      here = here.nextSibling;
      if (!added(gone)) gone.remove();
    }
    const match = keyOf(wanted) ? keyed.get(keyOf(wanted)) : here && alike(here, wanted) ? here : null;
    if (!match || !alike(match, wanted)) {
      old.insertBefore(wanted, here);
      cut(wanted);
      continue;
    }
    if (match === here) here = here.nextSibling;
    else old.insertBefore(match, here);
    morphNode(match, wanted);
  }
  while (here) {
    const gone = here;
    here = here.nextSibling;
    if (!added(gone)) gone.remove();
  }
}

export function morph(old, next) {
  if (alike(old, next)) morphNode(old, next);
  else old.replaceWith(next);
}

htmx.defineExtension("morph", {
  isInlineSwap: (style) => style === "morph",
  handleSwap(style, target, fragment) {
    if (style !== "morph") return false;
    const next = fragment.nodeType === Node.DOCUMENT_FRAGMENT_NODE ? fragment.firstElementChild : fragment;
    if (!next) return [];
    morph(target, next);
    return [target.isConnected ? target : next];
  },
});

/* htmx looks for extensions above whoever asked. He may be gone when the answer comes (a list was searched meanwhile,
   a question was answered elsewhere): so whoever asks carries it himself, and every answer takes the same way. */
document.addEventListener("htmx:beforeRequest", ({ detail }) => detail.elt.setAttribute("hx-ext", "morph"));
