// What a shard does where a block does not go on as it was begun: it is interrupted, some of its
// parts are, or it was planned anew.
#include <algorithm>
#include <compare>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "realizer/core/limits.h"
#include "realizer/core/number.h"
#include "realizer/motion/build/cut.h"
#include "realizer/plan/parameters.h"
#include "realizer/tick/arm_foresight.h"
#include "realizer/tick/shard.h"

namespace kine {
namespace {

static_assert(motion::kPartFade == Interrupt{}.fade);

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

/// Whether a block has begun in this tick: what was due before would have been said.
bool begins_now(const PlayingBlock& playing, Tick tick, TickRate rate) {
  const std::vector<motion::SyncPoint>& points = playing.block->sync_points;
  const std::size_t next = playing.sync_points_said;
  return playing.start >= tick ||
         (next < points.size() && rate.first_at_or_after(playing.start, points[next].time) < tick);
}

bool is_known(const motion::Block& block, const std::string& part) {
  return std::ranges::find(block.parts, part, &motion::Part::id) != block.parts.end();
}

/// What of a part can be changed; nothing where it is not there.
const plan::PartTimes* find_changed(const motion::Block& block,
                                    const plan::ParameterChange& change) {
  const auto found = std::ranges::find(block.schedule, change.part, &plan::PartTimes::id);
  return found == block.schedule.end() ? nullptr : &*found;
}

/// "of 'b1:s' 'volume' and 'rate' can be changed, not 'amount'"
std::string unchangeable(const plan::Cue& cue, std::span<const std::string_view> parameters) {
  return "of " + quoted(cue.block + ":" + cue.change.part) + " " +
         (parameters.empty() ? "nothing" : plan::parameter_names(parameters)) +
         " can be changed, not " + quoted(cue.change.parameter);
}

/// What a warning is about: the behaviour that does it, or the block whose attribute says it.
std::string name_of_giver(const PlayingBlock& giver, const plan::Cue& cue) {
  return cue.by.empty() ? giver.block->id : giver.block->id + ":" + cue.by;
}

}  // namespace

void Shard::take(Tick tick, const Interrupt& interrupt) {
  Row* row = find_row(interrupt.character);
  if (row == nullptr) return;
  row->quiet_until = tick;
  plan_clocks_anew(tick, *row);
  performed_bytes_left_ = kPerformedBytesMax;
  for (PlayingBlock& playing : row->state.blocks) {
    const bool meant = !interrupt.block || playing.id == *interrupt.block;
    if (!meant || playing.interrupted) continue;
    say_ends(*row, playing, tick);
    playing.interrupted = PlayingBlock::Fade{.from = tick, .length = interrupt.fade};
    for (ActiveSegment& active : row->state.segments) {
      const bool stays = active.plan.lasting && is_over(row->state, active, tick);
      if (active.block == playing.id && !stays) stop(active, row->state, tick);
    }
    say(*row, playing, tick, FeedbackKind::Interrupted, playing.block->id);
    report(playing, motion::kNoPart, tick);
  }
  std::erase_if(row->state.waiting, [&](const WaitingBlock& waiting) {
    if (interrupt.block && waiting.id != *interrupt.block) return false;
    say(*row, waiting.id, waiting.client, tick, FeedbackKind::Interrupted, waiting.block->id);
    report(performed_of(*waiting.block, std::nullopt));
    return true;
  });
}

/// What of the block is due, and that what has begun of it ends now. Of one that begins in this
/// tick nothing has been shown.
void Shard::say_ends(const Row& row, PlayingBlock& playing, Tick tick) {
  if (begins_now(playing, tick, rate_)) return;
  say_crossed_sync_points(row, playing, tick);
  const motion::Block& block = *playing.block;
  const motion::Progress progress{.now = rate_.between(playing.start, tick),
                                  .said = playing.sync_points_said};
  for (const motion::SyncPoint& end :
       motion::ends_of(block, motion::parts_named(block, {}, {}), progress)) {
    say_end(row, playing, end, tick);
  }
}

/// Of a part that is interrupted.
void Shard::say_end(const Row& row, const PlayingBlock& playing, const motion::SyncPoint& end,
                    Tick tick) {
  say(row, playing, tick, FeedbackKind::SyncPoint, end.id);
  feedback_.back().time = end.time;
  report(playing, end.part, tick);
}

/// What was performed until now, for the feedback that was said last.
void Shard::report(const PlayingBlock& playing, std::size_t part, Tick tick) {
  Feedback& feedback = feedback_.back();
  const std::vector<motion::SyncPoint>& points = playing.block->sync_points;
  for (std::size_t i = 0; i < playing.sync_points_said; ++i) {
    if (part == motion::kNoPart || points[i].part == part) feedback.last_sync_point = points[i].id;
  }
  // Of one that begins in this tick nothing has been shown.
  const Seconds now =
      begins_now(playing, tick, rate_) ? Seconds{0} : rate_.between(playing.start, tick);
  report(part == motion::kNoPart ? performed_of(*playing.block, now)
                                 : performed_of(*playing.block, part, now));
  for (const Performed::Speech& speech : feedback.performed->speeches) {
    if (!speech.last_word.empty()) feedback.last_word = speech.last_word;
  }
  if (feedback.last_sync_point.empty()) return;
  feedback.message = "interrupted after " + quoted(feedback.last_sync_point);
  if (!feedback.last_word.empty()) feedback.message += ", the word " + quoted(feedback.last_word);
}

/// For the feedback that was said last.
void Shard::report(Performed performed) {
  keep_within(performed_bytes_left_, performed);
  feedback_.back().performed = std::move(performed);
}

/// A block that names one that there is not is told so.
void Shard::say_absent(const Row& row, const PlayingBlock& giver, const plan::Cue& cue, Tick tick) {
  say(row, giver, tick, FeedbackKind::Warning, name_of_giver(giver, cue));
  feedback_.back().message = "no block plays or waits that is called " + quoted(cue.block);
  feedback_.back().warning = WarningKind::NoSuchTarget;
}

/// A block that names a part that there is not is told so.
void Shard::say_unknown_parts(const Row& row, const PlayingBlock& giver, const plan::Cue& cue,
                              Tick tick) {
  const auto say_unknown_parts_of = [&](const motion::Block& block) {
    for (const auto* names : {&cue.include, &cue.exclude}) {
      for (const std::string& name : *names) {
        if (block.id != cue.block || is_known(block, name)) continue;
        say(row, giver, tick, FeedbackKind::Warning, name_of_giver(giver, cue));
        feedback_.back().message = quoted(cue.block) + " has no behaviour " + quoted(name);
        feedback_.back().warning = WarningKind::NoSuchTarget;
      }
    }
  };
  for (const PlayingBlock& playing : row.state.blocks) {
    if (!playing.interrupted) say_unknown_parts_of(*playing.block);
  }
  for (const WaitingBlock& waiting : row.state.waiting) say_unknown_parts_of(*waiting.block);
}

/// Passed on to where one can plan: a tick cannot.
void Shard::wish(const Row& row, const PlayingBlock& giver, const plan::Cue& cue, Tick tick) {
  const plan::PartTimes* part = nullptr;
  bool is_wished = false;
  const auto pass_on = [&](BlockId id, const motion::Block& block) {
    const plan::PartTimes* const found =
        block.id == cue.block ? find_changed(block, cue.change) : nullptr;
    if (found == nullptr) return;
    part = found;
    if (std::ranges::find(part->parameters, cue.change.parameter) == part->parameters.end()) return;
    wishes_.push_back({row.id, id, cue.change, giver.client});
    is_wished = true;
  };
  for (const PlayingBlock& playing : row.state.blocks) {
    if (!playing.interrupted) pass_on(playing.id, *playing.block);
  }
  for (const WaitingBlock& waiting : row.state.waiting) pass_on(waiting.id, *waiting.block);
  if (is_wished) return;
  say(row, giver, tick, FeedbackKind::Warning, name_of_giver(giver, cue));
  feedback_.back().message = part != nullptr ? unchangeable(cue, part->parameters)
                                             : "no behaviour plays or waits that is called " +
                                                   quoted(cue.block + ":" + cue.change.part);
  feedback_.back().warning =
      part != nullptr ? WarningKind::CannotCreateBehaviour : WarningKind::NoSuchTarget;
}

/// A copy of the cue, for its own block may be another one afterwards.
void Shard::interrupt_parts(Row& row, plan::Cue cue, Tick tick) {
  for (PlayingBlock& playing : row.state.blocks) {
    if (playing.block->id != cue.block || playing.interrupted) continue;
    interrupt_parts_of(row, playing, motion::parts_named(*playing.block, cue.include, cue.exclude),
                       tick);
  }
  for (WaitingBlock& waiting : row.state.waiting) {
    if (waiting.block->id != cue.block) continue;
    const motion::Progress none{.bound = std::vector<bool>(waiting.block->segments.size())};
    const auto parts = motion::parts_named(*waiting.block, cue.include, cue.exclude);
    waiting.block = std::make_shared<const motion::Block>(
        motion::cut(*waiting.block, parts, none, Seconds{0}).block);
    replanned_.push_back({row.id, waiting.id, tick, waiting.block});
  }
}

void Shard::interrupt_parts_of(Row& row, PlayingBlock& playing, std::vector<std::size_t> parts,
                               Tick tick) {
  if (!begins_now(playing, tick, rate_)) say_crossed_sync_points(row, playing, tick);
  const motion::Block& block = *playing.block;
  const auto has_ended = [&](const motion::Part& part) {
    return rate_.first_at_or_after(playing.start, part.end) <= tick;
  };
  std::erase_if(parts, [&](std::size_t part) { return has_ended(block.parts[part]); });
  if (parts.empty()) return;
  const auto playing_parts = static_cast<std::size_t>(
      std::ranges::count_if(block.parts, [&](const auto& part) { return !has_ended(part); }));
  if (parts.size() == playing_parts) {
    return take(tick, Interrupt{.character = row.id, .block = playing.id});
  }
  motion::Progress progress{.now = rate_.between(playing.start, tick),
                            .said = playing.sync_points_said};
  for (std::size_t i = 0; i < block.segments.size(); ++i) {
    progress.bound.push_back(playing.is_bound(i));
  }
  for (const body::Side side : {body::Side::Left, body::Side::Right}) {
    progress.ahead[static_cast<std::size_t>(side)] = ahead_at(tick, side, row.state.tension);
  }
  motion::Cut left = motion::cut(block, parts, progress, motion::kPartFade);
  performed_bytes_left_ = kPerformedBytesMax;
  for (std::size_t i = 0; i < left.ends; ++i) {
    say_end(row, playing, left.block.sync_points[progress.said + i], tick);
  }
  playing.sync_points_said += left.ends;
  playing.next.reset();  // it was made of what was
  go_on_as(row, playing, std::make_shared<const motion::Block>(std::move(left.block)), tick);
}

void Shard::take(Tick tick, const Replan& replan) {
  Row* row = find_row(replan.character);
  if (row == nullptr || replan.from < tick) return;
  for (PlayingBlock& playing : row->state.blocks) {
    if (playing.id != replan.id || playing.interrupted || playing.block != replan.before) continue;
    playing.next = {.from = replan.from, .block = replan.next};
    row->quiet_until = tick;
  }
}

/// Before anything of the tick is done or said.
void Shard::go_on_as_planned(Row& row, Tick tick) {
  for (PlayingBlock& playing : row.state.blocks) {
    if (!playing.next || playing.next->from > tick) continue;
    const auto next = std::exchange(playing.next, std::nullopt)->block;
    if (playing.interrupted) continue;
    const auto passed = [&](const auto& changes, auto time) {
      return static_cast<std::size_t>(std::ranges::count_if(changes, [&](const auto& change) {
        return rate_.first_at_or_after(playing.start, change.*time) < tick;
      }));
    };
    playing.life_changes_made = passed(next->life, &motion::LifeChange::time);
    playing.targets_moved = passed(next->targets, &motion::TargetMove::time);
    playing.cues_given = passed(next->cues, &plan::Cue::time);
    playing.tension_changes_made.fill(passed(next->tensions, &plan::TensionChange::at));
    for (std::size_t i = playing.block->warnings.size(); i < next->warnings.size(); ++i) {
      const Warning& warning = next->warnings[i];
      say(row, playing, tick, FeedbackKind::Warning,
          warning.about.empty() ? next->id : warning.about);
      feedback_.back().message = warning.message;
      feedback_.back().where = warning.where;
      feedback_.back().warning = warning.kind;
    }
    go_on_as(row, playing, next, tick);
    replanned_.back().is_planned = true;
  }
}

/// What has begun and is in both goes on; the rest of what was is gone.
void Shard::go_on_as(Row& row, PlayingBlock& playing, std::shared_ptr<const motion::Block> next,
                     Tick tick) {
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
    if (active.contents.ground) {
      go_on_ground(active, planned, row.state, tick);
    } else if (planned != nullptr) {
      active.plan = *planned;
    }
    if (planned == nullptr) return !active.contents.ground;
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
  plan_clocks_anew(tick, row);
  replanned_.push_back({row.id, playing.id, tick, playing.block, playing.start});
}

}  // namespace kine
