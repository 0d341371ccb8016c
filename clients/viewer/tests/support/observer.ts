// A client beside the page, on the same server: it sees how a character really moves.
import {
  connect,
  worldPositions,
  type Client,
  type Frame,
  type Skeleton,
  type Vector,
} from "kinesphere";

// A body that still changes does so in far fewer frames.
const settledFrames = 12;

export class Observer {
  readonly client: Client;
  private readonly character: string;
  private skeleton: Skeleton | undefined;
  private heard = (_: Frame): void => {};

  private constructor(client: Client, character: string) {
    this.client = client;
    this.character = character;
  }

  static async of(url: string, character: string): Promise<Observer> {
    const client = await connect(url.replace(/^http/, "ws") + "/ws");
    const observer = new Observer(client, character);
    client.subscribe([character], {
      parts: ["body", "face", "events"],
      onSkeleton: (skeleton) => (observer.skeleton = skeleton),
      onFrame: (frame) => observer.heard(frame),
    });
    return observer;
  }

  close(): void {
    void this.client.close();
  }

  // The first body that stands still from which this is true.
  async still(isDue: (frame: Frame) => boolean = () => true): Promise<Frame> {
    let last = "";
    let same = 0;
    let due = false;
    return new Promise((resolve) => {
      this.heard = (frame) => {
        const text = poseText(frame);
        due ||= isDue(frame);
        same = text === last ? same + 1 : 0;
        last = text;
        if (!due || same < settledFrames) return;
        this.heard = () => {};
        resolve(frame);
      };
    });
  }

  // The first body of which this is true.
  async first(isDue: (frame: Frame) => boolean): Promise<Frame> {
    return new Promise((resolve) => {
      this.heard = (frame) => {
        if (!isDue(frame)) return;
        this.heard = () => {};
        resolve(frame);
      };
    });
  }

  // The body at rest after it was another one.
  async other(than: Frame): Promise<Frame> {
    return this.still((frame) => poseText(frame) !== poseText(than));
  }

  // How much of a channel of the face there is.
  weight(frame: Frame, channel: string): number {
    return frame.channels[this.skeleton!.channels.indexOf(channel)]!;
  }

  // How high a joint is, in metres.
  height_m(frame: Frame, joint: string): number {
    return this.place(frame, joint)[1];
  }

  // Where a joint is in the world, in metres.
  place(frame: Frame, joint: string): Vector {
    if (!this.skeleton) throw new Error(`${this.character} has no skeleton yet`);
    return worldPositions(this.skeleton, frame).get(joint)!;
  }
}

// The most by which a number of two bodies differs.
export function farthest(a: Frame, b: Frame): number {
  const numbers = [...a.parentFromJoint, ...a.hips];
  const others = [...b.parentFromJoint, ...b.hips];
  return Math.max(...numbers.map((number, i) => Math.abs(number - others[i]!)));
}

// Every number of a body, to the bit.
export function poseText({ hips, parentFromJoint }: Frame): string {
  return [...hips, ...parentFromJoint].join();
}
