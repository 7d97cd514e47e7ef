/* What came of a commit or an answer is brought into sight: the next question first, else the result. A die that waits
   gets the focus by itself; a choice never does, so that no key chooses by accident. */
document.addEventListener("htmx:afterSettle", ({ detail }) => {
  if (detail.target?.id !== "frage" || detail.requestConfig?.verb !== "post") return;
  const head = document.querySelector("#frage .question h3");
  const place = head ? head.closest(".field") : document.getElementById("ergebnis");
  place?.scrollIntoView({ block: "start" });
  if (head && !document.querySelector("#frage [data-next-die]")) head.focus({ preventScroll: true });
});
