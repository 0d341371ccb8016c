// How one character stands of itself, as no other does: its feet turned out, its arms not alike.
//
//   seed, character --own_carriage--> Carriage, in its life --> where it stands, and how arms hang
#pragma once

#include <array>

#include "realizer/body/body.h"
#include "realizer/body/body_offsets.h"
#include "realizer/core/random.h"
#include "realizer/pose/pose.h"

namespace kine::autonomy {

struct Carriage {
  std::array<body::FootOffset, 2> feet = {};   // the left one, the right one
  std::array<double, 2> elbows_bend = {1, 1};  // of what an elbow of the base pose is bent
  std::array<double, 2> arms_hang = {1, 1};    // of how far an arm of the base pose hangs down

  friend bool operator==(const Carriage&, const Carriage&) = default;
};

Carriage own_carriage(Random random);

/// Lets the arms of a base pose hang so.
void hang_arms(const Carriage& carriage, const body::Body& body, pose::Pose& base);

}  // namespace kine::autonomy
