// How those pass who meet: how near they come, how far they go round for it and how long it takes
// them, by the frames of a stage.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numbers>
#include <string>

#include "tests/support/motion/footprints.h"
#include "tests/support/motion/meeting.h"

namespace {

using namespace kine;
using test::Meeting;
using test::Met;

constexpr double kQuarter_rad = std::numbers::pi / 2;

std::string walk_to(const std::string& target, const std::string& more = "") {
  return "<locomotion id=\"go\" target=\"" + target + "\" " + more + "/>";
}

void print(const char* what, const Meeting& meeting, bool face_to_face = false) {
  const Met met = test::meet(meeting);
  double detour_m = 0;
  double time_s = 0;
  double slid_m = 0;
  double misses_m = 0;
  for (std::size_t who = 0; who < met.frames.size(); ++who) {
    detour_m = std::max(detour_m, test::detour_m(met, who));
    time_s = std::max(time_s, test::stands_at_s(met, who));
    slid_m = std::max(slid_m, test::slid_m(met.frames[who], met.body(who)));
    if (face_to_face || who >= meeting.targets.size()) continue;
    misses_m = std::max(
        misses_m, length(test::root_of(met.frames[who].back()) - meeting.targets[who].point_m));
  }
  std::printf("%-42s %5.2f m  %5.2f m %5.2f s  %4.1f mm", what, test::nearest_m(met), detour_m,
              time_s, 1000 * slid_m);
  if (face_to_face) {
    std::printf("  %5.2f m apart, off by %4.1f and %4.1f degrees\n", test::apart_m(met, 0, 1),
                test::faces_past_rad(met, 0, 1) * 180 / std::numbers::pi,
                test::faces_past_rad(met, 1, 0) * 180 / std::numbers::pi);
  } else {
    std::printf("  ends off by %4.2f m\n", misses_m);
  }
}

Meeting to_each_other(double far_m, std::uint64_t later) {
  return {.walkers = {{"ada", {{-far_m / 2, 0, 0}, kQuarter_rad}, walk_to("ben")},
                      {"ben", {{far_m / 2, 0, 0}, -kQuarter_rad}, walk_to("ada"), later}}};
}

Meeting past_each_other(double far_m, double aside_m) {
  return {.walkers = {{"ada", {{-far_m / 2, 0, 0}, kQuarter_rad}, walk_to("there")},
                      {"ben", {{far_m / 2, 0, aside_m}, -kQuarter_rad}, walk_to("here")}},
          .targets = {{"there", {far_m / 2, 0, 0}}, {"here", {-far_m / 2, 0, aside_m}}}};
}

Meeting stands_in_the_way(double at_m, double aside_m) {
  return {.walkers = {{"ada", {{-2, 0, 0}, kQuarter_rad}, walk_to("there")},
                      {"ben", {{-2 + at_m, 0, aside_m}, -kQuarter_rad}}},
          .targets = {{"there", {4, 0, 0}}}};
}

Meeting walks_away() {
  return {.walkers = {{"ada", {{-2, 0, 0}, kQuarter_rad}, walk_to("ben"), 30},
                      {"ben", {{1, 0, 0}, 0}, walk_to("there")}},
          .targets = {{"there", {2, 0, 5}}}};
}

}  // namespace

int main() {
  std::printf("%-42s nearest  detour   until  slides\n", "");
  print("2 to each other, 4 m", to_each_other(4, 0), true);
  print("2 to each other, 8 m", to_each_other(8, 0), true);
  print("2 to each other, 4 m, one 3 ticks later", to_each_other(4, 3), true);
  print("2 to each other, 8 m, one 1 s later", to_each_other(8, 60), true);
  print("to one who walks away", walks_away(), true);
  print("2 head-on, 4 m", past_each_other(4, 0));
  print("2 head-on, 8 m", past_each_other(8, 0));
  print("2 head-on, 8 m, 0.3 m to the right", past_each_other(8, 0.3));
  print("2 head-on, 8 m, 0.3 m to the left", past_each_other(8, -0.3));
  print("one stands 1.5 m ahead", stands_in_the_way(1.5, 0));
  print("one stands 3 m ahead", stands_in_the_way(3, 0));
  print("one stands 3 m ahead, 0.3 m aside", stands_in_the_way(3, 0.3));
  for (const std::size_t count : {2, 3, 4, 5, 6, 7, 8, 12, 16}) {
    const std::string what = std::to_string(count) + " across a circle of 6 m";
    Meeting circle = test::across_a_circle(count, 3);
    circle.ticks = 1500;
    print(what.c_str(), circle);
  }
  return 0;
}
