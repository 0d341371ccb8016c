// Counters that tests wait for and people may look at: `window.kinesphere.stats` in the console.
import type { Travel } from "../curves/speeds.ts";

export interface Stats {
  state: string;
  sessions: number; // connected so far
  framesReceived: number;
  pictures: number; // drawn so far
  picturesOfPoses: number; // of them with a new pose
  drawing_ms: number; // the page's own time for the last of them
  age_ms: number; // of what was drawn last, since the server made it
  ageAfterStall_ms: number; // the age of the first picture of new poses after the page stood still
  stalls: number;
  staleReplies: number; // poses thrown away, for the page was busy when they came
  characters: number;
  avatars: Record<string, string>; // what each character is drawn as
  started: number;
  ended: number; // and seen to their end
  syncs: number;
  answers: number;
  checks: number;
  sketches: number; // sent, as sliders and the pad moved
  dynamics: Record<string, string>; // of each character that was asked to move otherwise
  dynamicsRefused: number;
  tensions: number; // scripts of tensions that the server has taken
  pulls: number; // that have begun
  pulling: number; // joints that are pulled now
  syllables: number; // heard of the microphone
  spoken: number; // pieces of what characters say that have come
  remarks: number; // errors and warnings shown in the text
  performances: ({ readonly id: string } & Travel)[]; // that are over, the last of them
  recorded_s: number;
  exported: number; // files that were offered
  at_s: number | undefined; // of what is seen again, on the server's count; undefined: it is live
}

export const stats: Stats = {
  state: "connecting",
  sessions: 0,
  framesReceived: 0,
  pictures: 0,
  picturesOfPoses: 0,
  drawing_ms: 0,
  age_ms: 0,
  ageAfterStall_ms: 0,
  stalls: 0,
  staleReplies: 0,
  characters: 0,
  avatars: {},
  started: 0,
  ended: 0,
  syncs: 0,
  answers: 0,
  checks: 0,
  sketches: 0,
  dynamics: {},
  dynamicsRefused: 0,
  tensions: 0,
  pulls: 0,
  pulling: 0,
  syllables: 0,
  spoken: 0,
  remarks: 0,
  performances: [],
  recorded_s: 0,
  exported: 0,
  at_s: undefined,
};
