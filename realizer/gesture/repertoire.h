// What a section of the body can do while somebody speaks: a model, and the recorded segments of
// each of its motions.
//
//   a motion, the pose that stands there --pick_segment--> the segment to play
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "realizer/gesture/body_section.h"
#include "realizer/gesture/motion_model.h"
#include "realizer/pose/pose.h"
#include "realizer/pose/recorded_turns.h"

namespace kine::gesture {

/// A recorded segment of a motion.
struct RepertoireSegment {
  std::size_t motion = 0;
  std::shared_ptr<const pose::RecordedTurns> turns;  // never null; longer than nothing
  std::optional<Seconds> stroke = {};                // when its stroke ends: see stroke_time.h
  double fastest_rad_s = 0;                          // of its joints; 0: not known
};

struct SectionRepertoire {
  BodySection section = BodySection::Head;
  MotionModel model;
  std::vector<RepertoireSegment> segments;  // of each motion one at least
};

/// One a section at most: the sections that move.
using Repertoire = std::vector<SectionRepertoire>;

/// The joints that are played with a section, ascending: fingers with arms, toes with legs.
body::JointSet played_joints(BodySection section);

/// What is wrong with one that was read: empty where nothing is.
std::string fault_of(const SectionRepertoire& repertoire);

/// How far a pose is from where a segment begins, in radians: the root of the weighed squares.
double distance_rad(const SectionRepertoire& repertoire, const RepertoireSegment& segment,
                    const pose::Pose& shown);

/// Of a motion's segments one that begins no more than 1.5 times as far from the pose as the
/// nearest. `share`: drawn evenly from 0 to 1, which decides among them.
std::size_t pick_segment(const SectionRepertoire& repertoire, std::size_t motion,
                         const pose::Pose& shown, double share);

}  // namespace kine::gesture
