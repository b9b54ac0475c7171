// Copy buttons, visible white space, folded parts that are loaded when opened or linked to.
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
  for (const code of document.querySelectorAll(".samples h4 + pre code")) {
    const head = code.parentElement.previousElementSibling;
    const what = head.textContent;
    const button = make("button", { type: "button", className: "copy", textContent: "Copy", ariaLabel: `Copy this ${what.toLowerCase()}` });
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(code.textContent);
      button.textContent = "Copied";
      setTimeout(() => { button.textContent = "Copy"; }, 1500);
    });
    head.append(button);
  }
}

// Puts signs beside white space by style alone: copied text stays as it is.
function markWhiteSpace(root) {
  for (const code of root.querySelectorAll(".sample code, .samples h4 + pre code")) {
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
  document.querySelector(".samples h4:has(+ pre)")?.before(make("p", { className: "legend" }, make("label", {}, box, LEGEND)));
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

addCopyButtons();
addSwitch();
prepare(document);
showStates();
openTarget();
addEventListener("hashchange", openTarget);
addEventListener("toggle", ({ target }) => target.open && load(target), true);
