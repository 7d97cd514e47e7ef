/* A rule number opens its rule in place: nothing that was typed is lost, Escape or a click beside it closes it.
   Without this module, or with a key held down, it is an ordinary link that opens a window of its own. */

let card = null;

function made() {
  if (card) return card;
  card = document.createElement("div");
  card.className = "rule-card";
  card.popover = "auto";
  card.tabIndex = -1;
  card.setAttribute("role", "dialog");
  card.setAttribute("aria-labelledby", "rule-card-head");
  card.addEventListener("click", ({ target }) => { if (target.closest("[data-close]")) card.hidePopover(); });
  document.body.append(card);
  return card;
}

/* Below the number where there is room, else above it; the style sheet decides on a phone. */
function place(link) {
  const at = link.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = card;
  const below = at.bottom + 6;
  const top = below + height <= innerHeight - 8 ? below : Math.max(8, at.top - height - 6);
  card.style.setProperty("--top", `${Math.round(top)}px`);
  card.style.setProperty("--left", `${Math.round(Math.max(8, Math.min(at.left, innerWidth - width - 8)))}px`);
}

async function open(link) {
  const table = document.body.dataset.campaign;
  const address = table ? `${link.pathname}?runde=${table}` : link.pathname;
  try {
    const answer = await fetch(address, { headers: { "HX-Request": "true" }, redirect: "error" });
    if (!answer.ok) throw new Error(String(answer.status));
    made().innerHTML = await answer.text();
  } catch {
    window.open(link.href, "_blank", "noopener");
    return;
  }
  if (!link.isConnected) return;
  card.showPopover();
  place(link);
  card.focus();
  card.addEventListener("toggle", ({ newState }) => {
    const lost = !document.activeElement || document.activeElement === document.body;
    if (newState === "closed" && lost && link.isConnected) link.focus();
  }, { once: true });
}

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[data-rule]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button || !("popover" in HTMLElement.prototype)) return;
  event.preventDefault();
  open(link);
});
