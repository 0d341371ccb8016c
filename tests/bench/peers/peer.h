// Somebody else's engine with the workload on many characters, ready to be timed.
//
// Each is used as its own manual has it, in its fastest form: key data shared by all characters,
// nothing rendered.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "tests/bench/peers/workload.h"

namespace kine::bench {

class Peer {
 public:
  virtual ~Peer() = default;

  /// Moves every character on by `step_s` and brings its bones up to date.
  virtual void advance(double step_s) = 0;

  /// Where the left hand of the first character is, the hips at their offset: what plays the
  /// workload at all has it near where the others have it.
  virtual Vec3 left_hand_m() const = 0;
};

struct PeerRow {
  std::string name;
  double factor_to_reach;  // that ours is to be ahead by; 0: none
  std::unique_ptr<Peer> (*make)(const Workload& workload, std::size_t characters);
};

/// Those whose libraries were there when this was built; naive Eigen always is.
std::vector<PeerRow> peers();

std::unique_ptr<Peer> make_naive(const Workload& workload, std::size_t characters);
std::unique_ptr<Peer> make_cal3d(const Workload& workload, std::size_t characters);

/// As it comes, with linear interpolation between keys; and with its own squad.
std::unique_ptr<Peer> make_ogre(const Workload& workload, std::size_t characters);
std::unique_ptr<Peer> make_ogre_spline(const Workload& workload, std::size_t characters);

}  // namespace kine::bench
