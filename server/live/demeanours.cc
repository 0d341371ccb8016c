#include "server/live/demeanours.h"

namespace kine::server {
namespace {

using plan::ArmSet;

constexpr FaceWeights kNoFace = {};

ArmSet without(ArmSet arms, ArmSet taken) {
  ArmSet left = ArmSet::None;
  for (const body::Side side : body::kSides) {
    if (plan::contains(arms, side) && !plan::contains(taken, side))
      left = left | plan::arm_set_of(side);
  }
  return left;
}

}  // namespace

FaceChange Demeanours::own(std::string_view character, const FaceChange& given) {
  const std::lock_guard lock(mutex_);
  Demeanour& demeanour = at(character);
  demeanour.own_face = given.channels;
  FaceChange shown = given;
  if (given.channels == kNoFace) shown.channels = demeanour.style_face;
  return shown;
}

plan::TensionChange Demeanours::own(std::string_view character, const plan::TensionChange& given) {
  const std::lock_guard lock(mutex_);
  Demeanour& demeanour = at(character);
  const ArmSet others = without(demeanour.own_tension, given.arms);
  demeanour.own_tension = given.tension ? others | given.arms : others;
  plan::TensionChange shown = given;
  if (!given.tension) shown.tension = demeanour.style_tension;
  return shown;
}

Demeanours::Shown Demeanours::of_style(std::string_view character, const StyleDemeanour& style) {
  const std::lock_guard lock(mutex_);
  Demeanour& demeanour = at(character);
  Shown shown;
  const bool had_face = demeanour.style_face != kNoFace || style.face.channels != kNoFace;
  if (had_face && demeanour.own_face == kNoFace) shown.face = style.face;
  const bool had_tension = demeanour.style_tension || style.tension.tension;
  const ArmSet free = without(ArmSet::Both, demeanour.own_tension);
  if (had_tension && free != ArmSet::None) {
    shown.tension = style.tension;
    if (!style.tension.tension && before_) shown.tension->tension = before_->tension;
    shown.tension->arms = free;
  }
  demeanour.style_face = style.face.channels;
  demeanour.style_tension = style.tension.tension;
  return shown;
}

void Demeanours::forget(std::string_view character) {
  const std::lock_guard lock(mutex_);
  if (const auto found = all_.find(character); found != all_.end()) all_.erase(found);
}

Demeanours::Demeanour& Demeanours::at(std::string_view character) {
  const auto found = all_.find(character);
  return found != all_.end() ? found->second : all_[std::string(character)];
}

}  // namespace kine::server
