// A character to which BML blocks are given as a server gives them: prepared, played tick by tick,
// and measured by the geometry of the frames.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "realizer/body/body.h"
#include "realizer/cast/cast.h"
#include "realizer/tick/shard.h"

namespace kine::test {

/// What stands in a block, in BML's namespace.
std::string bml_block(const std::string& id, const std::string& inside,
                      const std::string& attributes = "");

class BmlStage {
 public:
  /// Targets that blocks may name, until they are set.
  BmlStage(const body::Body& body, std::uint32_t ticks_a_second,
           std::vector<std::string> targets = {"ball"});

  /// From the next tick on; throws where the block is refused. The warnings are kept.
  void play(const std::string& bml);
  void set(const std::string& target, const Vec3& point_m);
  void interrupt(Seconds fade);

  void advance();  // one tick
  void advance_to(Seconds time);

  Seconds now() const;  // of the last tick
  const Frame& frame() const { return shard_.frames()[0]; }
  const Shard& shard() const { return shard_; }
  const motion::Block& block() const { return *block_; }  // the last that was played
  const std::vector<std::string>& warnings() const { return warnings_; }

  Quat rotation(body::Joint joint) const;
  body::Body::Model model() const;
  Vec3 position_m(body::Joint joint) const;

  /// The ids of sync points said so far, in their order.
  const std::vector<std::string>& sync_points() const { return sync_points_; }

 private:
  std::shared_ptr<const Cast> cast_;
  std::vector<std::string> targets_;
  TickRate rate_;
  Shard shard_;
  std::vector<Input> inputs_;
  std::shared_ptr<const motion::Block> block_;
  std::vector<std::string> warnings_;
  std::vector<std::string> sync_points_;
  std::uint64_t next_ = 0;
  std::uint64_t blocks_ = 0;
};

}  // namespace kine::test
