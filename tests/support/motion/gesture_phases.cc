#include "tests/support/motion/gesture_phases.h"

#include <algorithm>
#include <array>
#include <vector>

#include "realizer/prepare/prepare.h"
#include "server/offline/offline_stage.h"

namespace kine::test {
namespace {

constexpr std::uint32_t kHz = 120;

/// A wrist that is slower stands.
constexpr double kMoves_m_s = 0.02;

using Wrists = std::array<Vec3, 2>;

Wrists wrists_of(const body::Body& body, const Frame& frame) {
  std::array<Quat, body::kJointCount> rotations;
  for (std::size_t i = 0; i < body::kJointCount; ++i) {
    const auto& q = frame.parent_from_joint[i];
    rotations[i] = {q[0], q[1], q[2], q[3]};
  }
  const body::Body::Model model = body.compute_model(rotations);
  return {model.positions_m[index_of(body::Joint::LeftHand)],
          model.positions_m[index_of(body::Joint::RightHand)]};
}

std::string script_of(const Cast& cast, const GestureAsked& asked) {
  const bool by_gesture = !asked.style.empty() && asked.of == StyleOf::Gesture;
  const bool by_character = !asked.style.empty() && asked.of == StyleOf::Character;
  std::string text = "<script xmlns='urn:kinesphere:script:1' character='" + cast.name + "'>";
  if (by_character) text += "<character nucleus='n'/>";
  if (!asked.style.empty()) text += "<nucleus id='n' style='" + asked.style + "'/>";
  return text + "<gesture lexeme='" + asked.lexeme + "' hand='" + asked.hand + "'" +
         (by_gesture ? " nucleus='n'" : "") + "/></script>";
}

/// What was played: wrists frame by frame, and when points were reached.
struct Played {
  std::vector<Wrists> wrists;
  Seconds ready{0};
  Seconds relax{0};
  Seconds end{0};
};

void note(const Feedback& feedback, Played& played) {
  const std::string point = feedback.id.substr(feedback.id.rfind(':') + 1);
  if (point == "ready") played.ready = feedback.time;
  if (point == "relax") played.relax = feedback.time;
  if (point == "end") played.end = feedback.time;
}

PhaseSeen seen(const Played& played, Seconds from, Seconds to) {
  PhaseSeen phase{.planned = to - from};
  std::optional<std::size_t> first;
  std::size_t last = 0;
  const auto begin = static_cast<std::size_t>(from.count() * kHz);
  const auto end =
      std::min(static_cast<std::size_t>(to.count() * kHz) + 1, played.wrists.size() - 1);
  for (std::size_t i = begin; i < end; ++i) {
    double speed_m_s = 0;
    for (std::size_t side = 0; side < 2; ++side) {
      speed_m_s =
          std::max(speed_m_s, length(played.wrists[i + 1][side] - played.wrists[i][side]) * kHz);
    }
    phase.peak_m_s = std::max(phase.peak_m_s, speed_m_s);
    if (speed_m_s < kMoves_m_s) continue;
    if (!first) first = i;
    last = i + 1;
  }
  if (first) phase.moving = Seconds(static_cast<double>(last - *first) / kHz);
  return phase;
}

}  // namespace

double GestureSeen::fastest_m_s() const { return std::max(preparation.peak_m_s, stroke.peak_m_s); }

std::optional<GestureSeen> see_gesture(std::span<const std::shared_ptr<const Cast>> casts,
                                       const Cast& cast, const GestureAsked& asked) {
  Diagnostics diagnostics;
  const auto prepared = prepare(script_of(cast, asked),
                                {.casts = casts, .script_id = "x", .character = {}}, diagnostics);
  if (!prepared) return {};
  server::OfflineStage stage(casts, TickRate(kHz));
  if (!stage.play(prepared->blocks.front())) return {};
  const auto is_it = [&](const auto& each) { return each->name == cast.name; };
  const auto row = static_cast<std::size_t>(std::ranges::find_if(casts, is_it) - casts.begin());
  Played played;
  do {
    stage.advance();
    played.wrists.push_back(wrists_of(*cast.body, stage.frames()[row]));
    for (const Feedback& feedback : stage.feedback()) {
      if (feedback.kind == FeedbackKind::SyncPoint) note(feedback, played);
    }
  } while (!stage.idle());
  GestureSeen gesture{.preparation = seen(played, Seconds{0}, played.ready),
                      .stroke = seen(played, played.ready, played.relax),
                      .retraction = seen(played, played.relax, played.end)};
  const Wrists& at_relax = played.wrists[std::min(
      static_cast<std::size_t>(played.relax.count() * kHz), played.wrists.size() - 1)];
  for (std::size_t side = 0; side < 2; ++side) {
    gesture.way_back_m =
        std::max(gesture.way_back_m, length(played.wrists.back()[side] - at_relax[side]));
  }
  return gesture;
}

}  // namespace kine::test
