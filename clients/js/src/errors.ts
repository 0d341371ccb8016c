// What can go wrong, as classes that one can tell apart with `instanceof`.

/** The script is not played. `line` and `column` are 0 where the error has no place in it. */
export class Refused extends Error {
  override readonly name = "Refused";
  readonly error: string;
  readonly line: number;
  readonly column: number;

  constructor(error: string, line = 0, column = 0) {
    super(line > 0 ? `${line}:${column}: ${error}` : error);
    this.error = error;
    this.line = line;
    this.column = column;
  }
}

/** Nobody answers, the server has gone, or it has sent us away; the text says why. */
export class ConnectionLost extends Error {
  override readonly name = "ConnectionLost";
}

/** What was waited for did not come in time. */
export class TimedOut extends Error {
  override readonly name = "TimedOut";
}
