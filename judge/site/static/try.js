// "Try it": the reader's programs are judged in this page, by the judge's own modules. `make` and `fetchPart` are in site.js.

import { Editor } from "./editor.js";
import { content, Engine } from "./engine.js";
import { resembling, telling } from "./resembling.js";
import { kept, linked, linkTo } from "./share.js";

const app = document.querySelector(".try");
const config = JSON.parse(app.dataset.config);
const part = (name) => app.querySelector(`[data-part="${name}"]`);
const OWN = `judge own ${location.pathname}`;
const BESIDE = `judge beside ${location.pathname}`;
const BEFORE = `judge ${location.pathname}`; // where the own program was before it had a key of its own
const ENDED = 3; // cases that Python had to be ended in, after which the others are not judged
const EDITABLE = 1 << 17; // bytes of an input that a text field can hold
const SHRINK_LIMIT = 20_000; // ms
const SHRINK_AT_ONCE = 4_000; // ms, after a run
const LOOP = 3; // s, after which an endless loop is likely

const engine = new Engine(config);
const editor = new Editor(part("program"), typed);
const own = { name: "My program", text: kept.get(OWN) ?? kept.get(BEFORE) ?? config.start };
let beside = readBeside(); // programs of the page or of links, each with a name and a text
let current = own;
let ran = null; // the text that the results are of
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
  for (const name of ["run-sample", "run-all", "run-own", "shrink", "smallest"]) part(name).ariaDisabled = now;
  part("stop").ariaDisabled = !now;
  part("status").ariaBusy = now; // screen readers announce the result, not each case
}

// Calls `tell` with the seconds since now, once a second, until the answer is there.
async function timed(answer, tell) {
  const began = performance.now();
  const clock = setInterval(() => tell(Math.round((performance.now() - began) / 1000)), 1000);
  try {
    return await answer;
  } finally {
    clearInterval(clock);
  }
}

// Does the work of a button as soon as Python is loaded; meanwhile the other buttons do nothing.
async function act(work, tell) {
  if (running) return;
  stopped = false;
  busy(true);
  editor.mark(null);
  tell("Loading Python …");
  try {
    const megabytes = () => Math.floor(engine.loaded / 1e6);
    await timed(engine.start(), (seconds) => tell(`Loading Python: ${megabytes()} of ${config.megabytes} MB, ${seconds} s …`));
    if (stopped) tell("Stopped.");
    else await work();
  } catch (error) {
    tell(stopped ? "Stopped." : `This failed: ${error.message} Press the button to try again.`);
  }
  busy(false);
}

function clear() {
  ran = null;
  say("", "");
  part("cases").replaceChildren();
  for (const name of ["explained", "solved", "all", "stale"]) part(name).hidden = true;
  editor.mark(null);
}

function actOnCases(choose) {
  if (running) return;
  clear();
  ran = editor.text;
  act(() => judge(choose(engine.cases)), (text) => say("", text));
}

async function judge(cases) {
  const source = editor.text;
  const results = [];
  const failed = [];
  let ended = 0;
  for (const [number, test] of cases.entries()) {
    const tell = (more) => say(failed[0]?.result.verdict ?? "", `Case ${number + 1} of ${cases.length} …${more}`);
    tell("");
    const result = await timed(engine.judge(source, test), (seconds) => tell(` ${seconds} s${seconds < LOOP ? "" : ": is this an endless loop?"}`));
    if (result === null || stopped) return say("", `Stopped after ${results.length} of ${cases.length} cases.`);
    if (result.verdict === "CE") {
      explain(result, null);
      return say("CE", result.words);
    }
    results.push(result);
    list(test, result);
    if (isFailure(result.verdict)) failed.push({ test, result });
    ended += result.ended;
    if (ended === ENDED || (result.verdict === "TLE" && failed.length === results.length)) break;
  }
  const rest = cases.length - results.length;
  const unjudged = rest ? ` Not judged: ${rest}, because Python had to be stopped in ${ended === 1 ? "one" : ended}.` : "";
  const { verdict, words } = failed[0]?.result ?? results[0];
  const total = `${words}: ${results.length - failed.length} of ${cases.length} cases passed.${unjudged}`;
  say(verdict, total);
  const isAll = cases.length === engine.cases.length;
  if (isAll) remember(failed.length ? "tried" : "solved");
  part("all").hidden = false;
  part("cases").append(...part("cases").querySelectorAll("li:has([data-verdict=AC])")); // failures first
  if (!failed.length) return isAll && showSolved(source, cases, results);
  const found = isAll ? known(cases, results) : [];
  const shown = telling(failed.filter(({ result }) => result.verdict === verdict), engine.mistakes, found[0]?.mistake);
  explain(shown.result, shown.test);
  showResembling(found);
  part("status").scrollIntoView();
  if (!shown.result.ended) await showSmallest(source, shown, (text) => say(verdict, `${total} ${text}`));
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

// A line of a block that stands beside another: its number takes less room than on a terminal.
const narrow = ([[text, style], ...rest]) => [[text.replace(/^ {7}(?=.*│)/, ""), style], ...rest];

// A sentence whose `code` is marked by backquotes.
function worded(text) {
  return text.split("`").map((one, number) => (number % 2 ? make("code", {}, one) : one));
}

const drawing = ([src, alt]) => make("img", { src, alt, title: alt });

// Shows a result, on a case or on a smaller input; null stands for no case.
function explain(result, test, drawings = test?.drawings ?? []) {
  const isWrong = isFailure(result.verdict);
  part("explained").hidden = false;
  part("explanation").replaceChildren(...styled(result.lines));
  part("plain").replaceChildren(...worded(result.plain || result.reason || ""));
  const cut = test?.size < test?.from ? `, cut from ${test.from} to ${test.size} characters` : "";
  const size = test?.from ? `The smallest input found that makes it fail in this way${cut}.` : "";
  part("which").replaceChildren(...(test?.name ? [make("b", {}, test.name), `: ${test.why}`] : [size]));
  part("boards").replaceChildren(...(isWrong ? drawings : []).map(drawing));
  const shown = result.sides ? [[part("stdin"), result.stdin], ...[...part("sides").querySelectorAll("pre")].map((one, number) => [one, result.sides[number]])] : [];
  for (const [field, lines] of shown) field.replaceChildren(...(lines.length ? styled(lines.map(narrow)) : ["(nothing)"]));
  part("stdin").parentElement.hidden = part("sides").hidden = !result.sides;
  part("resembles").hidden = true;
  part("smallest").hidden = true;
  part("use-case").hidden = part("step").hidden = !test;
  part("steps").replaceChildren();
  part("step").onclick = () => act(() => stepThrough(test), (text) => { part("step-status").textContent = text; });
  part("use-case").onclick = () => useCase(test);
  const lines = [...part("explanation").textContent.matchAll(/^ *File "([^"]*)", line (\d+)/gm)];
  const last = lines.filter(([, file]) => file === `${config.id}.py`).pop();
  editor.mark(last ? Number(last[2]) : null);
  for (const button of part("cases").querySelectorAll("button")) {
    button.setAttribute("aria-current", button.dataset.name === test?.name);
  }
}

// The known mistake that fails in the same way as this program, unless that only crashes or prints nothing.
function known(cases, results) {
  const signs = new Map(results.map(({ sign }, number) => [cases[number].name, sign ?? ""]));
  const isSilent = ({ verdict, plain }) => verdict === "RE" || Boolean(plain);
  const isHopeless = 2 * results.filter(isSilent).length > results.length;
  return resembling(signs, engine.mistakes).filter(({ alike, of }) => !isHopeless || alike === of);
}

function showResembling(found) {
  const items = found.map(({ mistake, alike, of }) => {
    const where = alike === of ? "A known mistake fails in exactly the same way" : `A known mistake fails in the same way in ${alike} of ${of} cases`;
    const button = make("button", { type: "button" }, "Show the changed lines");
    const item = make("div", {}, make("p", {}, `${where}: `, ...worded(mistake.summary || mistake.name)), make("p", {}, button));
    button.addEventListener("click", async () => {
      const lines = (await fetchPart(`${config.id}.${mistake.id}.html`).catch(() => null))?.querySelector(".difference, .numbered");
      button.replaceWith(lines ?? make("a", { href: `#${mistake.id}` }, mistake.name));
    });
    return item;
  });
  part("resembles").replaceChildren(...items);
  part("resembles").hidden = !items.length;
}

async function stepThrough(test) {
  part("step-status").textContent = "Recording the steps …";
  const record = await engine.trace(ran, test.args, test.bytes ?? (await content(test.stdin)));
  part("step-status").textContent = record ? "" : "The steps could not be recorded.";
  if (record) (await import("./player.js")).play(part("steps"), record);
}

// Shrinks the case that was shown; one click leads from the one to the other.
async function showSmallest(source, { test, result }, tell) {
  if (!engine.parts || !engine.oracle || test.stdin.file) return;
  const args = test.args;
  const first = new TextDecoder().decode(await content(test.stdin));
  const smallest = await shrunk(source, args, first, SHRINK_AT_ONCE, tell);
  tell("");
  if (stopped || !smallest || smallest.text === first || source !== ran) return;
  const texts = await engine.pictures(smallest.text);
  const drawings = texts.map((svg) => {
    const title = new DOMParser().parseFromString(svg, "image/svg+xml").querySelector("title");
    return [URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" })), title?.textContent ?? ""];
  });
  const small = { name: "", why: "", from: first.length, size: smallest.text.length, args: argsOf(args, smallest.text), bytes: new TextEncoder().encode(smallest.text) };
  const views = [
    ["Show the smallest case", () => explain({ ...smallest.judged, plain: smallest.judged.plain || result.plain }, small, drawings)],
    [`Show the whole case`, () => explain(result, test)],
  ];
  const show = (number) => {
    const hint = part("resembles").hidden;
    views[number][1]();
    part("resembles").hidden = hint;
    part("smallest").hidden = false;
    part("smallest").textContent = views[1 - number][0];
    part("smallest").onclick = () => show(1 - number);
  };
  show(0);
}

// Lines of code without comments, as programs.py counts them, and their bytes.
function sizeOf(source) {
  const code = source.replace(/^[ \t]*("""|''')(?:(?!\1)[^])*\1[ \t]*$/gm, "").split(/\r?\n/).filter((one) => !/^\s*(#|\/\/|$)/.test(one));
  return [code.length, new TextEncoder().encode(code.join("\n")).length];
}

// After AC: this program beside the right ones, and what comes next.
async function showSolved(source, cases, results) {
  const slowest = results.indexOf(results.reduce((one, other) => (other.seconds > one.seconds ? other : one)));
  const size = sizeOf(source);
  const shortest = engine.right.reduce((one, other) => (other.size[1] < one.size[1] ? other : one), engine.right[0]);
  const rungs = engine.right.filter((one) => one === shortest || ["naive", "reference", "fast"].includes(one.id));
  const rows = [["Your program", size, results[slowest].seconds]];
  for (const { id, name, size } of rungs) {
    const text = await sourceOf(id);
    const result = text === null || stopped ? null : await engine.judge(text, cases[slowest]);
    const link = make("a", { href: `#${id}` }, name);
    rows.push([id === shortest.id ? make("span", {}, link, " (the shortest)") : link, size, result?.seconds]);
  }
  const cells = (tag, ...texts) => make("tr", {}, ...texts.map((text) => make(tag, {}, text)));
  const body = rows.map(([name, [lines, bytes], seconds]) => cells("td", name, `${lines}`, `${bytes}`, seconds === undefined ? "" : `${seconds.toFixed(2)} s`));
  const head = cells("th", "", "lines", "bytes", `time on ${cases[slowest].name}`);
  // The reference says why it is shorter; who is as short as that may want to be faster, or to golf.
  const next = rungs.find(({ why, size: [lines] }) => why && lines < size[0]) ?? rungs.find(({ id }) => id === "fast") ?? shortest;
  const lead = next ? [make("p", {}, "Compare with ", make("a", { href: `#${next.id}` }, next.name), next.why ? `: ${next.why}` : "")] : [];
  const on = config.following ? [make("p", {}, "Next problem: ", make("a", { href: config.following[0] }, config.following[1]))] : [];
  part("solved").replaceChildren(make("div", { className: "scroll" }, make("table", {}, make("thead", {}, head), make("tbody", {}, ...body))), ...lead, ...on);
  part("solved").hidden = source !== ran;
}

async function sourceOf(id) {
  return (await fetchPart(`${config.id}.${id}.html`).catch(() => null))?.querySelector(".numbered code")?.textContent ?? null;
}

// Makes a case the reader's own input.
async function useCase(test) {
  const bytes = test.bytes ?? (await content(test.stdin));
  setInput(test.args, bytes, `This is ${test.name ? `the case ${test.name}` : "the smallest case"}, kept byte for byte until you edit it.`);
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
  const end = result.note ? `It failed: ${result.note}.` : "It finished without an error.";
  const strange = "The simple solution fails on this input, which the statement probably does not allow.";
  tellOwn(`${end} ${judged ? (judged.verdict ? "The simple solution prints the same." : strange) : ""}`);
}

const argsOf = (args, text) => (args.length ? [text.trimEnd()] : []);

// The smallest input, and the answer to it, on which a program fails in the same way, as `judge stress` looks for it;
// null where it does not fail.
async function shrunk(source, args, first, limit, tell) {
  const end = Date.now() + limit;
  const run = (text) => engine.run(source, argsOf(args, text), new TextEncoder().encode(text));
  const cause = (one) => (isFailure(one?.judged?.verdict) ? one.judged.cause : null);
  let [text, result] = [first, await run(first)];
  const same = cause(result);
  if (same === null) return null;
  let smaller = engine.smaller(text);
  while (!stopped && Date.now() <= end) {
    tell(`Looking for an input with fewer than ${text.length} characters …`);
    const { value, done } = await smaller.next();
    if (done) break;
    const tried = await run(value);
    if (cause(tried) === same) [text, result, smaller] = [value, tried, engine.smaller(value)];
  }
  return { text, ...result };
}

async function shrink() {
  const args = ownArgs();
  const first = new TextDecoder().decode(ownInput()) || `${args.join(" ")}\n`;
  const found = await shrunk(editor.text, args, first, SHRINK_LIMIT, tellOwn);
  if (!found) return tellOwn("It does not fail on this input.");
  showOwn(found);
  const { text } = found;
  if (text !== first) setInput(argsOf(args, text), new TextEncoder().encode(text), "This is the smallest input found, kept byte for byte until you edit it.");
  part("own-status").append(text === first ? " No smaller input was found." : ` Shrunk from ${first.length} to ${text.length} characters.`);
}

function readBeside() {
  try {
    return JSON.parse(kept.get(BESIDE)).filter(({ name, text }) => typeof name === "string" && typeof text === "string");
  } catch {
    return []; // nothing is there, or nothing of ours
  }
}

// What is typed is kept, each program in its place.
function typed() {
  current.text = editor.text;
  current.edited = true;
  keep(current === own ? kept.set(OWN, own.text) : keptBeside());
  part("stale").hidden = ran === null || ran === editor.text;
}

const keptBeside = () => kept.set(BESIDE, JSON.stringify(beside));

function keep(isKept) {
  part("unsaved").hidden = isKept;
}

// Shows one of the programs, with a button for each of them.
function show(program, notice = "") {
  if (running) run.stop(); // its results would stand below another program
  if (current !== program || editor.text !== program.text) clear();
  current = program;
  editor.text = program.text;
  const tabs = [own, ...beside].map((one) => {
    const button = make("button", { type: "button", textContent: one.name, ariaPressed: one === current });
    button.addEventListener("click", () => show(one));
    return button;
  });
  if (current !== own) {
    const close = make("button", { type: "button", textContent: "Close", ariaLabel: `Close ${current.name}` });
    close.addEventListener("click", () => {
      beside = beside.filter((one) => one !== current);
      keep(keptBeside());
      show(own);
    });
    tabs.push(close);
  }
  part("tabs").replaceChildren(...(beside.length ? tabs : []));
  part("notice").textContent = notice;
  part("notice").hidden = !notice;
}

// Opens a program beside the reader's own, in place of those that have not been edited.
function openBeside(name, text, notice) {
  const program = { name, text };
  beside = [...beside.filter(({ edited }) => edited), program];
  keep(keptBeside());
  show(program, notice);
}

// A program comes by a link, or by the name of one on this site.
async function takeLink() {
  const name = location.hash.match(/^#try:([\w-]+)$/)?.[1];
  const program = await (name ? sourceOf(name) : linked(config.most + 1)); // the judge refuses the byte too many
  if (program === null) return;
  history.replaceState(null, "", "#try");
  openBeside(name ?? "From the link", program, name ? "This is a program from this page." : "This program came with the link. It runs only when you start it.");
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
  reset: () => openBeside("Starting program", config.start, "This is the starting program."),
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
show(own);
app.hidden = false;
document.querySelector(".try-off").hidden = true;
busy(false);
takeLink();
