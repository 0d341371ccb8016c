// Files of what was just performed: motion from the frames that the page has received, pictures
// from the canvas.
import { bvhOf } from "../export/bvh.ts";
import type { Clip } from "../export/clip.ts";
import { csvOf } from "../export/csv.ts";
import { glbOf, vrmaOf } from "../export/gltf.ts";
import { Figure } from "../scene/figure.ts";
import type { Stage } from "../scene/stage.ts";
import type { Conversation } from "./conversation.ts";
import { element } from "./elements.ts";
import { offerFile } from "./recorder.ts";
import { stats } from "./stats.ts";
import { recordVideo, videoEnding } from "./video.ts";

export interface Exported {
  readonly character: number;
  readonly name: string; // of the character
  readonly from_s: number; // on the server's count of ticks
  readonly to_s: number;
}

export interface ExporterEvents {
  // What was just performed, or is seen; undefined: nothing yet.
  readonly what: () => Exported | undefined;
  readonly say: (message: string, kind: "error" | "news") => void;
  // Plays it again from its beginning, once; answers when it is over.
  readonly playAgain: () => Promise<void>;
}

const motions: Readonly<Record<string, (clip: Clip) => Blob>> = {
  glb: (clip) => glbOf(clip, new Figure(clip.skeleton, clip.skeleton.characterId - 1).dressing),
  vrma: vrmaOf,
  bvh: (clip) => new Blob([bvhOf(clip)], { type: "text/plain" }),
  csv: (clip) => new Blob([csvOf(clip)], { type: "text/csv" }),
};

export class Exporter {
  private readonly conversation: Conversation;
  private readonly stage: Stage;
  private readonly events: ExporterEvents;
  private readonly dialog = element("export-dialog", HTMLDialogElement);
  private readonly what = element("export-what", HTMLElement);
  private form = ""; // that the next clip is written as

  constructor(conversation: Conversation, stage: Stage, events: ExporterEvents) {
    this.conversation = conversation;
    this.stage = stage;
    this.events = events;
    element("export", HTMLButtonElement).addEventListener("click", () => this.open());
    for (const button of this.dialog.querySelectorAll<HTMLButtonElement>("[data-form]"))
      button.addEventListener("click", () => this.choose(button.dataset["form"]!));
  }

  // The Worker has given the frames.
  take(clip: Clip | undefined): void {
    const write = motions[this.form];
    if (!write) return;
    if (!clip) {
      const words = "The page has no frames of that any more: perform it again, then export.";
      return this.events.say(words, "error");
    }
    const file = write(clip);
    const seconds = clip.frames.at(-1)!.time_s - clip.frames[0]!.time_s;
    this.offer(file, `${clip.skeleton.character}.${this.form}`);
    const words = `${clip.frames.length} frames of ${clip.skeleton.character}, ${seconds.toFixed(2)} s`;
    this.events.say(`Saved as .${this.form}: ${words}.`, "news");
  }

  private open(): void {
    const what = this.events.what();
    this.what.textContent = what
      ? `${wordsOf(what)} of ${what.name}, as the page has received it.`
      : "Nothing has been performed yet: press Perform first. A picture can be had now.";
    for (const button of this.dialog.querySelectorAll<HTMLButtonElement>("[data-form]"))
      button.disabled = !what && button.dataset["form"] !== "png";
    this.dialog.showModal();
  }

  private choose(form: string): void {
    this.dialog.close();
    if (form === "png") return this.picture();
    const what = this.events.what();
    if (!what) return;
    if (form === "video") return void this.video(what);
    this.form = form;
    this.conversation.giveClip(what.character, what.from_s, what.to_s);
  }

  private picture(): void {
    this.stage.draw(); // a canvas keeps its pixels until the page's next picture
    this.stage.canvas.toBlob((file) => {
      if (file) this.offer(file, "kinesphere.png");
      else this.events.say("The browser gave no picture: try again.", "error");
    });
  }

  private async video({ name }: Exported): Promise<void> {
    if (!videoEnding()) {
      const words = "This browser writes no video: export .glb, or use Chromium or Firefox.";
      return this.events.say(words, "error");
    }
    this.events.say("The video is recorded while it plays again …", "news");
    try {
      const file = await recordVideo(this.stage.canvas, () => this.events.playAgain());
      this.offer(file, `${name}.${videoEnding()}`);
      this.events.say("The video is saved.", "news");
    } catch (error) {
      this.events.say(`There is no video: ${String(error)}`, "error");
    }
  }

  private offer(file: Blob, name: string): void {
    ++stats.exported;
    offerFile(file, name);
  }
}

function wordsOf({ from_s, to_s }: Exported): string {
  return Number.isFinite(to_s) ? `${(to_s - from_s).toFixed(2)} s` : "The whole recording";
}
