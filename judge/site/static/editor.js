// A text field that shows its Python in colours: the text lies, unseen, above a copy that is highlighted.

const KEYWORDS =
  "False None True and as assert async await break class continue def del elif else except finally for from " +
  "global if import in is lambda nonlocal not or pass raise return try while with yield match case";
const BUILTINS =
  "abs all any bin bool bytearray bytes callable chr dict divmod enumerate eval exec filter float format frozenset " +
  "getattr hasattr hash hex id input int isinstance iter len list map max min next object oct open ord pow print " +
  "range repr reversed round set slice sorted str sum super tuple type vars zip";
const words = (text) => `(?<![\\w.])(?:${text.replaceAll(" ", "|")})(?!\\w)`;
const TOKENS = new RegExp(
  [
    "(?<comment>#.*)",
    "(?<string>(?<!\\w)[rbufRBUF]{0,2}(?:" +
      "\"\"\"(?:\\\\[^]|[^\\\\])*?(?:\"\"\"|$(?![^]))|'''(?:\\\\[^]|[^\\\\])*?(?:'''|$(?![^]))|" +
      "\"(?:\\\\[^]|[^\"\\\\\\n])*\"?|'(?:\\\\[^]|[^'\\\\\\n])*'?))",
    "(?<number>(?<!\\w)\\.?\\d[\\w.]*)",
    "(?<defined>(?<=(?:def|class) +)\\w+)",
    "(?<decorator>(?<=^[ \\t]*)@[\\w.]+)",
    `(?<keyword>${words(KEYWORDS)})`,
    `(?<builtin>${words(BUILTINS)})`,
  ].join("|"),
  "gm",
);
const INDENT = 4;
// A line is indented when nothing has been typed for this long: what types faster, a program, indents itself.
const MOMENT = 50; // ms

export class Editor {
  constructor(field, copy, numbers) {
    Object.assign(this, { field, copy, numbers, indenting: 0, leaving: false });
    field.addEventListener("input", (event) => this.changed(event));
    field.addEventListener("keydown", (event) => this.pressed(event));
    field.addEventListener("blur", () => (this.leaving = false));
  }

  get text() {
    return this.field.value;
  }

  set text(text) {
    this.field.value = text;
    this.draw();
  }

  changed({ inputType }) {
    this.draw();
    clearTimeout(this.indenting);
    if (inputType === "insertLineBreak") this.indenting = setTimeout(() => this.indentNewLine(), MOMENT);
  }

  draw() {
    const pieces = [];
    let end = 0;
    for (const match of this.text.matchAll(TOKENS)) {
      const [kind] = Object.entries(match.groups).find(([, value]) => value !== undefined);
      const piece = document.createElement("span");
      piece.className = `tok-${kind}`;
      piece.textContent = match[0];
      pieces.push(this.text.slice(end, match.index), piece);
      end = match.index + match[0].length;
    }
    this.copy.replaceChildren(...pieces, `${this.text.slice(end)}\n`);
    const lines = this.text.split("\n").length;
    this.numbers.textContent = Array.from({ length: lines }, (_, index) => index + 1).join("\n");
  }

  pressed(event) {
    const { key, shiftKey, ctrlKey, altKey, metaKey } = event;
    if (key !== "Enter") clearTimeout(this.indenting);
    if (key === "Tab" && !this.leaving && !ctrlKey && !altKey && !metaKey) {
      event.preventDefault();
      this.shift(shiftKey);
    }
    if (key === "Backspace" && this.deleteIndent()) event.preventDefault();
    if (key !== "Tab" && key !== "Shift") this.leaving = key === "Escape";
  }

  // The text before the cursor in its line, or null where something is selected.
  before() {
    const { selectionStart: start, selectionEnd: end } = this.field;
    return start === end ? this.text.slice(this.text.lastIndexOf("\n", start - 1) + 1, start) : null;
  }

  insert(text) {
    // The only way that keeps what undo knows.
    document.execCommand(text ? "insertText" : "delete", false, text);
  }

  indentNewLine() {
    const { selectionStart: start } = this.field;
    const above = this.text.slice(0, start - 1).split("\n").pop();
    const depth = above.match(/^ */)[0].length + (/:\s*(#.*)?$/.test(above) ? INDENT : 0);
    const leaves = /^\s*(return|break|continue|pass|raise)\b/.test(above);
    const spaces = Math.max(0, depth - (leaves ? INDENT : 0));
    if (spaces && this.before() === "") this.insert(" ".repeat(spaces));
  }

  deleteIndent() {
    const before = this.before();
    if (!before || !/^ +$/.test(before)) return false;
    this.field.selectionStart -= ((before.length - 1) % INDENT) + 1;
    this.insert("");
    return true;
  }

  shift(back) {
    const before = this.before();
    if (before !== null && !back) return this.insert(" ".repeat(INDENT - (before.length % INDENT)));
    const { selectionStart, selectionEnd } = this.field;
    const first = this.text.lastIndexOf("\n", selectionStart - 1) + 1;
    const lines = this.text.slice(first, selectionEnd).split("\n");
    const shifted = lines.map((line) => (back ? line.replace(/^ {1,4}/, "") : line && " ".repeat(INDENT) + line));
    this.field.setSelectionRange(first, selectionEnd);
    this.insert(shifted.join("\n"));
    const end = first + shifted.join("\n").length;
    this.field.setSelectionRange(before === null ? first : end, end);
  }
}
