// Tests for server/live/traces.h.
#include "server/live/traces.h"

#include <vector>

#include "tests/support/catch.h"

namespace kine::server::traces_test {
namespace {

Feedback feedback_of(std::uint64_t block, FeedbackKind kind) {
  Feedback feedback;
  feedback.block = BlockId{block};
  feedback.kind = kind;
  return feedback;
}

}  // namespace

TEST_CASE("all that is told of a block has its trace, to its last word", "[traces]") {
  Traces traces;
  traces.expect(BlockId{1}, "one");
  traces.expect(BlockId{2}, "two");
  traces.expect(BlockId{3}, "");
  CHECK(traces.size() == 2);
  std::vector<Feedback> first{
      feedback_of(1, FeedbackKind::Started), feedback_of(3, FeedbackKind::Started),
      feedback_of(2, FeedbackKind::Started), feedback_of(1, FeedbackKind::Warning),
      feedback_of(1, FeedbackKind::Ended)};
  traces.add_to(first);
  std::vector<std::string> told;
  for (const Feedback& each : first) told.push_back(each.traceparent);
  CHECK(told == std::vector<std::string>{"one", "", "two", "one", "one"});
  CHECK(traces.size() == 1);
  std::vector<Feedback> second{feedback_of(2, FeedbackKind::Interrupted)};
  traces.add_to(second);
  CHECK(second.front().traceparent == "two");
  CHECK(traces.size() == 0);
}

TEST_CASE("a block that does not come leaves nothing", "[traces]") {
  Traces traces;
  traces.expect(BlockId{1}, "one");
  traces.forget(BlockId{1});
  traces.forget(BlockId{2});
  CHECK(traces.size() == 0);
}

}  // namespace kine::server::traces_test
