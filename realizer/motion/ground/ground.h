// Kind of motion: the body below the waist, which walks to where somebody is and sits down there.
// What it begins from is known when it is bound: where one stands, how, and on which foot.
//
//   moves of a track, GroundEntry --Ground binds--> GroundKeys
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "realizer/body/body.h"
#include "realizer/motion/actuator.h"
#include "realizer/plan/plan.h"

namespace kine::motion {

/// From `from` on, and done at `to`, as far as a person can.
struct GroundMove {
  Seconds from{0};
  Seconds to{0};

  /// Where it walks: a point in the world or a name. Nothing: it stays there.
  std::optional<std::variant<Vec3, std::string>> walks_to = {};
  std::optional<double> short_of_m = {};  // how far before it that it stops; none: as usual
  std::optional<double> faces_rad = {};   // it only turns there, so far past it to the left
  bool turns_back = false;                // to where it faced before it turned
  bool follows = false;                   // it goes on from the walk that ends then

  /// What bends, where it stays; nothing: as it is. `back` goes to what was before.
  std::array<std::optional<double>, pose::kBendCount> bends = {};
  bool back = false;
};

class Ground final : public Actuator {
 public:
  /// At least one; in the order of their time.
  explicit Ground(std::vector<GroundMove> moves);

  body::JointSet joints() const override;
  pose::ChannelSet channels() const override { return {}; }
  pose::Solved solved() const override { return pose::Solved::Ground; }
  pose::Keys compile(const Entry& entry, const body::Body& body) const override;

 private:
  bool take_over(const GroundEntry& ground, double entry_s, pose::GroundKeys& keys) const;

  std::vector<GroundMove> moves_;
};

/// What the steps, turns and stances of a track ask for, and going back at the end of the sequence
/// unless it lasts or has walked; empty where it has none.
std::vector<GroundMove> make_ground_moves(const plan::Track& track, const plan::Sequence& sequence);

/// What the last of the walks was asked for; nothing where there is none.
std::optional<pose::AskedWalk> asked_of(std::span<const GroundMove> moves);

/// The keys as they go on when somebody stops at a time of theirs: the step is finished, what is
/// bent goes to `bends`, and who has turned for a while turns back.
pose::GroundKeys stopped(const pose::GroundKeys& keys, double time_s, const pose::Bends& bends);

/// The keys with the last move of each bend, or the turn back, so much later, or earlier, as far as
/// that is not before `time_s`: nothing where it has begun by then, or where somebody walks.
std::optional<pose::GroundKeys> with_last_move_later(const pose::GroundKeys& keys, double time_s,
                                                     double later_s);

/// How it stands when all is over, and where.
pose::Bends last_bends(const pose::GroundKeys& keys);
body::Placement last_place(const pose::GroundKeys& keys);

}  // namespace kine::motion
