// Tests for realizer/plan/make/groups_apart.h.
#include "realizer/plan/make/groups_apart.h"

#include "tests/support/catch.h"
#include "tests/support/plan/examples.h"

namespace kine::plan::groups_apart_test {
namespace {

Track track_of(std::string_view group, Goal goal) {
  Track track;
  track.group = test::group_index(test::example_body(), group);
  Key key;
  key.goals = {std::move(goal)};
  track.keys = {std::move(key)};
  return track;
}

Result<Done> checked(std::vector<Track> tracks, script::Dialect dialect) {
  Diagnostics diagnostics;
  const Faults faults(dialect, diagnostics);
  Sequence sequence;
  sequence.tracks = std::move(tracks);
  return check_groups(sequence, test::example_body(), faults);
}

}  // namespace

TEST_CASE("no joint is asked for by two groups, but in classic scripts", "[groups_apart]") {
  const Goal reach = Reach{.joint = body::Joint::RightHand, .target_m = {}, .offset_m = {}};
  const auto own = script::Dialect::Kinesphere;
  CHECK(checked({track_of("rightArm", reach), track_of("leftArm", reach)}, own));
  const auto refused = checked({track_of("rightArm", reach), track_of("all", reach)}, own);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().message ==
        "the sequence moves joints of 'rightArm' by another group, 'all'");
  CHECK(
      checked({track_of("rightArm", reach), track_of("all", reach)}, script::Dialect::EmbrScript));
}

}  // namespace kine::plan::groups_apart_test
