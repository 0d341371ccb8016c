// Tests for realizer/tick/state/feedback.h.
#include "realizer/tick/state/feedback.h"

#include <string>

#include "tests/support/catch.h"

namespace kine::feedback_test {
namespace {

TEST_CASE("every kind of feedback has the word that bake and play print", "[feedback]") {
  CHECK(word_of(FeedbackKind::Started) == std::string("started"));
  CHECK(word_of(FeedbackKind::SyncPoint) == std::string("sync"));
  CHECK(word_of(FeedbackKind::Ended) == std::string("ended"));
  CHECK(word_of(FeedbackKind::Interrupted) == std::string("interrupted"));
  CHECK(word_of(FeedbackKind::Warning) == std::string("warning"));
}

}  // namespace
}  // namespace kine::feedback_test
