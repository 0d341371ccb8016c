// A clip in the manner of a nucleus and a sketch, on one body: what was recorded, made larger,
// firmer, more fluent (Pohl's further work, 5.2), with other transitions (clip_transits.h).
//
//   Clip, Nucleus, Sketch --ClipShaper--> another Clip, which PlayedClip plays as it is
//
// Its duration is the plan's (temporal extent, plan/properties). All else is in the arms: they are
// solved anew along new paths of their wrists, the hands keep their turn. A nucleus and a sketch
// that ask for nothing give back the very clip.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <tuple>

#include "realizer/body/body.h"
#include "realizer/core/diagnostics.h"
#include "realizer/plan/plan.h"
#include "realizer/pose/clip.h"

namespace kine::motion {

/// A shaped clip is the script's own, a kilobyte a frame: so many frames may one script have
/// shaped, two minutes at 30 a second. What is beyond plays as it was recorded, with a warning.
inline constexpr std::size_t kShapedFramesMax = 3'600;

/// What shapes a clip.
struct ClipManner {
  body::JointSet joints;  // that it plays on
  double speed = 1;       // seconds of the clip in one of ours
  script::Expressivity expressivity;
};

/// The clip itself where nothing is asked of an arm that it moves.
std::shared_ptr<const pose::Clip> shaped(const std::shared_ptr<const pose::Clip>& clip,
                                         const ClipManner& manner, const body::Body& body);

/// Shapes the clips of one plan, each that plays several times in one manner once.
class ClipShaper {
 public:
  ClipShaper(const plan::Plan& plan, const body::Body& body, Diagnostics& diagnostics)
      : plan_(plan), body_(body), diagnostics_(diagnostics) {}

  std::shared_ptr<const pose::Clip> operator()(const plan::Sequence& sequence,
                                               const plan::Clip& played,
                                               const std::shared_ptr<const pose::Clip>& clip);

 private:
  /// Of a clip: its name, group, nucleus, sketch and speed.
  using Manner =
      std::tuple<std::string, std::size_t, std::optional<std::size_t>, const plan::Sketch*, double>;

  std::shared_ptr<const pose::Clip> make(const plan::Sequence& sequence, const plan::Clip& played,
                                         const std::shared_ptr<const pose::Clip>& clip) const;

  const plan::Plan& plan_;
  const body::Body& body_;
  Diagnostics& diagnostics_;
  std::map<Manner, std::shared_ptr<const pose::Clip>> made_;
  std::size_t frames_ = 0;  // of all of them
};

}  // namespace kine::motion
