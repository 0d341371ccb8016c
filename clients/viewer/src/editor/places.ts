// From the server's places in a text to the editor's: the server counts lines from 1 and columns
// in bytes of UTF-8 from 1, the editor in letters of UTF-16 from the start of the text.

// The index in `line` of the letter that the byte of this column belongs to.
export function letterOfColumn(line: string, column: number): number {
  let bytes = 1;
  let letters = 0;
  for (const letter of line) {
    const size = bytesOf(letter);
    if (bytes + size > column) break;
    bytes += size;
    letters += letter.length;
  }
  return letters;
}

function bytesOf(letter: string): number {
  const code = letter.codePointAt(0) ?? 0;
  if (code < 0x80) return 1;
  if (code < 0x800) return 2;
  return code < 0x10000 ? 3 : 4;
}

// Where the word that begins here ends: a name or a number, at least one letter.
export function endOfWord(line: string, from: number): number {
  const word = /^<?\/?[^\s<>="'/]+/.exec(line.slice(from));
  return Math.min(line.length, from + Math.max(1, word?.[0].length ?? 0));
}
