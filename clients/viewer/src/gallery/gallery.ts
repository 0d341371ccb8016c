// Everything that can be performed by one click: gestures of the lexicon in groups, faces, and the
// sample scripts. All are found by the words that people try.
import { byPopularity, faces, faceScript, fitOf, groupOf, groups, leastFit, otherGestures, wordsOf } from "./groups.ts";
import type { Previews } from "./previews.ts";

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
  readonly face: (name: string, script: string) => void;
}

// Gestures, faces and samples may have one name.
export const gestureKey = (name: string): string => `gesture ${name}`;
export const sampleKey = (name: string): string => `sample ${name}`;
export const faceKey = (name: string): string => `face ${name}`;

interface Entry {
  readonly button: HTMLButtonElement;
  readonly words: readonly string[];
  readonly description: string;
}

export class Gallery {
  private readonly entries: Entry[] = [];
  private readonly events: GalleryEvents;
  private readonly previews: Previews;
  private readonly lists: ReadonlyMap<string, HTMLElement>;
  private readonly samples: HTMLElement;
  private readonly nothing: HTMLElement;

  constructor(
    parent: HTMLElement,
    search: HTMLInputElement,
    previews: Previews,
    events: GalleryEvents,
  ) {
    this.events = events;
    this.previews = previews;
    const [first, ...others] = [...groups.map(({ title }) => title), otherGestures];
    const faceList = "Faces";
    this.lists = new Map([first!, faceList, ...others].map((title) => [title, group(parent, title)]));
    this.samples = group(parent, "Sample scripts");
    this.nothing = document.createElement("p");
    this.nothing.className = "hint";
    this.nothing.hidden = true;
    parent.append(this.nothing);
    search.addEventListener("input", () => this.find(search.value));
    for (const face of faces) {
      const words = [face.name, "face", ...face.words.split(" ")];
      const about = { name: face.name, description: `A ${face.name} face`, words };
      this.add(this.lists.get(faceList)!, faceKey(face.name), about, () =>
        this.events.face(face.name, faceScript(face)),
      );
    }
  }

  set lexicon(lexemes: readonly Lexeme[]) {
    const sorted = lexemes.toSorted((a, b) => byPopularity(a.name, b.name));
    for (const { name, description, tags } of sorted) {
      const about = { name, description: description || tags.join(", "), words: wordsOf(name, tags) };
      const list = this.lists.get(groupOf(tags))!;
      const button = this.add(list, gestureKey(name), about, () => this.events.gesture(name));
      this.previews.add(button, name, tags.includes("head"));
    }
  }

  set scripts(samples: readonly Sample[]) {
    for (const { name, title } of samples) {
      const about = { name, description: title, words: [name, ...name.split(/[-_.]/)] };
      this.add(this.samples, sampleKey(name), about, () => this.events.sample(name));
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
    about: { readonly name: string; readonly description: string; readonly words: readonly string[] },
    chosen: () => void,
  ): HTMLButtonElement {
    const { name, description, words } = about;
    const button = document.createElement("button");
    button.type = "button";
    button.className = "chip";
    button.textContent = name;
    button.title = description;
    button.dataset["key"] = key;
    button.setAttribute("aria-pressed", "false");
    button.addEventListener("click", chosen);
    parent.append(button);
    this.entries.push({ button, words, description });
    const section = parent.parentElement;
    if (section) section.hidden = false;
    return button;
  }

  // Where there is something of that very word, that; else all that may be meant.
  private find(typed: string): void {
    const fits = this.entries.map((one) => fitOf(typed, one.words, one.description));
    const least = leastFit(fits);
    this.entries.forEach(({ button }, at) => (button.hidden = fits[at]! < least));
    for (const list of [...this.lists.values(), this.samples]) {
      const section = list.parentElement;
      if (section) section.hidden = !list.querySelector(".chip:not([hidden])");
    }
    this.nothing.hidden = fits.some((fit) => fit >= least) || this.entries.length === 0;
    this.nothing.textContent = `Nothing for “${typed}”. Try hello, yes, happy, point or size.`;
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
