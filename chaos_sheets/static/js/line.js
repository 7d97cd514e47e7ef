/* An input with data-line="#id" moves the die on that line as one types, and says in words what it would mean:
   data-say on an output holds the patterns, filled by the server in the reader's language. */

const fill = (pattern, values) => pattern.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");

function place(line, roll) {
  const { lowest, highest, target } = line.dataset;
  const share = (value) => Math.max(0, Math.min(100, ((value - lowest + 1) * 100) / (highest - lowest + 1)));
  const cast = line.querySelector(".l-cast");
  cast.setAttribute("visibility", roll === null ? "hidden" : "visible");
  if (roll === null) return;
  cast.querySelector(".l-at").setAttribute("x", `${share(roll)}%`);
  cast.querySelector("text").textContent = roll;
  cast.querySelector(".l-gap").setAttribute("x1", `${share(roll)}%`);
  cast.querySelector(".l-gap").setAttribute("x2", `${share(Number(target))}%`);
}

function words(output, line, roll) {
  if (roll === null) {
    output.textContent = "";
    return;
  }
  const { low, high, sayHit, sayMiss, sayUnder, sayOver } = output.dataset;
  const hit = (low === "" || roll >= Number(low)) && (high === "" || roll <= Number(high));
  const distance = Math.abs(Number(line.dataset.target) - roll);
  const step = Number(line.dataset.step);
  const values = { degrees: step ? Math.floor(distance / step) : 0, distance };
  const head = document.createElement("b");
  head.textContent = fill(hit ? sayHit : sayMiss, values);
  output.replaceChildren(head, fill(hit ? sayUnder : sayOver, values));
}

function follow(input) {
  const line = document.querySelector(input.dataset.line);
  if (!line) return;
  const { lowest, highest } = line.dataset;
  const typed = input.value.trim() === "00" && Number(highest) === 100 ? 100 : Number(input.value);
  const known = input.value.trim() !== "" && Number.isInteger(typed) && typed >= Number(lowest) && typed <= Number(highest);
  place(line, known ? typed : null);
  const output = document.querySelector(input.dataset.says ?? "");
  if (output) words(output, line, known ? typed : null);
}

document.addEventListener("input", ({ target }) => {
  if (target.matches?.("[data-line]")) follow(target);
});
document.addEventListener("htmx:afterSettle", () => document.querySelectorAll("[data-line]").forEach(follow));
document.querySelectorAll("[data-line]").forEach(follow);
