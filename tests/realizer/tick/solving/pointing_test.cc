// Tests for realizer/tick/solving/pointing.h, by scripts: an arm that points, and follows what it
// points at.
#include "realizer/tick/solving/pointing.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

#include "realizer/prepare/prepare.h"
#include "realizer/tick/shard.h"
#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"
#include "tests/support/motion/stage.h"

namespace kine::pointing_test {
namespace {

using body::Joint;

constexpr double kDegree = std::numbers::pi / 180;

/// Ada with a script that plays at tick 0.
class Stage {
 public:
  explicit Stage(const std::string& sequence) : cast_(test::cast_named("ada", test::ada())) {
    const std::vector casts = {cast_};
    const std::vector<std::string> targets = {"ball"};
    Diagnostics diagnostics;
    const auto prepared =
        prepare("<script xmlns=\"urn:kinesphere:script:1\">" + sequence + "</script>",
                {.casts = casts, .set_targets = targets}, diagnostics);
    REQUIRE(prepared);
    shard_.add_character(CharacterId{1}, cast_);
    inputs_ = {PlayBlock{
        .character = CharacterId{1}, .id = {1}, .client = {1}, .block = prepared->blocks[0]}};
  }

  void set(const Vec3& point) { inputs_.emplace_back(SetTarget{"ball", point}); }

  void advance_to(std::uint64_t tick) {
    for (; next_ <= tick; ++next_) {
      shard_.advance_to(Tick{next_}, inputs_);
      inputs_.clear();
    }
  }

  double miss_rad(const Vec3& target_m) const {
    std::array<Quat, body::kJointCount> pose;
    for (std::size_t i = 0; i < pose.size(); ++i) {
      pose[i] = test::rotation_in(shard_, 0, body::joint_at(i));
    }
    const body::Body::Model model = test::ada().compute_model(pose);
    const Vec3 base = model.positions_m[body::index_of(Joint::RightIndexProximal)];
    const Vec3 tip = model.positions_m[body::index_of(Joint::RightIndexDistal)];
    return std::acos(std::min(1.0, dot(unit(tip - base), unit(target_m - base))));
  }

 private:
  std::shared_ptr<const Cast> cast_;
  Shard shard_{TickRate(60)};
  std::vector<Input> inputs_;
  std::uint64_t next_ = 0;
};

constexpr const char* kPointing =
    R"(<sequence><pose time="600ms" hold="4s"><point side="right" target="ball"/>
       <hand side="right" shape="index"/></pose></sequence>)";

}  // namespace

TEST_CASE("an arm is at its target when its pose is due, and goes with it", "[pointing]") {
  Stage stage(kPointing);
  const Vec3 first{-1, 1.2, 2};
  const Vec3 then{-2, 0.2, 0.5};
  stage.set(first);
  stage.advance_to(70);
  CHECK(stage.miss_rad(first) < 3 * kDegree);
  stage.set(then);
  stage.advance_to(200);
  CHECK(stage.miss_rad(then) < 3 * kDegree);
}

TEST_CASE("a target that nobody has set moves no arm", "[pointing]") {
  Stage stage(kPointing);
  stage.advance_to(100);
  CHECK(stage.miss_rad({-1, 1.2, 2}) > 30 * kDegree);
}

}  // namespace kine::pointing_test
