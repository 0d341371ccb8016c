// What of a recording our joints take, what is left out, and which of our joints it does not move.
//
//   Recording --coverage_of--> Coverage --> warnings, `kinesphere inspect`, the log of a server
//
// Nothing is lost silently: what retarget() leaves out is one warning each here.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "realizer/core/diagnostics.h"
#include "realizer/core/where.h"
#include "realizer/pose/recording.h"
#include "realizer/pose/retarget/retarget.h"

namespace kine::pose {

/// A recording, and what its reader knows beside.
struct FoundRecording {
  Recording recording;
  std::vector<Where> places;  // of the nodes' names in a file of text; empty: there are none

  /// What the file says and a recording cannot hold, for people: "the expression 'wink'".
  std::vector<std::string> left_out;
};

struct Coverage {
  struct Taken {
    body::Joint joint;
    std::string node;  // as the file calls it
  };

  /// A joint of ours that no node is, and the nearest one before it that a node is: it moves along.
  struct Missing {
    body::Joint joint;
    std::optional<body::Joint> stands_in;  // nothing: it stays as it is at rest
  };

  std::vector<Taken> taken;           // in the order of our joints
  std::vector<Missing> missing;       // likewise
  bool moves_hips = false;            // whether the way of the hips is taken as well
  std::vector<std::string> channels;  // of the face, under our names

  /// One each: joints with turns that are no joint of ours, places that move and are not taken, and
  /// what the reader left out.
  std::vector<Warning> lost;
};

/// Pre: valid(found.recording).
Coverage coverage_of(const FoundRecording& found, const JointNames& names);

/// "22 of 55 joints, the way of the hips and 3 channels; 2 things are left out".
std::string summary_of(const Coverage& coverage);

}  // namespace kine::pose
