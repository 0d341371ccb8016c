// A stage for tests of the tick: casts, and blocks whose motion is plain to compute by hand.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "realizer/cast/cast.h"
#include "realizer/motion/block.h"
#include "realizer/tick/shard.h"

namespace kine::test {

/// A character on this body, standing at the origin. Its arms move alone, so that the geometry of a
/// script says where they are.
std::shared_ptr<const Cast> cast_named(std::string name, const body::Body& body);

/// Ada, with the gestures of the lexicon.
std::shared_ptr<const Cast> ada_with_lexicon();

/// What a script with this inside asks of the only character there is.
std::shared_ptr<const motion::Block> block_of(const std::string& inside,
                                              const std::shared_ptr<const Cast>& cast);

/// Turns one joint about +Y at a constant speed from where it stands: what its turn should be at
/// any time can be said without it.
class Spin final : public motion::Actuator {
 public:
  Spin(body::Joint joint, double speed_rad_s, Seconds length);

  body::JointSet joints() const override;
  pose::ChannelSet channels() const override { return {}; }
  pose::Keys compile(const motion::Entry& entry, const body::Body& body) const override;

 private:
  body::Joint joint_;
  double speed_rad_s_;
  Seconds length_;
};

struct SpinOptions {
  std::string id = "spin";
  body::Joint joint = body::Joint::Head;
  double speed_rad_s = 1;
  Seconds start{0};
  Seconds length{1};
  Seconds fade_out{0};
  int priority = 0;
  plan::Composition composition = plan::Composition::Merge;
};

/// A block of one segment, with a sync point at its start and its end.
std::shared_ptr<const motion::Block> spin_block(const SpinOptions& options = {});

/// The feedback of a tick as one line each: "started spin", "sync spin:s1:start".
std::vector<std::string> words_of(const Shard& shard);

/// The turn of a joint in the frame of the shard's `row`-th character.
Quat rotation_in(const Shard& shard, std::size_t row, body::Joint joint);

}  // namespace kine::test
