// Tests of walks that nobody thought of: random targets, times, stops and looks, on both bodies,
// through the whole line. A foot that stands stays where it is, within 5 mm.
#include <array>
#include <random>
#include <string>

#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"
#include "tests/support/motion/footprints.h"
#include "tests/support/motion/stage.h"

namespace kine::random_walks_test {
namespace {

using test::bml;
using test::Performance;
using test::Performed;

constexpr double kStays_m = 0.005;
constexpr int kWalks = 40;

/// One evening of somebody who cannot make up their mind.
class Wanderer {
 public:
  explicit Wanderer(std::uint32_t seed) : bits_(seed) {}

  Performance performance() {
    Performance wanders{.casts = {bits_() % 2 == 0 ? test::cast_named("ada", test::ada())
                                                   : test::cast_named("ben", test::ben())},
                        .scripts = {}};
    for (const char* name : kNames) {
      wanders.targets.push_back({name, {between(-4, 4), between(0, 2), between(-4, 4)}});
    }
    std::uint64_t tick = 0;
    for (int i = 0; i < 4; ++i) {
      const std::string id = "b" + std::to_string(i);
      wanders.scripts.push_back({tick, bml(something(), id)});
      tick += 10 + bits_() % 240;
    }
    if (bits_() % 2 == 0) wanders.interrupted_at = bits_() % tick;
    wanders.ticks = tick + 1400;
    return wanders;
  }

 private:
  static constexpr std::array kNames = {"door", "window", "table"};

  double between(double from, double to) {
    return from + (to - from) * (static_cast<double>(bits_()) / 4294967296.0);
  }
  std::string target() { return std::string(" target=\"") + kNames[bits_() % 3] + "\""; }
  std::string in(double from_s, double to_s) {
    return " end=\"" + std::to_string(between(from_s, to_s)) + "\"";
  }

  std::string something() {
    switch (bits_() % 6) {
      case 0:
        return "<gaze id=\"g\" influence=\"WHOLE\"" + target() + "/>";
      case 1:
        return "<gazeShift id=\"s\" influence=\"WHOLE\"" + target() + "/>";
      case 2:
        return "<locomotion id=\"a\"" + target() + "/><locomotion id=\"b\" start=\"a:end\"" +
               target() + "/>";
      case 3:
        return "<locomotion id=\"go\"" + target() + in(0.6, 8) + "/>";
      default:
        return "<locomotion id=\"go\"" + target() + "/>";
    }
  }

  std::mt19937 bits_;
};

}  // namespace

TEST_CASE("on no random walk does a foot that stands slide, and all come to rest", "[walks]") {
  for (std::uint32_t seed = 0; seed < kWalks; ++seed) {
    CAPTURE(seed);
    const Performance wanders = Wanderer(seed).performance();
    const Performed walked = test::perform(wanders);
    CHECK(test::slid_m(walked.frames, *wanders.casts.front()->body) < kStays_m);
    CHECK(walked.frames.back().root == walked.frames[walked.frames.size() - 30].root);
  }
}

}  // namespace kine::random_walks_test
