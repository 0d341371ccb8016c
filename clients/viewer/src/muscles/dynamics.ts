// What moves a character: its plan alone, or muscles of its torso or of its whole body.
import type { Dynamics } from "kinesphere";

export type { Dynamics };

export interface DynamicsWords {
  readonly dynamics: Dynamics;
  readonly name: string;
  readonly meaning: string;
}

export const allDynamics: readonly DynamicsWords[] = [
  {
    dynamics: "none",
    name: "Kinematic",
    meaning: "The body is exactly where its script plans it. Nothing can be pulled.",
  },
  {
    dynamics: "torso",
    name: "Torso",
    meaning: "Muscles move trunk, head and arms. Drag a hand or a shoulder in the picture.",
  },
  {
    dynamics: "body",
    name: "Body",
    meaning: "Muscles move all of it. A hard pull makes it step, or fall and get up.",
  },
];

export function isPhysical(dynamics: Dynamics): boolean {
  return dynamics !== "none";
}

// How a pointer pulls. A spring with these limits moves a hand to the pointer. One that stands on
// its own legs falls if more pulls at it for long.
export interface Spring {
  readonly stiffness: number; // N/m
  readonly limit: number; // N
}

export function springOf(dynamics: Dynamics): Spring {
  return dynamics === "body" ? { stiffness: 1000, limit: 120 } : { stiffness: 2000, limit: 400 };
}
