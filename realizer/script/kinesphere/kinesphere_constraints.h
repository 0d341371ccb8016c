// What a pose of our own language asks for: <position>, <orientation>, <hand> and the like.
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "realizer/script/attributes.h"
#include "realizer/script/document.h"
#include "realizer/script/kinesphere/elements.h"

namespace kine::script {

/// What the reader of our own language knows while it reads one text.
struct KinesphereReading {
  FirstError error;
  Dialect dialect = Dialect::Kinesphere;  // another where the script was converted from that one
  std::size_t sequences = 0;
  std::size_t poses_and_clips = 0;
  std::map<std::string, Where> character_names;  // and where each was told of first
  std::set<std::string> nucleus_ids;
  std::set<std::string> tension_ids;
  std::set<std::string> sketch_ids;
  std::set<std::string> sequence_ids;

  /// Scripts converted from a classic dialect may say what nobody should write anew.
  bool is_converted() const { return dialect != Dialect::Kinesphere; }
};

/// A row for each element that may stand in a <pose>.
std::span<const ElementRow<Pose, KinesphereReading>> kinesphere_constraints();

/// The <pose> elements of `parent`, which takes nothing else, as those of a sequence are read.
std::vector<Pose> read_poses(const xml::Element& parent, KinesphereReading& reading);

}  // namespace kine::script
