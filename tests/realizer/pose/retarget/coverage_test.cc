// Tests for realizer/pose/retarget/coverage.h.
#include "realizer/pose/retarget/coverage.h"

#include <algorithm>
#include <string>
#include <vector>

#include "tests/support/catch.h"

namespace kine::pose::coverage_test {
namespace {

using enum body::Joint;

struct Made {
  std::string name;
  std::optional<std::size_t> parent;
  double turn_rad = 0;  // about +X in the second frame
  double way = 0;       // along +X in the second frame
};

/// Two frames; every bone is one long.
FoundRecording recording_of(const std::vector<Made>& nodes) {
  FoundRecording found;
  Recording& recording = found.recording;
  recording.frame_count = 2;
  recording.frame_time = Seconds(0.1);
  for (const Made& made : nodes) {
    Recording::Node node{.name = made.name, .parent = made.parent, .offset = {0, 1, 0}};
    node.rotations = {Quat{}, rotation_about({1, 0, 0}, made.turn_rad)};
    if (made.way != 0) node.positions = {node.offset, node.offset + Vec3{made.way, 0, 0}};
    recording.nodes.push_back(node);
    found.places.push_back({static_cast<std::uint32_t>(recording.nodes.size()), 5});
  }
  return found;
}

std::vector<std::string> losses(const FoundRecording& recording, const JointNames& names = {}) {
  std::vector<std::string> all;
  for (const Warning& lost : coverage_of(recording, names).lost) {
    all.push_back(std::to_string(lost.where.line) + ": " + lost.message);
  }
  return all;
}

using Strings = std::vector<std::string>;

}  // namespace

TEST_CASE("each unknown joint that turns is one loss, with its place", "[coverage]") {
  const FoundRecording recording = recording_of(
      {{"chest", {}}, {"RArmX", 0, 0.5}, {"RForeArmX", 1, 0.5}, {"still", 1}, {"head", 0, 0.5}});
  CHECK(losses(recording) == Strings{"2: unknown joint, its turns are left out: 'RArmX'",
                                     "3: unknown joint, its turns are left out: 'RForeArmX'"});
  const JointNames names = {{"RArmX", RightUpperArm}, {"RForeArmX", RightLowerArm}};
  CHECK(losses(recording, names).empty());
}

TEST_CASE("the turns of an unknown joint between known ones are those of the next", "[coverage]") {
  const FoundRecording recording =
      recording_of({{"chest", {}}, {"between", 0, 0.5}, {"head", 1, 0.1}});
  CHECK(losses(recording) ==
        Strings{"2: unknown joint, its turns are added to those of 'head': 'between'"});
}

TEST_CASE("of two joints of a kind the one that is not taken is a loss, a chain is none",
          "[coverage]") {
  const JointNames names = {{"NeckA", Neck}, {"NeckB", Neck}};
  const FoundRecording chain = recording_of({{"chest", {}}, {"NeckA", 0, 0.2}, {"NeckB", 1, 0.2}});
  CHECK(losses(chain, names).empty());
  const FoundRecording fork = recording_of({{"chest", {}}, {"NeckA", 0, 0.2}, {"NeckB", 0, 0.2}});
  CHECK(losses(fork, names) ==
        Strings{"3: a second joint of the same kind as 'NeckA', its turns are left out: 'NeckB'"});
}

TEST_CASE("places of what is no hips are a loss where they change", "[coverage]") {
  const FoundRecording recording = recording_of({{"root", {}, 0, 2},
                                                 {"hips", 0, 0, 1},
                                                 {"chest", 1, 0, 0.5},
                                                 {"head", 2, 0, 0.005},
                                                 {"leftUpperLeg", 1},
                                                 {"leftLowerLeg", 4}});
  const Strings lost = losses(recording);
  REQUIRE(lost.size() >= 1);
  CHECK(lost.back() == "3: only hips change their place, the places are left out of 'chest'");
}

TEST_CASE("the way of hips without legs is a loss", "[coverage]") {
  const FoundRecording recording = recording_of({{"hips", {}, 0, 1}, {"head", 0, 0.5}});
  const Coverage coverage = coverage_of(recording, {});
  CHECK_FALSE(coverage.moves_hips);
  CHECK(losses(recording) == Strings{"1: without known hips, legs and head the way is left out, "
                                     "that is the places of 'hips'"});
}

TEST_CASE("who misses a joint is told which one it moves with", "[coverage]") {
  const Coverage coverage = coverage_of(recording_of({{"chest", {}}, {"head", 0}, {"tip", 1}}), {});
  REQUIRE(coverage.taken.size() == 2);
  CHECK(coverage.taken[1].joint == Head);
  CHECK(coverage.taken[1].node == "head");
  REQUIRE(coverage.missing.size() == body::kJointCount - 2);
  const auto of = [&](body::Joint joint) {
    return std::ranges::find(coverage.missing, joint, &Coverage::Missing::joint)->stands_in;
  };
  CHECK_FALSE(of(Hips));
  CHECK(of(LeftEye) == Head);
  CHECK(of(UpperChest) == Chest);
  CHECK(of(RightLittleDistal) == Chest);
}

TEST_CASE("what a reader left out is a loss, and the summary counts", "[coverage]") {
  FoundRecording recording = recording_of({{"chest", {}}, {"head", 0}});
  CHECK(summary_of(coverage_of(recording, {})) ==
        "2 of 55 joints and 0 channels; nothing is left out");
  recording.left_out = {"the expression 'wink'"};
  recording.recording.curves = {{.channel = *body::find_channel("jawOpen"), .values = {0, 1}}};
  CHECK(losses(recording) == Strings{"0: left out: the expression 'wink'"});
  CHECK(coverage_of(recording, {}).channels == Strings{"jawOpen"});
  CHECK(summary_of(coverage_of(recording, {})) ==
        "2 of 55 joints and 1 channel; 1 thing is left out");
}

}  // namespace kine::pose::coverage_test
