// "Try it": what a reader writes is judged in this page, by the judge's own modules.

import { Editor } from "./editor.js";
import { content, Engine } from "./engine.js";
import { kept, linked, linkTo } from "./share.js";

const app = document.querySelector(".try");
const config = JSON.parse(app.dataset.config);
const part = (name) => app.querySelector(`[data-testid="${name}"]`);
const key = `judge ${location.pathname}`;
const ENDED = 2; // cases that Python had to be ended in, after which the others are not judged
const EDITABLE = 1 << 17; // bytes of an input that a text field can hold
// The styles of the judge's report, by the classes that pages have for them.
const STYLES = { bold: "strong", dim: "faint", "bold red": "bad", "bold green": "good", red: "actual", green: "expected" };

const engine = new Engine(config);
const editor = new Editor(part("program"), part("copy"), part("numbers"));
let stopped = false;
let given = null; // bytes that a text field would change, until they are edited

function make(tag, properties, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

function say(verdict, text) {
  part("verdict").textContent = verdict;
  part("verdict").dataset.verdict = verdict;
  part("progress").textContent = text;
}

function busy(now) {
  for (const name of ["run-sample", "run-all", "run-own"]) part(name).disabled = now;
  part("stop").disabled = !now;
  part("status").ariaBusy = now; // only what comes of it is announced, not each case
}

// Does what a button is for, once Python is there, and tells how it goes; meanwhile the other buttons do nothing.
async function act(work, tell) {
  stopped = false;
  busy(true);
  tell("Python is loading …");
  try {
    await engine.start();
    if (stopped) tell("Stopped.");
    else await work();
  } catch (error) {
    tell(`This does not work here: ${error.message}. Reload the page to try again.`);
  }
  busy(false);
}

function actOnCases(choose) {
  part("cases").replaceChildren();
  explain(null);
  return act(() => judge(choose(engine.cases)), (text) => say("", text));
}

async function judge(cases) {
  const source = editor.text;
  const results = [];
  let verdict = "";
  let ended = 0;
  for (const [number, test] of cases.entries()) {
    say(verdict, `Case ${number + 1} of ${cases.length} …`);
    const result = await engine.judge(source, test);
    if (result === null || stopped) return say("", `Stopped after ${results.length} of ${cases.length} cases.`);
    if (result.verdict === "CE") {
      explain(result, null);
      return say("CE", result.words);
    }
    results.push(result);
    list(test, result);
    if (result.verdict !== "AC" && !verdict) {
      verdict = result.verdict;
      explain(result, test);
    }
    ended += ["TLE", "OLE"].includes(result.verdict);
    if (ended === ENDED) break;
  }
  sum(results, cases.length);
  const current = part("cases").querySelector("[aria-current=true]");
  if (current) part("cases").scrollTop = current.offsetTop;
}

function sum(results, total) {
  const passed = results.filter(({ verdict }) => verdict === "AC").length;
  const first = results.find(({ verdict }) => verdict !== "AC") ?? results[0];
  const rest = total - results.length;
  const unjudged = rest ? ` The other ${rest} were not judged, after ${ENDED} that Python had to be ended in.` : "";
  say(first.verdict, `${first.words}: ${passed} of ${total} cases passed.${unjudged}`);
}

function list(test, result) {
  const button = make("button", { type: "button", className: "try-case" });
  button.dataset.verdict = result.verdict;
  button.dataset.name = test.name;
  const seconds = make("span", { className: "faint", textContent: `${result.seconds.toFixed(2)} s` });
  button.append(make("b", { textContent: result.verdict }), " ", make("span", { textContent: test.name }), " ", seconds);
  button.addEventListener("click", () => explain(result, test));
  part("cases").append(make("li", {}, button));
}

// Shows what the judge says of a result; without one, nothing.
function explain(result, test) {
  const lines = (result?.lines ?? []).map((line) =>
    line.map(([text, style]) => make("span", { className: STYLES[style] ?? "", textContent: text })),
  );
  part("explanation").replaceChildren(...lines.flatMap((line, number) => (number ? ["\n", ...line] : line)));
  part("explained").hidden = !result;
  part("use-case").hidden = !test;
  part("use-case").onclick = () => useCase(test);
  for (const button of part("cases").querySelectorAll("button")) {
    button.setAttribute("aria-current", button.dataset.name === test?.name);
  }
}

// Puts a case where one's own input is.
async function useCase(test) {
  const bytes = await content(test.stdin);
  const field = part("own-input");
  field.value = new TextDecoder().decode(bytes.slice(0, EDITABLE));
  field.readOnly = bytes.length > EDITABLE;
  const isWhole = !field.readOnly && String(new TextEncoder().encode(field.value)) === String(bytes);
  given = isWhole ? null : bytes;
  if (part("own-args")) part("own-args").value = test.args.join("\n");
  let note = `This is the case ${test.name}.`;
  if (field.readOnly) note += ` Only its beginning is shown: it has ${bytes.length} bytes.`;
  else if (!isWhole) note += " It has bytes that a text field cannot hold, such as CR; they are kept until you edit it.";
  part("own-note").textContent = note;
  part("own").open = true;
  field.focus();
}

function tellOwn(text) {
  part("own-status").textContent = text;
}

async function runOwn() {
  const args = part("own-args")?.value ? part("own-args").value.split("\n") : [];
  part("own-output").hidden = true;
  tellOwn("Running …");
  const result = await engine.run(editor.text, args, given ?? new TextEncoder().encode(part("own-input").value));
  if (result === null) return tellOwn("Stopped.");
  if (result.lines) return tellOwn(result.lines.map((line) => line.map(([text]) => text).join("")).join("\n"));
  part("own-output").hidden = false;
  part("own-failed").hidden = !result.stderr;
  part("own-stdout").textContent = result.stdout || "(nothing)";
  part("own-stderr").textContent = result.stderr;
  tellOwn(result.note ? `It failed: ${result.note}.` : "It ended without an error.");
}

function keep() {
  kept.set(key, editor.text);
}

// A program that came by a link is shown and not run; what was there before stays one click away.
async function takeLink() {
  const program = await linked(config.most + 1); // one byte too many is the judge's to refuse
  if (program === null) return;
  const own = kept.get(key);
  history.replaceState(null, "", "#try");
  editor.text = program;
  part("from-link").hidden = false;
  part("mine").hidden = own === null || own === program;
  part("mine").onclick = () => {
    editor.text = own;
    keep();
    part("from-link").hidden = true;
  };
  keep();
  app.scrollIntoView();
}

async function share() {
  const link = await linkTo(editor.text);
  try {
    await navigator.clipboard.writeText(link);
    say("", "The link is copied: whoever opens it gets your program.");
  } catch {
    history.replaceState(null, "", link);
    say("", "The address of this page now carries your program: copy it from there.");
  }
}

const run = {
  "run-sample": () => actOnCases((cases) => cases.filter(({ group }) => group === cases[0].group)),
  "run-all": () => actOnCases((cases) => cases),
  "run-own": () => act(runOwn, tellOwn),
  stop: () => {
    stopped = true;
    engine.stop();
  },
  share,
};
for (const [name, work] of Object.entries(run)) part(name).addEventListener("click", work);
part("program").addEventListener("input", keep);
part("own-input").addEventListener("input", () => {
  given = null;
  part("own-note").textContent = "";
});
app.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) part("run-all").click();
});
addEventListener("hashchange", takeLink);
editor.text = kept.get(key) ?? config.start;
app.hidden = false;
document.querySelector(".try-off").hidden = true;
busy(false);
takeLink();
