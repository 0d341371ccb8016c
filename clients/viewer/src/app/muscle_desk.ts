// What moves characters, how tense their parts are, and the pointer that pulls at them: between the
// card, the picture and the server.
import { springOf, type Dynamics } from "../muscles/dynamics.ts";
import { MusclePanel } from "../muscles/muscle_panel.ts";
import { MuscleWishes } from "../muscles/muscle_wishes.ts";
import { Puller } from "../muscles/puller.ts";
import { over_s, tensionScript, type Tensions } from "../muscles/tension_script.ts";
import type { Actors } from "../scene/actors.ts";
import type { Stage } from "../scene/stage.ts";
import type { Answer, Moved } from "../worker/messages.ts";
import type { Conversation } from "./conversation.ts";
import { stats } from "./stats.ts";

export interface MuscleDeskEvents {
  readonly isLive: () => boolean; // what is seen is no recording
  readonly failed: (message: string) => void;
  readonly hint: (message: string) => void;
}

export class MuscleDesk {
  private readonly conversation: Conversation;
  private readonly events: MuscleDeskEvents;
  private readonly wishes: MuscleWishes;
  private readonly panel: MusclePanel;
  private readonly puller: Puller;
  private readonly hinted = new Set<string>();
  private readonly prefix = `muscles-${Math.random().toString(36).slice(2, 8)}-`;
  private count = 0;
  private character = "";

  constructor(
    conversation: Conversation,
    stage: Stage,
    actors: Actors,
    events: MuscleDeskEvents,
  ) {
    this.conversation = conversation;
    this.events = events;
    this.wishes = new MuscleWishes({
      dynamics: (character, dynamics) => conversation.setDynamics(character, dynamics),
      arms: (character, manner) => conversation.setArms(character, manner || "off", over_s),
      others: (character, tensions, dynamics) => this.submit(character, tensions, dynamics),
    });
    this.panel = new MusclePanel({
      dynamics: (dynamics) => this.setDynamics(dynamics),
      tension: (part, manner) => this.wishes.setTension(this.character, part, manner),
    });
    this.puller = new Puller(stage, actors, {
      isLive: events.isLive,
      isPhysical: (character) => this.wishes.isPhysical(character),
      pull: (character, joint, point) => {
        const spring = springOf(this.wishes.of(character).dynamics);
        conversation.drag({ character, joint, point, ...spring });
      },
      letGo: (character, joint) => conversation.letGo(character, joint),
      inVain: (character, { name }) => this.hint(character, name),
      changed: (pulling) => {
        if (pulling > stats.pulling) ++stats.pulls;
        stats.pulling = pulling;
      },
    });
    this.show();
  }

  set chosen(character: string) {
    if (character === this.character) return;
    this.character = character;
    this.show();
  }

  set colour(colour: string) {
    this.puller.colour = colour;
  }

  connected(): void {
    this.wishes.connected();
    this.show();
  }

  lost(): void {
    this.puller.letAllGo();
  }

  // Once a picture.
  picture(): void {
    this.puller.picture();
  }

  // The server has complained. What is pulled may be what it does not take.
  complained(): void {
    this.puller.letAllGo();
  }

  moved({ character, dynamics, refused }: Moved): void {
    this.wishes.answered(character, dynamics, refused);
    if (refused) ++stats.dynamicsRefused;
    else stats.dynamics[character] = dynamics;
    this.show();
  }

  // Scripts of tensions are no performances: nobody is shown them.
  owns(id: string): boolean {
    return id.startsWith(this.prefix);
  }

  answered(answer: Answer): void {
    if (answer.accepted) ++stats.tensions;
    else this.events.failed(`The tension is not taken: ${answer.error}`);
  }

  private setDynamics(dynamics: Dynamics): void {
    this.puller.letAllGo(this.character);
    this.wishes.setDynamics(this.character, dynamics);
    this.show();
  }

  private submit(character: string, tensions: Tensions, dynamics: Dynamics): void {
    const id = this.prefix + String(++this.count);
    this.conversation.submit(id, tensionScript(tensions, dynamics), character);
  }

  // Once a character: a pointer that turns the camera often goes down on a hand.
  private hint(character: string, grip: string): void {
    if (this.hinted.has(character)) return;
    this.hinted.add(character);
    this.events.hint(
      `To pull the ${grip} of ${character}, choose Torso or Body under Manner, Muscles.`,
    );
  }

  private show(): void {
    this.panel.show(this.character, this.wishes.of(this.character));
  }
}
