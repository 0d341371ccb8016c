// Everything that can be performed by one click: the gestures of the lexicon, found by name or tag,
// and the sample scripts.
export interface Lexeme {
  readonly name: string;
  readonly description: string;
  readonly tags: readonly string[];
}

export interface Sample {
  readonly name: string;
  readonly title: string;
}

export interface GalleryEvents {
  readonly gesture: (name: string) => void;
  readonly sample: (name: string) => void;
}

// Gestures and samples may have one name.
export const gestureKey = (name: string): string => `gesture ${name}`;
export const sampleKey = (name: string): string => `sample ${name}`;

interface Entry {
  readonly button: HTMLButtonElement;
  readonly words: string;
}

export class Gallery {
  private readonly entries: Entry[] = [];
  private readonly events: GalleryEvents;
  private readonly gestures: HTMLElement;
  private readonly samples: HTMLElement;
  private readonly nothing: HTMLElement;

  constructor(parent: HTMLElement, search: HTMLInputElement, events: GalleryEvents) {
    this.events = events;
    this.gestures = group(parent, "Gestures");
    this.samples = group(parent, "Sample scripts");
    this.nothing = document.createElement("p");
    this.nothing.className = "hint";
    this.nothing.textContent = "Nothing of that name.";
    this.nothing.hidden = true;
    parent.append(this.nothing);
    search.addEventListener("input", () => this.find(search.value));
  }

  set lexicon(lexemes: readonly Lexeme[]) {
    for (const { name, description, tags } of lexemes) {
      const hint = description || tags.join(", ");
      this.add(this.gestures, gestureKey(name), name, hint, [...tags, description], () =>
        this.events.gesture(name),
      );
    }
  }

  set scripts(samples: readonly Sample[]) {
    for (const { name, title } of samples) {
      this.add(this.samples, sampleKey(name), name, title, [title], () => this.events.sample(name));
    }
  }

  // By its key; undefined: none of them.
  choose(key: string | undefined): void {
    for (const { button } of this.entries) {
      const chosen = button.dataset["key"] === key;
      button.setAttribute("aria-pressed", String(chosen));
    }
  }

  private add(
    parent: HTMLElement,
    key: string,
    name: string,
    hint: string,
    words: readonly string[],
    chosen: () => void,
  ): void {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "chip";
    button.textContent = name;
    button.title = hint;
    button.dataset["key"] = key;
    button.setAttribute("aria-pressed", "false");
    button.addEventListener("click", chosen);
    parent.append(button);
    this.entries.push({ button, words: [name, ...words].join(" ").toLowerCase() });
    const section = parent.parentElement;
    if (section) section.hidden = false;
  }

  private find(text: string): void {
    const wanted = text.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const { button, words } of this.entries) {
      button.hidden = !wanted.every((word) => words.includes(word));
      if (!button.hidden) ++shown;
    }
    for (const list of [this.gestures, this.samples]) {
      const section = list.parentElement;
      if (section) section.hidden = !list.querySelector(".chip:not([hidden])");
    }
    this.nothing.hidden = shown > 0 || this.entries.length === 0;
  }
}

function group(parent: HTMLElement, title: string): HTMLElement {
  const section = document.createElement("section");
  section.hidden = true;
  const heading = document.createElement("h3");
  heading.textContent = title;
  const list = document.createElement("div");
  list.className = "chips";
  section.append(heading, list);
  parent.append(section);
  return list;
}
