// Something that is sent at most once in a while, however often it is wanted: with a picture of the
// browser, and not before a least time has gone by. What is wanted last is sent in the end.

export interface Pace {
  readonly now_ms: () => number;
  readonly nextPicture: (then: () => void) => void;
}

const ofBrowser: Pace = {
  now_ms: () => performance.now(),
  nextPicture: (then) => void requestAnimationFrame(then),
};

export class Paced {
  private readonly send: () => void;
  private readonly least_ms: number;
  private readonly pace: Pace;
  private last_ms = -Infinity;
  private waits = false;

  constructor(send: () => void, least_ms: number, pace = ofBrowser) {
    this.send = send;
    this.least_ms = least_ms;
    this.pace = pace;
  }

  want(): void {
    if (this.waits) return;
    this.waits = true;
    this.pace.nextPicture(() => this.picture());
  }

  private picture(): void {
    const now_ms = this.pace.now_ms();
    if (now_ms - this.last_ms < this.least_ms) {
      this.pace.nextPicture(() => this.picture());
      return;
    }
    this.waits = false;
    this.last_ms = now_ms;
    this.send();
  }
}
