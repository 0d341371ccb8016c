// The second filter: the torso of a character moves by its muscles towards the pose that is wanted
// (Neff and Fiume 2002).
#pragma once

#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include "realizer/dynamics/physical/torso.h"
#include "realizer/tick/filters/asked_muscles.h"
#include "realizer/tick/filters/filter.h"
#include "realizer/tick/filters/outside_forces.h"

namespace kine {

class PhysicalTorso final : public Filter {
 public:
  /// Moves so many characters at most.
  PhysicalTorso(TickRate rate, std::size_t most) : rate_(rate), most_(most) {}

  bool wants(const CharacterState& state) const override;
  void add(const TickContext& context, const Filtered& character) override;
  void finish() override {}
  bool rests(const CharacterState& state, const dynamics::Memory* memory) const override;

 private:
  /// Pre: the character was taken up.
  dynamics::physical::Torso& torso_of(const CharacterRow& row);

  PhysicalBody& take_up(const Scene& scene, const Filtered& character, const AskedMuscles& asked);
  void advance(const TickContext& context, const Filtered& character,
               dynamics::physical::Torso& torso, PhysicalBody& body,
               const dynamics::physical::TorsoTick& tick);
  static void lie_where_it_fell(PhysicalBody& body);
  static void stand_where_it_stepped(PhysicalBody& body);
  void show(const Filtered& character, const dynamics::physical::Torso& torso, bool is_asked_for,
            PhysicalBody& body);

  /// Whether there are as many as a core can move.
  bool is_full(Tick tick);
  void refuse(const TickContext& context, const Filtered& character);

  TickRate rate_;
  std::size_t most_;
  OutsideForces forces_;
  Tick tick_;               // the present one
  std::size_t moved_ = 0;   // in it …
  std::size_t before_ = 0;  // … and in the one before

  struct Made {
    std::shared_ptr<const body::Body> body;
    bool stands = false;                               // a whole body
    std::unique_ptr<dynamics::physical::Torso> torso;  // never null
  };
  std::vector<Made> torsos_;  // of the bodies that are there
};

}  // namespace kine
