// Tests for clients/cpp/inbox.h.
#include "clients/cpp/inbox.h"

#include <string>
#include <vector>

#include "tests/support/catch.h"

namespace kine::client::inbox_test {
namespace {

kinesphere::Envelope frame_of(std::uint32_t character, std::uint64_t tick) {
  kinesphere::Envelope envelope;
  envelope.mutable_frame()->set_character_id(character);
  envelope.mutable_frame()->set_tick(tick);
  return envelope;
}

kinesphere::Envelope feedback_about(const std::string& id) {
  kinesphere::Envelope envelope;
  envelope.mutable_feedback()->set_id(id);
  return envelope;
}

/// "1@12" of a frame, the id of feedback.
std::vector<std::string> popped(Inbox& inbox) {
  std::vector<std::string> all;
  while (const auto message = inbox.pop()) {
    const auto& frame = message->frame();
    all.push_back(message->has_frame()
                      ? std::to_string(frame.character_id()) + "@" + std::to_string(frame.tick())
                      : message->feedback().id());
  }
  return all;
}

}  // namespace

TEST_CASE("of each character's frames the newest waits, and of all else everything", "[inbox]") {
  Inbox inbox;
  inbox.push(feedback_about("started"));
  inbox.push(frame_of(1, 10));
  inbox.push(frame_of(2, 10));
  inbox.push(feedback_about("sync"));
  inbox.push(frame_of(1, 11));
  inbox.push(frame_of(1, 12));
  inbox.push(feedback_about("ended"));
  CHECK(inbox.size() == 5);
  CHECK(popped(inbox) == std::vector<std::string>{"started", "2@10", "sync", "1@12", "ended"});
  CHECK(inbox.empty());
}

TEST_CASE("a frame in place of a discontinuous one is so too", "[inbox]") {
  Inbox inbox;
  kinesphere::Envelope first = frame_of(1, 10);
  first.mutable_frame()->set_discontinuity(true);
  inbox.push(std::move(first));
  inbox.push(frame_of(1, 11));
  CHECK(inbox.pop()->frame().discontinuity());
  inbox.push(frame_of(1, 12));
  CHECK_FALSE(inbox.pop()->frame().discontinuity());
}

TEST_CASE("it is full of messages and never of frames", "[inbox]") {
  Inbox inbox;
  for (std::uint32_t i = 0; i <= Inbox::kWaitingMax; ++i) inbox.push(frame_of(i, 1));
  CHECK_FALSE(inbox.is_full());
  for (std::size_t i = 0; i < Inbox::kWaitingMax; ++i) inbox.push(feedback_about("a"));
  CHECK(inbox.is_full());
  while (inbox.is_full()) inbox.pop();
  CHECK_FALSE(inbox.empty());
  inbox.clear();
  CHECK(inbox.empty());
}

}  // namespace kine::client::inbox_test
