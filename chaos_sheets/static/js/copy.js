/* A link or a key to hand over is copied by one press; without scripts its text is selected whole by one tap. */

import { say } from "./say.js";

function select(what) {
  const range = document.createRange();
  range.selectNodeContents(what);
  const selection = getSelection();
  selection.removeAllRanges();
  selection.addRange(range);
}

/* At a table without a certificate the browser keeps its clipboard to itself; what is selected it copies all the same. */
async function copy(what) {
  if (navigator.clipboard) return navigator.clipboard.writeText(what.textContent);
  select(what);
  if (!document.execCommand("copy")) throw new Error("not copied");
}

document.querySelectorAll("[data-copies]").forEach((button) => {
  const what = document.getElementById(button.dataset.copies);
  button.hidden = false;
  button.addEventListener("click", () => copy(what).then(() => say(button.dataset.copied, "success"), () => select(what)));
});
