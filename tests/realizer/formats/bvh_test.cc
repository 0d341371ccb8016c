// Tests for realizer/formats/bvh.h: a reader of its own reads the file back, and Eigen walks it.
#include "realizer/formats/bvh.h"

#include <eigen3/Eigen/Geometry>
#include <map>
#include <numbers>
#include <sstream>
#include <string>
#include <vector>

#include "realizer/formats/figure.h"
#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"
#include "tests/support/motion/recorded_motion.h"

namespace kine::bvh_test {

using namespace kine;

namespace {

struct BvhJoint {
  std::string name;
  int parent = -1;
  bool end_site = false;
  Eigen::Vector3d offset_cm;
  std::vector<std::string> channels;
};

struct Bvh {
  std::vector<BvhJoint> joints;  // end sites among them
  std::size_t frame_count = 0;
  double frame_time_s = 0;
  std::vector<double> numbers;
};

/// Reads any BVH, whatever its channels and their order.
Bvh read_bvh(const std::string& text) {
  std::istringstream input(text);
  Bvh bvh;
  std::vector<int> open;
  std::string word;
  while (input >> word && word != "MOTION") {
    if (word == "ROOT" || word == "JOINT" || word == "End") {
      BvhJoint joint;
      input >> joint.name;
      joint.parent = open.empty() ? -1 : open.back();
      joint.end_site = word == "End";
      bvh.joints.push_back(joint);
    } else if (word == "{") {
      open.push_back(static_cast<int>(bvh.joints.size()) - 1);
    } else if (word == "}") {
      open.pop_back();
    } else if (word == "OFFSET") {
      Eigen::Vector3d& offset_cm = bvh.joints.back().offset_cm;
      input >> offset_cm.x() >> offset_cm.y() >> offset_cm.z();
    } else if (word == "CHANNELS") {
      std::size_t count = 0;
      input >> count;
      bvh.joints.back().channels.resize(count);
      for (std::string& channel : bvh.joints.back().channels) input >> channel;
    }
  }
  REQUIRE(open.empty());
  std::string time;
  input >> word >> bvh.frame_count >> word >> time >> bvh.frame_time_s;
  for (double number = 0; input >> number;) bvh.numbers.push_back(number);
  return bvh;
}

Eigen::Isometry3d step_of(const std::string& channel, double number) {
  Eigen::Isometry3d step = Eigen::Isometry3d::Identity();
  const Eigen::Vector3d axis = channel[0] == 'X'   ? Eigen::Vector3d::UnitX()
                               : channel[0] == 'Y' ? Eigen::Vector3d::UnitY()
                                                   : Eigen::Vector3d::UnitZ();
  if (channel.ends_with("position")) {
    step.translate(number * axis);
  } else {
    step.rotate(Eigen::AngleAxisd(number * std::numbers::pi / 180, axis));
  }
  return step;
}

/// Where each joint is in one frame, in centimetres.
std::map<std::string, Eigen::Vector3d> positions_cm(const Bvh& bvh, std::size_t frame) {
  std::vector<Eigen::Isometry3d> world_from_joint;
  std::map<std::string, Eigen::Vector3d> positions;
  std::size_t at = frame * bvh.numbers.size() / bvh.frame_count;
  for (const BvhJoint& joint : bvh.joints) {
    Eigen::Isometry3d transform = Eigen::Isometry3d::Identity();
    if (joint.parent >= 0) transform = world_from_joint[static_cast<std::size_t>(joint.parent)];
    transform.translate(joint.offset_cm);
    for (const std::string& channel : joint.channels) {
      transform = transform * step_of(channel, bvh.numbers.at(at++));
    }
    world_from_joint.push_back(transform);
    if (!joint.end_site) positions[joint.name] = transform.translation();
  }
  return positions;
}

}  // namespace

TEST_CASE("a BVH file read back has every joint where it was", "[formats][bvh]") {
  const std::vector<Frame> frames = test::random_frames(21, 6);

  const Bvh bvh = read_bvh(test::written(test::recorded_ada(), ".bvh", frames));

  REQUIRE(bvh.frame_count == frames.size());
  for (std::size_t index = 0; index < frames.size(); ++index) {
    const auto actual_cm = positions_cm(bvh, index);
    const formats::Figure expected = formats::compute_figure(test::ada(), frames[index]);
    REQUIRE(actual_cm.size() == body::kJointCount);
    for (std::size_t joint = 0; joint < body::kJointCount; ++joint) {
      const Vec3& position_m = expected.positions_m[joint];
      const Eigen::Vector3d expected_cm(100 * position_m.x, 100 * position_m.y, 100 * position_m.z);
      const std::string name(body::name_of(body::joint_at(joint)));
      CAPTURE(name);
      CHECK((actual_cm.at(name) - expected_cm).norm() < 1e-2);
    }
  }
}

TEST_CASE("the channels of BVH are Z, X, Y, and six of the hips", "[formats][bvh]") {
  const Bvh bvh = read_bvh(test::written(test::recorded_ada(), ".bvh", test::random_frames(1, 1)));

  const std::vector<std::string> turns = {"Zrotation", "Xrotation", "Yrotation"};
  for (const BvhJoint& joint : bvh.joints) {
    CAPTURE(joint.name);
    if (joint.end_site) {
      CHECK(joint.channels.empty());
    } else if (joint.parent < 0) {
      CHECK(joint.name == "hips");
      CHECK(joint.channels == std::vector<std::string>{"Xposition", "Yposition", "Zposition",
                                                       "Zrotation", "Xrotation", "Yrotation"});
    } else {
      CHECK(joint.channels == turns);
    }
  }
}

TEST_CASE("every chain of BVH ends in an end site of some length", "[formats][bvh]") {
  const Bvh bvh = read_bvh(test::written(test::recorded_ada(), ".bvh", {}));

  std::vector<int> children(bvh.joints.size(), 0);
  for (const BvhJoint& joint : bvh.joints) {
    if (joint.parent >= 0) ++children[static_cast<std::size_t>(joint.parent)];
  }
  for (std::size_t index = 0; index < bvh.joints.size(); ++index) {
    const BvhJoint& joint = bvh.joints[index];
    CAPTURE(joint.name);
    CHECK(joint.end_site == (children[index] == 0));
    if (joint.end_site) {
      CHECK(joint.offset_cm.norm() > 0.5);
      CHECK(joint.offset_cm.norm() < 10);
    }
  }
}

TEST_CASE("a BVH file says how long a frame is", "[formats][bvh]") {
  const Bvh bvh =
      read_bvh(test::written(test::recorded_ada(25), ".bvh", test::random_frames(1, 3)));
  CHECK(bvh.frame_time_s == Approx(0.04));
  CHECK(bvh.frame_count == 3);
}

}  // namespace kine::bvh_test
