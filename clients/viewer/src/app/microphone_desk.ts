// The card with the microphone: a character moves as the person who speaks into it.
import type { HeardSound } from "kinesphere";
import { wordsOfHeard } from "../microphone/heard_words.ts";
import { level_dB, Microphone, rate_Hz } from "../microphone/microphone.ts";
import type { Conversation } from "./conversation.ts";
import { element } from "./elements.ts";
import { stats } from "./stats.ts";

const linesShown = 8;

// How much later what was said is heard, so that strokes meet it.
const delay_s = 0.6;

export class MicrophoneDesk {
  chosen = ""; // the character that moves next time
  private readonly conversation: Conversation;
  private readonly failed: (message: string) => void;
  private readonly button = element("microphone-on", HTMLButtonElement);
  private readonly delayed = element("microphone-delayed", HTMLInputElement);
  private readonly state = element("microphone-state", HTMLParagraphElement);
  private readonly meter = element("microphone-level", HTMLMeterElement);
  private readonly lines = element("microphone-heard", HTMLOListElement);
  private readonly microphone: Microphone;
  private newest = { words: "", line: document.createElement("li"), times: 0 };
  private character = ""; // that moves
  private delay_s = 0; // of the stream that goes on
  private stream = 0;
  private sent = 0; // samples of it

  constructor(conversation: Conversation, failed: (message: string) => void) {
    this.conversation = conversation;
    this.failed = failed;
    this.microphone = new Microphone({
      piece: (samples) => {
        this.meter.value = level_dB(samples);
        this.send(samples, false);
      },
    });
    this.button.addEventListener("click", () => void this.turn(!this.microphone.on));
  }

  take(heard: HeardSound): void {
    if (heard.kind === "syllable") ++stats.syllables;
    const words = wordsOfHeard(heard);
    if (words === undefined) return;
    if (words === this.newest.words) {
      ++this.newest.times;
      this.newest.line.textContent = `${words}, ${this.newest.times} times`;
      return;
    }
    const line = document.createElement("li");
    line.textContent = words;
    this.lines.prepend(line);
    this.newest = { words, line, times: 1 };
    while (this.lines.children.length > linesShown) this.lines.lastElementChild?.remove();
  }

  // Nobody hears it any more.
  lost(): void {
    void this.turn(false);
  }

  private async turn(on: boolean): Promise<void> {
    if (on) {
      try {
        this.character = this.chosen;
        this.delay_s = this.delayed.checked ? delay_s : 0;
        ++this.stream;
        this.sent = 0;
        await this.microphone.start();
      } catch (error) {
        const words = error instanceof Error ? error.message : String(error);
        this.failed(`The microphone could not be opened: ${words}.`);
      }
    } else if (this.microphone.on) {
      this.microphone.stop();
      this.send(new Int16Array(), true);
      this.meter.value = this.meter.min;
    }
    this.button.setAttribute("aria-pressed", String(this.microphone.on));
    const mover = this.character || "The first character";
    this.state.textContent = this.microphone.on ? `Listening: ${mover} moves. Press again to stop.` : "";
  }

  private send(samples: Int16Array, last: boolean): void {
    const { stream, character, sent: firstSample, delay_s: delay } = this;
    this.sent += samples.length;
    const piece = { stream, character, firstSample, rate: rate_Hz, samples, last, delay };
    this.conversation.sendSound(piece);
  }
}
