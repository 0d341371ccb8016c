// The timeline: a row a sequence or gesture, its phases as bars, its sync points as marks that
// fill when they have happened, and the present as a line. Of what others play it has a row a
// character, which goes by.
import { inLayers, type Layer } from "./layers.ts";
import { length_s, rowsOf, type Performance, type Row } from "./performance.ts";
import { nowAt, windowShown_s, type Bar, type PieceRow } from "./pieces.ts";
import { syncMark } from "./sync_mark.ts";

const phaseWords: Readonly<Record<string, string>> = {
  preparation: "prepare",
  "pre-stroke-hold": "hold",
  stroke: "stroke",
  "post-stroke-hold": "hold",
  retraction: "retract",
};

export interface TimelineEvents {
  readonly layers: () => ReadonlyMap<string, Layer>; // of rows, by their names
  // Whether the script may say when a sync point comes, and that it was dragged to another time.
  readonly canMove: (id: string) => boolean;
  readonly moved: (id: string, time_s: number) => void;
}

export class Timeline {
  private readonly rows: HTMLElement;
  private readonly playhead: HTMLElement;
  private readonly events: TimelineEvents;
  private shown: Performance | undefined;
  private length = 1;
  private marks = new Map<string, HTMLElement>();
  private rowCount = 0;
  private bars = new Map<string, HTMLElement>();
  private namesShown = ""; // of the rows of pieces; empty: there are none

  constructor(parent: HTMLElement, events: TimelineEvents) {
    this.events = events;
    this.rows = document.createElement("div");
    this.rows.className = "timeline-rows";
    this.rows.role = "group";
    this.playhead = document.createElement("div");
    this.playhead.className = "playhead";
    this.playhead.hidden = true;
    parent.append(this.rows, this.playhead);
  }

  // The seconds that the width stands for; the speed curves share them.
  get span_s(): number {
    return this.length;
  }

  show(performance: Performance, span_s: number): void {
    this.namesShown = "";
    this.shown = performance;
    this.length = Math.max(0.5, span_s, length_s(performance));
    const rows = rowsOf(performance);
    this.rowCount = performance.planned.length > 0 ? rows.length : -1;
    this.marks = new Map();
    const layered = inLayers(rows, this.events.layers());
    this.rows.replaceChildren(...layered.map(([row, layer]) => this.rowElement(row, layer)));
    this.rows.setAttribute("aria-label", summary(performance, rows));
  }

  // Something of the performance that is shown has happened.
  happened(id: string): void {
    const mark = this.marks.get(id);
    if (mark) mark.classList.add("happened");
    else if (this.shown && this.rowCount < 0) this.show(this.shown, this.length);
  }

  at(time_s: number | undefined): void {
    const inside = time_s !== undefined && time_s >= 0 && time_s <= this.length;
    this.playhead.hidden = !inside;
    if (inside) this.playhead.style.setProperty("--at", String(time_s / this.length));
  }

  // What everybody plays at this picture, in place of a performance.
  showPieces(rows: readonly PieceRow[], nameOf: (character: number) => string): void {
    this.length = windowShown_s;
    const names = rows.map((row) => nameOf(row.character));
    const told = JSON.stringify(names);
    if (told !== this.namesShown) {
      this.namesShown = told;
      this.shown = undefined;
      this.bars = new Map();
      this.rows.replaceChildren(...names.map((name) => laneOf(name).element));
    }
    const before = this.bars;
    this.bars = new Map();
    rows.forEach((row, index) => {
      const lane = this.rows.children[index]!.querySelector(".timeline-lane")!;
      for (const bar of row.bars) this.bars.set(bar.key, drawBar(bar, before.get(bar.key), lane));
    });
    for (const [key, element] of before) if (!this.bars.has(key)) element.remove();
    const plays = rows.map((row, index) => {
      const now = row.bars.filter((bar) => bar.plays).map((bar) => bar.name);
      return `${names[index]} ${now.join(" and ") || "does nothing"}`;
    });
    const label = `Timeline of what is played: ${plays.join("; ")}`;
    if (this.rows.ariaLabel !== label) this.rows.ariaLabel = label;
    this.playhead.hidden = rows.length === 0;
    this.playhead.style.setProperty("--at", String(nowAt));
  }

  private rowElement(row: Row, layer: Layer | undefined): HTMLElement {
    const { element, lane } = laneOf(row.name, layer);
    for (const phase of row.phases) {
      const bar = document.createElement("span");
      bar.className = "phase";
      bar.dataset["phase"] = phase.name || "movement";
      bar.style.left = this.percent(phase.from_s);
      bar.style.width = this.percent(phase.to_s - phase.from_s);
      bar.title = `${phase.name || "movement"}: ${seconds(phase.from_s)} to ${seconds(phase.to_s)}`;
      const word = document.createElement("span");
      word.textContent = phaseWords[phase.name] ?? "";
      bar.append(word);
      lane.append(bar);
    }
    for (const sync of row.syncs) {
      const mark = syncMark(sync, this.length, {
        canMove: this.events.canMove(sync.id),
        moved: (time_s) => this.events.moved(sync.id, time_s),
      });
      this.marks.set(sync.id, mark);
      lane.append(mark);
    }
    return element;
  }

  private percent(time_s: number): string {
    return `${(100 * time_s) / this.length}%`;
  }
}

interface Lane {
  readonly element: HTMLElement;
  readonly lane: HTMLElement;
}

// `layer` where it begins.
function laneOf(words: string, layer?: Layer): Lane {
  const element = document.createElement("div");
  element.className = "timeline-row";
  const name = document.createElement("span");
  name.className = "timeline-name";
  name.textContent = words;
  name.title = words;
  if (layer) name.dataset["layer"] = layer;
  const lane = document.createElement("div");
  lane.className = "timeline-lane";
  element.append(name, lane);
  return { element, lane };
}

function drawBar(bar: Bar, known: HTMLElement | undefined, lane: Element): HTMLElement {
  const element = known ?? document.createElement("span");
  if (!known) {
    element.className = "phase piece";
    element.title = bar.name;
    element.textContent = bar.name;
    lane.append(element);
  }
  element.classList.toggle("plays", bar.plays);
  element.style.left = `${100 * bar.from}%`;
  element.style.width = `${100 * (bar.to - bar.from)}%`;
  return element;
}

function seconds(time_s: number): string {
  return `${time_s.toFixed(2)} s`;
}

function summary(performance: Performance, rows: readonly Row[]): string {
  if (rows.length === 0) return "Timeline: nothing is planned";
  const said = rows.map((row) => {
    const phases = row.phases
      .filter((phase) => phase.name !== "")
      .map((phase) => `${phase.name} to ${seconds(phase.to_s)}`);
    return [row.name, ...phases].join(", ");
  });
  return `Timeline of ${performance.id}, ${seconds(length_s(performance))}: ${said.join("; ")}`;
}
