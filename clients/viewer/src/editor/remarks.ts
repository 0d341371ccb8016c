// The server's errors about the text, each under the line that it is about, where they can be read
// without pointing at anything. They move with the text until the next answer. Warnings are only
// underlined: they stand beneath the text (warnings.ts).
import { setDiagnostics, type Diagnostic } from "@codemirror/lint";
import {
  StateEffect,
  StateField,
  type Extension,
  type Text,
} from "@codemirror/state";
import { Decoration, EditorView, WidgetType, type DecorationSet } from "@codemirror/view";
import { endOfWord, letterOfColumn } from "./places.ts";

export interface Remark {
  readonly severity: "error" | "warning";
  readonly message: string;
  readonly line: number; // from 1; 0: about no line in particular
  readonly column: number;
}

export function showRemarks(view: EditorView, remarks: readonly Remark[]): void {
  const text = view.state.doc;
  view.dispatch(
    setDiagnostics(
      view.state,
      remarks.map((remark) => diagnosticOf(text, remark)),
    ),
  );
  view.dispatch({ effects: replaceRemarks.of(remarks) });
}

const replaceRemarks = StateEffect.define<readonly Remark[]>();

const remarkLines = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(lines, transaction) {
    let now = lines.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (effect.is(replaceRemarks)) now = decorations(transaction.state.doc, effect.value);
    }
    return now;
  },
  provide: (field) => EditorView.decorations.from(field),
});

export const remarkExtension: Extension = remarkLines;

function decorations(text: Text, remarks: readonly Remark[]): DecorationSet {
  const errors = remarks.filter(({ severity }) => severity === "error");
  const ranges = errors.map((remark) => {
    const line = lineOf(text, remark);
    return Decoration.widget({ widget: new RemarkLine(remark), block: true, side: 1 }).range(
      line.to,
    );
  });
  return Decoration.set(ranges, true);
}

// Where in the text it is.
export function placeOf(text: Text, remark: Remark): number {
  return diagnosticOf(text, remark).from;
}

function lineOf(text: Text, remark: Remark): { from: number; to: number; text: string } {
  return text.line(Math.min(Math.max(1, remark.line), text.lines));
}

function diagnosticOf(text: Text, remark: Remark): Diagnostic {
  const line = lineOf(text, remark);
  const start = letterOfColumn(line.text, remark.column);
  return {
    from: line.from + Math.min(start, line.text.length),
    to: line.from + endOfWord(line.text, start),
    severity: remark.severity,
    message: remark.message,
  };
}

class RemarkLine extends WidgetType {
  readonly remark: Remark;

  constructor(remark: Remark) {
    super();
    this.remark = remark;
  }

  override eq(other: RemarkLine): boolean {
    return (
      other.remark.message === this.remark.message && other.remark.severity === this.remark.severity
    );
  }

  override toDOM(): HTMLElement {
    const line = document.createElement("div");
    line.className = `remark remark-${this.remark.severity}`;
    line.textContent = this.remark.message;
    return line;
  }
}
