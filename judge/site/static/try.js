// "Try it": the reader's programs are judged in this page, by the judge's own modules. `make` and `fetchPart` are in site.js.

import { Editor } from "./editor.js";
import { content, Engine } from "./engine.js";
import { resembling } from "./resembling.js";
import { kept, linked, linkTo } from "./share.js";

const app = document.querySelector(".try");
const config = JSON.parse(app.dataset.config);
const part = (name) => app.querySelector(`[data-testid="${name}"]`);
const key = `judge ${location.pathname}`;
const ENDED = 3; // cases that Python had to be ended in, after which the others are not judged
const EDITABLE = 1 << 17; // bytes of an input that a text field can hold
const SHRINK_LIMIT = 20_000; // ms

const engine = new Engine(config);
const editor = new Editor(part("program"), keep);
let running = false;
let stopped = false;
let given = null; // bytes of a case, until they are edited: a text field may change them

const isFailure = (verdict) => Boolean(verdict) && verdict !== "AC";

function say(verdict, text) {
  part("verdict").textContent = verdict;
  part("verdict").dataset.verdict = verdict;
  part("progress").textContent = text;
}

// Buttons keep the focus while they do nothing.
function busy(now) {
  running = now;
  for (const name of ["run-sample", "run-all", "run-own", "shrink"]) part(name).ariaDisabled = now;
  part("stop").ariaDisabled = !now;
  part("status").ariaBusy = now; // screen readers announce the result, not each case
}

// Does the work of a button as soon as Python is loaded; meanwhile the other buttons do nothing.
async function act(work, tell) {
  if (running) return;
  stopped = false;
  busy(true);
  editor.mark(null);
  tell("Python is loading …");
  try {
    await engine.start();
    if (stopped) tell("Stopped.");
    else await work();
  } catch (error) {
    tell(`This does not work now: ${error.message} Press the button to try again.`);
  }
  busy(false);
}

function actOnCases(choose) {
  if (running) return;
  part("cases").replaceChildren();
  part("resembles").hidden = true;
  explain(null);
  act(() => judge(choose(engine.cases)), (text) => say("", text));
}

async function judge(cases) {
  const source = editor.text;
  const results = [];
  let failed = null;
  let ended = 0;
  for (const [number, test] of cases.entries()) {
    say(failed?.verdict ?? "", `Case ${number + 1} of ${cases.length} …`);
    const result = await engine.judge(source, test);
    if (result === null || stopped) return say("", `Stopped after ${results.length} of ${cases.length} cases.`);
    if (result.verdict === "CE") {
      explain(result, null);
      return say("CE", result.words);
    }
    results.push(result);
    list(test, result);
    if (isFailure(result.verdict) && !failed) explain(failed = result, test);
    ended += result.ended;
    if (ended === ENDED) break;
  }
  const passed = results.filter(({ verdict }) => verdict === "AC").length;
  const rest = cases.length - results.length;
  const unjudged = rest ? ` Not judged: ${rest}, after ${ENDED} that Python had to be ended in.` : "";
  const { verdict, words } = failed ?? results[0];
  say(verdict, `${words}: ${passed} of ${cases.length} cases passed.${unjudged}`);
  if (cases.length === engine.cases.length) {
    remember(failed ? "tried" : "solved");
    if (failed) showResembling(cases, results);
  }
  const current = part("cases").querySelector("[aria-current=true]");
  if (current) part("cases").scrollTop = current.offsetTop;
}

// For the list of problems; a solved one stays solved.
function remember(state) {
  const place = `judge state ${location.pathname}`;
  if (state === "solved" || kept.get(place) === null) kept.set(place, state);
}

function list(test, result) {
  const button = make("button", { type: "button", className: "try-case" });
  button.dataset.verdict = result.verdict;
  button.dataset.name = test.name;
  const seconds = make("span", { className: "dim" }, `${result.seconds.toFixed(2)} s`);
  button.append(make("b", {}, result.verdict), " ", make("span", {}, test.name), " ", seconds);
  button.addEventListener("click", () => explain(result, test));
  part("cases").append(make("li", {}, button));
}

function styled(lines) {
  const span = ([text, style]) => make("span", { className: style }, text);
  return lines.flatMap((line, number) => [...(number ? ["\n"] : []), ...line.map(span)]);
}

// Shows the explanation of a result; null hides it.
function explain(result, test) {
  part("explanation").replaceChildren(...styled(result?.lines ?? []));
  part("explained").hidden = !result;
  part("use-case").hidden = !test;
  part("use-case").onclick = () => useCase(test);
  const drawings = (isFailure(result?.verdict) && test?.drawings) || [];
  part("boards").replaceChildren(...drawings.map(([src, alt]) => make("img", { src, alt, title: alt })));
  const lines = [...part("explanation").textContent.matchAll(/^ *File "([^"]*)", line (\d+)/gm)];
  const own = lines.filter(([, file]) => file === `${config.id}.py`).pop();
  editor.mark(own ? Number(own[2]) : null);
  for (const button of part("cases").querySelectorAll("button")) {
    button.setAttribute("aria-current", button.dataset.name === test?.name);
  }
}

// Names the known mistakes that fail in the same cases as this program.
function showResembling(cases, results) {
  const signs = new Map(results.map(({ sign }, number) => [cases[number].name, sign]));
  const found = resembling(signs, engine.mistakes);
  const items = found.map(({ mistake, score }) => {
    const words = reasonOf(mistake.id);
    const where = score === 1 ? "It fails in the same way." : `${Math.round(100 * score)} % of the failures are alike.`;
    const link = make("a", { href: `#${mistake.id}` }, `${mistake.number} ${mistake.name}`);
    return make("li", {}, link, `: ${words} ${where}`);
  });
  part("resembles").querySelector("ul").replaceChildren(...items);
  part("resembles").hidden = !found.length;
}

// The statement's sentence about a mistake, without the cases that it names.
function reasonOf(id) {
  const reason = document.getElementById(id)?.closest(".group").querySelector(".reason");
  const text = reason?.textContent.trim().replaceAll(/\s+/g, " ") ?? "";
  const link = reason?.querySelector(`a[href="#${id}"]`)?.textContent.replaceAll(/\s+/g, " ");
  const sentence = text.split(/(?<=\.) /).find((one) => one.includes(link)) ?? text;
  return sentence.replace(/[:,] [a-z0-9]+_[a-z0-9_]+.*$/, ".");
}

// Makes a case the reader's own input.
async function useCase(test) {
  setInput(test.args, await content(test.stdin), `This is the case ${test.name}, kept to the byte until you edit it.`);
  part("own").open = true;
  part("own-input").focus();
}

function setInput(args, bytes, note) {
  const field = part("own-input");
  field.value = new TextDecoder().decode(bytes.slice(0, EDITABLE));
  field.readOnly = bytes.length > EDITABLE;
  given = bytes;
  if (part("own-args")) part("own-args").value = args.join("\n");
  const size = field.readOnly ? ` Only its beginning is shown: it has ${bytes.length} bytes.` : "";
  part("own-note").textContent = note + size;
}

const tellOwn = (text) => { part("own-status").textContent = text; };

const ownArgs = () => part("own-args")?.value.split("\n").filter(Boolean) ?? [];
const ownInput = () => given ?? new TextEncoder().encode(part("own-input").value);

async function runOwn() {
  part("own-output").hidden = true;
  tellOwn("Running …");
  showOwn(await engine.run(editor.text, ownArgs(), ownInput()));
}

function showOwn(result) {
  if (result === null) return tellOwn("Stopped.");
  const { judged } = result.lines ? { judged: result } : result; // it does not compile
  const isWrong = isFailure(judged?.verdict);
  part("own-output").hidden = false;
  part("own-explanation").hidden = !isWrong;
  part("own-explanation").replaceChildren(...styled(isWrong ? judged.lines : []));
  part("shrink").hidden = !isWrong || !engine.parts || Boolean(result.lines);
  part("own-printed").hidden = Boolean(result.lines);
  part("own-failed").hidden = !result.stderr;
  part("own-stdout").textContent = result.stdout || "(nothing)";
  part("own-stderr").textContent = result.stderr ?? "";
  if (isWrong) return tellOwn(`${judged.words[0].toUpperCase()}${judged.words.slice(1)}.`);
  const end = result.note ? `It failed: ${result.note}.` : "It ended without an error.";
  const strange = "The plain solution fails on this input: the statement probably does not allow it.";
  tellOwn(`${end} ${judged ? (judged.verdict ? "The plain solution prints the same." : strange) : ""}`);
}

// Makes the input smaller while the program fails in the same way, as `judge stress` does.
async function shrink() {
  const end = Date.now() + SHRINK_LIMIT;
  const source = editor.text;
  const args = ownArgs();
  const inputOf = (text) => [args.length ? [text.trimEnd()] : [], new TextEncoder().encode(text)];
  const first = new TextDecoder().decode(ownInput()) || `${args.join(" ")}\n`;
  let [text, result] = [first, await engine.run(source, ...inputOf(first))];
  const verdict = result?.judged?.verdict;
  let smaller = engine.smaller(text);
  while (isFailure(verdict) && !stopped && Date.now() <= end) {
    tellOwn(`Looking for an input with fewer than ${text.length} characters …`);
    const { value, done } = await smaller.next();
    if (done) break;
    const tried = await engine.run(source, ...inputOf(value));
    if (tried?.judged?.verdict === verdict) [text, result, smaller] = [value, tried, engine.smaller(value)];
  }
  showOwn(result);
  if (text !== first) setInput(...inputOf(text), "This is the smallest input that was found, kept to the byte until you edit it.");
  part("own-status").append(text === first ? " No smaller input was found." : ` Shrunk from ${first.length} to ${text.length} characters.`);
}

function keep() {
  kept.set(key, editor.text);
}

// Shows another program without running it; the one before is one click away.
function replace(program, notice) {
  const own = editor.text;
  editor.text = program;
  keep();
  part("replaced").hidden = own === program;
  part("notice").textContent = notice;
  part("mine").onclick = () => {
    editor.text = own;
    keep();
    part("replaced").hidden = true;
  };
}

// A program comes by a link, or by the name of one on this site.
async function takeLink() {
  const name = location.hash.match(/^#try:([\w-]+)$/)?.[1];
  const own = async () => (await fetchPart(`${config.id}.${name}.html`))?.querySelector(".numbered code")?.textContent ?? null;
  const program = await (name ? own() : linked(config.most + 1)); // the judge refuses the byte too many
  if (program === null) return;
  history.replaceState(null, "", "#try");
  replace(program, name ? "This is a program of this page." : "This program came with the link. It runs when you say so.");
  app.parentElement.scrollIntoView();
  part("run-all").focus({ preventScroll: true });
}

async function share() {
  const link = await linkTo(editor.text);
  try {
    await navigator.clipboard.writeText(link);
    say("", "The link is copied. It opens this page with your program.");
  } catch {
    history.replaceState(null, "", link);
    say("", "Copy the address of this page: it now contains your program.");
  }
}

function download() {
  const href = URL.createObjectURL(new Blob([editor.text], { type: "text/x-python" }));
  make("a", { href, download: `${config.id}.py` }).click();
  URL.revokeObjectURL(href);
}

const run = {
  "run-sample": () => actOnCases((cases) => cases.filter(({ group }) => group === cases[0].group)),
  "run-all": () => actOnCases((cases) => cases),
  "run-own": () => act(runOwn, tellOwn),
  shrink: () => act(shrink, tellOwn),
  stop: () => {
    stopped = true;
    engine.stop();
  },
  reset: () => replace(config.start, "This is the program to start with."),
  download,
  share,
};
for (const [name, work] of Object.entries(run)) part(name).addEventListener("click", work);
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
