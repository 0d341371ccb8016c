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

bool Demeanours::give(std::string_view character, const Given& given,
                      const std::function<bool(const Shown&)>& show) {
  const std::lock_guard lock(mutex_);
  const auto found = all_.find(character);
  Demeanour demeanour = found != all_.end() ? found->second : Demeanour{};
  Shown shown;
  if (given.of_style) take_style(*given.of_style, demeanour, shown);
  if (given.face) {
    demeanour.own_face = given.face->channels;
    shown.face = given.face;
    if (given.face->channels == kNoFace) shown.face->channels = demeanour.style_face;
  }
  if (given.tension) {
    const ArmSet others = without(demeanour.own_tension, given.tension->arms);
    demeanour.own_tension = given.tension->tension ? others | given.tension->arms : others;
    shown.tension = given.tension;
    if (!given.tension->tension) shown.tension->tension = demeanour.style_tension;
  }
  if (!show(shown)) return false;
  all_.insert_or_assign(std::string(character), demeanour);
  return true;
}

bool Demeanours::show_on_face(std::string_view character,
                              const std::function<bool(const FaceWeights&)>& show) {
  const std::lock_guard lock(mutex_);
  const auto found = all_.find(character);
  if (found == all_.end()) return show(kNoFace);
  const Demeanour& demeanour = found->second;
  return show(demeanour.own_face == kNoFace ? demeanour.style_face : demeanour.own_face);
}

void Demeanours::take_style(const StyleDemeanour& style, Demeanour& demeanour, Shown& shown) const {
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
}

void Demeanours::forget(std::string_view character) {
  const std::lock_guard lock(mutex_);
  if (const auto found = all_.find(character); found != all_.end()) all_.erase(found);
}

}  // namespace kine::server
