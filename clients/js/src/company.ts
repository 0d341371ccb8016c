/** Which characters are on the server, and whose they are, for a client. */

import { Refused } from "./errors.js";
import type { MessageInit } from "./words.js";
import type { CharacterOnStage, ClaimOptions, JoinOptions } from "./options.js";
import { Waiting } from "./waiting.js";

interface CharacterMessage {
  readonly id: number;
  readonly name: string;
  readonly body: string;
}

interface AnswerMessage {
  readonly id: string;
  readonly error: string;
  readonly claimed: readonly string[];
  readonly character?: CharacterMessage | undefined;
}

function randomKey(): string {
  const words = crypto.getRandomValues(new Uint32Array(4));
  return [...words].map((word) => word.toString(16)).join("-");
}

export class Company {
  readonly characters = new Map<string, CharacterOnStage>();
  onJoined: ((character: CharacterOnStage) => void) | null = null;
  onLeft: ((character: CharacterOnStage) => void) | null = null;

  /** By this the next connection has what this one claimed. */
  readonly #key = randomKey();
  readonly #answers = new Waiting<AnswerMessage>();
  readonly #send: (message: MessageInit) => void;
  readonly #tellSoon: (call: () => void) => void;
  readonly #complain: (error: string) => void;
  #asked = 0;
  #claimed: readonly string[] = [];
  #grace = 0;

  constructor(send: (message: MessageInit) => void, tellSoon: (call: () => void) => void,
              complain: (error: string) => void) {
    this.#send = send;
    this.#tellSoon = tellSoon;
    this.#complain = complain;
  }

  /** What a Hello lists. */
  begin(characters: Iterable<CharacterMessage>): void {
    this.characters.clear();
    for (const { id, name, body } of characters) {
      this.characters.set(name, { id, name, body });
    }
    if (this.#claimed.length > 0) {
      this.#send(this.#claimFor("", this.#claimed, false));
    }
  }

  async claim(characters: readonly string[], { grace = 0, timeout = 10 }: ClaimOptions):
      Promise<void> {
    this.#grace = grace;
    const answer = await this.#ask(timeout, (id) => this.#claimFor(id, characters, false));
    this.#claimed = answer.claimed;
  }

  async release(characters: readonly string[], { timeout = 10 }: { timeout?: number }):
      Promise<void> {
    const answer = await this.#ask(timeout, (id) => this.#claimFor(id, characters, true));
    this.#claimed = answer.claimed;
  }

  async join(name: string, options: JoinOptions): Promise<CharacterOnStage> {
    const { body = "", place = [0, 0], heading = 0, timeout = 10 } = options;
    const answer = await this.#ask(timeout, (id) =>
      ({ case: "join", value: { id, name, body, place: [...place], heading } }));
    const character = answer.character ?? { id: 0, name, body };
    this.joined(character);
    return { id: character.id, name: character.name, body: character.body };
  }

  async leave(name: string, { timeout = 10 }: { timeout?: number }): Promise<void> {
    const answer = await this.#ask(timeout, (id) =>
      ({ case: "leave", value: { id, character: name } }));
    this.left(answer.character?.id ?? 0);
  }

  answered(answer: AnswerMessage): void {
    if (this.#answers.has(answer.id)) {
      this.#answers.resolve(answer.id, answer);
    } else if (answer.error) {
      this.#complain(answer.error);
    }
  }

  /** The answer and what everybody is told say the same, and it counts once. */
  joined({ id, name, body }: CharacterMessage): void {
    const isKnown = this.characters.get(name)?.id === id;
    if (isKnown) {
      return;
    }
    const character = { id, name, body };
    this.characters.set(name, character);
    this.#tellSoon(() => this.onJoined?.(character));
  }

  left(id: number): void {
    const character = [...this.characters.values()].find((each) => each.id === id);
    if (!character) {
      return;
    }
    this.characters.delete(character.name);
    this.#tellSoon(() => this.onLeft?.(character));
  }

  rejectAll(error: Error): void {
    this.#answers.rejectAll(error);
  }

  #claimFor(id: string, characters: readonly string[], release: boolean): MessageInit {
    return { case: "claim", value: {
      id, characters: [...characters], release, key: this.#key, grace: this.#grace,
    } };
  }

  async #ask(timeout: number, makeQuestion: (id: string) => MessageInit): Promise<AnswerMessage> {
    const id = `ask${++this.#asked}`;
    this.#send(makeQuestion(id));
    const answer = await this.#answers.promise(id, timeout, "no answer about characters");
    if (answer.error) {
      throw new Refused(answer.error);
    }
    return answer;
  }
}

/** The calls of a client about it. */
export abstract class CompanyCalls {
  protected abstract readonly company: Company;

  /** Has these characters for oneself, or all of them: others can look at them, and neither submit
   * to them nor interrupt or change them. All are claimed, or it rejects with Refused. It ends with
   * `release` and with the connection. */
  claim(characters: readonly string[] = [], options: ClaimOptions = {}): Promise<void> {
    return this.company.claim(characters, options);
  }

  /** Gives these back, or all that one has. */
  release(characters: readonly string[] = [], options: { timeout?: number } = {}): Promise<void> {
    return this.company.release(characters, options);
  }

  /** Has a character come; scripts may be submitted to it at once. */
  join(name: string, options: JoinOptions = {}): Promise<CharacterOnStage> {
    return this.company.join(name, options);
  }

  /** Has a character go, with all that plays on it. */
  leave(name: string, options: { timeout?: number } = {}): Promise<void> {
    return this.company.leave(name, options);
  }

  /** Calls it with each character that has come, at any client's request; null: calls nothing. */
  onJoined(callback: ((character: CharacterOnStage) => void) | null): void {
    this.company.onJoined = callback;
  }

  /** Calls it with each character that has gone; null: nobody. */
  onLeft(callback: ((character: CharacterOnStage) => void) | null): void {
    this.company.onLeft = callback;
  }
}
