#include "realizer/motion/build/continued.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>
#include <vector>

#include "realizer/core/assert.h"
#include "realizer/motion/build/cut.h"

namespace kine::motion {
namespace {

std::optional<std::size_t> find_part(const Block& block, const std::string& id) {
  const auto found = std::ranges::find(block.parts, id, &Part::id);
  if (found == block.parts.end()) return std::nullopt;
  return static_cast<std::size_t>(found - block.parts.begin());
}

/// Of a moment: less has not moved it.
constexpr Seconds kUnmoved{1.5e-4};

/// Puts two plans of a block together, part by part.
class Splice {
 public:
  Splice(const Block& before, const Block& after, Tick from, TickRate rate, Seconds fade)
      : after_(after), from_(from), rate_(rate) {
    Progress progress{.now = rate.time_of(from)};
    for (const Segment& segment : before.segments) {
      progress.bound.push_back(is_past(segment.start));
    }
    while (progress.said < before.sync_points.size() &&
           is_past(before.sync_points[progress.said].time)) {
      ++progress.said;
    }
    std::vector<std::size_t> gone;
    for (std::size_t i = 0; i < before.parts.size(); ++i) {
      if (!find_part(after, before.parts[i].id)) gone.push_back(i);
    }
    Cut left = cut(before, gone, progress, fade);
    block_ = std::move(left.block);
    said_ = progress.said + left.ends;
  }

  /// Its segments end when those of the new plan do: of what is handed over from one part to
  /// another, who comes next may have moved.
  void take_ends(std::size_t part) { take_ends_of(part, own_part(part)); }

  void take_new_end(std::size_t part) {
    take_ends(part);
    take_sync_points(part);
    take_times(part);
  }

  void take_all(std::size_t part) {
    const std::size_t own = own_part(part);
    const Seconds now = rate_.time_of(from_);
    const bool goes_on = let_go_what_gives_way(own, now);
    std::erase_if(block_.segments, [&](const Segment& each) {
      const bool stays = each.gives_way != GivesWay::Never && is_past(each.start) && each.end > now;
      return each.part == own && !stays;
    });
    for (Segment segment : after_.segments) {
      if (segment.part != part) continue;
      segment.part = own;
      const bool takes_over = goes_on && segment.gives_way != GivesWay::Never;
      if (takes_over && !takes_over_from(now, segment)) continue;
      block_.segments.push_back(std::move(segment));
    }
    std::erase_if(block_.strokes, [&](const plan::ArmStroke& stroke) {
      return stroke.part == own && stroke.end > now;
    });
    for (plan::ArmStroke stroke : after_.strokes) {
      if (stroke.part != part || stroke.end <= now) continue;
      stroke.part = own;
      block_.strokes.push_back(stroke);
    }
    const std::string& id = after_.parts[part].id;
    std::erase_if(block_.utterances, [&](const Utterance& each) { return each.id == id; });
    std::ranges::copy_if(after_.utterances, std::back_inserter(block_.utterances),
                         [&](const Utterance& each) { return each.id == id; });
    take_sync_points(part);
    take_times(part);
  }

  /// What turns what stands there hands over bit by bit; a look lies under the one that comes,
  /// until that is all there.
  void take_in_turn(std::size_t part) {
    const std::size_t own = own_part(part);
    const Seconds now = rate_.time_of(from_);
    std::erase_if(block_.segments,
                  [&](const Segment& each) { return each.part == own && !is_past(each.start); });
    Seconds turns_from = now;
    for (const Segment& each : block_.segments) {
      const bool fades_in = each.part == own && each.relative && is_held(each, now);
      if (fades_in) turns_from = std::max(turns_from, each.start + each.fade_in);
    }
    const std::size_t before = block_.segments.size();
    Seconds there = now;
    for (Segment segment : after_.segments) {
      if (segment.part != part) continue;
      segment.part = own;
      if (segment.relative) {
        segment.start = std::max(segment.start, turns_from);
        segment.fade_in =
            std::clamp(segment.end - segment.fade_out - segment.start, Seconds{0}, kTurnsFade);
      } else {
        there = std::max(there, segment.start + segment.fade_in);
      }
      if (segment.valid()) block_.segments.push_back(std::move(segment));
    }
    for (std::size_t i = 0; i < before; ++i) {
      Segment& segment = block_.segments[i];
      if (segment.part != own || !is_held(segment, now)) continue;
      if (segment.relative) {
        segment.fade_out = std::min(kTurnsFade, segment.end - turns_from);
        segment.end = turns_from + segment.fade_out;
      } else {
        segment.end = std::min(segment.end, std::max(there, segment.start + segment.fade_in));
        segment.fade_out = Seconds{0};
      }
    }
    take_sync_points(part);
    take_times(part);
  }

  /// What is of no part ends when that of the new plan does; where only one of the plans has any,
  /// that goes on.
  void take_the_whole() {
    const auto is_whole = [](const Segment& each) { return each.part == kNoPart; };
    if (std::ranges::any_of(block_.segments, is_whole)) {
      take_ends_of(kNoPart, kNoPart);
    } else {
      std::ranges::copy_if(after_.segments, std::back_inserter(block_.segments), is_whole);
    }
  }

  Block finish() {
    take_the_whole();
    take_changes(block_.life, after_.life, &LifeChange::time);
    take_changes(block_.targets, after_.targets, &TargetMove::time);
    take_changes(block_.tensions, after_.tensions, &plan::TensionChange::at);
    take_changes(block_.cues, after_.cues, &plan::Cue::time);
    block_.schedule = after_.schedule;
    block_.others = after_.others;
    block_.muscles = after_.muscles;
    block_.dynamics = after_.dynamics;
    block_.forces = after_.forces;
    block_.muscle_tensions = after_.muscle_tensions;
    std::ranges::stable_sort(block_.segments, {}, &Segment::start);
    std::ranges::stable_sort(block_.utterances, {}, &Utterance::start);
    std::ranges::stable_sort(block_.strokes, {}, &plan::ArmStroke::end);
    std::stable_sort(block_.sync_points.begin() + static_cast<std::ptrdiff_t>(said_),
                     block_.sync_points.end(),
                     [](const SyncPoint& a, const SyncPoint& b) { return a.time < b.time; });
    block_.relaxed = Seconds{0};
    block_.end = plan::end_of(block_.forces);
    for (const Part& part : block_.parts) {
      block_.relaxed = std::max(block_.relaxed, part.relaxed);
      block_.end = std::max(block_.end, part.end);
    }
    return std::move(block_);
  }

 private:
  /// What gives way on top hands over to what was planned anew: whether any plays.
  bool let_go_what_gives_way(std::size_t own, Seconds now) {
    bool any = false;
    for (Segment& segment : block_.segments) {
      const bool plays = segment.part == own && is_past(segment.start) && segment.end > now;
      if (!plays || segment.gives_way == GivesWay::Never) continue;
      any = true;
      if (segment.end - segment.fade_out < now) continue;  // it goes already
      segment.fade_out = std::min(kTurnsFade, segment.end - now);
      segment.end = now + segment.fade_out;
      segment.fade_in = std::min(segment.fade_in, now - segment.start);
    }
    return any;
  }

  /// Whether anything is left of it from now on; it comes as the one before it goes.
  static bool takes_over_from(Seconds now, Segment& segment) {
    if (segment.end <= now) return false;
    segment.start = std::max(segment.start, now);
    segment.fade_in = std::min(kTurnsFade, segment.end - segment.fade_out - segment.start);
    return segment.valid();
  }

  void take_ends_of(std::size_t part, std::size_t own) {
    const Seconds now = rate_.time_of(from_);
    std::vector<const Segment*> ends;
    for (const Segment& segment : after_.segments) {
      const bool counts = segment.part == part && segment.gives_way == GivesWay::Never;
      if (counts) ends.push_back(&segment);
    }
    std::size_t next = 0;
    for (Segment& segment : block_.segments) {
      if (segment.part != own || next == ends.size()) continue;
      if (segment.gives_way != GivesWay::Never) continue;  // of its speech, which stays as it is
      const Segment& planned = *ends[next++];
      const bool is_going = segment.end - segment.fade_out < now;
      const bool has_moved = std::chrono::abs(planned.end - segment.end) > kUnmoved ||
                             std::chrono::abs(planned.fade_out - segment.fade_out) > kUnmoved;
      if (is_going || !has_moved) continue;
      const Seconds lets_go = std::max(planned.end - planned.fade_out, now);
      segment.fade_out = planned.fade_out;
      segment.end = lets_go + planned.fade_out;
      segment.fade_in = std::min(segment.fade_in, lets_go - segment.start);
    }
  }

  /// Whether what is due then has been done before the tick.
  bool is_past(Seconds time) const { return rate_.first_at_or_after(Tick{0}, time) < from_; }

  static bool is_held(const Segment& segment, Seconds now) {
    return segment.end - segment.fade_out > now;
  }

  std::size_t own_part(std::size_t part) const {
    const auto own = find_part(block_, after_.parts[part].id);
    KINE_ASSERT(own);
    return *own;
  }

  void take_times(std::size_t part) {
    Part& own = block_.parts[own_part(part)];
    own = after_.parts[part];
  }

  /// Those that were not said, and that nobody has said under their name.
  void take_sync_points(std::size_t part) {
    const std::size_t own = own_part(part);
    std::vector<SyncPoint>& points = block_.sync_points;
    const auto first_unsaid = points.begin() + static_cast<std::ptrdiff_t>(said_);
    points.erase(std::remove_if(first_unsaid, points.end(),
                                [&](const SyncPoint& point) { return point.part == own; }),
                 points.end());
    for (SyncPoint point : after_.sync_points) {
      if (point.part != part) continue;
      const auto said_end = points.begin() + static_cast<std::ptrdiff_t>(said_);
      const bool was_said = std::any_of(points.begin(), said_end,
                                        [&](const SyncPoint& said) { return said.id == point.id; });
      if (was_said) continue;
      point.part = own;
      if (is_past(point.time)) point.time = rate_.time_of(from_);
      points.push_back(std::move(point));
    }
  }

  template <class Change>
  void take_changes(std::vector<Change>& own, const std::vector<Change>& other,
                    Seconds Change::*time) {
    std::erase_if(own, [&](const Change& each) { return !is_past(each.*time); });
    std::ranges::copy_if(other, std::back_inserter(own),
                         [&](const Change& each) { return !is_past(each.*time); });
  }

  const Block& after_;
  Tick from_;
  TickRate rate_;
  Block block_;
  std::size_t said_ = 0;
};

}  // namespace

Block continued(const Block& before, const Block& after, std::span<const Going> going, Tick from,
                TickRate rate, Seconds fade) {
  KINE_ASSERT(going.size() == after.parts.size());
  Splice splice(before, after, from, rate, fade);
  for (std::size_t part = 0; part < going.size(); ++part) {
    if (going[part] == Going::AsBefore) splice.take_ends(part);
    if (going[part] == Going::WithNewEnd) splice.take_new_end(part);
    if (going[part] == Going::Anew) splice.take_all(part);
    if (going[part] == Going::InTurn) splice.take_in_turn(part);
  }
  return splice.finish();
}

}  // namespace kine::motion
