// Tests for server/scene/set_targets.h.
#include "server/scene/set_targets.h"

#include <string>
#include <vector>

#include "realizer/core/limits.h"
#include "tests/support/catch.h"

namespace kine::server::set_targets_test {

TEST_CASE("targets are taken up to their number, and known ones again", "[set_targets]") {
  SetTargets targets;
  for (std::size_t i = 0; i < kSetTargetsMax; ++i) REQUIRE(targets.add(std::to_string(i), {}));
  CHECK_FALSE(targets.add("one more", {}));
  CHECK(targets.add("7", {1, 2, 3}));
  CHECK(targets.names().size() == kSetTargetsMax);
  CHECK(targets.names().front() == "0");
  CHECK(targets.located()[7].name == "7");
  CHECK(targets.located()[7].at.position_m == Vec3{1, 2, 3});
}

TEST_CASE("targets of a script are expected all or none, and do not move what is there",
          "[set_targets]") {
  const auto move = [](const std::string& name, double x) {
    motion::TargetMove target;
    target.target = name;
    target.point_m = {x, 0, 0};
    return target;
  };
  SetTargets targets;
  REQUIRE(targets.add("cup", {9, 0, 0}));
  const std::vector<motion::TargetMove> moves = {move("cup", 1), move("box", 2), move("box", 3)};
  CHECK(targets.expect(moves));
  REQUIRE(targets.located().size() == 2);
  CHECK(targets.located()[0].at.position_m.x == 9);
  CHECK(targets.located()[1].name == "box");
  CHECK(targets.located()[1].at.position_m.x == 2);

  std::vector<motion::TargetMove> too_many;
  for (std::size_t i = 0; i + 1 < kSetTargetsMax; ++i)
    too_many.push_back(move(std::to_string(i), 0));
  CHECK_FALSE(targets.expect(too_many));
  CHECK(targets.names().size() == 2);
  too_many.pop_back();
  CHECK(targets.expect(too_many));
  CHECK(targets.names().size() == kSetTargetsMax);
}

}  // namespace kine::server::set_targets_test
