// Short messages for people, read aloud by screen readers. Errors stay until they are closed, or
// until what they complain of is over.
export interface Action {
  readonly word: string; // of its button
  readonly run: () => void;
}

export class Notices {
  private readonly parent: HTMLElement;
  private readonly shown = new Map<string, HTMLElement>();

  constructor(parent: HTMLElement) {
    this.parent = parent;
  }

  // One message a topic: a newer one takes the place of the older.
  say(topic: string, text: string, kind: "error" | "news" = "news", action?: Action): void {
    this.takeBack(topic);
    const notice = document.createElement("div");
    notice.className = "notice";
    notice.dataset["kind"] = kind;
    const words = document.createElement("span");
    words.textContent = text;
    const close = document.createElement("button");
    close.type = "button";
    close.textContent = "Close";
    close.addEventListener("click", () => this.takeBack(topic));
    notice.append(words, ...(action ? [this.button(topic, action)] : []), close);
    this.parent.append(notice);
    this.shown.set(topic, notice);
    if (kind === "news")
      setTimeout(() => this.shown.get(topic) === notice && this.takeBack(topic), 5000);
  }

  private button(topic: string, { word, run }: Action): HTMLElement {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = word;
    button.addEventListener("click", () => {
      this.takeBack(topic);
      run();
    });
    return button;
  }

  takeBack(topic: string): void {
    this.shown.get(topic)?.remove();
    this.shown.delete(topic);
  }
}
