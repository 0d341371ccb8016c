// The calls. What the server sends is heard here: answers and pongs at once, and what callbacks are
// told of by way of Deliveries, one after the other.

import { Acknowledgement } from "./acknowledgement.js";
import { audioFrom, type Audio } from "./audio.js";
import type { Clock } from "./clock.js";
import { Company } from "./company.js";
import { Connection, connectionOptions } from "./connection.js";
import { Deliveries } from "./deliveries.js";
import { ConnectionLost, Refused } from "./errors.js";
import { frameFrom, inPlaceOf, skeletonFrom, type Frame, type Skeleton } from "./frame.js";
import type { Hello } from "./generated/kinesphere_pb.js";
import { Heartbeat } from "./heartbeat.js";
import { Inbox } from "./inbox.js";
import { LiveCalls } from "./live_calls.js";
import { checkedFrom, feedbackFrom, kept, predictionFrom, problem, statsFrom, type Checked,
         type Feedback, type Message, type Prediction } from "./messages.js";
import { whoseOf, type CharacterOnStage, type ConnectOptions, type State, type Stats,
         type SubmitOptions, type SubscribeOptions, type Whose } from "./options.js";
import { performedBlocksFrom, type PerformedBlock } from "./performed.js";
import { openingOf, SpeechesBegun, wholeOf, type SayOptions, type SayPiece } from "./saying.js";
import { loseAll, Submission, type Outcome } from "./submission.js";
import { Waiting, within } from "./waiting.js";
import { ENCODINGS, PARTS, valueOf, type MessageInit } from "./words.js";

const FEEDBACK_WAITING_MAX = 4096;
const CHARACTERS_MAX = 16384;
const SOUND: SubscribeOptions = { parts: ["audio"] };
const CLOSED = "this client closed the connection";

/** Says hello to `HOST[:PORT]` or `ws://HOST[:PORT]`. Rejects with ConnectionLost where nobody
 * answers, or where we are not wanted. */
export async function connect(server?: string, options: ConnectOptions = {}): Promise<Client> {
  return Client.connect(server, options);
}

export class Client extends LiveCalls {
  capabilities: readonly string[] = [];
  tickRate = 0;
  /** Another one after a restart of the server. */
  sessionId = 0n;
  stats: Stats | undefined;

  protected readonly company: Company;
  readonly #skeletons = new Map<number, Skeleton>();
  readonly #names = new Map<number, string>();
  readonly #connection: Connection;
  readonly #acknowledgement: Acknowledgement;
  readonly #deliveries: Deliveries;
  #newest: number | undefined; // tick that came and was not acknowledged
  #heartbeat = new Heartbeat();
  readonly #submissions = new Set<Submission>();
  readonly #answers = new Waiting<Submission>();
  readonly #begun = new SpeechesBegun<Submission>();
  readonly #checks = new Waiting<Checked>();
  readonly #recordings = new Waiting<number>();
  readonly #performed = new Waiting<PerformedBlock[]>();
  #hearsAcknowledgements = false;
  #asked = 0;
  #subscription: { characters: readonly string[]; options: SubscribeOptions } | undefined;
  #frames: Inbox<Frame> | undefined;
  readonly #feedbacks = new Set<Inbox<Feedback>>();
  #onFeedback: ((feedback: Feedback) => void) | null = null;
  #onAudio: ((audio: Audio) => void) | null = null;
  #onPrediction: ((prediction: Prediction) => void) | null = null;
  #onState: ((state: State) => void) | null = null;
  #closed!: (reason: string) => void;
  readonly #closing: Promise<string>;
  readonly #sendPing = (clientTimeUs: bigint): void =>
    this.send({ case: "ping", value: { clientTimeUs } });

  private constructor(server: string | undefined, options: ConnectOptions) {
    super();
    this.#connection = new Connection(connectionOptions(server, options), {
      onHello: (hello) => this.#begin(hello),
      onForgotten: (error) => loseAll(this.#submissions, error),
      onMessage: (message) => this.#hear(message),
      onLost: (error, calling) => this.#lose(error, calling),
    });
    this.company = new Company((message) => this.send(message),
                               (call) => this.#deliveries.push(() => this.#call(call, undefined)),
                               (error) => this.#tellSoon(problem(error)));
    this.#acknowledgement = new Acknowledgement((value) => this.send({ case: "ack", value }));
    this.#deliveries = new Deliveries(() => this.#acknowledge(), (frame) =>
      this.#call(this.#subscription?.options.onFrame, frame));
    this.#closing = new Promise((resolve) => {
      this.#closed = resolve;
    });
  }

  /** @internal */
  static async connect(server: string | undefined, options: ConnectOptions): Promise<Client> {
    const client = new Client(server, options);
    await client.#connection.open();
    return client;
  }

  /** The characters that are there now, by name. */
  get characters(): ReadonlyMap<string, CharacterOnStage> {
    return this.company.characters;
  }

  /** Of each character by its id, before its first frame. */
  get skeletons(): ReadonlyMap<number, Skeleton> {
    return this.#skeletons;
  }

  /** The server's clocks, by the pings of this connection. */
  get clock(): Clock {
    return this.#heartbeat.clock;
  }

  /** Sends a script and waits for the answer. Rejects with Refused where it is not played. With
   * `predictions` those come of how its blocks will go, for `onPrediction`, and no timeline. */
  async submit(script: string, { character = "", id, timeout = 10, predictions = false,
                                 traceparent = "" }: SubmitOptions = {}): Promise<Submission> {
    const key = id ?? this.#connection.name(`script${++this.#asked}`);
    return this.#ask(this.#answers, key, this.#connection.patience(timeout),
                     `no answer about script '${key}'`,
                     { case: "submit",
                       value: { id: key, script, character, predictions, traceparent } });
  }

  /** Has a character say what a voice elsewhere has spoken, and waits for the answer. `words` are
   * their times: a list of words, or the whole answer of Whisper, ElevenLabs, Azure or Google, as
   * JSON or what it was parsed to; without them words are spread over the sound. */
  async say(text: string, audio: Uint8Array, words?: unknown, options: SayOptions = {}):
      Promise<Submission> {
    const { id = this.#connection.name(`speech${++this.#asked}`), timeout = 10 } = options;
    const [first, ...rest] = wholeOf(id, text, audio, words, options);
    const answer = this.#ask(this.#answers, id, this.#connection.patience(timeout),
                             `no answer about speech '${id}'`, first!);
    rest.forEach((message) => this.send(message));
    return answer;
  }

  /** Begins a speech that comes in pieces, as `say` has it; it is heard from the first 0.4 s of
   * sound on. */
  beginSaying(id: string, options: SayOptions = {}): void {
    const answer = this.#ask(this.#answers, id, Infinity, "", openingOf(id, options));
    this.#begun.begin(id, options, answer);
  }

  /** The next piece of it. */
  sayMore(id: string, piece: SayPiece): void {
    this.#begun.more(id, piece).forEach((message) => this.send(message));
  }

  /** That was the last piece; what `say` gives. */
  async endSaying(id: string, { timeout = 10 }: { timeout?: number } = {}): Promise<Submission> {
    const { answer, messages } = this.#begun.end(id);
    messages.forEach((message) => this.send(message));
    return within(timeout, `no answer about speech '${id}'`, answer);
  }

  /** What the server would say to a script, of which nothing is played. */
  async check(script: string, { character = "", timeout = 10 }:
              { character?: string; timeout?: number } = {}): Promise<Checked> {
    const id = `check${++this.#asked}`;
    return this.#ask(this.#checks, id, timeout, "no answer about a script that was to be checked",
                     { case: "check", value: { id, script, character } });
  }

  /** Has the server write down what these characters do, or all of them, as NAME.ksr in its folder
   * for recordings, until `stopRecording`. What is wrong with it is told as a "problem". */
  record(name: string, characters: readonly string[] = []): void {
    this.send({ case: "record",
                 value: { name, characters: characters.map((each) => this.#idOf(each)) } });
  }

  /** Ends a recording; how many frames it holds. Rejects with Refused where there is none. */
  async stopRecording(name: string, { timeout = 10 }: { timeout?: number } = {}): Promise<number> {
    return this.#ask(this.#recordings, name, timeout, `recording '${name}' does not end`,
                     { case: "record", value: { name, stop: true } });
  }

  /** Has the frames of these characters, or of all of them, from now on. The last call holds. */
  subscribe(characters: readonly string[] = [], options: SubscribeOptions = {}): void {
    const message = this.#subscribing(characters, options);
    this.#frames?.end();
    this.#frames = undefined;
    this.send(message);
    this.#subscription = { characters: [...characters], options };
  }

  /** Subscribes, for `for await`: of each character the newest frame that was not looked at. */
  frames(characters: readonly string[] = [],
         options: SubscribeOptions = {}): AsyncIterableIterator<Frame> {
    this.subscribe(characters, options);
    this.#frames = new Inbox<Frame>({ limit: CHARACTERS_MAX, inPlaceOf,
                                      onTurn: () => this.#acknowledge(),
                                      keyOf: (frame) => frame.characterId });
    return this.#frames;
  }

  /** Fades out scripts of one's own by their ids, or all that plays on a character, in `fade`
   * seconds, or as long as the server sees fit. */
  interrupt(what: Whose,
            { fade }: { fade?: number | undefined } = {}): void {
    const fading = fade === undefined ? {} : { fade };
    this.send({ case: "interrupt", value: { ...whoseOf("interrupt", what), ...fading } });
  }

  /** How far scripts of one's own have come, by their ids, or all that plays or waits on a
   * character: what was said and what is left of each text, and where each behaviour is. */
  async performed(what: Whose,
                  { timeout = 10 }: { timeout?: number } = {}): Promise<PerformedBlock[]> {
    const id = `performed${++this.#asked}`;
    return this.#ask(this.#performed, id, timeout, "no answer about what was performed",
                     { case: "askPerformed", value: { id, ...whoseOf("performed", what) } });
  }

  /** The round trip, in seconds. */
  ping({ timeout = 10 }: { timeout?: number } = {}): Promise<number> {
    return this.#heartbeat.ping(this.#sendPing, timeout);
  }

  /** Calls it with each Feedback from now on; null: nobody. */
  onFeedback(callback: ((feedback: Feedback) => void) | null): void {
    this.#onFeedback = callback;
  }

  /** Each Feedback from now on, for `for await`. */
  feedback(): AsyncIterableIterator<Feedback> {
    const inbox: Inbox<Feedback> = new Inbox<Feedback>({
      limit: FEEDBACK_WAITING_MAX,
      onOver: () => this.#feedbacks.delete(inbox),
    });
    this.#feedbacks.add(inbox);
    return inbox;
  }

  /** Calls it with each Prediction from now on, of scripts that were submitted with `predictions`:
   * when planning begins, when it has ended, at the start, behind its feedback, and once more each
   * time that it is retimed. Null: nobody. */
  onPrediction(callback: ((prediction: Prediction) => void) | null): void {
    this.#onPrediction = callback;
  }

  /** Calls it with each Audio from now on: what the subscription's characters say, or all of them
   * where there is no subscription. It subscribes to sound by itself. Null: nobody. */
  onAudio(callback: ((audio: Audio) => void) | null): void {
    this.#onAudio = callback;
    if (callback) {
      const { characters, options } = this.#subscription ?? { characters: [], options: SOUND };
      this.send(this.#subscribing(characters, options));
      this.#subscription = { characters, options };
    }
  }

  /** Calls it when the connection is lost, stands again, or is over. */
  onState(callback: ((state: State) => void) | null): void {
    this.#onState = callback;
  }

  /** Leaves. What was submitted plays on or not as the server sees fit. */
  close(): void {
    this.#connection.close(CLOSED);
  }

  /** Until the connection is over for good; says why. */
  waitClosed(): Promise<string> {
    return this.#closing;
  }

  protected send(message: MessageInit): void {
    this.#connection.send(message);
  }

  #ask<Answer>(waiting: Waiting<Answer>, key: string, timeout: number, complaint: string,
               message: MessageInit): Promise<Answer> {
    if (waiting.has(key)) {
      throw new RangeError(`'${key}' waits for its answer already`);
    }
    this.send(message);
    return waiting.promise(key, timeout, complaint);
  }

  #subscribing(names: readonly string[], options: SubscribeOptions): MessageInit {
    const { maxRate = 0, encoding = "float32" } = options;
    return { case: "subscribe", value: {
      characters: names.map((name) => this.#idOf(name)),
      maxRateHz: maxRate,
      encoding: valueOf(encoding, ENCODINGS),
      parts: this.#partsOf(options).map((part) => valueOf(part, PARTS)),
    } };
  }

  /** Sound with them, where somebody hears it. */
  #partsOf({ parts, onAudio }: SubscribeOptions): readonly (keyof typeof PARTS)[] {
    const named = parts?.length ? parts : ["body", "face"] as const;
    return (onAudio || this.#onAudio) && !named.includes("audio") ? [...named, "audio"] : named;
  }

  #idOf(name: string): number {
    const character = this.characters.get(name);
    if (!character) {
      const names = [...this.characters.keys()].join(", ");
      throw new RangeError(`no character '${name}'; there are ${names}`);
    }
    return character.id;
  }

  #begin(hello: Hello): void {
    this.capabilities = hello.capabilities;
    this.tickRate = hello.tickRateHz;
    this.sessionId = hello.sessionId;
    this.#hearsAcknowledgements = hello.versionMinor >= 1;
    this.#names.clear();
    hello.characters.forEach(({ id, name }) => this.#names.set(id, name));
    this.company.begin(hello.characters);
    this.#skeletons.clear();
    this.#heartbeat = new Heartbeat();
    this.#heartbeat.start(this.#sendPing, () =>
      this.#connection.lose(new ConnectionLost("the server does not answer any more")));
    if (this.#subscription) {
      const { characters, options } = this.#subscription;
      try {
        this.send(this.#subscribing(characters, options));
      } catch (error) {
        this.#tell(problem((error as Error).message));
      }
    }
    this.#call(this.#onState, { state: "connected", reason: "" });
  }

  #hear(message: Message): void {
    this.#heartbeat.heard();
    switch (message.case) {
      case "frame": {
        const name = this.#names.get(message.value.characterId) ?? "";
        const frame = frameFrom(message.value, name, this.tickRate);
        this.#newest = Math.max(this.#newest ?? 0, frame.tick);
        this.#frames?.push(frame);
        this.#deliveries.pushFrame(frame);
        break;
      }
      case "skeleton": {
        const skeleton = skeletonFrom(message.value);
        this.#skeletons.set(skeleton.characterId, skeleton);
        this.#names.set(skeleton.characterId, skeleton.character);
        this.#deliveries.push(() => this.#call(this.#subscription?.options.onSkeleton, skeleton));
        break;
      }
      case "audioOpen":
      case "audioChunk":
      case "audioClose":
        return this.#hearAudio(audioFrom(message, this.#nameOf(message.value)));
      case "audioHeard":
        return this.#deliveries.push(() => this.#call(this.tellHeard, message.value));
      case "feedback": {
        const heard = feedbackFrom(message.value, this.#nameOf(message.value), this.tickRate);
        if (heard) {
          this.#deliveries.push(() => this.#tellFeedback(heard));
        }
        break;
      }
      case "prediction": {
        const heard = predictionFrom(message.value, this.#nameOf(message.value), this.tickRate);
        if (heard) {
          this.#deliveries.push(() => this.#call(this.#onPrediction, heard));
        }
        break;
      }
      case "accepted": {
        const submission = new Submission(message.value);
        if (submission.plays) {
          this.#submissions.add(submission);
        }
        this.#answers.resolve(submission.id, submission);
        break;
      }
      case "kept":
        return this.#tellSoon(kept(message.value.id));
      case "refused": {
        const { id, error, place } = message.value;
        this.#answers.reject(id, new Refused(error, place?.line, place?.column));
        break;
      }
      case "checked":
        return this.#checks.resolve(message.value.id, checkedFrom(message.value));
      case "performed": {
        const { id, error } = message.value;
        if (error) {
          this.#performed.reject(id, new Refused(error));
        } else {
          this.#performed.resolve(id, performedBlocksFrom(
            message.value, (block) => this.#nameOf(block), this.tickRate));
        }
        break;
      }
      case "recorded": {
        const { name, frames, error } = message.value;
        if (!error) {
          this.#recordings.resolve(name, Number(frames));
        } else if (this.#recordings.has(name)) {
          this.#recordings.reject(name, new Refused(error));
        } else {
          this.#tellSoon(problem(`recording '${name}': ${error}`));
        }
        break;
      }
      case "answer":
        return this.company.answered(message.value);
      case "joined":
        if (message.value.character) {
          this.#names.set(message.value.character.id, message.value.character.name);
          this.company.joined(message.value.character);
        }
        break;
      case "left":
        return this.company.left(message.value.characterId);
      case "pong":
        return this.#heartbeat.pong(message.value);
      case "stats":
        this.stats = statsFrom(message.value);
        break;
      case "problem":
        return this.#tellSoon(problem(message.value.error));
    }
  }

  #nameOf({ characterId }: { characterId: number }): string {
    return this.#names.get(characterId) ?? "";
  }

  #hearAudio(audio: Audio): void {
    this.#deliveries.push(() =>
      this.#call(this.#subscription?.options.onAudio ?? this.#onAudio, audio));
  }

  #acknowledge(): void {
    if (this.#newest !== undefined && this.#hearsAcknowledgements) {
      this.#acknowledgement.shown(this.#newest);
    }
    this.#newest = undefined;
  }

  #tellSoon(feedback: Feedback): void {
    this.#deliveries.push(() => this.#tell(feedback));
  }

  #tellFeedback(feedback: Feedback): void {
    this.#tell(feedback);
    if (feedback.kind === "ended" || feedback.kind === "interrupted") {
      const outcome: Outcome = feedback.kind;
      for (const submission of this.#submissions) {
        submission.end(feedback.id, outcome);
        if (!submission.plays) {
          this.#submissions.delete(submission);
        }
      }
    }
  }

  #tell(feedback: Feedback): void {
    this.#feedbacks.forEach((inbox) => inbox.push(feedback));
    this.#call(this.#onFeedback, feedback);
  }

  #lose(error: ConnectionLost, calling: boolean): void {
    if (error.message === CLOSED) {
      this.#deliveries.clear();
    } else {
      this.#deliveries.flush();
    }
    this.#newest = undefined;
    this.#heartbeat.stop(error);
    this.#acknowledgement.stop();
    this.#checks.rejectAll(error);
    this.#recordings.rejectAll(error);
    this.#performed.rejectAll(error);
    this.company.rejectAll(error);
    if (!calling || !this.#connection.resumes) {
      this.#answers.rejectAll(error);
      loseAll(this.#submissions, error);
    }
    if (!calling) {
      const asWished = error.message === CLOSED ? undefined : error;
      this.#frames?.end(asWished);
      this.#feedbacks.forEach((inbox) => inbox.end(asWished));
      this.#closed(error.message);
    }
    this.#call(this.#onState, { state: calling ? "calling" : "closed", reason: error.message });
  }

  /** A callback that fails is its program's matter, and not the conversation's. */
  #call<Argument>(callback: ((argument: Argument) => void) | null | undefined,
                  argument: Argument): void {
    try {
      callback?.(argument);
    } catch (error) {
      queueMicrotask(() => {
        throw error;
      });
    }
  }
}
