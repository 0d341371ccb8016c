#include "tests/support/motion/lone_row.h"

#include <utility>

#include "tests/support/motion/bodies.h"
#include "tests/support/motion/stage.h"

namespace kine::test {

LoneRow::LoneRow() {
  const auto cast = cast_named("ada", ada());
  const body::Body& body = *cast->body;
  for (std::size_t i = 0; i < body::kJointCount; ++i) {
    base.set_rotation(body::joint_at(i), body.base_pose[i]);
  }
  const Vec3& hips = body.offsets_m[body::index_of(body::Joint::Hips)];
  base.hips_m = {static_cast<float>(hips.x), static_cast<float>(hips.y), static_cast<float>(hips.z),
                 0};
  scene.add(scene.add_group(), CharacterId{1}, cast);
  row.id = CharacterId{1};
  row.cast = cast;
  row.base = &base;
  row.state.life = autonomy::make_life({});
  row.state.poses = pose::PoseHistory(base);
}

PlayingBlock& LoneRow::add(std::shared_ptr<const motion::Block> block, Tick start, BlockId id) {
  row.state.blocks.push_back({.id = id, .client = {}, .block = std::move(block), .start = start});
  return row.state.blocks.back();
}

std::vector<std::string> LoneRow::words() {
  std::vector<std::string> words;
  for (const Feedback& feedback : said.feedback) {
    words.push_back(std::string(word_of(feedback.kind)) + " " + feedback.id);
  }
  said.feedback.clear();
  return words;
}

}  // namespace kine::test
