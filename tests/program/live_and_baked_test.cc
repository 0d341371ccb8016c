// A script gives the same frames live, over a socket at the pace of the wall clock, and baked, in
// counted time: law 3 of ARCHITECTURE.md.
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "realizer/prepare/prepare.h"
#include "server/commands/rerun.h"
#include "server/commands/serve.h"
#include "server/offline/offline_stage.h"
#include "server/scene/casts.h"
#include "tests/support/catch.h"
#include "tests/support/server/running_server.h"
#include "tests/support/server/wire_client.h"
#include "tests/support/source_files.h"
#include "tests/support/temporary_folder.h"

namespace kine::live_and_baked_test {
namespace {

using Rotations = std::vector<float>;

/// The rotations of ada's frames by their tick, up to the end of a script.
struct LiveRun {
  std::uint64_t zero = 0;  // of the script: the tick before the one that took it in
  std::uint64_t ended = 0;
  std::map<std::uint64_t, Rotations> frames;
  bool has_every_tick = true;
};

LiveRun play_once(const std::string& script, const server::Options& options) {
  const auto server = test::start_server(options);
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
  run.has_every_tick = server->status().ticks_skipped == 0;
  server->leave("the test is over");
  return run;
}

/// Same inputs at the same ticks give the same frames. A server that is late by more than half a
/// second leaves ticks out: then it is played again.
LiveRun play_live(const std::string& script,
                  const server::Options& options = test::server_options()) {
  LiveRun run = play_once(script, options);
  for (int again = 0; !run.has_every_tick && again < 5; ++again) run = play_once(script, options);
  REQUIRE(run.has_every_tick);
  return run;
}

/// On a stage that stands there for some ticks already.
std::vector<Rotations> bake(const std::string& script,
                            const std::vector<GivenSketch>& sketches = {}, int stood = 0) {
  const auto casts = server::make_casts({server::default_characters().front()});
  REQUIRE(casts);
  Diagnostics diagnostics;
  const auto prepared = prepare(script, {.casts = *casts, .sketches = sketches}, diagnostics);
  REQUIRE(prepared);
  server::OfflineStage stage(*casts, TickRate(60));
  for (int tick = 0; tick < stood; ++tick) stage.advance();
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

void check_same(const LiveRun& live, const std::vector<Rotations>& baked) {
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

/// Two runs of as long a script, each counted from its own start.
void check_same(const LiveRun& one, const LiveRun& other) {
  REQUIRE(one.ended - one.zero == other.ended - other.zero);
  std::uint64_t compared = 0;
  for (const auto& [tick, rotations] : one.frames) {
    const auto same = other.frames.find(tick - one.zero + other.zero);
    if (tick <= one.zero || tick > one.ended || same == other.frames.end()) continue;
    INFO("tick " << tick - one.zero);
    REQUIRE(rotations == same->second);
    ++compared;
  }
  CHECK(compared > (one.ended - one.zero) / 2);
}

/// What `kinesphere serve --sketch` makes of its option.
server::Options options_with_sketch(const std::string& sketch) {
  Diagnostics left_out;
  auto options = server::server_options({.listen = "127.0.0.1:0",
                                         .stock = {.sketch = sketch},
                                         .voice = {.voice = "silent"},
                                         .still = true},
                                        left_out);
  REQUIRE(options);
  return *std::move(options);
}

std::string beat_after(const std::string& elements) {
  return "<script xmlns=\"urn:kinesphere:script:1\">" + elements +
         "<gesture lexeme=\"beat\" hand=\"right\"/></script>";
}

}  // namespace

TEST_CASE("a script gives the same frames live and baked", "[program]") {
  const std::string script = test::text_of(test::source_path("schemas/scripts/beat.xml"));
  check_same(play_live(script), bake(script));
}

TEST_CASE("a script gives the same frames in whatever tick it begins", "[program]") {
  for (const char* const sketch : {"tired", "nervous", "proud"}) {
    const std::string script = beat_after("<character sketch=\"" + std::string(sketch) + "\"/>");
    const auto first = bake(script);
    for (const int stood : {1, 2, 3, 7, 60}) {
      CAPTURE(sketch, stood);
      CHECK(bake(script, {}, stood) == first);
    }
  }
}

TEST_CASE("the sketch of a server is as good as the same sketch of each of its characters",
          "[program][sketch]") {
  const std::string script = beat_after("");
  const auto tired = bake(script, {{.character = "ada", .style = "tired"}});
  CHECK(tired != bake(script));
  CHECK(tired == bake(script, {{.character = {}, .style = "tired"}}));
  CHECK(tired == bake(beat_after("<character sketch=\"tired\"/>")));
}

TEST_CASE("a server moves by its sketch as by that of a script, and its log runs again",
          "[program][sketch]") {
  const test::TemporaryFolder folder;
  server::Options options = options_with_sketch("tired");
  options.session_log = folder.file("session.jsonl");
  const LiveRun tired = play_live(beat_after(""), options);
  check_same(tired, play_live(beat_after("<character sketch=\"tired\"/>")));
  const LiveRun plain = play_live(beat_after(""));
  CHECK(plain.ended - plain.zero < tired.ended - tired.zero);

  const std::string log = test::text_of(options.session_log);
  CHECK(log.find(R"("sketches":[{"character":"","style":"tired"}])") != std::string::npos);
  std::ostringstream output;
  std::ostringstream errors;
  CHECK(server::rerun_log({.log = options.session_log}, output, errors) == 0);
  CHECK(errors.str().empty());
}

TEST_CASE("the sketch of a server may be a file of a style", "[program][sketch][sweep]") {
  const test::TemporaryFolder folder;
  const std::string file = folder.write(
      "bent.xml",
      "<style xmlns=\"urn:kinesphere:style:1\" name=\"bent\"><shape posture=\"-1\"/></style>");
  check_same(play_live(beat_after(""), options_with_sketch(file)),
             play_live(beat_after("<sketch id=\"s\"><shape posture=\"-1\"/></sketch>"
                                  "<character sketch=\"s\"/>")));
}

}  // namespace kine::live_and_baked_test
