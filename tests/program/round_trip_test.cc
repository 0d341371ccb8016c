// What is baked to a file that other programs open comes back from it: baked, read as a clip and
// played, every joint is where it was.
#include <sstream>
#include <string>
#include <vector>

#include "realizer/formats/figure.h"
#include "server/commands/bake.h"
#include "server/offline/offline_stage.h"
#include "server/offline/script_part.h"
#include "tests/support/catch.h"
#include "tests/support/source_files.h"
#include "tests/support/temporary_folder.h"

namespace kine::round_trip_test {

using namespace kine;

namespace {

constexpr Seconds kClipEasesIn{0.2};

struct Played {
  std::shared_ptr<const body::Body> body;
  std::vector<Frame> frames;
};

Played played(const std::string& script, const std::string& clips) {
  Diagnostics diagnostics;
  const auto part = server::prepare_part(script, {.clips = clips}, diagnostics);
  REQUIRE(part);
  CHECK(diagnostics.warnings().empty());
  server::OfflineStage stage(std::span(&part->cast, 1), TickRate(60));
  REQUIRE(stage.play(part->block));
  Played played{.body = part->cast->body, .frames = {}};
  do {
    stage.advance();
    played.frames.push_back(stage.frames()[0]);
  } while (!stage.idle());
  return played;
}

}  // namespace

TEST_CASE("a bake that is read and played moves every joint as it moved", "[round_trip]") {
  const std::string ending = GENERATE(".bvh", ".vrma", ".glb");
  const std::string sample = GENERATE("wave.xml", "you-and-me.xml");
  CAPTURE(ending, sample);
  const std::string path = test::source_path("schemas/scripts/" + sample).string();
  const test::TemporaryFolder folder;
  server::BakeOptions options;
  options.script = path;
  options.output = folder.file("baked" + ending);
  std::ostringstream output;
  std::ostringstream messages;
  REQUIRE(server::bake(options, output, messages) == 0);

  const Played first = played(test::text_of(path), "");
  const Played again =
      played(R"(<script xmlns="urn:kinesphere:script:1" character=")" + first.body->name +
                 R"("><sequence><clip name="baked" time="0"/></sequence></script>)",
             folder.path().string());

  // From when the clip has eased in to where the sequence begins to fade out.
  const TickRate rate(60);
  REQUIRE(again.frames.size() >= first.frames.size());
  double farthest_m = 0;
  for (std::size_t tick = rate.first_at_or_after({}, kClipEasesIn).index;
       tick < first.frames.size(); ++tick) {
    const auto expected = formats::compute_figure(*first.body, first.frames[tick]).positions_m;
    const auto actual = formats::compute_figure(*first.body, again.frames[tick]).positions_m;
    for (std::size_t joint = 0; joint < body::kJointCount; ++joint) {
      farthest_m = std::max(farthest_m, length(actual[joint] - expected[joint]));
    }
  }
  CHECK(farthest_m < 1e-4);
}

}  // namespace kine::round_trip_test
