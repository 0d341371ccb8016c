// What has come and was not taken yet, for one `for await`. Bounded: with a key, the newest item of
// each key replaces the one before it; without, one item too many ends the inbox with an error.

export class Inbox<Item> implements AsyncIterableIterator<Item> {
  #items = new Map<unknown, Item>();
  #waiting: { resolve: (result: IteratorResult<Item>) => void;
              reject: (error: Error) => void } | undefined;
  #over = false;
  #error: Error | undefined;
  #pushed = 0;
  readonly #limit: number;
  readonly #keyOf: ((item: Item) => unknown) | undefined;
  readonly #onOver: () => void;

  /** `onOver` is called when nothing more will be taken, whoever ended it. */
  constructor({ limit, keyOf, onOver = () => {} }:
              { limit: number; keyOf?: (item: Item) => unknown; onOver?: () => void }) {
    this.#limit = limit;
    this.#keyOf = keyOf;
    this.#onOver = onOver;
  }

  push(item: Item): void {
    if (this.#over) {
      return;
    }
    if (this.#waiting) {
      this.#waiting.resolve({ value: item, done: false });
      this.#waiting = undefined;
      return;
    }
    const key = this.#keyOf ? this.#keyOf(item) : this.#pushed++;
    this.#items.delete(key); // so that it comes behind what has waited longer
    this.#items.set(key, item);
    if (this.#items.size > this.#limit) {
      this.#items.clear();
      this.end(new RangeError(`more than ${this.#limit} wait to be read`));
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
    if (this.#waiting) {
      const { resolve, reject } = this.#waiting;
      this.#waiting = undefined;
      if (error) {
        this.#error = undefined;
        reject(error);
      } else {
        resolve({ value: undefined, done: true });
      }
    }
  }

  next(): Promise<IteratorResult<Item>> {
    if (this.#waiting) {
      return Promise.reject(new Error("one `for await` at a time"));
    }
    for (const [key, item] of this.#items) {
      this.#items.delete(key);
      return Promise.resolve({ value: item, done: false });
    }
    if (!this.#over) {
      return new Promise((resolve, reject) => {
        this.#waiting = { resolve, reject };
      });
    }
    const error = this.#error;
    this.#error = undefined; // once; then the end
    return error ? Promise.reject(error) : Promise.resolve({ value: undefined, done: true });
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
