#include "realizer/motion/build/faces.h"

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "realizer/body/channels.h"
#include "realizer/core/assert.h"
#include "realizer/motion/actuators/morphs.h"
#include "realizer/plan/sketches.h"

namespace kine::motion {
namespace {

/// How long a face takes to come, and to go.
constexpr Seconds kFaceFade{0.4};

/// A face by channel; nothing: that of the character, or what lies beneath.
using Weights = std::array<double, body::kChannelCount>;

struct FaceAt {
  Seconds from{0};
  Seconds to{0};
  Weights weights = {};
};

Weights weights_of(const std::vector<plan::FacePart>& face) {
  Weights weights = {};
  for (const plan::FacePart& part : face) weights[part.channel.index] = part.weight;
  return weights;
}

const std::vector<plan::FacePart>* face_of(const plan::Sketch* sketch) {
  return sketch != nullptr && sketch->face ? &*sketch->face : nullptr;
}

const std::vector<plan::FacePart>* face_of_character(const plan::Plan& plan) {
  return face_of(plan.sketch ? &plan.sketches[*plan.sketch] : nullptr);
}

bool is_other(const std::vector<plan::FacePart>* face, const std::vector<plan::FacePart>* outer) {
  if (face == nullptr || outer == nullptr) return face != outer;
  return *face != *outer;
}

/// The first one comes in its own time, however early its pose is.
void come_in_time(Seconds comes, std::vector<FaceAt>& faces) {
  while (faces.size() > 1 && faces[1].from <= comes) faces.erase(faces.begin());
  faces.front().from = comes;
  faces.front().to = std::max(faces.front().to, comes);
}

/// One track a channel that any of the faces has, over what `beneath` has as well.
std::vector<plan::ChannelTrack> tracks_of(const std::vector<FaceAt>& faces, const Weights& beneath,
                                          Seconds start) {
  std::vector<plan::ChannelTrack> tracks;
  for (std::size_t i = 0; i < body::kChannelCount; ++i) {
    const bool is_moved = beneath[i] > 0 || std::ranges::any_of(faces, [&](const FaceAt& each) {
                            return each.weights[i] > 0;
                          });
    if (!is_moved) continue;
    plan::ChannelTrack track{.channel = {static_cast<std::uint8_t>(i)}, .start = start, .keys = {}};
    for (const FaceAt& each : faces) {
      track.keys.push_back(
          {.time = each.from, .hold = each.to - each.from, .value = each.weights[i]});
    }
    tracks.push_back(std::move(track));
  }
  return tracks;
}

void add(const std::vector<FaceAt>& faces, const Weights& beneath, Segment segment, Block& block) {
  const auto tracks = tracks_of(faces, beneath, segment.start);
  if (tracks.empty()) return;
  const Seconds length = segment.end - segment.start;
  segment.fade_out = std::min(std::max(segment.fade_out, kFaceFade), 0.5 * length);
  segment.priority = kFacePriority;
  segment.constrained = false;
  segment.actuator = std::make_shared<Morphs>(tracks);
  KINE_ASSERT(segment.valid());
  block.segments.push_back(std::move(segment));
}

}  // namespace

void add_block_face(const plan::Plan& plan, Block& block) {
  const auto* const face = face_of_character(plan);
  if (face == nullptr || plan.end() <= Seconds{0}) return;
  const Seconds comes = std::min(kFaceFade, 0.5 * plan.end());
  add({{.from = comes, .to = plan.end(), .weights = weights_of(*face)}}, {},
      {.start = Seconds{0}, .end = plan.end(), .part = kNoPart}, block);
}

void add_sequence_face(const plan::Plan& plan, const plan::Sequence& sequence, Block& block) {
  const auto* const outer = face_of_character(plan);
  const Weights beneath = outer == nullptr ? Weights{} : weights_of(*outer);
  const plan::Pose* const back = sequence.find_way_back();
  std::vector<FaceAt> faces;
  bool has_own = false;
  for (const plan::Pose& pose : sequence.poses) {
    if (&pose == back) continue;
    const auto* const face = face_of(find_sketch(plan, sequence, pose));
    has_own = has_own || (face != nullptr && is_other(face, outer));
    faces.push_back({.from = pose.time,
                     .to = pose.time + pose.hold,
                     .weights = face == nullptr ? beneath : weights_of(*face)});
  }
  if (!has_own || sequence.end() <= sequence.start) return;
  const Seconds half = 0.5 * (sequence.end() - sequence.start);
  come_in_time(sequence.start + std::min(kFaceFade, half), faces);
  faces.back().to = std::max(faces.back().to, sequence.end_of_holds());
  add(faces, beneath,
      {.start = sequence.start, .end = sequence.end(), .fade_out = sequence.gives_back_over()},
      block);
}

}  // namespace kine::motion
