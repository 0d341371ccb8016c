// One character apart from any shard, for tests of single steps of a tick.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "realizer/tick/state/row.h"
#include "realizer/tick/state/said.h"
#include "realizer/tick/state/scene.h"
#include "realizer/tick/state/tick_context.h"

namespace kine::test {

inline const TickRate kLoneRate(60);

/// ada, in the pose of her body, at the origin.
class LoneRow {
 public:
  LoneRow();
  LoneRow(const LoneRow&) = delete;
  LoneRow& operator=(const LoneRow&) = delete;

  /// As if it had begun at this tick.
  PlayingBlock& add(std::shared_ptr<const motion::Block> block, Tick start = {}, BlockId id = {1});

  /// "started spin", "sync spin:s1:start" and so on since the last call.
  std::vector<std::string> words();

  Scene scene;
  Said said;
  TickContext context{.rate = kLoneRate, .scene = scene, .said = said};
  pose::Pose base;
  CharacterRow row;
};

}  // namespace kine::test
