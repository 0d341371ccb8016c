#include "realizer/tick/replanning.h"

#include <algorithm>
#include <compare>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "realizer/tick/arm_clocks.h"
#include "realizer/tick/kinds/kinds.h"

namespace kine {
namespace {

/// Segments of a block, to be found by what moves them.
struct ByActuator {
  const motion::Actuator* actuator;
  std::size_t segment;
  friend auto operator<=>(const ByActuator&, const ByActuator&) = default;
};

const ByActuator* find(std::span<const ByActuator> sorted, const motion::Actuator* actuator) {
  const auto found = std::ranges::lower_bound(sorted, actuator, {}, &ByActuator::actuator);
  return found == sorted.end() || found->actuator != actuator ? nullptr : &*found;
}

}  // namespace

void replan(CharacterRow& row, Tick tick, const Replan& planned) {
  if (planned.from < tick) return;
  for (PlayingBlock& playing : row.state.blocks) {
    if (playing.id != planned.id || playing.interrupted || playing.block != planned.before)
      continue;
    playing.next = {.from = planned.from, .block = planned.next};
    row.quiet_until = tick;
  }
}

void go_on_as_planned(const TickContext& context, CharacterRow& row, Tick tick) {
  for (PlayingBlock& playing : row.state.blocks) {
    if (!playing.next || playing.next->from > tick) continue;
    const auto next = std::exchange(playing.next, std::nullopt)->block;
    if (playing.interrupted) continue;
    const auto passed = [&](const auto& changes, auto time) {
      return static_cast<std::size_t>(std::ranges::count_if(changes, [&](const auto& change) {
        return context.rate.first_at_or_after(playing.start, change.*time) < tick;
      }));
    };
    playing.life_changes_made = passed(next->life, &motion::LifeChange::time);
    playing.targets_moved = passed(next->targets, &motion::TargetMove::time);
    playing.cues_given = passed(next->cues, &plan::Cue::time);
    playing.tension_changes_made.fill(passed(next->tensions, &plan::TensionChange::at));
    say_warnings(context, row, playing, *next, playing.block->warnings.size(), tick);
    go_on_as(context, row, playing, next, tick);
    context.said.replanned.back().is_planned = true;
  }
}

void go_on_as(const TickContext& context, CharacterRow& row, PlayingBlock& playing,
              std::shared_ptr<const motion::Block> next, Tick tick) {
  std::vector<ByActuator> before;
  for (std::size_t i = 0; i < playing.block->segments.size(); ++i) {
    before.push_back({playing.block->segments[i].actuator.get(), i});
  }
  std::ranges::sort(before);
  std::vector<std::size_t> begun;
  std::vector<ByActuator> begun_by_actuator;
  for (std::size_t i = 0; i < next->segments.size(); ++i) {
    const motion::Actuator* const actuator = next->segments[i].actuator.get();
    const ByActuator* const was = find(before, actuator);
    if (was == nullptr || !playing.is_bound(was->segment)) continue;
    begun.push_back(i);
    begun_by_actuator.push_back({actuator, i});
  }
  std::ranges::sort(begun_by_actuator);
  std::erase_if(row.state.segments, [&](ActiveSegment& active) {
    if (active.block != playing.id) return false;
    const ByActuator* const now = find(begun_by_actuator, active.plan.actuator.get());
    const motion::Segment* planned = now == nullptr ? nullptr : &next->segments[now->segment];
    const bool stays = kind_of(active).go_on(context, active, planned, row.state, tick);
    if (planned == nullptr || !stays) return !stays;
    active.segment = now->segment;
    active.owner = next;
    return false;
  });
  playing.segments_bound = 0;
  while (playing.segments_bound < begun.size() &&
         begun[playing.segments_bound] == playing.segments_bound) {
    ++playing.segments_bound;
  }
  begun.erase(begun.begin(), begun.begin() + static_cast<std::ptrdiff_t>(playing.segments_bound));
  playing.bound_early = std::move(begun);
  playing.block = std::move(next);
  row.quiet_until = tick;
  plan_clocks_anew(context, tick, row);
  context.said.replanned.push_back({row.id, playing.id, tick, playing.block, playing.start});
}

}  // namespace kine
