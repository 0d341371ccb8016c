// The text of a script, with colours, completion, and the server's remarks under its lines.
import { autocompletion, closeBrackets, completionKeymap } from "@codemirror/autocomplete";
import {
  defaultKeymap,
  history,
  historyKeymap,
  isolateHistory,
  undo,
  undoDepth,
} from "@codemirror/commands";
import { xml } from "@codemirror/lang-xml";
import { bracketMatching, HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { lintGutter, lintKeymap } from "@codemirror/lint";
import { Annotation, Compartment, EditorState, Transaction } from "@codemirror/state";
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  keymap,
  lineNumbers,
} from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { placeOf, remarkExtension, showRemarks, type Remark } from "./remarks.ts";
import { completionOf, type KnownNames } from "./schema.ts";

export interface ScriptEditorEvents {
  readonly edited: (script: string) => void; // by the person who types
  readonly changed: (script: string) => void; // by whomever
  readonly perform: () => void;
}

const byProgram = Annotation.define<boolean>();

// Colours are the page's own, so that they follow dark and light.
const colours = HighlightStyle.define([
  { tag: tags.tagName, color: "var(--code-tag)" },
  { tag: tags.attributeName, color: "var(--code-attribute)" },
  { tag: [tags.attributeValue, tags.string], color: "var(--code-value)" },
  { tag: tags.comment, color: "var(--code-comment)", fontStyle: "italic" },
  { tag: [tags.angleBracket, tags.processingInstruction], color: "var(--code-comment)" },
]);

export class ScriptEditor {
  private readonly view: EditorView;
  private readonly language = new Compartment();
  private schemas: ReadonlyMap<string, string> = new Map();
  private root = "";
  private known: KnownNames = new Map();

  constructor(parent: HTMLElement, labelledBy: string, events: ScriptEditorEvents) {
    const performKey = { key: "Mod-Enter", run: () => (events.perform(), true) };
    const state = EditorState.create({
      extensions: [
        lineNumbers(),
        lintGutter(),
        history(),
        drawSelection(),
        highlightActiveLine(),
        bracketMatching(),
        closeBrackets(),
        autocompletion(),
        remarkExtension,
        syntaxHighlighting(colours),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({
          "aria-labelledby": labelledBy,
          spellcheck: "false",
          autocapitalize: "off",
        }),
        // Tab leaves the editor, as it leaves every other control.
        keymap.of([
          performKey,
          ...completionKeymap,
          ...lintKeymap,
          ...historyKeymap,
          ...defaultKeymap,
        ]),
        this.language.of(xml()),
        EditorView.updateListener.of((update) => {
          if (!update.docChanged) return;
          const script = update.state.doc.toString();
          if (rootOf(script) !== this.root) this.configure();
          const written = update.transactions.some((one) => one.annotation(byProgram));
          if (!written) events.edited(script);
          events.changed(script);
        }),
      ],
    });
    this.view = new EditorView({ parent, state });
  }

  get script(): string {
    return this.view.state.doc.toString();
  }

  // Only what differs is replaced, so that the caret and the history stay.
  set script(text: string) {
    const old = this.script;
    if (text === old) return;
    let start = 0;
    while (start < Math.min(old.length, text.length) && old[start] === text[start]) ++start;
    let end = 0;
    while (
      end < Math.min(old.length, text.length) - start &&
      old[old.length - 1 - end] === text[text.length - 1 - end]
    ) {
      ++end;
    }
    this.view.dispatch({
      changes: { from: start, to: old.length - end, insert: text.slice(start, text.length - end) },
      annotations: byProgram.of(true),
    });
  }

  // Another script in place of this one, as one step that can be undone.
  replace(text: string): void {
    if (text === this.script) return;
    this.view.dispatch({
      changes: { from: 0, to: this.view.state.doc.length, insert: text },
      annotations: [
        byProgram.of(true),
        isolateHistory.of("full"),
        Transaction.addToHistory.of(this.script !== ""),
      ],
    });
  }

  get canUndo(): boolean {
    return undoDepth(this.view.state) > 0;
  }

  undo(): void {
    undo(this.view);
  }

  goTo(remark: Remark): void {
    const anchor = placeOf(this.view.state.doc, remark);
    this.view.dispatch({ selection: { anchor }, scrollIntoView: true });
    this.view.focus();
  }

  set remarks(remarks: readonly Remark[]) {
    showRemarks(this.view, remarks);
  }

  /** Schemas by the name of the element that a script of it begins with. */
  offer(schemas: ReadonlyMap<string, string>): void {
    this.schemas = schemas;
    this.configure();
  }

  offerNames(known: KnownNames): void {
    this.known = known;
    this.configure();
  }

  // Where no script has begun yet, or one of no schema, it may become one of each.
  private configure(): void {
    this.root = rootOf(this.script);
    const fitting = this.schemas.get(this.root);
    const schemas = fitting === undefined ? [...this.schemas.values()] : [fitting];
    const elements = schemas.flatMap((schema) => completionOf(schema, this.known));
    const offered = fitting === undefined ? elements.filter((element) => element.top) : elements;
    // Not from within an update, which this may be called by.
    queueMicrotask(() => {
      this.view.dispatch({ effects: this.language.reconfigure(xml({ elements: offered })) });
    });
  }
}

/** The name of the first element, without its prefix: behind comments and what is for the parser. */
function rootOf(script: string): string {
  const bare = script.replace(/<!--[\s\S]*?-->|<\?[\s\S]*?\?>/g, "");
  return /<(?:[\w.-]+:)?([\w.-]+)/.exec(bare)?.[1] ?? "";
}
