// Tests for realizer/tick/filters/filter.h and filters.h, with a dynamics of the test's own behind
// the mass trackers: a head on a damper.
#include "realizer/tick/filters/filters.h"

#include <cmath>
#include <numeric>

#include "realizer/dynamics/wanted_motion.h"
#include "realizer/tick/shard.h"
#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"
#include "tests/support/motion/stage.h"

namespace kine::filters_test {
namespace {

using body::Joint;

constexpr CharacterId kAda{1};
const TickRate kRate(30);
constexpr double kTimeConstant_s = 0.3;
constexpr double kSpeed_rad_s = 0.5;
constexpr double kStill_rad = 1e-3;

/// dy/dt = (wanted - y) / tau of the head's turn about +Y, in sub-steps.
class DampedHead final : public Filter {
 public:
  explicit DampedHead(int sub_steps) : sub_steps_(sub_steps) {}

  struct Memory {
    dynamics::WantedMotion wanted;
    double turned_rad = 0;
    double behind_rad = 0;
    friend bool operator==(const Memory&, const Memory&) = default;
  };

  dynamics::Memory make_memory(const body::Body&) const override {
    return dynamics::Memory(Memory{});
  }
  bool wants(const CharacterState&) const override { return true; }

  void add(const TickContext& context, const Filtered& character) override {
    auto& memory = character.memory->as<Memory>();
    memory.wanted.advance_to(character.shown);
    const double step_s = context.rate.step().count() / sub_steps_;
    double wanted_rad = 0;
    for (int i = 0; i < sub_steps_; ++i) {
      wanted_rad = turn_of(memory.wanted.rotation(Joint::Head, (i + 0.5) / sub_steps_));
      memory.turned_rad -= std::expm1(-step_s / kTimeConstant_s) * (wanted_rad - memory.turned_rad);
    }
    memory.behind_rad = wanted_rad - memory.turned_rad;
    const Quat turn = rotation_about({0, 1, 0}, memory.turned_rad);
    (*character.shown.parent_from_joint)[body::index_of(Joint::Head)] = {
        0, static_cast<float>(turn.y), 0, static_cast<float>(turn.w)};
  }
  void finish() override {}

  bool rests(const CharacterState&, const dynamics::Memory* memory) const override {
    return std::abs(memory->as<Memory>().behind_rad) < kStill_rad;
  }

  static double turn_of(const Quat& rotation) { return rotation_vector(rotation).y; }

 private:
  int sub_steps_;
};

FilterTable table_with(std::unique_ptr<Filter> filter) {
  FilterTable rows = standard_filters(kRate);
  rows.push_back(std::move(filter));
  return rows;
}

/// ada, whose head turns for a second, and nothing else.
struct Stage {
  explicit Stage(int sub_steps)
      : shard(kRate, {}, table_with(std::make_unique<DampedHead>(sub_steps))) {
    shard.add_character(kAda, test::cast_named("ada", test::ada()));
  }

  void advance(std::span<const Input> inputs = {}) { shard.advance_to(Tick{next++}, inputs); }
  void spin() {
    advance({{PlayBlock{
        .character = kAda, .id = {1}, .block = test::spin_block({.speed_rad_s = kSpeed_rad_s})}}});
  }
  double turned_rad() const {
    return DampedHead::turn_of(test::rotation_in(shard, 0, Joint::Head));
  }

  Shard shard;
  std::uint64_t next = 0;
};

/// How far the damper has come when the wanted turn has grown evenly from rest for so long.
double damped_rad(double time_s) {
  return kSpeed_rad_s * (time_s + kTimeConstant_s * std::expm1(-time_s / kTimeConstant_s));
}

/// The worst that a filter with so many sub-steps misses in a second.
double worst_miss_rad(int sub_steps) {
  Stage stage(sub_steps);
  stage.spin();
  double worst_rad = 0;
  for (int tick = 1; tick < 30; ++tick) {
    stage.advance();
    const double expected_rad = damped_rad(tick * kRate.step().count());
    worst_rad = std::max(worst_rad, std::abs(stage.turned_rad() - expected_rad));
  }
  return worst_rad;
}

}  // namespace

TEST_CASE("a filter goes through the wanted motion in sub-steps", "[filters]") {
  CHECK(worst_miss_rad(8) < 2e-5);
  CHECK(worst_miss_rad(1) > 8 * worst_miss_rad(8));
}

TEST_CASE("a filter's memory rewinds with its snapshot", "[filters]") {
  Stage stage(4);
  stage.spin();
  for (int tick = 0; tick < 10; ++tick) stage.advance();
  const ShardSnapshot snapshot = stage.shard.snapshot();
  const std::uint64_t then = stage.next;
  std::vector<double> first;
  for (int tick = 0; tick < 20; ++tick) {
    stage.advance();
    first.push_back(stage.turned_rad());
  }
  const ShardSnapshot later = stage.shard.snapshot();
  CHECK(later.characters != snapshot.characters);
  stage.shard.restore(snapshot);
  stage.next = then;
  for (const double turned_rad : first) {
    stage.advance();
    CHECK(stage.turned_rad() == turned_rad);
  }
  CHECK(stage.shard.snapshot() == later);
}

TEST_CASE("a shard is idle when its filters rest", "[filters]") {
  Stage stage(4);
  stage.spin();
  while (stage.shard.snapshot().characters[0].blocks.size() > 0) stage.advance();
  CHECK_FALSE(stage.shard.idle());
  // Its head goes back at once from where a second of turning has brought it.
  const double back_s = kTimeConstant_s * std::log(damped_rad(1) / kStill_rad);
  const auto ticks = static_cast<int>(back_s / kRate.step().count());
  for (int tick = 0; tick < ticks - 2; ++tick) stage.advance();
  CHECK_FALSE(stage.shard.idle());
  for (int tick = 0; tick < 4; ++tick) stage.advance();
  CHECK(stage.shard.idle());
}

TEST_CASE("every filter works on what the filters before it left", "[filters]") {
  Stage both(4);
  Shard trackers(kRate);
  trackers.add_character(kAda, test::cast_named("ada", test::ada()));
  const std::vector<Input> tense = {
      SetTension{kAda, {.tension = Tension{0.1, 0.5}}},
      PlayBlock{
          .character = kAda, .id = {1}, .block = test::spin_block({.joint = Joint::LeftUpperArm})}};
  both.advance(tense);
  trackers.advance_to(Tick{0}, tense);
  for (std::uint64_t tick = 1; tick < 40; ++tick) {
    both.advance();
    trackers.advance_to(Tick{tick}, {});
    CHECK(test::rotation_in(both.shard, 0, Joint::LeftUpperArm) ==
          test::rotation_in(trackers, 0, Joint::LeftUpperArm));
  }
}

TEST_CASE("filters without a memory take none of a character's", "[filters]") {
  CHECK(Filters(standard_filters(kRate)).make_memories(test::ada()).empty());
  const Filters filters(table_with(std::make_unique<DampedHead>(1)));
  CHECK(filters.make_memories(test::ada()).size() == standard_filters(kRate).size() + 1);
}

}  // namespace kine::filters_test
