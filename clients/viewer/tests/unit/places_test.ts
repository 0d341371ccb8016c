import assert from "node:assert/strict";
import { test } from "node:test";
import { endOfWord, letterOfColumn } from "../../src/editor/places.ts";

test("columns are bytes from 1, letters are counted from 0", () => {
  assert.equal(letterOfColumn("<pose/>", 1), 0);
  assert.equal(letterOfColumn("<pose/>", 3), 2);
});

test("letters of two, three and four bytes are one place", () => {
  // Their sizes in UTF-8: 2, 3 and 4 bytes; the last is two letters of UTF-16.
  assert.equal(letterOfColumn("äx", 3), 1);
  assert.equal(letterOfColumn("€x", 4), 1);
  assert.equal(letterOfColumn("🙂x", 5), 2);
  assert.equal(letterOfColumn("🙂x", 3), 0);
});

test("a column past the line is its end", () => {
  assert.equal(letterOfColumn("ab", 99), 2);
});

test("a word ends where a name or a number does", () => {
  const line = '<pose time="NaN"/>';
  assert.equal(endOfWord(line, 0), 5);
  assert.equal(endOfWord(line, 12), 15);
  assert.equal(endOfWord(line, 16), 17);
  assert.equal(endOfWord("", 0), 0);
});
