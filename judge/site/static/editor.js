// The text field of a program. CodeMirror replaces it when it is first used, if its modules can be loaded.

const MODULES = ["view", "state", "commands", "language", "lang-python"].map((name) => `@codemirror/${name}`);
const colours = (tags) => [
  { tag: [tags.keyword, tags.operatorKeyword, tags.bool, tags.null], color: "var(--key)" },
  { tag: tags.string, color: "var(--text)" },
  { tag: tags.comment, color: "var(--soft)", fontStyle: "italic" },
  { tag: tags.number, color: "var(--number)" },
  { tag: [tags.definition(tags.variableName), tags.className, tags.meta], color: "var(--name)" },
  { tag: tags.function(tags.definition(tags.variableName)), color: "var(--name)" },
];
const THEME = {
  "&": { maxHeight: "min(36rem, 80vh)", color: "var(--ink)", fontSize: "0.875rem" },
  "&.cm-focused": { outline: "3px solid var(--accent)", outlineOffset: "2px" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.5", minHeight: "14rem" },
  ".cm-content": { caretColor: "var(--ink)" },
  ".cm-gutters": { background: "var(--shade)", color: "var(--soft)", border: "none" },
  ".cm-failing": { background: "var(--bad-back)", boxShadow: "inset 3px 0 var(--bad)" },
};

export class Editor {
  constructor(field, changed) {
    Object.assign(this, { field, changed, view: null, failing: null, isTyped: true });
    field.addEventListener("input", changed);
    field.addEventListener("focus", () => this.load(), { once: true });
    for (const one of [field.labels[0], document.querySelector(`a[href="#${field.id}"]`)]) {
      one?.addEventListener("click", (event) => {
        event.preventDefault();
        (this.view ?? field).focus();
      });
    }
  }

  get text() {
    return this.view?.state.doc.toString() ?? this.field.value;
  }

  // Shows another text; only what is typed is a change.
  set text(text) {
    this.isTyped = false;
    if (this.view) this.view.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: text } });
    else this.field.value = text;
    this.isTyped = true;
  }

  // Marks the line that failed, by its number; null marks none.
  mark(number) {
    if (this.view) this.view.dispatch({ effects: this.failing.of(number) });
  }

  async load() {
    try {
      const modules = await Promise.all([...MODULES, "@lezer/highlight"].map((name) => import(name)));
      this.open(...modules);
    } catch {
      // without a network, or import maps: the field stays
    }
  }

  open(view, { EditorState, StateEffect, StateField }, commands, language, { python }, { tags }) {
    const { Decoration, EditorView, keymap } = view;
    this.failing = StateEffect.define();
    const line = Decoration.line({ class: "cm-failing" });
    const marked = (state, number) =>
      number > 0 && number <= state.doc.lines ? Decoration.set(line.range(state.doc.line(number).from)) : Decoration.none;
    const failing = StateField.define({
      create: () => Decoration.none,
      update: (known, { effects, state, changes }) => {
        const effect = effects.find((one) => one.is(this.failing));
        return effect ? marked(state, effect.value) : known.map(changes);
      },
      provide: (field) => EditorView.decorations.from(field),
    });
    const host = document.createElement("div");
    host.className = "try-code";
    // In a shadow root CodeMirror styles itself without a style element, which the page's policy would refuse.
    const root = host.attachShadow({ mode: "open" });
    const keys = document.getElementById(this.field.getAttribute("aria-describedby")).firstChild;
    keys.hidden = false;
    const hadFocus = document.activeElement === this.field;
    const extensions = [
      keymap.of([{ key: "Mod-Enter", run: () => true }, commands.indentWithTab, ...commands.defaultKeymap, ...commands.historyKeymap]),
      view.lineNumbers(),
      commands.history(),
      language.indentUnit.of("    "),
      language.indentOnInput(),
      language.bracketMatching(),
      language.syntaxHighlighting(language.HighlightStyle.define(colours(tags))),
      python(),
      failing,
      EditorView.theme(THEME),
      EditorView.contentAttributes.of({ tabindex: "0", "aria-label": `Your program. ${keys.textContent}`, "data-part": "program" }),
      EditorView.updateListener.of(({ docChanged }) => docChanged && this.isTyped && this.changed()),
    ];
    const { value: doc, selectionStart: anchor, selectionEnd: head } = this.field;
    const state = EditorState.create({ doc, selection: { anchor, head }, extensions });
    this.view = new EditorView({ state, root, parent: root });
    this.field.after(host);
    this.field.hidden = true;
    this.field.removeAttribute("data-part");
    if (hadFocus) this.view.focus();
  }
}
