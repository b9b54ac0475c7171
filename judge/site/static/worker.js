// Python in a worker of the frame (frame.js): one worker runs programs, another judges their output.

const CHUNK = 1 << 16; // bytes of output that are sent together
const PROMPT = { stdout: 20, stderr: 1000 }; // writes that are sent at once: a program may be ended at any time
const STDIN = "/dev/stdin";
const OWN = ["/program", "/scratch", "/tmp"]; // folders that a program may leave files in

// Turns Pyodide's interpreter into one that has just been started with a file.
const PREPARE = `
import asyncio, atexit, io, json, os, selectors, sys, time

# Pyodide's own ones hand over to JavaScript's loop, which does not turn while a program runs.
asyncio.run = asyncio.run.__wrapped__
time.sleep = time.sleep.__wrapped__

# Neither sockets nor threads can wake a loop here: it sleeps until its next timer.
class Selector(selectors.SelectSelector):
    def select(self, timeout=None):
        if timeout is None:
            raise RuntimeError("this program waits for ever: in a browser there are no sockets, threads or processes")
        time.sleep(max(timeout, 0))
        return []

class Loop(asyncio.SelectorEventLoop):
    def __init__(self):
        super().__init__(Selector())
    def _make_self_pipe(self):
        pass
    _close_self_pipe = _write_to_self = _make_self_pipe

class Policy(asyncio.events._BaseDefaultEventLoopPolicy):
    _loop_factory = Loop

asyncio._set_running_loop(None)
asyncio.events._event_loop_policy = Policy()

# As CPython does on Linux: only LF ends a line, and nothing is translated.
def stream(descriptor, mode, name, errors, buffering=-1):
    text = io.open(descriptor, mode, buffering, "utf-8", errors, "\\n", closefd=False)
    text.buffer.raw.name = name
    text.mode = mode
    return text

sys.stdin = sys.__stdin__ = stream(0, "r", "<stdin>", "surrogateescape")
sys.stdout = sys.__stdout__ = stream(1, "w", "<stdout>", "surrogateescape")
sys.stderr = sys.__stderr__ = stream(2, "w", "<stderr>", "backslashreplace", 1)
sys.excepthook = sys.__excepthook__
sys.meta_path[:] = [one for one in sys.meta_path if "pyodide" not in type(one).__module__ + getattr(one, "__module__", "")]
sys.path[:] = filter(None, sys.path)  # Pyodide adds the working folder
os.environ.clear()
os.environ.update(PATH="/usr/local/bin:/usr/bin:/bin", LANG="C.UTF-8", HOME="/scratch", TMPDIR="/scratch")
del sys.modules["__main__"]._pyodide_core
# Random numbers must differ from case to case.
own = {"js", "pyodide", "pyodide_js", "_pyodide", "_pyodide_core", "random", "tempfile"}
for name in [name for name in sys.modules if name.partition(".")[0] in own]:
    del sys.modules[name]

def begin(words, argv=sys.argv):
    argv += json.loads(words)

# The end of Python without freeing all objects, which takes ten times as long as a small program.
def finish():
    atexit._run_exitfuncs()
    try:
        if not sys.stdout.closed:
            sys.stdout.flush()
    except Exception:
        return 120
    return 0
`;

const start = ({ data }) => (data.zip ? judges : runs)(data).catch((error) => postMessage(["failed", String(error)]));
addEventListener("message", start, { once: true });

// Pyodide asks for its files by their addresses; all have been given, and nothing can be fetched here.
// Its options for snapshots of the memory are not documented yet: github.com/pyodide/pyodide/pull/4652.
async function load({ wasm, stdlib, urls, argv, snapshot }) {
  globalThis.importScripts = undefined; // Pyodide refuses a worker that is no module by it; import() works there, too
  const { fetch } = globalThis;
  globalThis.fetch = async () => new Response(stdlib);
  WebAssembly.instantiateStreaming = async (_, imports) => ({
    module: wasm,
    instance: await WebAssembly.instantiate(wasm, imports),
  });
  const modules = ["pyodide.mjs", "pyodide.asm.mjs"].map((name) => import(urls[name]));
  const [{ loadPyodide }, { default: createPyodideModule }] = await Promise.all(modules);
  const python = await loadPyodide({
    createPyodideModule,
    indexURL: "https://pyodide.invalid/",
    lockFileContents: { info: { abi_version: "2026_0" }, packages: {} },
    args: argv,
    ...(snapshot ? { _loadSnapshot: snapshot } : { _makeSnapshot: true }),
    env: { HOME: "/scratch", PYTHONINSPECT: "" },
    fsInit: (FS) => {
      FS.mkdir("/program");
      for (const path of argv) FS.writeFile(path, ""); // Python looks at its start where the program is
    },
  });
  globalThis.fetch = fetch;
  return python;
}

// Answers [method, ...arguments] as page_judge.PageJudge does.
async function judges({ zip, problem, ...files }) {
  const python = await load(files);
  const snapshot = python.makeMemorySnapshot();
  python.unpackArchive(zip, "zip", { extractDir: "/judge" });
  python.runPython("import sys; sys.path.insert(0, '/judge')");
  const judge = python.pyimport("judge.site.page_judge").PageJudge(problem);
  addEventListener("message", ({ data: [method, ...values] }) => {
    const given = values.map((value) => (value instanceof Uint8Array ? python.toPy(value) : value));
    const answer = judge[method](...given);
    for (const value of given) value.destroy?.();
    postMessage(["answer", answer]);
  });
  postMessage(["ready", snapshot], [snapshot.buffer]);
}

// Runs programs one after the other, each in a copy of the memory of an interpreter that has run none.
async function runs(files) {
  // It would free objects of one run in the memory of the next.
  globalThis.FinalizationRegistry = class {
    register() {}
    unregister() {}
  };
  const python = await load(files);
  const { FS, _module: machine } = python;
  const sinks = { stdout: new Sink("stdout"), stderr: new Sink("stderr") };
  python.setStdin({ stdin: () => null });
  python.setStdout({ write: (bytes) => sinks.stdout.take(bytes) });
  python.setStderr({ write: (bytes) => sinks.stderr.take(bytes) });
  openStreams(FS, "");
  const scope = python.toPy({});
  python.runPython(PREPARE, { globals: scope });
  const [begin, finish] = ["begin", "finish"].map((name) => scope.get(name));
  machine.runtimeKeepalivePush(); // exit() would take the runtime apart
  globalThis.setTimeout = globalThis.setInterval = () => 0; // an alarm would ring in another run
  const memory = machine.HEAPU8.slice();
  const stack = machine.stackSave();
  for (const folder of OWN) empty(FS, folder);
  const before = fileList(FS);

  addEventListener("message", ({ data: { sources, stdin, words } }) => {
    for (const [path, content] of Object.entries(sources)) {
      FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
      FS.writeFile(path, content);
    }
    openStreams(FS, stdin);
    FS.chdir("/scratch");
    let code = null;
    try {
      begin(words);
      code = machine._run_main();
      code = finish() || code;
    } catch (error) {
      if (error instanceof machine.ExitStatus) code = error.status;
    }
    for (const sink of Object.values(sinks)) sink.end();
    postMessage(["end", code]);
    const used = machine._sbrk(0);
    machine.HEAPU8.set(memory);
    machine.HEAPU8.fill(0, memory.length, Math.max(used, memory.length));
    machine.stackRestore(stack);
    postMessage(["ready", code !== null && isAsBefore(FS, before)]);
  });
  postMessage(["ready", true]);
}

// Makes descriptors 0 to 2 those of a run; stdin is a file, as on the command line.
function openStreams(FS, stdin) {
  FS.unlink(STDIN);
  FS.writeFile(STDIN, stdin);
  FS.streams.length = 0;
  for (const [path, flags] of [[STDIN, 0], ["/dev/stdout", 1], ["/dev/stderr", 1]]) FS.open(path, flags);
}

// Output of one kind on its way to the frame, which counts it and ends a program that prints too much.
class Sink {
  constructor(kind) {
    Object.assign(this, { kind, bytes: new Uint8Array(CHUNK), size: 0, writes: 0 });
  }

  take(bytes) {
    for (let start = 0; start < bytes.length; ) {
      const part = bytes.subarray(start, start + CHUNK - this.size);
      this.bytes.set(part, this.size);
      this.size += part.length;
      start += part.length;
      if (this.size === CHUNK) this.send();
    }
    this.writes += 1;
    if (this.writes <= PROMPT[this.kind]) this.send();
    return bytes.length;
  }

  send() {
    if (this.size) postMessage([this.kind, this.bytes.slice(0, this.size)]);
    this.size = 0;
  }

  end() {
    this.send();
    this.writes = 0;
  }
}

// Empties the folders of a program. Are all other files unchanged?
function isAsBefore(FS, before) {
  try {
    FS.chdir("/");
    for (const folder of OWN) empty(FS, folder);
    return fileList(FS) === before;
  } catch {
    return false;
  }
}

function empty(FS, folder) {
  for (const name of names(FS, folder)) {
    const path = `${folder}/${name}`;
    if (!FS.isDir(FS.lstat(path).mode)) FS.unlink(path);
    else {
      empty(FS, path);
      FS.rmdir(path);
    }
  }
}

function fileList(FS, folder = "") {
  const list = names(FS, folder || "/").map((name) => {
    const path = `${folder}/${name}`;
    if (path === STDIN) return [path];
    const { mode, size, mtime } = FS.lstat(path);
    if (FS.isDir(mode)) return [path, mode, path === "/proc" ? "" : fileList(FS, path)];
    return FS.isFile(mode) ? [path, mode, size, +mtime] : [path, mode];
  });
  return JSON.stringify(list);
}

function names(FS, folder) {
  return FS.readdir(folder).filter((name) => name !== "." && name !== "..");
}
