// Tests for realizer/plan/schedule/schedule.h: what becomes of the impossible.
#include "realizer/plan/schedule/schedule.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <utility>

#include "tests/support/catch.h"
#include "tests/support/plan/sync_blocks.h"

namespace kine::plan::schedule_left_out_test {
namespace {

using namespace std::chrono_literals;
using namespace test;
using Kind = script::SyncConstraint::Kind;

TEST_CASE("what contradicts itself is left out with one warning", "[schedule]") {
  Block block;
  block.add("nod1", head(), {{"start", at(2s)}, {"end", at(0s)}});
  block.add("nod2", head(), {{"start", at(1s)}});
  block.add("speech1", test::speech(), {{"end", at(0.1s)}});

  const Timing timing = timed_in_both_orders(block);

  CHECK(timing.about() == "nod1 speech1 ");
  CHECK(timing.times.size() == 7);
  CHECK(timing["nod2:start"] == 1s);
  CHECK(timing.warnings[1].kind == WarningKind::ImpossibleToSchedule);
  const std::string& message = timing.warnings[1].message;
  INFO(message);
  CHECK(message.starts_with(
      "'nod1' would end 2 s before it starts: no times satisfy the circle of "));
  CHECK(message.find("'nod1:start'") != message.npos);
  CHECK(message.find("'nod1:end'") != message.npos);
  CHECK(message.ends_with("so it is left out: 'nod1'"));
}

TEST_CASE("of a constraint and a behaviour the constraint goes", "[schedule]") {
  Block block;
  block.add("nod1", head(), {{"start", at(1s)}});
  block.add("nod2", head(), {{"start", at(5s)}});
  block.add(Kind::Synchronize, {at("nod1", "end"), at("nod2", "start")}).id = {"fine"};
  block.add(Kind::Before, {at("nod2", "end")}, at("nod1", "start")).id = {"wrong"};

  const Timing timing = timed_in_both_orders(block);

  CHECK(timing.about() == "wrong ");
  CHECK(timing["nod1:end"] == 5s);
  CHECK(timing.times.size() == 14);
}

TEST_CASE("a behaviour that contradicts itself goes before any constraint", "[schedule]") {
  Block block;
  block.add("bad", head(), {{"start", at(2s)}, {"end", at(0s)}});
  block.add("nod1", head());
  block.add(Kind::After, {at("nod1", "start")}, at("bad", "end"));
  block.add(Kind::Before, {at("bad", "start")}, at("bad", "end"));

  CHECK(timed_in_both_orders(block).about() == "bad ");
}

TEST_CASE("behaviours that wait for each other are named, then the points of their circle",
          "[schedule]") {
  Block block;
  block.add("h1", head(), {{"start", at("h2", "end")}});
  block.add("h2", head(), {{"start", at("h1", "end")}});
  const Timing timing = timed_in_both_orders(block);
  REQUIRE(timing.warnings.size() == 2);
  const std::string& message = timing.warnings[0].message;
  INFO(message);
  CHECK(message.find(" wait for each other: no times satisfy the circle of ") != message.npos);
  CHECK(message.find("'h1:start' -> 'h1:end'") != message.npos);
  CHECK(message.find("'h2:start' -> 'h2:end'") != message.npos);
}

TEST_CASE("of behaviours in a circle the one that takes the fewest with it goes", "[schedule]") {
  Block block;
  block.add("base", head(), {{"start", at(4s)}});
  block.add("late", head(), {{"start", at("base", "end")}, {"end", at(3s)}});
  block.add("other", head(), {{"start", at("base", "start")}});

  const Timing timing = timed_in_both_orders(block);

  CHECK(timing.about() == "late ");
  CHECK(timing["base:start"] == 4s);
  CHECK(timing["other:start"] == 4s);
}

TEST_CASE("what refers to one that is left out goes with it, a constraint forgets it",
          "[schedule]") {
  Block block;
  block.add("bad", head(), {{"start", at(2s)}, {"end", at(0s)}});
  block.add("follower", head(), {{"start", at("bad", "end")}});
  block.add("follower2", head(), {{"end", at("follower", "start")}});
  block.add("nod1", head());
  block.add("nod2", head());
  block.add(Kind::Synchronize,
            {at("nod1", "start"), at("nod2", "start", -1s), at("follower", "start")});
  block.add(Kind::Before, {at("nod2", "start")}, at("bad", "start"));

  const Timing timing = timed_in_both_orders(block);

  CHECK(timing.about() == "bad follower follower2 ");
  CHECK(timing["nod1:start"] == 0s);
  CHECK(timing["nod2:start"] == 1s);
}

TEST_CASE("one that cannot be done takes its followers along and is not warned of again",
          "[schedule]") {
  Block block;
  block.add("gone", head());
  block.add("follower", head(), {{"start", at("gone", "end")}});
  block.add("nod1", head());
  block.wanted[0].reset();

  const Timing timing = timed_in_both_orders(block);

  CHECK(timing.about() == "follower ");
  CHECK(timing.times.size() == 7);
}

TEST_CASE("a required behaviour that cannot be done refuses the block", "[schedule]") {
  Block block;
  block.add("nod1", head(), {{"start", at(2s)}, {"end", at(0s)}}).required = true;
  const Timing timing = timed_in_both_orders(block);
  REQUIRE(timing.error);
  CHECK(timing.error->code == ErrorCode::OutOfRange);
  CHECK(timing.error->message.find("'nod1:start'") != std::string::npos);

  Block dependent;
  dependent.add("bad", head(), {{"start", at(2s)}, {"end", at(0s)}});
  dependent.add("nod1", head(), {{"start", at("bad", "end")}}).required = true;
  CHECK(timed_in_both_orders(dependent).error);

  Block undone;
  undone.add("nod1", head()).required = true;
  undone.wanted[0].reset();
  CHECK(timed_in_both_orders(undone).error);
}

TEST_CASE("a required constraint costs a behaviour, or the block if all are required",
          "[schedule]") {
  Block block;
  block.add("nod1", head(), {{"start", at(1s)}}).required = true;
  block.add("nod2", head(), {{"start", at(5s)}, {"end", at(6s)}});
  block.add("nod3", head(), {{"end", at("nod2", "start")}, {"start", at("nod1", "start", 4.5s)}});
  block.add(Kind::Before, {at("nod1", "end")}, at(3s)).required = true;
  CHECK(timed_in_both_orders(block).about() == "nod3 ");

  block.add(Kind::Before, {at("nod3", "end")}, at("nod1", "start")).required = true;
  const Timing timing = timed_in_both_orders(block);
  REQUIRE(timing.error);
  CHECK(timing.error->code == ErrorCode::OutOfRange);
}

TEST_CASE("what is over already is asked for at once, what nobody knows cannot be met",
          "[schedule]") {
  Block block;
  block.others = {{"bml1:nod:end", -0.5s}};
  block.add("late", head(), {{"start", at_other("bml1", "nod", "end")}});
  block.add("lost", head(), {{"start", at_other("bml0", "nod", "end")}});
  block.add("squeezed", head(), {{"stroke", at_other("bml1", "nod", "end")}});
  block.written.behaviours[2].appointments[0].when.offset = 1.1s;

  const Timing timing = timed_in_both_orders(block);

  CHECK(timing.about() == "lost ");
  CHECK(timing["late:start"] == 0s);
  CHECK(timing["squeezed:start"] == 0s);
  CHECK(near(timing["squeezed:stroke"], 0.6s));
}

TEST_CASE(
    "a sync point that there is not costs who names it, a behaviour that there is not the "
    "block",
    "[schedule]") {
  Block block;
  block.add("gaze1", gaze());
  block.add("nod1", head(), {{"start", at("gaze1", "strokeEnd")}});
  block.add("gaze2", gaze(), {{"stroke", at(1s)}});
  block.add(Kind::Synchronize, {at("gaze1", "start"), at("gaze1", "stroke")}).id = {"c1"};
  CHECK(timed_in_both_orders(block).about() == "c1 gaze2 nod1 ");

  block.add("nod2", head(), {{"start", at("nod9", "start")}});
  const Timing timing = timed_in_both_orders(block);
  REQUIRE(timing.error);
  CHECK(timing.error->code == ErrorCode::UnknownName);
  CHECK(timing.error->message.ends_with("'nod9'"));
}

TEST_CASE("more sync points than a block may have are an error", "[schedule]") {
  Block block;
  for (int i = 0; i < 1171; ++i) block.add("nod" + std::to_string(i), head());
  const Timing timing = timed(block);
  REQUIRE(timing.error);
  CHECK(timing.error->code == ErrorCode::LimitExceeded);
}

TEST_CASE("a block whose times take too much work is refused, and says what was too much",
          "[schedule][work]") {
  Block block;
  for (int i = 0; i < 100; ++i) {
    block.add("nod" + std::to_string(i), head());
    block.add(Kind::After, {at("nod" + std::to_string(i), "stroke")}, at("nod0", "end"));
  }
  WorkBudget ample;
  Diagnostics diagnostics;
  REQUIRE(make_schedule(block.written, block.wanted, {}, diagnostics, {.work = &ample}));

  for (const std::uint64_t steps : {std::uint64_t{0}, ample.spent() / 2, ample.spent() - 1}) {
    WorkBudget work(steps);
    const auto schedule =
        make_schedule(block.written, block.wanted, {}, diagnostics, {.work = &work});
    REQUIRE_FALSE(schedule);
    CHECK(schedule.error().code == ErrorCode::LimitExceeded);
    CHECK(schedule.error().message.starts_with(
        "finding times for 100 behaviours under 100 constraints takes more than " +
        std::to_string(steps) + " steps"));
  }
}

TEST_CASE("of many that contradict what came before each goes alone, by its id", "[schedule]") {
  Block block;
  block.add("a", head(), {{"start", at(0s)}});
  block.add("b", head(), {{"start", at("a", "end")}});
  for (const char* id : {"c3", "c1", "c2"}) {
    block.add(Kind::Before, {at("b", "end")}, at("a", "end")).id = {id};
  }
  block.add(Kind::Before, {at("a", "end")}, at("b", "end")).id = {"fine"};
  CHECK(timed_in_both_orders(block).about() == "c1 c2 c3 ");
}

/// Blocks of which nearly all hold a contradiction or more.
class RandomBlocks {
 public:
  explicit RandomBlocks(std::uint32_t seed) : bits_(seed) {}

  Block next() {
    Block block;
    const std::size_t behaviours = 2 + below(7);
    for (std::size_t i = 0; i < behaviours; ++i) {
      std::vector<script::Appointment> appointments;
      if (below(2) == 0) appointments.push_back({"start", moment(behaviours)});
      if (below(3) == 0) appointments.push_back({"end", moment(behaviours)});
      block.add("b" + std::to_string((7 * i + 3) % 10), below(2) == 0 ? gaze() : test::speech(),
                std::move(appointments));
    }
    for (std::size_t i = below(8); i > 0; --i) {
      const Kind kind = std::array{Kind::Synchronize, Kind::Before, Kind::After}[below(3)];
      script::SyncConstraint& added =
          block.add(kind, {moment(behaviours), moment(behaviours)}, moment(behaviours));
      if (kind == Kind::Synchronize) added.reference = {};
    }
    return block;
  }

  Block shuffled(const Block& block) {
    Block other{{}, {}, block.others};
    std::vector<std::size_t> order(block.wanted.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    shuffle(order);
    for (const std::size_t i : order) {
      other.wanted.push_back(block.wanted[i]);
      other.written.behaviours.push_back(block.written.behaviours[i]);
      shuffle(other.written.behaviours.back().appointments);
    }
    other.written.constraints = block.written.constraints;
    shuffle(other.written.constraints);
    for (auto& constraint : other.written.constraints) shuffle(constraint.points);
    return other;
  }

 private:
  std::size_t below(std::size_t end) { return bits_() % end; }

  script::SyncReference moment(std::size_t behaviours) {
    const Seconds offset = Seconds(static_cast<double>(below(20)) / 10 - 0.5);
    if (below(4) == 0) return at(offset + Seconds(1));
    const std::string id = "b" + std::to_string((7 * below(behaviours) + 3) % 10);
    return at(id, below(2) == 0 ? "start" : "end", offset);
  }

  template <class T>
  void shuffle(std::vector<T>& values) {
    for (std::size_t i = values.size(); i > 1; --i) std::swap(values[i - 1], values[below(i)]);
  }

  std::mt19937 bits_;
};

/// When a moment is; nothing where its behaviour is left out.
std::optional<double> time_of(const script::SyncReference& moment, const Timing& timing) {
  if (moment.is_absolute()) return moment.offset.count();
  const auto found = timing.times.find(moment.behaviour.text + ":" + moment.point);
  if (found == timing.times.end()) return std::nullopt;
  return (found->second + moment.offset).count();
}

TEST_CASE("the order of behaviours, appointments and constraints decides nothing", "[schedule]") {
  RandomBlocks blocks(1);
  std::size_t left_out = 0;
  for (int i = 0; i < 1000; ++i) {
    CAPTURE(i);
    const Block block = blocks.next();
    const Timing timing = timed(block);
    REQUIRE_FALSE(timing.error);
    left_out += timing.warnings.size();
    const Timing other = timed(blocks.shuffled(block));
    REQUIRE(other.times == timing.times);
    REQUIRE(other.warnings == timing.warnings);
  }
  CHECK(left_out > 500);
}

TEST_CASE("what is not left out is done, and each thing left out has one warning", "[schedule]") {
  RandomBlocks blocks(2);
  for (int i = 0; i < 1000; ++i) {
    CAPTURE(i);
    const Block block = blocks.next();
    const Timing timing = timed(block);
    std::size_t left_out = 0;
    std::size_t broken = 0;
    for (std::size_t each = 0; each < block.wanted.size(); ++each) {
      const script::Behaviour& behaviour = block.written.behaviours[each];
      if (!timing.times.contains(behaviour.id.text + ":start")) {
        ++left_out;
        continue;
      }
      for (const script::Appointment& appointment : behaviour.appointments) {
        const auto due = time_of(appointment.when, timing);
        REQUIRE(due);
        const Seconds time = timing[behaviour.id.text + ":" + appointment.point];
        REQUIRE(std::abs(time.count() - *due) <= 1e-9);
      }
      const std::vector<std::string>& points = block.wanted[each]->points;
      for (std::size_t point = 0; point + 1 < points.size(); ++point) {
        const Seconds length = timing[behaviour.id.text + ":" + points[point + 1]] -
                               timing[behaviour.id.text + ":" + points[point]];
        REQUIRE(length >= block.wanted[each]->phases[point].least - Seconds(1e-9));
      }
    }
    // A constraint that does not hold is one that was left out.
    for (const script::SyncConstraint& constraint : block.written.constraints) {
      const bool orders = constraint.kind != Kind::Synchronize;
      const auto reference = time_of(orders ? constraint.reference : constraint.points[0], timing);
      bool holds = true;
      for (const script::SyncReference& point : constraint.points) {
        const auto time = time_of(point, timing);
        if (!time || !reference) continue;
        const double late = *time - *reference;
        if (constraint.kind != Kind::After) holds = holds && late <= 1e-9;
        if (constraint.kind != Kind::Before) holds = holds && late >= -1e-9;
      }
      broken += holds ? 0 : 1;
    }
    // Constraints have no ids here.
    const auto of_constraints = static_cast<std::size_t>(
        std::ranges::count(timing.warnings, std::string(), &Warning::about));
    REQUIRE(timing.warnings.size() - of_constraints == left_out);
    REQUIRE(of_constraints >= broken);
    REQUIRE(std::ranges::all_of(timing.warnings, [](const Warning& warning) {
      return warning.kind == WarningKind::ImpossibleToSchedule;
    }));
  }
}

}  // namespace
}  // namespace kine::plan::schedule_left_out_test
