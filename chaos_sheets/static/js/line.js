/* An input with data-sides says beside it what it is read as, where that is not what stands there. With data-line="#id"
   it moves the die on that line as one types, and says in words what it would mean: data-say on an output holds the
   patterns, filled by the server in the reader's language. Several dice of one name count together. */

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
  const { low, high, sayHit, sayMiss, sayUnder, sayOver, sayEven, never } = output.dataset;
  const hit = never === undefined && (low === "" || roll >= Number(low)) && (high === "" || roll <= Number(high));
  const distance = Math.abs(Number(line.dataset.target) - roll);
  const step = Number(line.dataset.step);
  const values = { degrees: step ? Math.floor(distance / step) : 0, distance };
  const head = document.createElement("b");
  head.textContent = fill(hit ? sayHit : sayMiss, values);
  output.replaceChildren(head, distance ? fill(roll < line.dataset.target ? sayUnder : sayOver, values) : sayEven);
}

/* The face a text names, as the server reads it: 0 is the ten of a W10, 0 or 00 the hundred of a W100, 30 + 7 tens and
   ones on two dice; null where the die has no such face. */
function faceOf(text, sides) {
  const tens = sides === 100 && /^(\d0)\s*[+ ]\s*(\d)$/.exec(text);
  if (tens) return Number(tens[1]) + Number(tens[2]) || 100;
  if (!/^\d{1,5}$/.test(text)) return null;
  const face = Number(text);
  if (face === 0) return [10, 100].includes(sides) && text.length < String(sides).length ? sides : null;
  return face <= sides ? face : null;
}

function follow(input) {
  const text = input.value.trim();
  const face = faceOf(text, Number(input.dataset.sides));
  const read = input.closest("label")?.querySelector("[data-read]");
  if (read) read.textContent = face === null || String(face) === text ? "" : fill(read.dataset.read, { face });
  const line = input.dataset.line && document.querySelector(input.dataset.line);
  if (!line) return;
  const faces = [...document.getElementsByName(input.name)].map((one) => faceOf(one.value.trim(), Number(one.dataset.sides)));
  const counted = { "↑": [Math.max(...faces)], "↓": [Math.min(...faces)] }[input.dataset.best] ?? faces;
  const total = faces.includes(null) ? null : counted.reduce((sum, one) => sum + one, Number(input.dataset.bonus ?? 0));
  place(line, total);
  const output = document.querySelector(input.dataset.says ?? "");
  if (output) words(output, line, total);
}

document.addEventListener("input", ({ target }) => {
  if (target.matches?.("[data-sides]")) follow(target);
});
document.addEventListener("htmx:afterSettle", () => document.querySelectorAll("[data-sides]").forEach(follow));
document.querySelectorAll("[data-sides]").forEach(follow);
