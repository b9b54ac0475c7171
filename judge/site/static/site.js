// Copy buttons, visible white space, folded parts that are loaded when opened or linked to, the matrix.
// try.js uses `make` and `fetchPart`.
"use strict";

const SIGNS = { "\n": "⏎", "\t": "→", "\r": "␍", " ": "·" }; // as in the judge's explanations
const LEGEND = " Show white space: · space, ⏎ newline, → tab, ␍ carriage return";
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
  if (!navigator.clipboard) return; // as in a page that comes without encryption
  for (const side of document.querySelectorAll("#statement .side")) {
    const what = side.querySelector("h4").textContent.trim();
    const button = make("button", { type: "button", className: "copy", textContent: "Copy", ariaLabel: `Copy this ${what.toLowerCase()}` });
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(side.querySelector("code").textContent);
      button.textContent = "Copied";
      setTimeout(() => { button.textContent = "Copy"; }, 1500);
    });
    side.querySelector("h4").after(button);
  }
}

// Puts signs beside white space by style alone: copied text stays as it is.
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
  const box = make("input", { type: "checkbox", checked: remembered(WHITE_SPACE) !== "off" });
  const show = () => document.documentElement.classList.toggle("white-space", box.checked);
  box.addEventListener("change", () => {
    show();
    try { localStorage.setItem(WHITE_SPACE, box.checked ? "on" : "off"); } catch { /* for this page only, then */ }
  });
  show();
  document.querySelector(".sample")?.before(make("p", { className: "legend" }, make("label", {}, box, LEGEND)));
}

// The content of a part that is a page of its own; null if there is none.
async function fetchPart(url) {
  const response = await fetch(url);
  if (!response.ok) return null;
  return new DOMParser().parseFromString(await response.text(), "text/html").querySelector(".part");
}

// Loads a folded part in place of the link to it; from a folder, or without a network, the link stays.
async function load(details) {
  const later = details.querySelector(":scope > .later");
  const part = later && (await fetchPart(later.href).catch(() => null));
  if (!part || !later.isConnected) return; // it may have been loaded meanwhile
  later.replaceWith(...part.children);
  prepare(details);
}

// A button that loads the steps of a program, and what shows them.
function addPlayer(place) {
  const button = make("button", { type: "button", textContent: "Step through it" });
  button.addEventListener("click", async () => {
    try {
      const [{ play }, response] = await Promise.all([import("./player.js"), fetch(place.dataset.trace)]);
      play(place, await response.json());
    } catch {
      button.textContent = "The steps could not be loaded: is there a network?";
    }
  });
  place.replaceChildren(button);
}

function prepare(root) {
  markWhiteSpace(root);
  root.querySelectorAll("[data-trace]").forEach(addPlayer);
  for (const figure of root.querySelectorAll("figure.matrix")) prepareMatrix(figure);
}

async function openTarget() {
  let id = location.hash.slice(1);
  try { id = decodeURIComponent(id); } catch { return; }
  const whole = id.replace(/-L\d+$/, ""); // the program of a line, which may not be loaded yet
  const target = document.getElementById(id) ?? document.getElementById(whole);
  if (!target) return;
  await unfold(target);
  const line = document.getElementById(id);
  if (!line || line === target) return target.scrollIntoView();
  await unfold(line);
  location.replace(`#${id}`); // only so it becomes the target
}

// Opens all folded parts around an element.
async function unfold(element) {
  for (let one = element.closest("details"); one; one = one.parentElement.closest("details")) {
    one.open = true;
    await load(one);
  }
}

// Marks the problems that have been tried or solved in this browser.
function showStates() {
  for (const card of document.querySelectorAll(".card")) {
    const path = new URL(card.querySelector("h2 a").href).pathname;
    card.querySelector(".state").textContent = remembered(`judge state ${path}`);
  }
}

// Describes the cell that is pointed at or reached with the arrow keys; a click or Enter leads to its mistake.
function prepareMatrix(figure) {
  const table = figure.querySelector("table");
  const frame = figure.querySelector(".wide");
  const rows = [...table.rows]; // the first has the mistakes
  const heads = [...rows[0].cells].map((cell) => cell.querySelector("a"));
  const at = { row: 1, column: 1 };

  function go(row, column) {
    at.row = Math.min(Math.max(row, 1), rows.length - 1);
    at.column = Math.min(Math.max(column, 1), heads.length - 1);
    for (const old of table.querySelectorAll(".at, .at-column, .here")) old.classList.remove("at", "at-column", "here");
    const { cells, classList } = rows[at.row];
    const cell = cells[at.column];
    classList.add("at");
    cell.classList.add("here");
    for (const each of rows) each.cells[at.column].classList.add("at-column");
    const head = heads[at.column];
    const relation = { "": "passes", "?": "was not judged on", "·": "was not tried on" }[cell.textContent] ?? "is caught by";
    figure.querySelector(".pointed").textContent = `${head.textContent} ${head.title} ${relation} ${cells[0].textContent.trim()}`;
    return cell;
  }

  const follow = () => { location.href = heads[at.column].href; };
  const goTo = (cell) => cell && go(rows.indexOf(cell.parentElement), cell.cellIndex);
  table.addEventListener("pointerover", ({ target }) => goTo(target.closest("tbody td")));
  table.addEventListener("click", ({ target }) => goTo(target.closest("tbody td")) && follow());
  frame.addEventListener("focus", () => go(at.row, at.column));
  frame.addEventListener("keydown", (event) => {
    const step = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key];
    if (event.key === "Enter" && event.target.tagName !== "A") follow();
    if (!step) return;
    event.preventDefault();
    const cell = go(at.row + step[0], at.column + step[1]);
    cell.scrollIntoView({ block: "nearest", inline: "nearest" });
  });
}

addCopyButtons();
addSwitch();
prepare(document);
showStates();
openTarget();
addEventListener("hashchange", openTarget);
addEventListener("toggle", ({ target }) => target.open && load(target), true);
