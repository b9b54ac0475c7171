// Runs programs and judges them, in a frame without an origin: its policy lets nothing in it connect to anything.
// Two workers, each with a Python of its own: the expected answer never reaches the one that runs programs.

const STDERR_KEPT = 1 << 15; // bytes at the start and at the end each, as on the command line
const SEGMENTATION_FAULT = 11; // the signal of a stack overflow in a terminal
const MOST_MESSAGES = 5000; // of one run beside full ones; a program that reaches the worker could send more
const FULL_MESSAGE = 1 << 14; // bytes; the worker fills them with four times as many
const CHECK = `import sys, traceback
sys.excepthook = lambda *error: traceback.print_exception(error[0], error[1], None)
compile(sys.stdin.buffer.read(), sys.argv[-1], "exec")
`;
// The parts of a problem are called as on the command line; null stands for an invalid input.
const CALL = `import json, sys
from part_host import Host
answers, sys.stdout = sys.stdout, sys.stderr
problem, parts, name, *arguments = json.load(sys.stdin)
host = Host(problem)
texts = host.answer(name, *arguments)
if name == "shrink" and f"problems/{problem}/validator.py" in parts:
    texts = [None if host.answer("validate", text) else text for text in texts]
print(json.dumps(texts), file=answers, flush=True)
`;

addEventListener("message", ({ source, data, ports: [port] }) => {
  // Without the sandbox of "try it", as on another site, this frame would have the origin of the pages.
  if (self.origin !== "null" || source !== parent || !port) return;
  const reply = (answering) =>
    answering.then((answer) => port.postMessage({ answer }), (error) => port.postMessage({ error: String(error) }));
  let judging = null;
  port.onmessage = ({ data: [method, ...values] }) => {
    if (method === "stop") judging?.stop();
    else reply(judging[method](...values));
  };
  reply(open(data).then((opened) => { judging = opened; }));
});

async function open({ files, setup }) {
  const address = ([name, content]) => [name, URL.createObjectURL(new Blob([content], { type: "text/javascript" }))];
  const urls = Object.fromEntries(Object.entries(files).filter(([name]) => name.endsWith("js")).map(address));
  const wasm = await WebAssembly.compile(files["pyodide.asm.wasm"]);
  const { id, limits } = JSON.parse(setup.problem);
  const path = `/program/${id}.py`;
  const argv = setup.driver === null ? [path] : ["/program/__driver__.py", path];
  const python = { wasm, stdlib: files["python_stdlib.zip"], urls, argv };
  const judge = new Interpreter({ ...python, zip: files["judge.zip"], problem: setup.problem });
  const snapshot = await judge.ready; // Python as just started: the next ones copy it, in a tenth of the time
  const judging = new Judging(judge, { ...python, snapshot }, { id, limits, driver: setup.driver, path });
  await judging.program.ready;
  return judging;
}

class Interpreter {
  constructor(files) {
    this.worker = new Worker(files.urls["worker.js"]); // no module: without an origin Chromium loads none
    this.worker.onmessage = ({ data }) => this.hear(...[].concat(data));
    this.worker.onerror = (event) => this.hear("failed", event.message);
    this.worker.postMessage(files);
    this.awaitReady();
  }

  awaitReady() {
    this.ready = new Promise((resolve, reject) => {
      this.hear = (kind, value) => {
        if (kind === "ready") resolve(value);
        if (kind === "failed") reject(new Error(value));
      };
    });
    this.ready.catch(() => {}); // those who wait are told
  }

  ask(...question) {
    return new Promise((resolve, reject) => {
      this.hear = (kind, value) => (kind === "answer" ? resolve(JSON.parse(value)) : reject(new Error(value)));
      this.worker.postMessage(question);
    });
  }

  close() {
    this.hear = () => {};
    this.worker.terminate();
  }
}

class Judging {
  constructor(judge, python, { id, limits, driver, path }) {
    Object.assign(this, { judge, python, id, limits, driver, path, program: null, end: null, compiles: null });
    this.replace();
  }

  replace() {
    this.program?.close();
    this.program = new Interpreter(this.python);
  }

  // Ends the program that runs now, if any; the pending answer is null then.
  stop() {
    this.end?.(null);
  }

  // Answers as page_judge does for a case.
  judgeCase(source, test, stdin, expected) {
    const finish = (facts, stdout, stderr) => this.judge.ask("finish", JSON.stringify(test), stdin, expected, facts, stdout, stderr);
    return this.attempt(source, test.args, stdin, finish);
  }

  // Answers as page_judge does for the reader's own input; with `oracle`, a right program, also for the difference.
  runOwn(source, args, stdin, oracle) {
    return this.attempt(source, args, stdin, async (facts, stdout, stderr) => {
      const shown = await this.judge.ask("show", facts, stdout, stderr);
      const right = oracle ? await this.run(this.sources(oracle), stdin, args) : null;
      if (right === null) return shown;
      if (right.facts.exit_code !== 0) return { ...shown, judged: { verdict: null } };
      const own = JSON.stringify({ name: "your input", why: "", group: "", args, line: 0 });
      return { ...shown, judged: await this.judge.ask("finish", own, stdin, right.stdout, facts, stdout, stderr) };
    });
  }

  // Answers the texts that a part gives: smaller inputs, the largest cuts first, null for each invalid one; drawings.
  async call(parts, ...call) {
    const sources = Object.fromEntries(Object.entries(parts).map(([path, source]) => [`/program/${path}`, source]));
    const stdin = new TextEncoder().encode(JSON.stringify([this.id, Object.keys(parts), ...call]));
    const run = await this.run({ ...sources, [this.python.argv[0]]: CALL }, stdin, []);
    return run?.facts.exit_code === 0 ? JSON.parse(new TextDecoder().decode(run.stdout)) : [];
  }

  // Answers the record of trace.py for a program; null if it was stopped or has ended Python.
  async trace(tracer, parts, source, argv, stdin) {
    const files = { ...parts, "own.py": source, ...(this.driver === null ? {} : { "driver.py": this.driver }) };
    const plan = JSON.stringify({ files, argv });
    const run = await this.run({ "/program/trace.json": plan, [this.python.argv[0]]: tracer }, stdin, []);
    if (run === null || run.facts.exit_code !== 0) return null;
    return { ...JSON.parse(new TextDecoder().decode(run.stdout).trim().split("\n").pop()), source };
  }

  // Adds to an answer whether Python had to be ended; null if the program was stopped.
  async attempt(source, args, stdin, finish) {
    const refused = await this.judge.ask("refused", source);
    if (refused) return refused;
    const run = await this.run(this.sources(source), stdin, args);
    if (run === null) return null;
    const failure = run.facts.exit_code ? await this.syntaxError(source) : null;
    const answer = failure ?? (await finish(JSON.stringify(run.facts), run.stdout, run.stderr));
    return { ...answer, ended: run.ended };
  }

  sources(source) {
    return this.driver === null ? { [this.path]: source } : { [this.python.argv[0]]: this.driver, [this.path]: source };
  }

  // As on the command line, Python is asked whether a program compiles only when it has failed.
  async syntaxError(source) {
    if (this.compiles === source) return null;
    const stdin = new TextEncoder().encode(source);
    const name = this.path.split("/").pop();
    const run = await this.run({ [this.python.argv[0]]: CHECK }, stdin, [name]);
    if (run?.facts.exit_code) return this.judge.ask("syntax_error", run.stderr);
    this.compiles = source;
    return null;
  }

  // Runs a program; gives facts, with the names of the judge's Run, and output; null if the program was stopped.
  async run(sources, stdin, args) {
    while (!(await this.program.ready)) this.replace();
    const sizes = { stdout: 0, stderr: 0 };
    const kept = { stdout: [], stderr: [] };
    let messages = 0;
    const began = performance.now();
    let timer;
    const facts = await new Promise((resolve) => {
      this.end = resolve;
      timer = setTimeout(() => resolve({ stopped: "wall" }), this.limits.wall * 1000);
      this.program.hear = (kind, value) => {
        messages += 1;
        if (kind === "end") {
          resolve(Number.isInteger(value) ? { exit_code: value & 0xff } : { signal: SEGMENTATION_FAULT });
        } else if (value instanceof Uint8Array && kind in sizes) {
          kept[kind].push(value);
          sizes[kind] += value.length;
          if (sizes[kind] > this.limits.output) resolve({ stopped: "output" });
        } else if (kind === "failed") resolve({ signal: SEGMENTATION_FAULT });
        if (messages > MOST_MESSAGES + this.limits.output / FULL_MESSAGE) resolve({ stopped: "output" });
      };
      this.program.worker.postMessage({ sources, stdin, words: JSON.stringify(args) });
    });
    const seconds = (performance.now() - began) / 1000;
    this.end = null;
    clearTimeout(timer);
    const ended = facts === null || Boolean(facts.stopped || facts.signal);
    if (ended) this.replace();
    else this.program.awaitReady();
    if (facts === null) return null;
    if (seconds > this.limits.wall && !facts.stopped) facts.stopped = "wall";
    const [stdout, written] = await Promise.all([bytesOf(kept.stdout), bytesOf(kept.stderr)]);
    const stderr = written.length > 2 * STDERR_KEPT ? await ends(written) : written;
    return { facts: { ...facts, wall_s: seconds, output_bytes: sizes.stdout }, stdout, stderr, ended };
  }
}

function ends(bytes) {
  const start = bytes.length - STDERR_KEPT;
  const line = bytes.subarray(0, -STDERR_KEPT / 2).indexOf(10, start); // the lines of a traceback begin with spaces
  return bytesOf([bytes.subarray(0, STDERR_KEPT), "\n  [...]", bytes.subarray(Math.max(line, start))]);
}

async function bytesOf(chunks) {
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}
