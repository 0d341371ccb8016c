// A script with muscles and many tensions moves alike at every rate of ticks: the sample
// schemas/scripts/officer-go-left-flamboyant.xml.
#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "realizer/math/units.h"
#include "schemas/embedded.h"
#include "server/offline/script_part.h"
#include "tests/support/catch.h"
#include "tests/support/gesture/small_model.h"
#include "tests/support/speech/syllables.h"
#include "tests/support/temporary_folder.h"

namespace kine::tick_rates_test {
namespace {

using body::Joint;

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size()) {
    text.replace(at, from.size(), to);
  }
  return text;
}

std::vector<Frame> frames_of(const std::string& script, std::uint32_t hz) {
  Diagnostics diagnostics;
  const auto part = server::prepare_part(script, {.character = "ada"}, diagnostics);
  REQUIRE(part);
  server::OfflineStage stage(part->casts, TickRate(hz));
  server::play_part(*part, stage);
  std::vector<Frame> frames;
  do {
    stage.advance();
    frames.push_back(stage.frames().front());
  } while (!stage.idle());
  return frames;
}

Quat rotation_in(const Frame& frame, std::size_t joint) {
  const auto& [x, y, z, w] = frame.parent_from_joint[joint];
  return normalized({x, y, z, w});
}

/// Of all joints but the eyes, at the times that both rates have.
double farthest_deg(const std::vector<Frame>& frames, std::uint64_t hz,
                    const std::vector<Frame>& often, std::uint64_t often_hz) {
  double farthest_rad = 0;
  std::size_t often_at = 0;
  for (const Frame& frame : frames) {
    while (often_at < often.size() && often[often_at].tick.index * hz < frame.tick.index * often_hz)
      ++often_at;
    if (often_at == often.size()) break;
    if (often[often_at].tick.index * hz != frame.tick.index * often_hz) continue;
    for (std::size_t i = 0; i < body::kJointCount; ++i) {
      const Joint joint = body::joint_at(i);
      if (joint == Joint::LeftEye || joint == Joint::RightEye) continue;
      farthest_rad = std::max(
          farthest_rad, angle_between(rotation_in(frame, i), rotation_in(often[often_at], i)));
    }
  }
  return farthest_rad * kDegreesPerRadian;
}

}  // namespace

TEST_CASE("many tensions move muscles alike at every rate of ticks", "[tick_rates]") {
  // It begins in a tick of each rate. Clocks of arms that make up their lag are planned in ticks.
  std::string script(*schemas::find_embedded("scripts/officer-go-left-flamboyant.xml"));
  script = replaced(std::move(script), "start=\"0.2\"", "start=\"0.5\"");
  script = replaced(std::move(script), "manner=\"loose\"", "manner=\"loose\" lag=\"keep\"");
  const std::vector<Frame> often = frames_of(script, 1000);
  for (const auto& [hz, most_deg] :
       {std::pair(24u, 1.0), std::pair(30u, 0.5), std::pair(60u, 0.5), std::pair(144u, 0.5)}) {
    const double apart_deg = farthest_deg(frames_of(script, hz), hz, often, 1000);
    INFO(hz << " Hz: " << apart_deg << " degrees");
    CHECK(apart_deg > 0.01);
    CHECK(apart_deg < most_deg);
  }
}

TEST_CASE("a sound starts the same motions at every rate of ticks", "[tick_rates]") {
  const test::TemporaryFolder folder;
  const std::string sound = folder.write("talk.wav", test::syllables_wave(8, 0));
  const std::string model = test::small_model();
  const auto performed_at = [&](std::uint32_t hz) {
    Diagnostics diagnostics;
    const auto part =
        server::prepare_part("<script xmlns=\"urn:kinesphere:script:1\"/>",
                             {.character = "ada", .audio = sound, .model = model}, diagnostics);
    REQUIRE(part);
    server::OfflineStage stage(part->casts, TickRate(hz));
    server::play_part(*part, stage);
    for (std::uint32_t i = 0; i <= 7 * hz; ++i) stage.advance();
    return stage.snapshot().characters.front().body_language.front().sections;
  };
  const auto seldom = performed_at(30);
  for (const std::uint32_t hz : {48, 60, 120}) {
    CAPTURE(hz);
    const auto often = performed_at(hz);
    REQUIRE(often.size() == seldom.size());
    for (std::size_t i = 0; i < often.size(); ++i) {
      CHECK(often[i].draws == seldom[i].draws);
      CHECK(often[i].draws > 20);
      CHECK(often[i].segment == seldom[i].segment);
      CHECK(often[i].began_s == Approx(seldom[i].began_s));
    }
  }
}

}  // namespace kine::tick_rates_test
