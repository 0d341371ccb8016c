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
constexpr Seconds kFaceStays{1.2};
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

/// How much of it shows when: that of a unit is the face's own; of a single part it is the part's.
struct Amount {
  bool is_unit = false;
  ParameterWay way;
};

Amount amount_of(const script::Face& face, const script::Behaviour& behaviour,
                 const DraftContext& context) {
  const bool is_unit = behaviour.element != "faceLexeme" && behaviour.element != "faceFacs";
  const double written = is_unit ? face.amount : face.parts.front().amount;
  return {.is_unit = is_unit, .way = way_of(context.changes, behaviour.id.text, "amount", written)};
}

/// `share` of what is asked for where it is asked for with that amount.
std::vector<script::Constraint> morphs_of(const script::Face& face, bool is_unit, double amount,
                                          double share, Where where) {
  constexpr double kWeightMax = 1.5;
  std::vector<script::Constraint> morphs;
  for (const script::FacePart& part : face.parts) {
    script::Morph morph;
    morph.name = {morph_of(part), part.where};
    const double all = is_unit ? amount * part.amount : face.amount * amount;
    morph.weight = std::clamp(share * all, 0.0, kWeightMax);
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

/// There, a little too much of it at first where it overshoots, and back. Where its amount goes on
/// it is followed until it relaxes.
script::Sequence showing(const script::Face& face, const Amount& amount, const MomentTimes& times,
                         Where where) {
  const Seconds start = times.front();
  const Seconds relax = times[2];
  script::Sequence sequence;
  sequence.start = {start, script::Time::From::Block, where};
  sequence.where = where;
  Seconds shown = times[1];
  const auto show = [&](Seconds time, double share) {
    shown = time;
    auto morphs = morphs_of(face, amount.is_unit, amount.way.at(time), share, where);
    sequence.poses.push_back(pose_at(time - start, std::move(morphs), where));
  };
  show(times[1], 1 + face.overshoot);
  sequence.poses.back().id = {"attackPeak", where};
  if (face.overshoot > 0 && relax > shown) show(shown + std::min(kSettles, (relax - shown) / 2), 1);
  for (const Seconds time : amount.way.bends_between(shown, relax)) show(time, 1);
  if (amount.way.at(relax) != amount.way.at(shown)) {
    show(relax, 1);
  } else {
    sequence.poses.back().hold = relax - shown;
  }
  sequence.poses.push_back(pose_at(relax - start, {}, where));
  sequence.poses.back().id = {"relax", where};
  sequence.fade_out = times[3] - relax;
  return sequence;
}

/// It comes to what its amount comes to.
script::Sequence shifting(const script::Face& face, const Amount& amount, const MomentTimes& times,
                          Where where) {
  script::Sequence sequence;
  sequence.start = {times.front(), script::Time::From::Block, where};
  sequence.where = where;
  sequence.lasting = true;
  sequence.fade_out = Seconds{0};
  const Seconds length = times.back() - times.front();
  const auto show = [&](Seconds time, double share) {
    auto morphs = morphs_of(face, amount.is_unit, amount.way.last(), share, where);
    sequence.poses.push_back(pose_at(time, std::move(morphs), where));
  };
  if (face.overshoot > 0) show(length - std::min(kSettles, length / 2), 1 + face.overshoot);
  show(length, 1);
  return sequence;
}

}  // namespace

Drafted draft_face(const script::Face& face, const script::Behaviour& behaviour,
                   const DraftContext& context) {
  for (const script::FacePart& part : face.parts) {
    const std::string name = morph_of(part);
    if (context.vocabulary.morphs.contains(name)) continue;
    return Unable{WarningKind::CannotCreateBehaviour, "no face channel shows " + quoted(name),
                  part.where};
  }
  const Amount amount = amount_of(face, behaviour, context);
  if (face.shift) {
    return Draft{.phases = {.points = {"start", "end"}, .phases = {kAttack}},
                 .at = [face, amount, where = behaviour.where](const MomentTimes& times) {
                   return shifting(face, amount, times, where);
                 }};
  }
  return Draft{.phases = {.points = {"start", "attackPeak", "relax", "end"},
                          .phases = {kAttack, Phase::hold(kFaceStays), kGoes}},
               .at = [face, amount, where = behaviour.where](const MomentTimes& times) {
                 return showing(face, amount, times, where);
               }};
}

}  // namespace kine::plan
