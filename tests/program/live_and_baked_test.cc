// A script gives the same frames live, over a socket at the pace of the wall clock, and baked, in
// counted time: law 3 of ARCHITECTURE.md.
#include <map>
#include <vector>

#include "realizer/prepare/prepare.h"
#include "server/offline/offline_stage.h"
#include "server/scene/casts.h"
#include "tests/support/catch.h"
#include "tests/support/server/running_server.h"
#include "tests/support/server/wire_client.h"
#include "tests/support/source_files.h"

namespace kine::live_and_baked_test {
namespace {

using Rotations = std::vector<float>;

/// The rotations of ada's frames by their tick, up to the end of a script.
struct LiveRun {
  std::uint64_t zero = 0;  // of the script: the tick before the one that took it in
  std::uint64_t ended = 0;
  std::map<std::uint64_t, Rotations> frames;
};

LiveRun play_live(const std::string& script) {
  const auto server = test::start_server();
  test::WireClient client(server->port());
  client.say_hello();
  client.subscribe();
  client.submit(script, "live", "ada");

  LiveRun run;
  // The frame of the last tick may come behind the feedback of that tick.
  while (run.ended == 0 || run.frames.empty() || run.frames.rbegin()->first < run.ended) {
    const auto envelope = client.receive();
    REQUIRE(envelope);
    if (envelope->has_frame() && envelope->frame().character_id() == 1) {
      const auto& rotations = envelope->frame().parent_from_joint();
      run.frames[envelope->frame().tick()] = Rotations(rotations.begin(), rotations.end());
    }
    if (!envelope->has_feedback()) continue;
    const kinesphere::Feedback& feedback = envelope->feedback();
    if (feedback.kind() == kinesphere::Feedback::STARTED) run.zero = feedback.tick();
    if (feedback.kind() == kinesphere::Feedback::ENDED) run.ended = feedback.tick();
  }
  return run;
}

std::vector<Rotations> bake(const std::string& script) {
  const auto casts = server::make_casts({*server::parse_character("ada")});
  REQUIRE(casts);
  Diagnostics diagnostics;
  const auto prepared = prepare(script, {.casts = *casts}, diagnostics);
  REQUIRE(prepared);
  server::OfflineStage stage(*casts, TickRate(60));
  REQUIRE(stage.play(prepared->blocks.front()));
  std::vector<Rotations> frames;
  do {
    stage.advance();
    Rotations& rotations = frames.emplace_back();
    for (const auto& joint : stage.frames()[0].parent_from_joint) {
      rotations.insert(rotations.end(), joint.begin(), joint.end());
    }
  } while (!stage.idle());
  return frames;
}

}  // namespace

TEST_CASE("a script gives the same frames live and baked", "[program]") {
  const std::string script = test::text_of(test::source_path("schemas/scripts/beat.xml"));

  const std::vector<Rotations> baked = bake(script);
  const LiveRun live = play_live(script);

  REQUIRE(live.ended - live.zero + 1 == baked.size());
  std::size_t compared = 0;
  for (const auto& [tick, rotations] : live.frames) {
    if (tick <= live.zero || tick > live.ended) continue;
    INFO("tick " << tick - live.zero);
    REQUIRE(rotations == baked[tick - live.zero]);
    ++compared;
  }
  // Frames are conflated for the slow, so some may be missing, but not many on loopback.
  CHECK(compared > baked.size() / 2);
}

}  // namespace kine::live_and_baked_test
