#include "clients/cpp/messages.h"

#include "realizer/core/assert.h"

namespace kine::client {
namespace {

using Point = std::array<double, 3>;

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

/// With a blank where two words would meet.
std::string in_a_row(const std::vector<Performed::Speech>& speeches,
                     std::string Performed::Speech::*text) {
  std::string row;
  for (const Performed::Speech& each : speeches) {
    const std::string& next = each.*text;
    const bool meets =
        !row.empty() && !next.empty() && !is_blank(row.back()) && !is_blank(next.front());
    row += (meets ? " " : "") + next;
  }
  return row;
}

/// Turns `v` by the unit quaternion x, y, z, w: v + 2w(q × v) + 2q × (q × v).
Point turned(const float* q, const Point& v) {
  const Point axis = {q[0], q[1], q[2]};
  const double w = q[3];
  const auto cross = [](const Point& a, const Point& b) {
    return Point{a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
  };
  const Point t = cross(axis, v);
  const Point u = cross(axis, t);
  return {v[0] + 2 * (w * t[0] + u[0]), v[1] + 2 * (w * t[1] + u[1]), v[2] + 2 * (w * t[2] + u[2])};
}

Point sum(const Point& a, const std::array<float, 3>& b) {
  return {a[0] + b[0], a[1] + b[1], a[2] + b[2]};
}

}  // namespace

std::optional<std::size_t> Skeleton::find_joint(std::string_view name) const {
  for (std::size_t i = 0; i < joints.size(); ++i) {
    if (joints[i].name == name) return i;
  }
  return {};
}

Point position_in_character(const Skeleton& skeleton, const Frame& frame, std::size_t joint) {
  KINE_ASSERT(frame.parent_from_joint.size() == skeleton.joints.size());
  KINE_ASSERT(joint < skeleton.joints.size());
  // Up the chain: from each joint's own space into its parent's.
  Point point = {0, 0, 0};
  for (int i = static_cast<int>(joint); i >= 0;) {
    const auto index = static_cast<std::size_t>(i);
    const Skeleton::Joint& here = skeleton.joints[index];
    point = sum(turned(frame.parent_from_joint[index].data(), point),
                here.parent < 0 ? frame.hips : here.offset);
    i = here.parent;
  }
  return point;
}

Point position_in_world(const Skeleton& skeleton, const Frame& frame, std::size_t joint) {
  const Point point = position_in_character(skeleton, frame, joint);
  return sum(turned(frame.root.data() + 3, point), {frame.root[0], frame.root[1], frame.root[2]});
}

std::vector<Point> world_positions(const Skeleton& skeleton, const Frame& frame) {
  std::vector<Point> positions;
  positions.reserve(skeleton.joints.size());
  for (std::size_t i = 0; i < skeleton.joints.size(); ++i) {
    positions.push_back(position_in_world(skeleton, frame, i));
  }
  return positions;
}

const char* word_of(HeardSound::Kind kind) {
  static constexpr const char* kWords[] = {"peak", "syllable", "silence", "motion"};
  return kWords[static_cast<std::size_t>(kind)];
}

const char* word_of(FeedbackKind kind) {
  switch (kind) {
    case FeedbackKind::Started:
      return "started";
    case FeedbackKind::SyncPoint:
      return "sync";
    case FeedbackKind::Ended:
      return "ended";
    case FeedbackKind::Interrupted:
      return "interrupted";
    case FeedbackKind::Warning:
      return "warning";
  }
  return "";
}

const char* word_of(Timing timing) {
  static constexpr const char* kWords[] = {"", "measured", "marks", "aligned", "estimated"};
  return kWords[static_cast<std::size_t>(timing)];
}

const char* word_of(PredictionStage stage) {
  switch (stage) {
    case PredictionStage::Planning:
      return "planning";
    case PredictionStage::Planned:
      return "planned";
    case PredictionStage::Playing:
      return "playing";
  }
  return "";
}

std::optional<std::uint32_t> Performed::Speech::last_word_index() const {
  return words_done == 0 ? std::nullopt : std::optional(words_done - 1);
}

std::string Performed::text_done() const { return in_a_row(speeches, &Speech::text_done); }

std::string Performed::text_left() const { return in_a_row(speeches, &Speech::text_left); }

}  // namespace kine::client
