#include "realizer/motion/build/cut.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

namespace kine::motion {
namespace {

bool contains(std::span<const std::size_t> parts, std::size_t part) {
  return std::ranges::binary_search(parts, part);
}

/// It fades from the weight that it has.
Segment faded(Segment segment, Seconds now, Seconds fade) {
  const bool is_going = now >= segment.end - segment.fade_out && segment.end <= now + fade;
  if (is_going) return segment;
  segment.weight = segment.weight_at(now);
  segment.lasting = false;
  segment.fade_in = Seconds{0};
  segment.fade_out = fade;
  segment.end = now + fade;
  segment.start = std::min(segment.start, now);
  return segment;
}

bool share_joints(const Segment& a, const Segment& b) {
  return !(a.actuator->joints() & b.actuator->joints()).empty();
}

/// What would have handed its joints over to something that does not come gives them back.
void give_back(std::span<const Segment> gone, Seconds fade, Block& block) {
  for (Segment& segment : block.segments) {
    const bool hands_over =
        segment.fade_out < fade && std::ranges::any_of(gone, [&](const auto& each) {
          return each.start <= segment.end && each.end > segment.end && share_joints(each, segment);
        });
    if (!hands_over) continue;
    segment.end += fade - segment.fade_out;
    segment.fade_out = fade;
    Part& part = block.parts[segment.part];
    part.end = std::max(part.end, segment.end);
  }
}

void cut_segments(std::span<const std::size_t> parts, const Progress& progress, Seconds fade,
                  Block& block) {
  std::vector<Segment> left;
  std::vector<Segment> gone;
  for (std::size_t i = 0; i < block.segments.size(); ++i) {
    Segment& segment = block.segments[i];
    if (!contains(parts, segment.part)) {
      left.push_back(std::move(segment));
      continue;
    }
    if (!progress.bound[i]) {
      gone.push_back(std::move(segment));
      continue;
    }
    const Seconds ahead =
        segment.arm ? progress.ahead[static_cast<std::size_t>(*segment.arm)] : Seconds{0};
    left.push_back(faded(std::move(segment), progress.now + ahead, fade));
  }
  std::ranges::stable_sort(left, {}, &Segment::start);
  block.segments = std::move(left);
  give_back(gone, fade, block);
}

/// How many ends it puts in.
std::size_t cut_sync_points(std::span<const std::size_t> parts, const Progress& progress,
                            Block& block) {
  const std::vector<SyncPoint> ends = ends_of(block, parts, progress);
  std::vector<SyncPoint>& points = block.sync_points;
  const auto first_unsaid = points.begin() + static_cast<std::ptrdiff_t>(progress.said);
  points.erase(std::remove_if(first_unsaid, points.end(),
                              [&](const SyncPoint& point) { return contains(parts, point.part); }),
               points.end());
  points.insert(points.begin() + static_cast<std::ptrdiff_t>(progress.said), ends.begin(),
                ends.end());
  return ends.size();
}

/// What is of no part goes on as long as any part does.
void end_the_whole(const Progress& progress, Seconds fade, Block& block) {
  for (Segment& segment : block.segments) {
    if (segment.part != kNoPart || segment.end <= block.end) continue;
    const Seconds left = block.end - progress.now;
    if (left <= fade + segment.fade_out) {
      segment = faded(std::move(segment), progress.now, std::max(left, fade));
    } else {
      segment.end = block.end;
    }
  }
}

}  // namespace

std::vector<SyncPoint> ends_of(const Block& block, std::span<const std::size_t> parts,
                               const Progress& progress) {
  const std::span points(block.sync_points);
  std::vector<bool> has_more(block.parts.size(), false);
  for (const SyncPoint& point : points.subspan(progress.said)) {
    if (point.part != kNoPart) has_more[point.part] = contains(parts, point.part);
  }
  std::vector<SyncPoint> ends;
  for (const SyncPoint& begun : points.first(progress.said)) {
    if (begun.part == kNoPart || !has_more[begun.part]) continue;
    has_more[begun.part] = false;  // said once
    ends.push_back({.time = progress.now,
                    .id = block.id + ":" + block.parts[begun.part].id + ":end",
                    .part = begun.part});
  }
  return ends;
}

Cut cut(const Block& block, std::span<const std::size_t> parts, const Progress& progress,
        Seconds fade) {
  Block left = block;
  cut_segments(parts, progress, fade, left);
  const std::size_t ends = cut_sync_points(parts, progress, left);
  std::set<std::string_view> ids;
  for (const std::size_t part : parts) {
    left.parts[part].relaxed = std::min(left.parts[part].relaxed, progress.now);
    left.parts[part].end = std::min(left.parts[part].end, progress.now + fade);
    ids.insert(left.parts[part].id);
  }
  std::erase_if(left.schedule,
                [&](const plan::PartTimes& times) { return ids.contains(times.id); });
  std::erase_if(left.utterances,
                [&](const Utterance& utterance) { return ids.contains(utterance.id); });
  std::erase_if(left.targets, [&](const TargetMove& move) {
    return ids.contains(move.part) && move.time > progress.now;
  });
  std::erase_if(left.strokes, [&](const plan::ArmStroke& stroke) {
    return contains(parts, stroke.part) && stroke.end > progress.now;
  });
  left.relaxed = Seconds{0};
  left.end = Seconds{0};
  for (const Part& part : left.parts) {
    left.relaxed = std::max(left.relaxed, part.relaxed);
    left.end = std::max(left.end, part.end);
  }
  end_the_whole(progress, fade, left);
  return {std::move(left), ends};
}

std::vector<std::size_t> parts_named(const Block& block, std::span<const std::string> include,
                                     std::span<const std::string> exclude) {
  const auto is_in = [](std::span<const std::string> names, const std::string& name) {
    return std::ranges::find(names, name) != names.end();
  };
  std::vector<std::size_t> parts;
  for (std::size_t i = 0; i < block.parts.size(); ++i) {
    const Part& part = block.parts[i];
    const std::string& id = part.goes_with.empty() ? part.id : part.goes_with;
    if ((include.empty() || is_in(include, id)) && !is_in(exclude, id)) parts.push_back(i);
  }
  return parts;
}

}  // namespace kine::motion
