// The way to the frame that runs programs (frame.js), which can fetch nothing: all files are sent to it.

import { decoded, through } from "./share.js";

const OWN = { "judge.zip": { url: "try/judge.zip" }, "worker.js": { url: "static/worker.js" } };
const DRAWN = 4; // drawings of an input
const SHARE = 1 << 16; // characters of smaller inputs that are made together

export class Engine {
  constructor({ files, id }) {
    Object.assign(this, { files: { ...OWN, ...files }, data: `try/${id}.json`, cases: [], mistakes: [], right: [], oracle: null, parts: null });
    Object.assign(this, { port: null, starting: null, loading: null, loaded: 0 });
  }

  // Loads cases and Python once; after a failure or a stop, the next call tries again. `loaded` counts bytes.
  start() {
    return (this.starting ??= this.begin().catch((error) => { this.starting = null; throw error; }));
  }

  begin() {
    this.loading = new AbortController();
    const { signal } = this.loading;
    const stopped = new Promise((_, reject) => signal.addEventListener("abort", () => reject(new Error("Stopped."))));
    return Promise.race([this.load(signal), stopped]);
  }

  async load(signal) {
    this.loaded = 0;
    const { setup, ...known } = await (await get(this.data)).json();
    Object.assign(this, known);
    const files = {};
    const loadFile = async ([name, { url, integrity }]) => {
      files[name] = await (await get(url, integrity, signal)).arrayBuffer();
      this.loaded += files[name].byteLength;
    };
    const [frame] = await Promise.all([openFrame("try/frame.html"), ...Object.entries(this.files).map(loadFile)]);
    signal.addEventListener("abort", () => frame.remove());
    const { port1, port2 } = new MessageChannel();
    this.port = port1;
    const ready = this.answer();
    frame.contentWindow.postMessage({ files, setup }, "*", [port2, ...Object.values(files)]);
    await ready;
    this.loading = null;
  }

  answer() {
    return new Promise((resolve, reject) => {
      this.port.onmessage = ({ data: { answer, error } }) => (error ? reject(new Error(error)) : resolve(answer));
    });
  }

  ask(...question) {
    const answer = this.answer();
    this.port.postMessage(question);
    return answer;
  }

  // Answers { verdict, words, lines, seconds, ended }, or null if it was stopped.
  async judge(source, { stdin, stdout, drawings, ...test }) {
    return this.ask("judgeCase", source, test, await content(stdin), await content(stdout));
  }

  // Answers { note, stdout, stderr, judged }, or as `judge` does: a compile error, or null.
  run(source, args, stdin) {
    return this.ask("runOwn", source, args, stdin, this.oracle);
  }

  // Drawings of an input, as SVG.
  async pictures(text) {
    this.sources ??= await (await get(this.parts)).json();
    return Object.keys(this.sources).some((path) => path.endsWith("/picture.py")) ? this.ask("call", this.sources, "pictures", text, DRAWN) : [];
  }

  // Yields smaller inputs that the problem's validator accepts, the largest cuts first.
  async *smaller(text) {
    this.sources ??= await (await get(this.parts)).json();
    const count = Math.ceil(SHARE / (text.length + 1));
    for (let start = 0, texts = null; !texts || texts.length === count; start += count) {
      texts = await this.ask("call", this.sources, "shrink", text, start, count);
      yield* texts.filter((one) => one !== null);
    }
  }

  stop() {
    this.loading?.abort();
    this.port?.postMessage(["stop"]);
  }
}

// The bytes of a case: in base64, or in a compressed file of their own.
export async function content(kept) {
  if (typeof kept === "string") return decoded(kept);
  return through(new DecompressionStream("deflate"), await (await get(kept.file)).arrayBuffer());
}

async function get(url, integrity = "", signal = null) {
  const response = await fetch(url, { integrity, signal }).catch(() => {
    throw new Error(`${url} could not be loaded: is there a network?`);
  });
  if (!response.ok) throw new Error(`${url}: ${response.status} ${response.statusText}`);
  return response;
}

function openFrame(url) {
  const frame = document.createElement("iframe");
  frame.setAttribute("sandbox", "allow-scripts");
  frame.title = "Python";
  frame.hidden = true;
  frame.src = url;
  document.body.append(frame);
  return new Promise((resolve) => frame.addEventListener("load", () => resolve(frame), { once: true }));
}
