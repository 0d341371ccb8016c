// What has come and was not taken yet, for one `for await`. Bounded: with a key, the newest item of
// each key replaces the one before it; without, one item too many ends the inbox with an error. With
// a key, all that has come on the connection is read before an item is taken, so that it is new.

import { soon } from "./soon.js";

export class Inbox<Item> implements AsyncIterableIterator<Item> {
  #items = new Map<unknown, Item>();
  #waiting: { resolve: (result: IteratorResult<Item>) => void;
              reject: (error: Error) => void } | undefined;
  #isDue = false; // whether somebody who waits is given an item soon
  #over = false;
  #error: Error | undefined;
  #pushed = 0;
  readonly #limit: number;
  readonly #keyOf: ((item: Item) => unknown) | undefined;
  readonly #inPlaceOf: (before: Item, item: Item) => Item;
  readonly #onTurn: () => void;
  readonly #onOver: () => void;

  /** `inPlaceOf` makes what takes the place of an item of the same key; `onTurn` is
   * called before an item with a key is given; `onOver` is called when nothing more will be taken,
   * whatever ended it. */
  constructor({ limit, keyOf, inPlaceOf = (_, item) => item, onTurn = () => {},
                onOver = () => {} }:
              { limit: number; keyOf?: (item: Item) => unknown;
                inPlaceOf?: (before: Item, item: Item) => Item; onTurn?: () => void;
                onOver?: () => void }) {
    this.#limit = limit;
    this.#keyOf = keyOf;
    this.#inPlaceOf = inPlaceOf;
    this.#onTurn = onTurn;
    this.#onOver = onOver;
  }

  push(item: Item): void {
    if (this.#over) {
      return;
    }
    const key = this.#keyOf ? this.#keyOf(item) : this.#pushed++;
    const before = this.#items.get(key);
    this.#items.delete(key); // so that it comes behind what has waited longer
    this.#items.set(key, before === undefined ? item : this.#inPlaceOf(before, item));
    if (this.#items.size > this.#limit) {
      this.#items.clear();
      this.end(new RangeError(`more than ${this.#limit} wait to be read`));
    } else if (!this.#keyOf) {
      this.#settle();
    } else if (this.#waiting) {
      this.#settleSoon();
    }
  }

  /** After what is there, nothing comes but this error, or the end. */
  end(error?: Error): void {
    if (this.#over) {
      return;
    }
    this.#over = true;
    this.#error = error;
    this.#onOver();
    if (!this.#isDue) {
      this.#settle();
    }
  }

  next(): Promise<IteratorResult<Item>> {
    if (this.#waiting) {
      return Promise.reject(new Error("one `for await` at a time"));
    }
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      if (this.#keyOf && !this.#over && this.#items.size > 0) {
        this.#settleSoon();
      } else {
        this.#settle();
      }
    });
  }

  /** Gives all that wait what there is: an item, behind them the error, once, then the end. */
  #settle(): void {
    const waiting = this.#waiting;
    if (!waiting) {
      return;
    }
    const first = this.#takeFirst();
    if (!first && !this.#over) {
      return;
    }
    this.#waiting = undefined;
    if (first || !this.#error) {
      waiting.resolve(first ?? { value: undefined, done: true });
    } else {
      waiting.reject(this.#error);
      this.#error = undefined;
    }
  }

  #takeFirst(): IteratorResult<Item> | undefined {
    for (const [key, item] of this.#items) {
      this.#items.delete(key);
      return { value: item, done: false };
    }
    return undefined;
  }

  #settleSoon(): void {
    if (!this.#isDue) {
      this.#isDue = true;
      soon(() => {
        this.#isDue = false;
        this.#onTurn();
        this.#settle();
      });
    }
  }

  return(): Promise<IteratorResult<Item>> {
    this.end();
    this.#items.clear();
    return Promise.resolve({ value: undefined, done: true });
  }

  [Symbol.asyncIterator](): AsyncIterableIterator<Item> {
    return this;
  }
}
