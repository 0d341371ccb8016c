#include "tests/support/motion/recorded_motion.h"

#include <array>
#include <cstddef>
#include <stdexcept>

#include "server/offline/motion_forms.h"
#include "tests/support/motion/bodies.h"
#include "tests/support/motion/random_rotations.h"

namespace kine::test {
namespace {

std::array<float, 4> floats_of(const Quat& q) {
  return {static_cast<float>(q.x), static_cast<float>(q.y), static_cast<float>(q.z),
          static_cast<float>(q.w)};
}

}  // namespace

formats::Recorded recorded_ada(std::uint32_t hz) {
  return {.body = std::make_shared<const body::Body>(ada()), .rate = TickRate(hz)};
}

std::vector<Frame> random_frames(std::uint32_t seed, std::size_t count) {
  constexpr double kAnyTurn_rad = 3.1;
  RandomRotations random(seed);
  const auto number = [&](double low, double high) {
    return static_cast<float>(random.number(low, high));
  };
  std::vector<Frame> frames(count);
  for (std::size_t index = 0; index < count; ++index) {
    Frame& frame = frames[index];
    frame.tick = Tick{index};
    const std::array<float, 4> turn = floats_of(random.within(kAnyTurn_rad));
    frame.root = {number(-3, 3), 0, number(-3, 3), turn[0], turn[1], turn[2], turn[3]};
    frame.hips_m = {number(-0.1, 0.1), number(0.7, 1), number(-0.1, 0.1)};
    for (auto& rotation : frame.parent_from_joint) {
      rotation = floats_of(random.within(kAnyTurn_rad));
    }
    for (float& channel : frame.channels) channel = number(0, 1.5);
  }
  return frames;
}

Frame still_frame(const body::Body& body, Tick tick) {
  Frame frame;
  frame.tick = tick;
  const Vec3& hips_m = body.offsets_m[body::index_of(body::Joint::Hips)];
  frame.hips_m = {static_cast<float>(hips_m.x), static_cast<float>(hips_m.y),
                  static_cast<float>(hips_m.z)};
  for (auto& rotation : frame.parent_from_joint) rotation = {0, 0, 0, 1};
  return frame;
}

std::string written(const formats::Recorded& recorded, std::string_view ending,
                    const std::vector<Frame>& frames) {
  const auto form = server::find_motion_form("a" + std::string(ending));
  if (!form) throw std::runtime_error("no form for " + std::string(ending));
  const auto writer = (*form)->make_writer(recorded);
  std::string bytes;
  for (const Frame& frame : frames) writer->append(frame, bytes);
  if (!writer->finish(bytes)) throw std::runtime_error("the writer refused");
  return bytes;
}

}  // namespace kine::test
