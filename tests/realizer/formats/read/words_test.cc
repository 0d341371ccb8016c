// Tests for realizer/formats/read/words.h.
#include "realizer/formats/read/words.h"

#include "tests/support/catch.h"

namespace kine::words_test {

using namespace kine;
using namespace kine::formats;

TEST_CASE("words stand between blanks and know their place", "[formats][words]") {
  Words words(" one\ttwo\r\n  three");
  const Word one = words.take();
  CHECK(one.text == "one");
  CHECK(one.where == Where{1, 2});
  CHECK(words.rest() == "\ttwo\r\n  three");
  CHECK(words.take().where == Where{1, 6});
  const Word three = words.take();
  CHECK(three.text == "three");
  CHECK(three.where == Where{2, 3});
  CHECK(words.take().text.empty());
  CHECK(words.rest().empty());
}

TEST_CASE("a word is itself whatever its case", "[formats][words]") {
  CHECK(is_word("MOTION", "motion"));
  CHECK(is_word("Frames:", "frames:"));
  CHECK_FALSE(is_word("Frame", "frames"));
  CHECK_FALSE(is_word("", "motion"));
}

}  // namespace kine::words_test
