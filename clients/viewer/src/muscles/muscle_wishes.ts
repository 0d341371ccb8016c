// What this page wishes of the muscles of each character, and what of it is to be sent when.
import type { Dynamics } from "kinesphere";
import { isPhysical } from "./dynamics.ts";
import { plainTensions, type Part, type Tensions } from "./tension_script.ts";

export interface Wish {
  readonly dynamics: Dynamics;
  readonly tensions: Tensions;
}

export interface MuscleCalls {
  readonly dynamics: (character: string, dynamics: Dynamics) => void;
  readonly arms: (character: string, manner: string) => void; // empty: as usual
  readonly others: (character: string, tensions: Tensions, dynamics: Dynamics) => void;
}

interface Kept {
  wish: Wish;
  taken: Dynamics; // by the server, as far as it has answered
  asked: number; // that have no answer yet
}

export class MuscleWishes {
  private readonly calls: MuscleCalls;
  private readonly kept = new Map<string, Kept>();

  constructor(calls: MuscleCalls) {
    this.calls = calls;
  }

  of(character: string): Wish {
    return this.kept.get(character)?.wish ?? { dynamics: "none", tensions: plainTensions };
  }

  // Whether the server has said so.
  isPhysical(character: string): boolean {
    return isPhysical(this.kept.get(character)?.taken ?? "none");
  }

  setDynamics(character: string, dynamics: Dynamics): void {
    const kept = this.keep(character);
    if (kept.wish.dynamics === dynamics) return;
    kept.wish = { ...kept.wish, dynamics };
    this.ask(character, kept);
    // Mass trackers hear of arms, too. What is said of muscles ends with them.
    if (!isPhysical(dynamics) && kept.wish.tensions.arms) this.calls.arms(character, "");
  }

  // Of a character that moves by its muscles; else it waits until it does.
  setTension(character: string, part: Part, manner: string): void {
    const kept = this.keep(character);
    kept.wish = { ...kept.wish, tensions: { ...kept.wish.tensions, [part]: manner } };
    const { dynamics, tensions } = kept.wish;
    if (!isPhysical(kept.taken) || !isPhysical(dynamics)) return;
    if (part === "arms") this.calls.arms(character, manner);
    else this.calls.others(character, tensions, dynamics);
  }

  // The last answer counts: earlier ones are of what is not wished any more.
  answered(character: string, dynamics: Dynamics, refused: boolean): void {
    const kept = this.keep(character);
    const before = kept.taken;
    kept.asked = Math.max(0, kept.asked - 1);
    if (!refused) kept.taken = dynamics;
    if (kept.asked > 0) return;
    if (refused) kept.wish = { ...kept.wish, dynamics: kept.taken };
    if (!isPhysical(before) && isPhysical(kept.taken)) this.tell(character, kept.wish);
  }

  // The server may be a new one, where all keep to their plans, or the old one.
  connected(): void {
    for (const [character, kept] of this.kept) {
      kept.taken = "none";
      kept.asked = 0;
      if (isPhysical(kept.wish.dynamics)) this.ask(character, kept);
    }
  }

  private ask(character: string, kept: Kept): void {
    ++kept.asked;
    this.calls.dynamics(character, kept.wish.dynamics);
  }

  private tell(character: string, { tensions, dynamics }: Wish): void {
    if (tensions.arms) this.calls.arms(character, tensions.arms);
    if (tensions.trunk || tensions.head) this.calls.others(character, tensions, dynamics);
  }

  private keep(character: string): Kept {
    let kept = this.kept.get(character);
    if (!kept) {
      kept = { wish: this.of(character), taken: "none", asked: 0 };
      this.kept.set(character, kept);
    }
    return kept;
  }
}
