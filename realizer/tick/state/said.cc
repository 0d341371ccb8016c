#include "realizer/tick/state/said.h"

#include "realizer/tick/state/tick_context.h"

namespace kine {

void Said::clear() {
  feedback.clear();
  replanned.clear();
  wishes.clear();
  targets_moved.clear();
  motions_started.clear();
  poses_due.clear();
}

void say(const TickContext& context, const CharacterRow& row, BlockId block, ClientId client,
         Tick tick, FeedbackKind kind, const std::string& id) {
  context.said.feedback.push_back({.kind = kind,
                                   .tick = tick,
                                   .character = row.id,
                                   .block = block,
                                   .client = client,
                                   .id = id});
}

void say(const TickContext& context, const CharacterRow& row, const PlayingBlock& playing,
         Tick tick, FeedbackKind kind, const std::string& id) {
  say(context, row, playing.id, playing.client, tick, kind, id);
}

void say_warnings(const TickContext& context, const CharacterRow& row, const PlayingBlock& playing,
                  const motion::Block& block, std::size_t from, Tick tick) {
  for (std::size_t i = from; i < block.warnings.size(); ++i) {
    const Warning& warning = block.warnings[i];
    say(context, row, playing, tick, FeedbackKind::Warning,
        warning.about.empty() ? block.id : warning.about);
    Feedback& said = context.said.feedback.back();
    said.message = warning.message;
    said.where = warning.where;
    said.warning = warning.kind;
  }
}

void say_crossed_sync_points(const TickContext& context, const CharacterRow& row,
                             PlayingBlock& playing, Tick tick) {
  const std::vector<motion::SyncPoint>& points = playing.block->sync_points;
  for (std::size_t& next = playing.sync_points_said; next < points.size(); ++next) {
    const Tick due = context.rate.first_at_or_after(playing.start, points[next].time);
    if (playing.interrupted || due > tick) return;
    say(context, row, playing, due, FeedbackKind::SyncPoint, points[next].id);
    context.said.feedback.back().time = points[next].time;
    context.said.feedback.back().miss_m = points[next].miss_m;
    if (points[next].goals.empty() || row.state.physical.empty()) continue;
    context.said.poses_due.push_back({context.said.feedback.size() - 1, playing.block, next});
  }
}

}  // namespace kine
