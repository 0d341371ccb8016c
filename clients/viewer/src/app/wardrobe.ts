// Avatars of one's own: worn by the character that they were dropped on, and taken off again.
import type { Actor, Actors } from "../scene/actors.ts";
import type { Stage } from "../scene/stage.ts";
import { element } from "./elements.ts";

export interface WardrobeEvents {
  readonly chosen: () => number; // the character that wears a file which was dropped on nobody
  readonly say: (message: string, kind: "error" | "news") => void;
}

export class Wardrobe {
  private readonly stage: Stage;
  private readonly actors: Actors;
  private readonly events: WardrobeEvents;
  private readonly own = element("own-avatar", HTMLButtonElement);

  constructor(stage: Stage, actors: Actors, events: WardrobeEvents) {
    this.stage = stage;
    this.actors = actors;
    this.events = events;
    this.own.addEventListener("click", () => void this.takeOff());
  }

  async wear(file: File, at: { readonly x: number } | undefined): Promise<void> {
    const actor =
      this.nearest(at) ?? this.actors.of(this.events.chosen()) ?? this.actors.all[0];
    if (!actor) return;
    try {
      await this.actors.dress(actor, await file.arrayBuffer(), "dropped");
      this.events.say(`${actor.skeleton.character} wears ${file.name}.`, "news");
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.events.say(`${file.name} cannot be worn: ${reason}`, "error");
    }
  }

  // Somebody wears something else, or left.
  changed(): void {
    this.own.hidden = this.guests.length === 0;
    const names = this.guests.map((actor) => actor.skeleton.character).join(" and ");
    this.own.title = `Give ${names} their own avatar back`;
  }

  private get guests(): readonly Actor[] {
    return this.actors.all.filter((actor) => actor.avatar === "dropped");
  }

  // The chosen one where it wears a guest's avatar, else all that do.
  private async takeOff(): Promise<void> {
    const chosen = this.guests.find(
      (actor) => actor.skeleton.characterId === this.events.chosen(),
    );
    for (const actor of chosen ? [chosen] : this.guests) await this.actors.undress(actor);
    this.changed();
  }

  // A file goes to the character that it was dropped on.
  private nearest(at: { readonly x: number } | undefined): Actor | undefined {
    if (!at) return undefined;
    const left = this.stage.canvas.getBoundingClientRect().left;
    const distance = (root: { position: Parameters<Stage["placeOf"]>[0] }): number =>
      Math.abs((this.stage.placeOf(root.position)?.x ?? Infinity) + left - at.x);
    return this.actors.all.toSorted((a, b) => distance(a.body.root) - distance(b.body.root))[0];
  }
}
