// Tests for realizer/tick/entrance.h, through the shard.
#include "realizer/tick/entrance.h"

#include <algorithm>
#include <functional>

#include "realizer/tick/shard.h"
#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"
#include "tests/support/motion/stage.h"

namespace kine::entrance_test {
namespace {

using namespace std::chrono_literals;
using body::Joint;
using test::words_of;

constexpr CharacterId kAda{1};
using Words = std::vector<std::string>;

/// One character at sixty ticks a second, and what was said of it with the ticks.
class Stage {
 public:
  Stage() { shard_.add_character(kAda, test::cast_named("ada", test::ada())); }

  /// A block of one second, changed as a test likes.
  void play(const std::string& id, const std::function<void(motion::Block&)>& change = {},
            const test::SpinOptions& options = {}) {
    test::SpinOptions own = options;
    own.id = id;
    auto block = std::make_shared<motion::Block>(*test::spin_block(own));
    block->relaxed = block->end;
    if (change) change(*block);
    inputs_.push_back(
        PlayBlock{.character = kAda, .id = {++blocks_}, .client = {7}, .block = std::move(block)});
  }
  void interrupt() { inputs_.push_back(Interrupt{.character = kAda, .block = {}, .fade = 0s}); }

  /// To a tick; what was said of blocks until then, sync points left out.
  Words advance_to(std::uint64_t tick) {
    Words words;
    for (; next_ <= tick; ++next_) {
      shard_.advance_to(Tick{next_}, inputs_);
      inputs_.clear();
      for (const std::string& word : words_of(shard_)) {
        if (!word.starts_with("sync")) words.push_back(std::to_string(next_) + " " + word);
      }
    }
    return words;
  }
  const Shard& shard() const { return shard_; }
  double head_turn() const { return rotation_vector(test::rotation_in(shard_, 0, Joint::Head)).y; }

 private:
  Shard shard_{TickRate(60)};
  std::vector<Input> inputs_;
  std::uint64_t next_ = 0;
  std::uint64_t blocks_ = 0;
};

void append(motion::Block& block) { block.composition = plan::Composition::Append; }

}  // namespace

TEST_CASE("an appended block begins in the tick in which the last before it ends", "[entrance]") {
  Stage stage;
  stage.play("a");
  stage.play("b", append);
  stage.play("c", append);
  CHECK(stage.advance_to(0) == Words{"0 started a"});
  CHECK_FALSE(stage.shard().idle());
  CHECK(stage.advance_to(200) ==
        Words{"60 ended a", "60 started b", "120 ended b", "120 started c", "180 ended c"});
  CHECK(stage.shard().idle());
}

TEST_CASE("an appended block with nobody before it begins at once", "[entrance]") {
  Stage stage;
  stage.play("a", append);
  CHECK(stage.advance_to(1) == Words{"0 started a"});
}

TEST_CASE("a block waits for those alone that it names", "[entrance]") {
  Stage stage;
  stage.play("long", {}, {.length = 3s});
  stage.play("short");
  stage.play("after", [](motion::Block& block) { block.entrance.after_end = {"short", "nobody"}; });
  CHECK(stage.advance_to(60) ==
        Words{"0 started long", "0 started short", "60 ended short", "60 started after"});
}

TEST_CASE("a chunk begins when what it follows does nothing but go back", "[entrance]") {
  Stage stage;
  stage.play("a", [](motion::Block& block) { block.relaxed = 500ms; });
  stage.play("b", [](motion::Block& block) { block.entrance.after_relax = {"a"}; });
  CHECK(stage.advance_to(60) == Words{"0 started a", "30 started b", "60 ended a"});
}

TEST_CASE("a block can be put before one that waits, but not before one that plays", "[entrance]") {
  Stage stage;
  stage.play("a");
  stage.play("c", append);
  stage.play("b", [](motion::Block& block) {
    block.entrance.after_end = {"a"};
    block.entrance.before_end = {"c"};
  });
  stage.play("late", [](motion::Block& block) { block.entrance.before_end = {"a"}; });
  CHECK(stage.advance_to(0) == Words{"0 started a", "0 started late", "0 interrupted late"});
  CHECK(stage.advance_to(180) ==
        Words{"60 ended a", "60 started b", "120 ended b", "120 started c", "180 ended c"});
}

TEST_CASE("a block that is to come before and after the same one is refused", "[entrance]") {
  Stage stage;
  stage.play("a");
  stage.play("b", append);
  stage.play("c", append);  // after a and b
  stage.play("both", [](motion::Block& block) {
    block.entrance.after_end = {"b"};
    block.entrance.before_relax = {"b"};
  });
  stage.play("round", [](motion::Block& block) {
    block.entrance.after_relax = {"c"};
    block.entrance.before_end = {"b"};
  });
  CHECK(stage.advance_to(0) == Words{"0 started a", "0 started both", "0 interrupted both",
                                     "0 started round", "0 interrupted round"});
  CHECK(stage.advance_to(180) ==
        Words{"60 ended a", "60 started b", "120 ended b", "120 started c", "180 ended c"});
  CHECK(stage.shard().idle());
}

TEST_CASE("a block that was prepared waits until another wakes it", "[entrance]") {
  Stage stage;
  stage.play("ready", [](motion::Block& block) { block.entrance.waits_for_activation = true; });
  CHECK(stage.advance_to(10).empty());
  CHECK(stage.shard().idle());
  stage.play("go", [](motion::Block& block) {
    block.cues = {{plan::Cue::Kind::Activate, 250ms, "ready"}};
  });
  CHECK(stage.advance_to(100) ==
        Words{"11 started go", "26 started ready", "71 ended go", "86 ended ready"});
}

TEST_CASE("a block ends another when its cue comes", "[entrance]") {
  Stage stage;
  stage.play("a", {}, {.length = 5s});
  stage.play("b", [](motion::Block& block) {
    block.cues = {{plan::Cue::Kind::Interrupt, 500ms, "a"}};
  });
  CHECK(stage.advance_to(60) ==
        Words{"0 started a", "0 started b", "30 interrupted a", "60 ended b"});
}

TEST_CASE("so many blocks wait on a character and no more", "[entrance]") {
  Stage stage;
  stage.play("first");
  for (int i = 0; i < 65; ++i) stage.play("b" + std::to_string(i), append);
  CHECK(stage.advance_to(0) == Words{"0 started first", "0 started b64", "0 interrupted b64"});
  CHECK(stage.shard().snapshot().characters.front().waiting.size() == 64);
  const auto refused =
      std::ranges::find(stage.shard().feedback(), FeedbackKind::Interrupted, &Feedback::kind);
  CHECK(refused->message == "more than 64 blocks would wait on the character");
  // Who need not wait begins all the same, and where one has gone there is room again.
  stage.play("now");
  CHECK(stage.advance_to(1) == Words{"1 started now"});
  CHECK(stage.advance_to(60) == Words{"60 ended first", "60 started b0"});
  stage.play("late", append);
  stage.advance_to(61);
  CHECK(stage.shard().snapshot().characters.front().waiting.size() == 64);
}

TEST_CASE("what has ended is waited for no more", "[entrance]") {
  Stage stage;
  stage.play("long", {}, {.length = 4s});
  stage.play("short");
  stage.play("next", append);
  stage.advance_to(59);
  CHECK(stage.shard().snapshot().characters.front().waiting[0].waits.after_end.size() == 2);
  stage.advance_to(60);
  CHECK(stage.shard().snapshot().characters.front().waiting[0].waits.after_end ==
        std::vector<agenda::Key>{1});
  CHECK(stage.advance_to(240) == Words{"240 ended long", "240 started next"});
}

TEST_CASE("an interruption of everything sends away those that wait, too", "[entrance]") {
  Stage stage;
  stage.play("a");
  stage.play("b", append);
  stage.advance_to(10);
  stage.interrupt();
  CHECK(stage.advance_to(100) == Words{"11 interrupted a", "11 interrupted b"});
  CHECK(stage.shard().idle());
}

TEST_CASE("of equals the one that yields lies below the earlier block's", "[entrance]") {
  const auto yields = [](motion::Block& block) { block.segments.front().yields = true; };
  const auto turn_at_30 = [&](const std::function<void(motion::Block&)>& change) {
    Stage stage;
    stage.play("first", {}, {.speed_rad_s = 1});
    stage.advance_to(0);
    stage.play("second", change, {.speed_rad_s = -1});
    stage.advance_to(30);
    return stage.head_turn();
  };
  CHECK(turn_at_30(yields) == Approx(0.5).margin(0.02));
  CHECK(turn_at_30({}) < 0);
}

TEST_CASE("what yields takes over on its way what an earlier block gives back", "[entrance]") {
  const auto yields = [](motion::Block& block) { block.segments.front().yields = true; };
  const auto turns = [&](std::uint64_t begins) {
    Stage stage;
    stage.play("first", {}, {.speed_rad_s = 1, .length = 500ms, .fade_out = 500ms});
    stage.advance_to(begins);
    stage.play("second", yields, {.speed_rad_s = -1, .length = 2s});
    stage.advance_to(begins + 1);
    const double there = stage.head_turn();
    stage.advance_to(begins + 21);
    return std::pair(there, stage.head_turn());
  };
  // Two thirds of a second on, a third of the way back is over; from there it turns at its own
  // speed.
  const auto [there, later] = turns(40);
  CHECK(there == Approx(0.5 * 0.74).margin(0.02));
  CHECK(later - there == Approx(-20.0 / 60).margin(0.01));
  // What has not begun to go back has its way until it does, and the other one begins at rest.
  CHECK(turns(20).first == Approx(0.35).margin(0.02));
  CHECK(turns(20).second > 0.2);
}

TEST_CASE("what stays of a block that is over keeps nothing else of it", "[entrance]") {
  Stage stage;
  stage.play("shift", [](motion::Block& block) { block.segments.front().lasting = true; });
  const auto segments = [&] { return stage.shard().snapshot().characters.front().segments; };
  stage.advance_to(30);
  REQUIRE(segments().size() == 1);
  CHECK(segments().front().owner != nullptr);
  SECTION("that has ended") { stage.advance_to(61); }
  SECTION("that was interrupted when its motion was over") {
    stage.advance_to(59);
    stage.interrupt();
    stage.advance_to(61);
  }
  CHECK(stage.shard().snapshot().characters.front().blocks.empty());
  for (const ActiveSegment& stays : segments()) CHECK(stays.owner == nullptr);
}

TEST_CASE("what lasts stays when its block has ended, until another of its kind hides it",
          "[entrance]") {
  const auto lasts = [](motion::Block& block) {
    block.segments.front().lasting = true;
    block.segments.front().priority = motion::kLastingPriority;
  };
  Stage stage;
  stage.play("shift", lasts, {.speed_rad_s = 0.5});
  stage.advance_to(60);
  CHECK(stage.shard().idle());
  stage.advance_to(200);
  CHECK(stage.head_turn() == Approx(0.5).margin(1e-3));

  SECTION("a motion over it goes back to it") {
    stage.play("nod", {}, {.speed_rad_s = 1, .length = 500ms});
    stage.advance_to(300);
    CHECK(stage.head_turn() == Approx(0.5).margin(1e-3));
  }
  SECTION("the next one takes its place") {
    stage.play("again", lasts, {.speed_rad_s = -0.25});
    stage.advance_to(300);
    CHECK(stage.head_turn() == Approx(0.25).margin(1e-3));
    CHECK(stage.shard().snapshot().characters.front().segments.size() == 1);
  }
  SECTION("a replacing block sends it away") {
    stage.play("new", [](motion::Block& block) { block.composition = plan::Composition::Replace; },
               {.joint = Joint::Neck});
    stage.advance_to(300);
    CHECK(stage.head_turn() == Approx(0).margin(1e-6));
    CHECK(stage.shard().snapshot().characters.front().segments.empty());
  }
}

TEST_CASE("a snapshot with blocks that wait goes on as it did", "[entrance]") {
  Stage stage;
  stage.play("a");
  stage.play("b", append);
  stage.advance_to(20);
  const ShardSnapshot before = stage.shard().snapshot();
  CHECK(before.characters.front().waiting.size() == 1);
  CHECK(before == stage.shard().snapshot());
}

}  // namespace kine::entrance_test
