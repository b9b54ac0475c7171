// Steps through a program that trace.py has run: its source, the variables of the function, the output, drawings.
// All of it is text of programs, and is shown as such. `make` is in site.js.

const AHEAD = 3; // lines that stay in sight around the current one

export function play(host, record) {
  const { source, steps, boards, output, end } = record;
  const lines = source.trimEnd().split("\n").map((text) => make("span", { className: "line", textContent: `${text}\n` }));
  const code = make("pre", { tabIndex: 0, ariaLabel: "Program" }, make("code", {}, ...lines));
  const button = (text, label, by) => {
    const one = make("button", { type: "button", textContent: text, ariaLabel: label });
    one.addEventListener("click", () => go(at + by));
    return one;
  };
  const slider = make("input", { type: "range", min: 0, max: Math.max(steps.length - 1, 0), value: 0, ariaLabel: "Step" });
  const where = make("p", { role: "status" });
  const variables = make("tbody");
  const printed = make("pre", { tabIndex: 0, ariaLabel: "Output so far" });
  const board = make("img", { alt: "The position", hidden: true });
  const addresses = boards.map((one) => (one.startsWith("<") ? URL.createObjectURL(new Blob([one], { type: "image/svg+xml" })) : one));
  let at = 0;

  function go(number) {
    at = Math.min(Math.max(number, 0), steps.length - 1);
    const [line, depth, name, known, size, drawing] = steps[at];
    // What the function knew at its step before.
    const before = steps.slice(0, at).findLast((one) => one[1] <= depth);
    const old = before?.[1] === depth && before[2] === name ? before[3] : {};
    slider.value = at;
    slider.ariaValueText = `Step ${at + 1} of ${steps.length}, line ${line}`;
    const isLast = at === steps.length - 1;
    where.textContent = `Step ${at + 1} of ${steps.length}: line ${line}${name === "<module>" ? "" : ` in ${name}`}${isLast ? `; ${end || "the end"}` : ""}`;
    for (const one of lines) one.classList.remove("current");
    const current = lines[line - 1];
    current?.classList.add("current");
    if (current) code.scrollTop = current.offsetTop - code.clientHeight / 2 + AHEAD * current.offsetHeight;
    const rows = Object.entries(known).map(([key, value]) => {
      const row = make("tr", {}, make("th", { scope: "row" }, key), make("td", {}, make("code", {}, value)));
      row.classList.toggle("changed", old[key] !== value);
      return row;
    });
    variables.replaceChildren(...rows);
    printed.textContent = isLast ? output : [...output].slice(0, size).join(""); // a step is what comes before its line
    // A step that draws nothing is one within the last position.
    const shown = steps.slice(0, at + 1).findLast((one) => one[5] >= 0)?.[5] ?? -1;
    board.hidden = shown < 0;
    if (shown >= 0) board.src = addresses[drawing >= 0 ? drawing : shown];
  }

  for (const pre of [code, printed]) pre.setAttribute("role", "region");
  const controls = make("div", { className: "player-controls" }, button("◀ Back", "Step back", -1), slider, button("Forward ▶", "Step forward", 1));
  const table = make("table", {}, make("caption", {}, "Variables"), variables);
  const state = make("div", {}, table, make("p", { className: "head" }, "Output so far"), printed, board);
  const player = make("div", { className: "player" }, where, controls, make("div", { className: "player-panes" }, code, state));
  player.setAttribute("role", "group");
  player.ariaLabel = "Step through the program; the arrow keys go back and forward";
  player.addEventListener("keydown", (event) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!by || event.target.closest("pre") || !steps.length) return;
    event.preventDefault();
    go(at + by);
  });
  slider.addEventListener("input", () => go(Number(slider.value)));
  host.replaceChildren(player);
  if (steps.length) go(0);
  else where.textContent = `There is nothing to step through: ${end || "no line of the program was run"}.`;
  slider.focus({ preventScroll: true });
}
