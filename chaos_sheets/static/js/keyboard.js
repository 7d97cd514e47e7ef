/* The number of a field is its key; `data-hotkey` gives a button one. The next die to type gets the focus by itself. */

const writing = (element) => element?.matches?.("input, select, textarea, [contenteditable]");

function goTo(number) {
  const head = document.getElementById(`f${number}`);
  if (!head) return false;
  head.setAttribute("tabindex", "-1");
  head.focus({ preventScroll: true });
  head.closest(".field")?.scrollIntoView({ block: "start" });
  return true;
}

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") {
    document.querySelectorAll("details[data-menu][open]").forEach((menu) => {
      menu.open = false;
      menu.querySelector("summary").focus();
    });
  }
  if (event.ctrlKey || event.metaKey || event.altKey || writing(document.activeElement)) return;
  if (document.body.dataset.keys === "off") return;
  if (/^[1-9]$/.test(event.key) && goTo(event.key)) event.preventDefault();
  const button = document.querySelector(`[data-hotkey="${CSS.escape(event.key.toLowerCase())}"]`);
  if (button && !button.disabled) {
    event.preventDefault();
    button.click();
  }
});

document.addEventListener("click", ({ target }) => {
  document.querySelectorAll("details[data-menu][open]").forEach((menu) => {
    if (!menu.contains(target) || target.closest(".pop__in button")) menu.open = false;
  });
});

const seen = new WeakSet();
function nextDie() {
  const die = document.querySelector("[data-next-die]");
  if (!die || seen.has(die)) return;
  seen.add(die);
  die.focus();
}
document.addEventListener("htmx:afterSettle", nextDie);
nextDie();

/* Enter in a die goes to the next one of the same question that is still empty; after the last it answers. */
document.addEventListener("keydown", (event) => {
  const form = event.target.closest?.("#frage form.dice");
  if (event.key !== "Enter" || !form || !event.target.value?.trim()) return;
  const dice = [...form.querySelectorAll("input[data-sides]")];
  const next = dice.slice(dice.indexOf(event.target) + 1).find((die) => !die.value.trim());
  if (!next) return;
  event.preventDefault();
  next.focus();
});

/* The dock of a phone shows which field one is in. */
const links = new Map([...document.querySelectorAll(".dock a")].map((link) => [link.hash.slice(1), link]));
if (links.size) {
  const observer = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      const link = links.get(target.querySelector("[id^=f]")?.id);
      if (!link || !isIntersecting) continue;
      links.forEach((other) => other.removeAttribute("aria-current"));
      link.setAttribute("aria-current", "location");
    }
  }, { rootMargin: "-20% 0px -70% 0px" });
  document.querySelectorAll("main .field").forEach((field) => observer.observe(field));
}
