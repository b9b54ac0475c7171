// What the pages do beyond showing: copy buttons, folded parts that are loaded and open for a link, white space.
"use strict";

const SIGNS = { "\n": "⏎", "\t": "→", "\r": "␍", " ": "·" }; // as in the judge's explanations
const WHITE_SPACE = "judge white space";

function remembered(key) {
  try { return localStorage.getItem(key); } catch { return null; }
}

function make(tag, properties, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

function addCopyButtons() {
  for (const side of document.querySelectorAll("#statement .side")) {
    const what = side.querySelector("h4").textContent.trim();
    const button = make("button", { type: "button", className: "copy", textContent: "Copy", ariaLabel: `Copy this ${what.toLowerCase()}` });
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

// Puts signs beside white space by style alone: what is copied stays as it is.
function markWhiteSpace(root) {
  for (const code of root.querySelectorAll(".sample code")) {
    const pieces = code.textContent.split(/([ \t\r]+|\n)/).map((text, number) => {
      if (number % 2 === 0) return text;
      const mark = make("span", { className: "white", textContent: text });
      mark.dataset.signs = [...text].map((one) => SIGNS[one]).join("");
      return mark;
    });
    code.replaceChildren(...pieces);
  }
}

function addSwitch() {
  const sample = document.querySelector(".sample");
  if (!sample) return;
  const box = make("input", { type: "checkbox", checked: remembered(WHITE_SPACE) !== "off" });
  const show = () => document.documentElement.classList.toggle("white-space", box.checked);
  box.addEventListener("change", () => {
    show();
    try { localStorage.setItem(WHITE_SPACE, box.checked ? "on" : "off"); } catch { /* for this page only, then */ }
  });
  show();
  const label = make("label", {}, box, " Show white space: · blank, ⏎ line end, → tab, ␍ carriage return");
  sample.before(make("p", { className: "switch" }, label));
}

// Puts the content of a folded part, which is a page of its own, in place of the link to it.
const loading = new Map();
function load(details) {
  const later = details.querySelector(":scope > .later");
  if (!later) return loading.get(details);
  if (!loading.has(details)) loading.set(details, fetchPart(details, later));
  return loading.get(details);
}

async function fetchPart(details, later) {
  try {
    const response = await fetch(later.querySelector("a").href);
    if (!response.ok) return;
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    const content = [...page.querySelector(".part").children];
    later.replaceWith(...content);
    for (const one of content) prepare(one);
  } catch {
    loading.delete(details); // from a folder, or without a network: the link stays
  }
}

function prepare(root) {
  markWhiteSpace(root.parentElement ?? root);
  if (root.matches("figure.matrix")) new Matrix(root);
}

async function openTarget() {
  let id = location.hash.slice(1);
  try { id = decodeURIComponent(id); } catch { return; }
  const line = id.match(/^(.*)-L\d+$/);
  const target = document.getElementById(id) ?? document.getElementById(line?.[1]);
  if (!target) return;
  let opened = false;
  for (let one = target; one; one = one.parentElement) {
    if (one.tagName !== "DETAILS") continue;
    if (!one.open) { one.open = true; opened = true; }
    await load(one);
  }
  const found = document.getElementById(id);
  const folded = found?.closest("details");
  if (folded && !folded.open) { folded.open = true; opened = true; }
  if (found !== target) location.replace(`#${id}`); // the line is there now: only so it is the target
  else if (opened) target.scrollIntoView();
}

function openForPrint() {
  for (const one of document.querySelectorAll("#statement details")) one.open = true;
}

// What has been tried and solved in the pages of this site.
function showStates() {
  for (const card of document.querySelectorAll(".card")) {
    const path = new URL(card.querySelector("h2 a").href).pathname;
    card.querySelector(".state").textContent = remembered(`judge state ${path}`) ?? "";
  }
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
    location.href = this.heads[this.column].querySelector("a").href;
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
addSwitch();
markWhiteSpace(document);
showStates();
for (const figure of document.querySelectorAll("figure.matrix")) new Matrix(figure);
openTarget();
addEventListener("hashchange", openTarget);
addEventListener("beforeprint", openForPrint);
addEventListener("toggle", ({ target }) => target.open && load(target), true);
