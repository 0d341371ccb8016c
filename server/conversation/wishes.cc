#include "server/conversation/wishes.h"

#include <algorithm>

#include "protocol/kinesphere.pb.h"
#include "realizer/core/limits.h"

namespace kine::server {

using protocol::FrameParts;
using protocol::FrameVariant;

namespace {

bool names(const kinesphere::Subscribe& subscribe, kinesphere::Part part) {
  return std::ranges::find(subscribe.parts(), part) != subscribe.parts().end();
}

}  // namespace

std::optional<FrameVariant> frame_variant(const kinesphere::Subscribe& subscribe) {
  const auto rotations = subscribe.encoding() == kinesphere::ENCODING_SMALLEST_THREE_48
                             ? protocol::Rotations::SmallestThree48
                             : protocol::Rotations::Float32;
  if (subscribe.parts().empty()) return FrameVariant(FrameParts::All, rotations);
  unsigned parts = 0;
  for (const int part : subscribe.parts()) {
    if (part == kinesphere::PART_BODY) parts |= static_cast<unsigned>(FrameParts::Body);
    if (part == kinesphere::PART_FACE) parts |= static_cast<unsigned>(FrameParts::Face);
  }
  if (parts == 0) return {};
  return FrameVariant(static_cast<FrameParts>(parts), rotations);
}

bool wants_events(const kinesphere::Subscribe& subscribe) {
  return names(subscribe, kinesphere::PART_EVENTS);
}

bool wants_audio(const kinesphere::Subscribe& subscribe) {
  return names(subscribe, kinesphere::PART_AUDIO);
}

bool changes_what_happens(const kinesphere::Envelope& envelope) {
  return envelope.has_interrupt() || envelope.has_set_target() || envelope.has_set_tension() ||
         envelope.has_set_manner() || envelope.has_set_dynamics() || envelope.has_push() ||
         envelope.has_set_load() || envelope.has_join() || envelope.has_leave() ||
         envelope.has_audio_in();
}

std::optional<TensionWish> wish_of(const kinesphere::SetTension& set) {
  const bool known = kinesphere::SetTension::Arms_IsValid(set.arms()) &&
                     kinesphere::SetTension::Lag_IsValid(set.lag()) &&
                     kinesphere::SetTension::MovesIn_IsValid(set.moves_in());
  if (!known) return {};
  TensionWish wish;
  wish.manner = set.manner();
  if (set.arms() == kinesphere::SetTension::LEFT) wish.arms = plan::ArmSet::Left;
  if (set.arms() == kinesphere::SetTension::RIGHT) wish.arms = plan::ArmSet::Right;
  if (set.lag() == kinesphere::SetTension::KEEP) wish.lag = plan::Lag::Keep;
  if (set.moves_in() == kinesphere::SetTension::HIPS) wish.frame = plan::TensionFrame::Hips;
  if (set.moves_in() == kinesphere::SetTension::WORLD) wish.frame = plan::TensionFrame::World;
  if (set.has_rest_error()) wish.rest_error_m = set.rest_error();
  if (set.has_zeta()) wish.zeta = set.zeta();
  if (set.has_over()) wish.over_s = set.over();
  return wish;
}

std::optional<NucleusWish> nucleus_wish_of(const kinesphere::SetManner& set) {
  if (!set.has_nucleus()) return {};
  const kinesphere::SetManner::Nucleus& nucleus = set.nucleus();
  NucleusWish wish{.style = nucleus.style()};
  if (nucleus.has_spatial_extent()) wish.spatial_extent = nucleus.spatial_extent();
  if (nucleus.has_temporal_extent()) wish.temporal_extent = nucleus.temporal_extent();
  if (nucleus.has_power()) wish.power = nucleus.power();
  if (nucleus.has_fluidity()) wish.fluidity = nucleus.fluidity();
  return wish;
}

std::optional<SketchWish> sketch_wish_of(const kinesphere::SetManner& set) {
  if (!set.has_sketch()) return {};
  SketchWish wish{.style = set.sketch().style(), .numbers = {}};
  for (const auto& [name, value] : set.sketch().numbers()) {
    if (wish.numbers.size() > kSketchNumbersMax) break;  // one too many is enough to be refused
    wish.numbers.push_back({name, value});
  }
  // A map has no order, and which of two faults is told must not hang on that.
  std::ranges::sort(wish.numbers, {}, &SketchWish::Number::name);
  return wish;
}

std::optional<FaceWish> face_wish_of(const kinesphere::SetManner& set) {
  if (!set.has_face()) return {};
  const kinesphere::SetManner::Face& face = set.face();
  FaceWish wish{.name = face.name(), .amount = face.has_amount() ? face.amount() : 1, .shapes = {}};
  for (const kinesphere::SetManner::Shape& shape : face.shapes()) {
    if (wish.shapes.size() > kFaceShapesMax) break;  // one too many is enough to be refused
    wish.shapes.push_back({shape.name(), shape.has_weight() ? shape.weight() : 1});
  }
  return wish;
}

std::optional<double> over_of(const kinesphere::SetManner& set) {
  return set.has_over() ? std::optional(set.over()) : std::nullopt;
}

}  // namespace kine::server
