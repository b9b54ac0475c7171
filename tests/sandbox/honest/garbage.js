// Makes much garbage, as ordinary solutions do, and keeps 50 MiB of it.
const lines = require("fs").readFileSync(0, "utf8");
const kept = [];
for (let i = 0; i < 4000000; i++) {
    const made = { number: i, pair: [i, i + 1], text: "s" + i };
    if (i % 40 === 0) kept.push(made);
}
let text = "";
for (let i = 0; i < 1000000; i++) text += i + "\n";
const places = new Map(text.split("\n").map((line, i) => [i, line]));
if (places.size === 1000001 && kept.length === 100000) process.stdout.write(lines);
