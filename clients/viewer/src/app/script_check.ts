// Has the server check the text a moment after it was changed, and shows what it says: under the
// lines, and in a few words above.
import type { Remark as Said } from "kinesphere";
import type { Remark } from "../editor/remarks.ts";
import { Warnings } from "../editor/warnings.ts";
import type { ScriptEditor } from "../editor/script_editor.ts";
import type { Answer, Checked } from "../worker/messages.ts";
import type { Conversation } from "./conversation.ts";
import { element } from "./elements.ts";
import { stats } from "./stats.ts";

const rest_ms = 250;

export class ScriptCheck {
  private readonly editor: ScriptEditor;
  private readonly verdict: HTMLElement;
  private readonly conversation: Conversation;
  private readonly character: () => { readonly name: string } | undefined;
  private readonly warnings: Warnings;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private count = 0;

  constructor(
    editor: ScriptEditor,
    verdict: HTMLElement,
    conversation: Conversation,
    character: () => { readonly name: string } | undefined,
  ) {
    this.editor = editor;
    this.verdict = verdict;
    this.conversation = conversation;
    this.character = character;
    this.warnings = new Warnings(element("warnings", HTMLElement), (one) => editor.goTo(one));
  }

  changed(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.ask(), rest_ms);
  }

  take(checked: Checked): void {
    ++stats.checks;
    if (checked.id === String(this.count)) this.settle(checked.errors, checked.warnings);
  }

  // What is known of the text that stands there.
  settle(errors: readonly (Said | Answer)[], warnings: readonly Said[]): void {
    const remarks: Remark[] = [
      ...errors.map((said) => remark("error", said)),
      ...warnings.map((said) => remark("warning", said)),
    ];
    this.editor.remarks = remarks;
    this.warnings.show(remarks);
    stats.remarks = remarks.length;
    const kind = errors.length > 0 ? "error" : warnings.length > 0 ? "warning" : "good";
    this.verdict.dataset["kind"] = kind;
    this.verdict.textContent =
      kind === "good"
        ? "can be performed"
        : `${count(errors, "error")}${count(warnings, "warning")}`;
  }

  private ask(): void {
    const script = this.editor.script;
    if (script.trim() === "") {
      this.settle([], []);
      this.verdict.textContent = "";
      return;
    }
    this.conversation.check(String(++this.count), script, this.character()?.name ?? "");
  }
}

function remark(severity: Remark["severity"], said: Said | Answer): Remark {
  const message = "message" in said ? said.message : said.error;
  return { severity, message, line: said.line, column: said.column };
}

function count(list: readonly unknown[], what: string): string {
  if (list.length === 0) return "";
  return list.length === 1 ? `1 ${what} ` : `${list.length} ${what}s `;
}
