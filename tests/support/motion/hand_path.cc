#include "tests/support/motion/hand_path.h"

#include <array>
#include <memory>
#include <stdexcept>

#include "realizer/prepare/prepare.h"
#include "realizer/script/writing/writer.h"
#include "realizer/tick/shard.h"
#include "tests/support/motion/bodies.h"
#include "tests/support/motion/stage.h"

namespace kine::test {
namespace {

Quat turn_in(const Frame& frame, std::size_t joint) {
  const auto& q = frame.parent_from_joint[joint];
  return {q[0], q[1], q[2], q[3]};
}

}  // namespace

std::vector<Frame> frames_of(const script::Document& document) {
  static const std::vector<std::shared_ptr<const Cast>> casts = {cast_named("ada", ada())};
  Diagnostics diagnostics;
  const auto prepared = prepare(script::write(document), {.casts = casts}, diagnostics);
  if (!prepared) throw std::runtime_error(prepared.error().message);

  Shard shard{TickRate(kPathRate_hz)};
  shard.add_character(CharacterId{1}, casts.front());
  std::vector<Input> inputs;
  for (const auto& block : prepared->blocks) {
    inputs.push_back(
        PlayBlock{.character = CharacterId{1}, .id = {}, .client = {}, .block = block});
  }
  std::vector<Frame> frames;
  for (std::uint64_t tick = 0; tick == 0 || !shard.idle(); ++tick) {
    shard.advance_to(Tick{tick}, inputs);
    inputs.clear();
    frames.push_back(shard.frames().front());
  }
  return frames;
}

std::vector<Vec3> path_of(const std::vector<Frame>& frames, body::Joint joint) {
  std::vector<Vec3> path;
  for (const Frame& frame : frames) {
    std::array<Quat, body::kJointCount> turns;
    for (std::size_t i = 0; i < turns.size(); ++i) turns[i] = turn_in(frame, i);
    path.push_back(ada().compute_model(turns).positions_m[index_of(joint)]);
  }
  return path;
}

std::vector<Quat> turns_of(const std::vector<Frame>& frames, body::Joint joint) {
  std::vector<Quat> turns;
  for (const Frame& frame : frames) turns.push_back(turn_in(frame, index_of(joint)));
  return turns;
}

}  // namespace kine::test
