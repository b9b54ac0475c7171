// Uses much of Node's library, then prints its input.
const assert = require("assert"), crypto = require("crypto"), fs = require("fs"), os = require("os");
const path = require("path"), readline = require("readline"), zlib = require("zlib");
const { execFileSync, spawn } = require("child_process");
const { Worker, isMainThread, parentPort } = require("worker_threads");

async function main() {
    const lines = [];
    for await (const line of readline.createInterface({ input: process.stdin })) lines.push(line);
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "wide-")), file = path.join(folder, "file");
    fs.writeFileSync(file, "text");
    fs.appendFileSync(file, "more");
    await fs.promises.copyFile(file, file + "2");
    await fs.promises.rename(file + "2", file + "3");
    fs.truncateSync(file, 2);
    fs.symlinkSync("file", path.join(folder, "link"));
    assert.equal(fs.readlinkSync(path.join(folder, "link")), "file");
    assert.equal((await fs.promises.readdir(folder)).length, 3);
    assert.equal(fs.statSync(file).size, 2);
    fs.fsyncSync(fs.openSync(file));
    fs.rmSync(folder, { recursive: true });
    assert.equal(execFileSync("/bin/echo", ["x"]).toString(), "x\n");
    const child = spawn("/bin/cat");
    child.stdin.end("hello");
    for await (const chunk of child.stdout) assert.equal(chunk.toString(), "hello");
    const worker = new Worker(__filename);
    assert.equal(await new Promise((done, failed) => worker.on("message", done).on("error", failed)), 42);
    assert.equal(new Int32Array(new SharedArrayBuffer(1 << 16)).length, 1 << 14);
    await new Promise((done) => setTimeout(done, 1));
    await new Promise((done) => zlib.gzip("x".repeat(100000), done));
    await new Promise((done) => crypto.pbkdf2("a", "b", 10, 10, "sha256", done));
    crypto.randomBytes(8), os.cpus(), os.totalmem(), os.hostname(), os.loadavg(), process.hrtime(), process.memoryUsage();
    process.resourceUsage(), os.uptime(), os.release(), process.cpuUsage(), process.umask(), process.getgroups(), os.getPriority();
    process.on("SIGUSR2", () => {});
    process.kill(process.pid, "SIGUSR2");
    const deep = (n) => (n ? 1 + deep(n - 1) : 0), endless = () => endless() + 1;
    assert.equal(deep(50000), 50000);
    assert.throws(endless, RangeError);
    assert.throws(() => new ArrayBuffer(2 ** 52), RangeError);
    let garbage = [];
    for (let n = 0; n < 100; n++) garbage = new Array(100000).fill(n);
    assert.equal((await WebAssembly.instantiate(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]))).module instanceof WebAssembly.Module, true);
    assert.equal(new Intl.NumberFormat("en").format(1234), "1,234");
    process.stdout.write(lines.join("\n") + "\n");
}

if (isMainThread) main().catch((error) => { console.error(error); process.exit(1); });
else parentPort.postMessage(42);
