// The first filter: arms that have tension follow their masses (Neff 2022).
//
// Characters are taken up one by one and moved in sixteens.
#pragma once

#include <array>
#include <memory>

#include "realizer/dynamics/follow.h"
#include "realizer/tick/filters/filter.h"
#include "realizer/tick/filters/wanted.h"

namespace kine {

class MassTrackers : public Filter {
 public:
  explicit MassTrackers(TickRate rate);

  bool wants(const CharacterState& state) const override { return !state.tension.empty(); }
  void add(const TickContext& context, const Filtered& character) override;
  void finish() override;
  bool rests(const CharacterState& state, const dynamics::Memory* memory) const override;

 private:
  /// Of a block of characters.
  struct Lanes {
    std::array<const body::Body*, pose::kLanes> bodies = {};  // whose bones are there
    std::array<dynamics::FollowJob::Character, pose::kLanes> characters;
    dynamics::BodyBones bones;
    dynamics::FollowJob::Scratch scratch;
  };

  void take_up(const body::Body& body, const dynamics::FollowJob::Character& character);

  TickRate rate_;
  std::unique_ptr<Lanes> lanes_;
  std::size_t count_ = 0;
};

}  // namespace kine
