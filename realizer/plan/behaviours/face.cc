// Faces: lexemes and action units as sums of channels, together and for a while, or from now on.
#include <algorithm>
#include <string>
#include <utility>

#include "realizer/core/number.h"
#include "realizer/plan/behaviours/draft.h"

namespace kine::plan {
namespace {

/// How a face comes, stays and goes by itself.
constexpr Phase kAttack{.preferred = Seconds{0.25}, .least = Seconds{0.05}, .most = {}};
constexpr Phase kStays{.preferred = Seconds{1.2}, .least = Seconds{0}, .most = {}};
constexpr Phase kGoes{.preferred = Seconds{0.4}, .least = Seconds{0.1}, .most = {}};

/// What overshoots settles in this time, or in half of that in which it stays.
constexpr Seconds kSettles{0.2};

/// The vocabulary's name of a part: a lexeme as it is written, "AU12", "AU12_LEFT".
std::string morph_of(const script::FacePart& part) {
  if (!part.lexeme.empty()) return part.lexeme.text;
  std::string name = "AU" + std::to_string(part.action_unit);
  if (part.side == script::FacePart::Side::Left) name += "_LEFT";
  if (part.side == script::FacePart::Side::Right) name += "_RIGHT";
  return name;
}

std::vector<script::Constraint> morphs_of(const script::Face& face, double share, Where where) {
  constexpr double kWeightMax = 1.5;
  std::vector<script::Constraint> morphs;
  for (const script::FacePart& part : face.parts) {
    script::Morph morph;
    morph.name = {morph_of(part), part.where};
    morph.weight = std::clamp(share * face.amount * part.amount, 0.0, kWeightMax);
    morph.where = where;
    morphs.emplace_back(std::move(morph));
  }
  return morphs;
}

script::Pose pose_at(Seconds time, std::vector<script::Constraint> morphs, Where where) {
  script::Pose pose;
  pose.time = {time, script::Time::From::Sequence, where};
  pose.constraints = std::move(morphs);
  pose.where = where;
  return pose;
}

/// There, a little too much of it at first where it overshoots, and back.
script::Sequence showing(const script::Face& face, const MomentTimes& times, Where where) {
  const Seconds start = times.front();
  const Seconds peak = times[1] - start;
  const Seconds relax = times[2] - start;
  script::Sequence sequence;
  sequence.start = {start, script::Time::From::Block, where};
  sequence.where = where;
  sequence.poses.push_back(pose_at(peak, morphs_of(face, 1 + face.overshoot, where), where));
  sequence.poses.back().id = {"attackPeak", where};
  if (face.overshoot > 0 && relax > peak) {
    const Seconds settled = peak + std::min(kSettles, (relax - peak) / 2);
    sequence.poses.push_back(pose_at(settled, morphs_of(face, 1, where), where));
  }
  sequence.poses.back().hold = relax - sequence.poses.back().time.seconds;
  sequence.poses.push_back(pose_at(relax, {}, where));
  sequence.poses.back().id = {"relax", where};
  sequence.fade_out = times[3] - times[2];
  return sequence;
}

script::Sequence shifting(const script::Face& face, const MomentTimes& times, Where where) {
  script::Sequence sequence;
  sequence.start = {times.front(), script::Time::From::Block, where};
  sequence.where = where;
  sequence.lasting = true;
  sequence.fade_out = Seconds{0};
  const Seconds length = times.back() - times.front();
  if (face.overshoot > 0) {
    const Seconds peak = length - std::min(kSettles, length / 2);
    sequence.poses.push_back(pose_at(peak, morphs_of(face, 1 + face.overshoot, where), where));
  }
  sequence.poses.push_back(pose_at(length, morphs_of(face, 1, where), where));
  return sequence;
}

}  // namespace

Drafted draft_face(const script::Face& face, const script::Behaviour& behaviour,
                   const DraftContext& context) {
  for (const script::FacePart& part : face.parts) {
    const std::string name = morph_of(part);
    if (context.vocabulary.morphs.contains(name)) continue;
    return Unable{WarningKind::CannotCreateBehaviour, "no face of ours shows " + quoted(name),
                  part.where};
  }
  if (face.shift) {
    return Draft{.phases = {.points = {"start", "end"}, .phases = {kAttack}},
                 .at = [face, where = behaviour.where](const MomentTimes& times) {
                   return shifting(face, times, where);
                 }};
  }
  return Draft{.phases = {.points = {"start", "attackPeak", "relax", "end"},
                          .phases = {kAttack, kStays, kGoes}},
               .at = [face, where = behaviour.where](const MomentTimes& times) {
                 return showing(face, times, where);
               }};
}

}  // namespace kine::plan
