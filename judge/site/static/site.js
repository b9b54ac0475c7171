// What the pages do beyond showing: copy buttons, folded parts that open for a link, the matrix to point at.
"use strict";

function addCopyButtons() {
  for (const side of document.querySelectorAll("#statement .side")) {
    const what = side.querySelector("h4").textContent.trim();
    const button = document.createElement("button");
    button.type = "button";
    button.className = "copy";
    button.textContent = "Copy";
    button.setAttribute("aria-label", `Copy this ${what.toLowerCase()}`);
    button.addEventListener("click", async () => {
      const code = side.querySelector("code");
      try {
        await navigator.clipboard.writeText(code.textContent);
        button.textContent = "Copied";
      } catch {
        // Without a secure context there is no clipboard: select it, and Ctrl-C copies.
        getSelection().selectAllChildren(code);
        button.textContent = "Selected";
      }
      setTimeout(() => { button.textContent = "Copy"; }, 1500);
    });
    side.querySelector("h4").after(button);
  }
}

function openTarget() {
  let id = location.hash.slice(1);
  try { id = decodeURIComponent(id); } catch { return; }
  const target = document.getElementById(id);
  if (!target) return;
  let opened = false;
  for (let one = target; one; one = one.parentElement) {
    if (one.tagName === "DETAILS" && !one.open) { one.open = true; opened = true; }
  }
  if (opened) target.scrollIntoView();
}

function openForPrint() {
  for (const one of document.querySelectorAll("#statement details")) one.open = true;
}

class Matrix {
  constructor(figure) {
    this.table = figure.querySelector("table");
    this.said = figure.querySelector(".pointed");
    this.rows = [...this.table.tBodies].flatMap((body) => [...body.rows]);
    this.heads = this.table.tHead.rows[0].cells;
    this.row = 0;
    this.column = 1;
    const frame = figure.querySelector(".wide");
    this.table.addEventListener("pointerover", (event) => this.point(event.target.closest("td, th")));
    this.table.addEventListener("click", (event) => {
      if (event.target.tagName === "TD") { this.point(event.target); this.follow(); }
    });
    frame.addEventListener("focus", () => this.show());
    frame.addEventListener("keydown", (event) => this.key(event));
  }

  point(cell) {
    const row = cell ? this.rows.indexOf(cell.parentElement) : -1;
    if (row < 0 || cell.cellIndex === 0) return;
    this.row = row;
    this.column = cell.cellIndex;
    this.show();
  }

  key(event) {
    const steps = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
    if (event.key === "Enter" && event.target.tagName !== "A") this.follow();
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    this.row = Math.min(Math.max(this.row + step[0], 0), this.rows.length - 1);
    this.column = Math.min(Math.max(this.column + step[1], 1), this.heads.length - 1);
    this.show();
    this.rows[this.row].cells[this.column].scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
  }

  follow() {
    location.hash = this.heads[this.column].querySelector("a").hash;
  }

  show() {
    for (const old of this.table.querySelectorAll(".at, .at-column, .here")) old.classList.remove("at", "at-column", "here");
    const row = this.rows[this.row];
    const cell = row.cells[this.column];
    row.classList.add("at");
    for (const each of [this.table.tHead.rows[0], ...this.rows]) each.cells[this.column].classList.add("at-column");
    cell.classList.add("here");
    const head = this.heads[this.column].querySelector("a");
    const name = row.cells[0].textContent.trim();
    const what = { "": "passes", "?": "was not judged on", "·": "was not tried on" }[cell.textContent] ?? "is caught by";
    this.said.textContent = `${head.textContent} ${head.title} ${what} ${name}`;
  }
}

addCopyButtons();
openTarget();
addEventListener("hashchange", openTarget);
addEventListener("beforeprint", openForPrint);
for (const figure of document.querySelectorAll("figure.matrix")) new Matrix(figure);
