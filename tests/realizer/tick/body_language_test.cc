// Tests for realizer/tick/body_language.h: a character moves as somebody speaks.
#include "realizer/tick/body_language.h"

#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "realizer/tick/entrance.h"
#include "realizer/tick/shard.h"
#include "tests/support/catch.h"
#include "tests/support/gesture/repertoires.h"
#include "tests/support/motion/bodies.h"
#include "tests/support/motion/footprints.h"
#include "tests/support/motion/stage.h"

namespace kine::body_language_test {
namespace {

using body::Joint;

constexpr CharacterId kAda{1};
constexpr std::uint8_t kVowel = 4;    // a syllable like most
constexpr std::uint8_t kSilence = 1;  // nobody speaks
const TickRate kRate(60);

/// A head that bows by 0.3 to 0.4 rad, whatever is heard.
std::shared_ptr<const PlayableRepertoire> bowing() {
  static const auto repertoire = make_playable({test::nodding_repertoire({0.3})});
  return repertoire;
}

/// A block whose speech of three seconds is heard three times a second.
std::shared_ptr<motion::Block> talking(const MannerOfSpeaker& manner = {}) {
  Listening listening{.repertoire = bowing(), .speeches = {{"s", manner}}, .heard = {}};
  for (double at_s = 0.3; at_s < 3; at_s += 1.0 / 3) {
    listening.heard.push_back({.at = Seconds(at_s), .heard = {.symbol = kVowel, .known_s = at_s}});
  }
  auto block = std::make_shared<motion::Block>();
  block->id = "talk";
  block->listening = std::make_shared<const Listening>(std::move(listening));
  block->utterances.push_back({.track = std::make_shared<speech::SpeechTrack>(), .id = "s"});
  block->end = block->relaxed = Seconds(3);
  return block;
}

PlayBlock play(std::shared_ptr<const motion::Block> block) {
  return {.character = kAda, .id = {7}, .client = {3}, .block = std::move(block)};
}

class Stage {
 public:
  Stage() { shard_.add_character(kAda, cast_); }

  /// So many ticks. Something is heard in each twentieth where somebody speaks.
  void advance(std::uint64_t ticks, bool speaks, std::vector<Input> inputs = {},
               bool is_seen = true) {
    for (std::uint64_t i = 0; i < ticks; ++i) {
      ++tick_.index;
      if (speaks && tick_.index % 20 == 0) {
        inputs.push_back(
            HearSpeech{.character = kAda, .repertoire = bowing(), .heard = {.symbol = kVowel}});
      }
      const double before_rad = bow_rad();
      shard_.advance_to(tick_, inputs);
      inputs.clear();
      feedback_ += shard_.feedback().size();
      if (!is_seen) continue;
      quickest_rad_s_ = std::max(quickest_rad_s_, 60 * std::abs(bow_rad() - before_rad));
    }
  }

  double bow_rad() const {
    const auto& [x, y, z, w] =
        shard_.frames().front().parent_from_joint[body::index_of(Joint::Head)];
    return rotation_vector(normalized({x, y, z, w})).x;
  }
  PlayBlock script(const std::string& inside) const {
    return {.character = kAda, .id = {7}, .client = {3}, .block = test::block_of(inside, cast_)};
  }
  CharacterState state() const { return shard_.snapshot().characters.front(); }
  Shard& shard() { return shard_; }
  void rewind(std::uint64_t tick, const ShardSnapshot& to) {
    tick_ = {tick};
    shard_.restore(to);
  }
  std::size_t feedback() const { return feedback_; }
  double quickest_rad_s() const { return quickest_rad_s_; }

 private:
  std::shared_ptr<const Cast> cast_ = test::cast_named("ada", test::ada());
  Shard shard_{kRate};
  Tick tick_;
  std::size_t feedback_ = 0;
  double quickest_rad_s_ = 0;
};

}  // namespace

TEST_CASE("a character moves while somebody speaks, and nobody hears of it", "[body_language]") {
  Stage stage;
  stage.advance(30, false);
  CHECK(stage.bow_rad() == Approx(0).margin(1e-6));
  stage.advance(300, true);
  CHECK(stage.bow_rad() > 0.25);
  CHECK(stage.bow_rad() < 0.45);
  CHECK(stage.feedback() == 0);
  CHECK(blocks_there(stage.state()).empty());  // that anybody could wait for
  CHECK(stage.state().segments.size() <= 2);
  CHECK(stage.quickest_rad_s() < 2);
}

TEST_CASE("a character that hears nothing more goes back", "[body_language]") {
  Stage stage;
  stage.advance(200, true);
  CHECK(stage.bow_rad() > 0.25);
  stage.advance(200, false);
  CHECK(stage.bow_rad() == Approx(0).margin(1e-4));
  CHECK(stage.state().body_language.empty());
  CHECK(stage.state().segments.empty());
  CHECK(stage.shard().idle());
  CHECK(stage.quickest_rad_s() < 2);
  stage.advance(200, true);
  CHECK(stage.bow_rad() > 0.25);
}

TEST_CASE("a speaker's long pause brings a character to rest, though silence is heard",
          "[body_language]") {
  Stage stage;
  const auto silence = [&](int times) {
    for (int i = 0; i < times; ++i) {  // each 0.35 s
      stage.advance(
          21, false,
          {HearSpeech{.character = kAda, .repertoire = bowing(), .heard = {.symbol = kSilence}}});
    }
  };
  stage.advance(200, true);
  CHECK(stage.bow_rad() > 0.25);
  silence(8);  // the pause is long after 2 s, and 0.5 s take it back
  CHECK(stage.bow_rad() == Approx(0).margin(1e-4));
  CHECK(stage.state().segments.empty());
  silence(20);  // and none wakes it
  CHECK(stage.bow_rad() == Approx(0).margin(1e-6));
  CHECK(stage.quickest_rad_s() < 2);
  stage.advance(200, true);
  CHECK(stage.bow_rad() > 0.25);
}

TEST_CASE("what is drawn is not the same after each pause", "[body_language]") {
  Stage stage;
  const auto draws = [&] { return stage.state().body_language.front().sections.front().draws; };
  stage.advance(45, true);
  const std::uint64_t first = draws();
  stage.advance(200, false);
  REQUIRE(stage.state().body_language.empty());
  stage.advance(45, true);
  CHECK(draws() > first + 1'000);
}

TEST_CASE("scripts lie over it, and give it back", "[body_language]") {
  Stage stage;
  stage.advance(200, true);
  stage.advance(120, true,
                {stage.script("<sequence><pose time=\"0.5\" hold=\"2\"><orientation joint=\"head\" "
                              "axis=\"z\" direction=\"0 0 1\"/></pose></sequence>")});
  CHECK(std::abs(stage.bow_rad()) < 0.05);
  CHECK(stage.feedback() > 0);
  stage.advance(200, true);
  CHECK(stage.bow_rad() > 0.25);
}

TEST_CASE("an interruption of all, or what replaces all, ends it until nobody speaks",
          "[body_language]") {
  Stage stage;
  stage.advance(200, true);
  SECTION("an interruption") {
    stage.advance(200, true, {Interrupt{.character = kAda, .block = {}}});
    CHECK(stage.feedback() == 0);
  }
  SECTION("a script that replaces") {
    motion::Block replacing = *test::spin_block({.joint = Joint::Hips});
    replacing.composition = plan::Composition::Replace;
    stage.advance(200, true,
                  {PlayBlock{.character = kAda,
                             .id = {7},
                             .client = {3},
                             .block = std::make_shared<const motion::Block>(replacing)}});
  }
  CHECK(stage.bow_rad() == Approx(0).margin(1e-4));
  CHECK(stage.quickest_rad_s() < 3);  // 0.4 rad within 0.3 s
  stage.advance(100, false);
  CHECK(stage.shard().idle());
  stage.advance(120, true);
  CHECK(stage.bow_rad() > 0.25);
}

TEST_CASE("after an interruption a second of silence is enough, though a stream goes on",
          "[body_language]") {
  Stage stage;
  stage.advance(200, true);
  stage.advance(20, true, {Interrupt{.character = kAda, .block = {}}});
  for (int i = 0; i < 4; ++i) {  // each 0.35 s
    stage.advance(
        21, false,
        {HearSpeech{.character = kAda, .repertoire = bowing(), .heard = {.symbol = kSilence}}});
  }
  stage.advance(120, true);
  CHECK(stage.bow_rad() > 0.25);
}

TEST_CASE("a character that leaves says nothing of its body language", "[body_language]") {
  Stage stage;
  stage.advance(200, true);
  stage.advance(1, true, {Leave{.character = kAda}}, false);
  CHECK(stage.feedback() == 0);
}

TEST_CASE("body language goes on alike from a snapshot", "[body_language]") {
  Stage stage;
  stage.advance(137, true);
  const ShardSnapshot before = stage.shard().snapshot();
  Stage other;
  other.advance(137, true);
  CHECK(other.shard().snapshot() == before);
  stage.advance(100, true);
  other.advance(100, true);
  const ShardSnapshot after = stage.shard().snapshot();
  CHECK(other.shard().snapshot() == after);
  stage.rewind(137, before);
  stage.advance(100, true);
  CHECK(stage.shard().snapshot() == after);
}

TEST_CASE("what is heard in one tick is bounded", "[body_language]") {
  CharacterState state;
  for (std::size_t i = 0; i < 2 * kHeardPerTickMax; ++i) {
    hear_speech({.character = kAda, .repertoire = bowing(), .heard = {.symbol = kVowel}}, Tick{5},
                state);
  }
  CHECK(state.body_language.front().heard.size() == kHeardPerTickMax);
}

TEST_CASE("a lower body moves over feet that stay", "[body_language]") {
  const auto cast = test::cast_named("ada", test::ada());
  Shard shard(kRate);
  shard.add_character(kAda, cast);
  const auto repertoire = make_playable({test::shifting_repertoire()});
  const auto ankle_m = [&] {
    return test::joints_in_world(shard.frames().front(),
                                 *cast->body)[body::index_of(Joint::LeftFoot)];
  };
  shard.advance_to({1}, {});
  const Vec3 stood_m = ankle_m();
  const float hips_m = shard.frames().front().hips_m[0];
  double slid_m = 0;
  float moved_m = 0;
  for (std::uint64_t tick = 2; tick < 400; ++tick) {
    std::vector<Input> inputs;
    if (tick % 20 == 0) {
      inputs.push_back(
          HearSpeech{.character = kAda, .repertoire = repertoire, .heard = {.symbol = kVowel}});
    }
    shard.advance_to({tick}, inputs);
    slid_m = std::max(slid_m, length(ankle_m() - stood_m));
    moved_m = std::max(moved_m, std::abs(shard.frames().front().hips_m[0] - hips_m));
  }
  CHECK(moved_m > 0.03F);
  CHECK(slid_m < 0.005);
  CHECK(shard.snapshot().characters.front().segments.size() <= 3);
}

TEST_CASE("a character moves by what a block says, and goes back behind it", "[body_language]") {
  Stage stage;
  stage.advance(10, false);
  stage.advance(150, false, {play(talking())});
  CHECK(stage.bow_rad() > 0.25);
  stage.advance(200, false);
  CHECK(stage.bow_rad() == Approx(0).margin(1e-4));
  CHECK(stage.state().body_language.empty());
  CHECK(stage.quickest_rad_s() < 2);
}

TEST_CASE("it moves by a share of what was learnt, and in the sections that are asked for",
          "[body_language]") {
  Stage whole;
  whole.advance(150, false, {play(talking())});
  Stage half;
  half.advance(150, false, {play(talking({.amount = 0.5}))});
  CHECK(half.bow_rad() == Approx(0.5 * whole.bow_rad()).margin(0.02));
  Stage none;
  none.advance(150, false, {play(talking({.sections = {false, true, true}}))});
  CHECK(none.bow_rad() == Approx(0).margin(1e-6));
}

TEST_CASE("a block that is interrupted is heard no more", "[body_language]") {
  Stage stage;
  stage.advance(90, false, {play(talking())});
  CHECK(stage.bow_rad() > 0.25);
  stage.advance(1, false,
                {Interrupt{.character = kAda, .block = BlockId{7}, .fade = Seconds(0.3)}});
  stage.advance(60, false);
  CHECK(stage.bow_rad() == Approx(0).margin(1e-3));
  stage.advance(150, false, {play(talking())});
  CHECK(stage.bow_rad() > 0.25);
}

TEST_CASE("what a block does not say any more is not heard", "[body_language]") {
  Stage stage;
  auto block = talking();
  block->utterances.clear();
  stage.advance(150, false, {play(block)});
  CHECK(stage.bow_rad() == Approx(0).margin(1e-6));
}

}  // namespace kine::body_language_test
