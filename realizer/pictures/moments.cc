#include "realizer/pictures/moments.h"

#include <algorithm>
#include <string_view>

#include "realizer/core/assert.h"

namespace kine::pictures {
namespace {

/// "p1" of "script:greet:p1", nothing for the start and the end of a sequence.
std::string_view pose_name(std::string_view id) {
  const std::size_t colon = id.rfind(':');
  if (colon == std::string_view::npos) return {};
  const std::string_view name = id.substr(colon + 1);
  return name == "start" || name == "end" ? std::string_view() : name;
}

/// Adds a moment where its time has none yet; the earlier name stays.
void insert(std::vector<Moment>& moments, Moment moment) {
  const auto place = std::lower_bound(
      moments.begin(), moments.end(), moment,
      [](const Moment& a, const Moment& b) { return a.frame.tick < b.frame.tick; });
  if (place == moments.end() || place->frame.tick != moment.frame.tick) {
    moments.insert(place, std::move(moment));
  } else if (place->name.empty()) {
    place->name = std::move(moment.name);
  }
}

/// The frame nearest to the middle of the widest gap, or null where no frame lies in it.
const Frame* in_the_widest_gap(const std::vector<Moment>& moments,
                               const std::vector<Frame>& frames) {
  std::uint64_t from = 0;
  std::uint64_t width = 0;
  for (std::size_t index = 1; index < moments.size(); ++index) {
    const std::uint64_t start = moments[index - 1].frame.tick.index;
    const std::uint64_t gap = moments[index].frame.tick.index - start;
    if (gap > width) {
      from = start;
      width = gap;
    }
  }
  const auto frame =
      std::lower_bound(frames.begin(), frames.end(), from + width / 2,
                       [](const Frame& one, std::uint64_t tick) { return one.tick.index < tick; });
  const bool inside =
      frame != frames.end() && frame->tick.index > from && frame->tick.index < from + width;
  return inside ? &*frame : nullptr;
}

}  // namespace

void Moments::add(const Feedback& feedback) {
  if (feedback.kind != FeedbackKind::SyncPoint || !reached_.empty()) return;
  reached_ = pose_name(feedback.id);
}

void Moments::add(const Frame& frame) {
  if (!reached_.empty()) poses_.push({.frame = frame, .name = std::exchange(reached_, {})});
  frames_.push(frame);
  last_ = frame;
}

std::vector<Moment> Moments::chosen(std::size_t count) const {
  KINE_ASSERT(count >= 2);
  std::vector<Moment> moments;
  if (empty()) return moments;
  insert(moments, {.frame = frames().front(), .name = {}});
  insert(moments, {.frame = last_, .name = {}});

  const std::vector<Moment>& poses = poses_.items();
  const std::size_t kept = std::min(poses.size(), count - 2);
  for (std::size_t index = 0; index < kept; ++index) {
    insert(moments, poses[index * poses.size() / kept]);
  }
  while (moments.size() < count) {
    const Frame* frame = in_the_widest_gap(moments, frames());
    if (frame == nullptr) break;
    insert(moments, {.frame = *frame, .name = {}});
  }
  return moments;
}

}  // namespace kine::pictures
