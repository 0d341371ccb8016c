// Tests for realizer/formats/event_tiers.h.
#include "realizer/formats/event_tiers.h"

#include <string>
#include <vector>

#include "tests/support/catch.h"

namespace kine::formats::event_tiers_test {
namespace {

using enum FeedbackKind;
using Stretches = std::vector<LabelledStretch>;

/// Ten ticks a second.
void tell(EventLog& log, FeedbackKind kind, std::uint64_t tick, const std::string& id) {
  Feedback feedback;
  feedback.kind = kind;
  feedback.tick = Tick{tick};
  feedback.id = id;
  log.add(feedback);
}

Seconds s(double seconds) { return Seconds(seconds); }

}  // namespace

TEST_CASE("blocks and behaviours last from their start to their end", "[event_tiers]") {
  EventLog log(TickRate(10));
  tell(log, Started, 0, "b");
  tell(log, SyncPoint, 1, "b:g:start");
  tell(log, SyncPoint, 2, "b:g:stroke");
  tell(log, SyncPoint, 4, "b:g:end");
  tell(log, SyncPoint, 4, "b:h:start");
  tell(log, SyncPoint, 4, "b:h:end");
  tell(log, Ended, 5, "b");
  log.see(Tick{9});

  const std::vector<Tier> tiers = log.tiers();
  REQUIRE(tiers.size() == 2);
  CHECK(tiers[0].name == "blocks");
  CHECK(tiers[0].stretches == Stretches{{"b", s(0), s(0.5)}});
  CHECK(tiers[1].name == "behaviours");
  CHECK(tiers[1].stretches == Stretches{{"b:g", s(0.1), s(0.4)}, {"b:h", s(0.4), s(0.5)}});
  CHECK(log.length() == s(1));
  REQUIRE(log.events().size() == 5);
  CHECK(log.events()[3].label == "sync b:g:end; sync b:h:start; sync b:h:end");
}

TEST_CASE("what overlaps stands in tiers of its own", "[event_tiers]") {
  EventLog log(TickRate(10));
  tell(log, SyncPoint, 0, "b:x:start");
  tell(log, SyncPoint, 1, "b:y:start");
  tell(log, SyncPoint, 3, "b:x:end");
  tell(log, SyncPoint, 3, "b:z:start");
  tell(log, SyncPoint, 5, "b:y:end");
  tell(log, SyncPoint, 5, "b:z:end");

  const std::vector<Tier> tiers = log.tiers();
  REQUIRE(tiers.size() == 3);
  CHECK(tiers[1].stretches == Stretches{{"b:x", s(0), s(0.3)}, {"b:z", s(0.3), s(0.5)}});
  CHECK(tiers[2].name == "behaviours 2");
  CHECK(tiers[2].stretches == Stretches{{"b:y", s(0.1), s(0.5)}});
}

TEST_CASE("what is cut off ends with its block, what is open with the motion", "[event_tiers]") {
  EventLog log(TickRate(10));
  tell(log, Started, 0, "b");
  tell(log, SyncPoint, 0, "b:x:start");
  tell(log, Interrupted, 2, "b");
  tell(log, Started, 2, "c");
  log.see(Tick{3});

  const std::vector<Tier> tiers = log.tiers();
  CHECK(tiers[0].stretches == Stretches{{"b", s(0), s(0.2)}, {"c", s(0.2), s(0.4)}});
  CHECK(tiers[1].stretches == Stretches{{"b:x", s(0), s(0.2)}});
}

}  // namespace kine::formats::event_tiers_test
