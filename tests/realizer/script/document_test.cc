// Tests for realizer/script/document.h.
#include "realizer/script/document.h"

#include "tests/support/catch.h"

namespace kine::script::document_test {

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

}  // namespace kine::script::document_test
