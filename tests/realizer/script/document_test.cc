// Tests for realizer/script/document.h: what a script means where it is silent.
#include "realizer/script/document.h"

#include "tests/support/catch.h"

namespace kine::script {

TEST_CASE("a sequence takes over at once and gives back over 300 ms", "[document]") {
  const Sequence sequence;
  CHECK(sequence.fade_in == Seconds(0));
  CHECK(sequence.fade_out == Seconds(0.3));
  CHECK(sequence.priority == 0);
  CHECK(sequence.frame == Space::Character);
  CHECK_FALSE(sequence.warp);
}

TEST_CASE("a name is empty until somebody says one", "[document]") {
  CHECK(Name{}.empty());
  CHECK_FALSE(Name{"ada", {}}.empty());
}

TEST_CASE("documents are equal if all of them is, places among it", "[document]") {
  const auto waving = [](double weight, Where where) {
    Document document;
    document.sequences.resize(1);
    document.sequences[0].poses.resize(1);
    document.sequences[0].poses[0].constraints = {Morph{{"jawOpen", {}}, weight, where}};
    return document;
  };
  CHECK(waving(0.5, {1, 2}) == waving(0.5, {1, 2}));
  CHECK_FALSE(waving(0.5, {1, 2}) == waving(0.6, {1, 2}));
  CHECK_FALSE(waving(0.5, {1, 2}) == waving(0.5, {1, 3}));
}

}  // namespace kine::script
