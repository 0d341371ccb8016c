#include "realizer/formats/bvh.h"

#include <array>
#include <cstddef>
#include <numbers>
#include <string>
#include <utility>

#include "realizer/core/assert.h"
#include "realizer/core/number.h"
#include "realizer/formats/figure.h"
#include "realizer/formats/read/euler.h"
#include "realizer/math/units.h"

namespace kine::formats {
namespace {

void append_vector(std::string& text, const Vec3& vector_m) {
  for (const double component_m : {vector_m.x, vector_m.y, vector_m.z}) {
    if (!text.empty() && text.back() != '\n') text += ' ';
    append_number(text, static_cast<float>(component_m * kCentimetresPerMetre));
  }
}

/// The joints in the order of the file: BVH wants each with all its children behind it.
class Hierarchy {
 public:
  explicit Hierarchy(const body::Body& body) : body_(body) { append_joint(body::Joint::Hips, 0); }

  std::string text;
  std::vector<body::Joint> order;

 private:
  void append_joint(body::Joint joint, std::size_t depth) {
    const bool is_root = joint == body::Joint::Hips;
    const std::string indent(2 * depth, ' ');
    order.push_back(joint);

    text += indent + (is_root ? "ROOT " : "JOINT ") + std::string(body::name_of(joint)) + "\n";
    text += indent + "{\n" + indent + "  OFFSET";
    append_vector(text, is_root ? Vec3{} : body_.offsets_m[body::index_of(joint)]);
    text += "\n" + indent + "  CHANNELS " + (is_root ? "6 Xposition Yposition Zposition " : "3 ") +
            "Zrotation Xrotation Yrotation\n";
    if (!append_children(joint, depth + 1)) {
      text += indent + "  End Site\n" + indent + "  {\n" + indent + "    OFFSET";
      append_vector(text, bone_end_m(body_, joint));
      text += "\n" + indent + "  }\n";
    }
    text += indent + "}\n";
  }

  bool append_children(body::Joint joint, std::size_t depth) {
    bool any = false;
    for (std::size_t index = 0; index < body::kJointCount; ++index) {
      if (body::parent_of(body::joint_at(index)) != joint) continue;
      append_joint(body::joint_at(index), depth);
      any = true;
    }
    return any;
  }

  const body::Body& body_;
};

class BvhWriter final : public Writer {
 public:
  explicit BvhWriter(const Recorded& recorded) : rate_(recorded.rate), hierarchy_(*recorded.body) {}

  void append(const Feedback&, std::string&) override {}

  // The number of frames stands before them, so the bytes wait for the end.
  void append(const Frame& frame, std::string&) override {
    const Quat root = rotation_of(frame.root.data() + 3);
    const Vec3 hips_m = {frame.hips_m[0], frame.hips_m[1], frame.hips_m[2]};
    append_vector(motion_, Vec3{frame.root[0], frame.root[1], frame.root[2]} + root * hips_m);
    for (const body::Joint joint : hierarchy_.order) {
      const std::size_t index = body::index_of(joint);
      const Quat rotation = rotation_of(frame.parent_from_joint[index].data());
      append_rotation(index, joint == body::Joint::Hips ? root * rotation : rotation);
    }
    motion_ += '\n';
    ++frames_;
  }

  Result<Done> finish(std::string& bytes) override {
    bytes += "HIERARCHY\n" + hierarchy_.text + "MOTION\nFrames: " + std::to_string(frames_) +
             "\nFrame Time: " + format_number(rate_.step().count()) + "\n" + motion_;
    return Done{};
  }

 private:
  void append_rotation(std::size_t joint, const Quat& rotation) {
    EulerZxy& angles = angles_[joint];
    angles = euler_zxy(rotation, angles);
    for (const double angle : {angles.z, angles.x, angles.y}) {
      motion_ += ' ';
      append_number(motion_, static_cast<float>(angle * kDegreesPerRadian));
    }
  }

  TickRate rate_;
  Hierarchy hierarchy_;
  std::array<EulerZxy, body::kJointCount> angles_ = {};  // of the frame before
  std::string motion_;
  std::size_t frames_ = 0;
};

}  // namespace

std::unique_ptr<Writer> make_bvh(const Recorded& recorded) {
  KINE_ASSERT(recorded.body != nullptr);
  return std::make_unique<BvhWriter>(recorded);
}

}  // namespace kine::formats
