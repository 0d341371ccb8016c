// A conversation without a socket, and the ticks of its scene: what a client says, and what frames
// show of it.
#pragma once

#include <vector>

#include "server/ticks/shard_threads.h"
#include "tests/support/motion/bodies.h"
#include "tests/support/motion/footprints.h"
#include "tests/support/server/conversation_stage.h"

namespace kine::test {

struct MovingStage : ConversationStage {
  explicit MovingStage(std::size_t inputs_max = 8) : ConversationStage(inputs_max) {}

  server::ShardThreads shards{scene.roster, TickRate(60), 1};
  Tick tick = {};
  std::vector<Frame> frames = {};  // of ada

  void advance(int ticks) {
    std::vector<Input> taken;
    for (; ticks > 0; --ticks) {
      ++tick.index;
      scene.take_in(taken);
      const auto output = shards.advance_to(tick, taken, {});
      scene.note(tick, taken, output, shards.shards());
      frames.push_back(shards.shards()[0].frames()[0]);
    }
  }
  Vec3 place(std::size_t frame, body::Joint joint) const {
    return joints_in_world(frames[frame], ada())[body::index_of(joint)];
  }
  double height_m(std::size_t frame, body::Joint joint) const { return place(frame, joint).y; }
};

}  // namespace kine::test
