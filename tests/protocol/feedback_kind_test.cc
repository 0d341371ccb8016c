// Tests for protocol/feedback_kind.h.
#include "protocol/feedback_kind.h"

#include "clients/cpp/messages.h"
#include "realizer/tick/state/feedback.h"
#include "tests/support/catch.h"

namespace kine::protocol::feedback_kind_test {

TEMPLATE_TEST_CASE("a kind of feedback travels and comes back", "[feedback_kind]", FeedbackKind,
                   client::FeedbackKind) {
  using Wire = kinesphere::Feedback;
  const std::pair<TestType, Wire::Kind> rows[] = {
      {TestType::Started, Wire::STARTED}, {TestType::SyncPoint, Wire::SYNC},
      {TestType::Ended, Wire::ENDED},     {TestType::Interrupted, Wire::INTERRUPTED},
      {TestType::Warning, Wire::WARNING},
  };
  for (const auto& [kind, on_the_wire] : rows) {
    CHECK(kind_on_the_wire(kind) == on_the_wire);
    CHECK(find_kind<TestType>(on_the_wire) == kind);
  }
}

TEMPLATE_TEST_CASE("a kind of a newer version is none", "[feedback_kind]", FeedbackKind,
                   client::FeedbackKind) {
  CHECK_FALSE(find_kind<TestType>(kinesphere::Feedback::KIND_UNSPECIFIED));
  CHECK_FALSE(find_kind<TestType>(static_cast<kinesphere::Feedback::Kind>(99)));
}

}  // namespace kine::protocol::feedback_kind_test
