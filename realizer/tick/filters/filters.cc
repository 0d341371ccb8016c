#include "realizer/tick/filters/filters.h"

#include <algorithm>
#include <span>

#include "realizer/tick/filters/mass_trackers.h"
#include "realizer/tick/filters/physical_torso.h"

namespace kine {
namespace {

/// Of the filter of this number; null where filters keep nothing.
template <class State>
auto* memory_of(State& state, std::size_t filter) {
  return state.filters.empty() ? nullptr : &state.filters[filter];
}

}  // namespace

FilterTable standard_filters(TickRate rate, std::size_t physical_max) {
  FilterTable rows;
  rows.push_back(std::make_unique<MassTrackers>(rate));
  rows.push_back(std::make_unique<PhysicalTorso>(rate, physical_max));
  return rows;
}

std::vector<dynamics::Memory> Filters::make_memories(const body::Body& body) const {
  std::vector<dynamics::Memory> memories;
  for (const auto& filter : rows_) memories.push_back(filter->make_memory(body));
  if (std::ranges::all_of(memories, &dynamics::Memory::empty)) return {};
  return memories;
}

void Filters::add(const TickContext& context, CharacterRow& row, Tick tick,
                  dynamics::ShownPose shown) {
  const auto wants = [&](const auto& filter) { return filter->wants(row.state); };
  if (std::ranges::none_of(rows_, wants)) return;
  batch_[count_++] = {&row, tick, shown};
  if (count_ == batch_.size()) finish(context);
}

void Filters::finish(const TickContext& context) {
  const std::span taken(batch_.data(), count_);
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    for (const Taken& each : taken) {
      CharacterState& state = each.row->state;
      if (!rows_[i]->wants(state)) continue;
      rows_[i]->add(context, {*each.row, each.tick, each.shown, memory_of(state, i)});
    }
    rows_[i]->finish();
  }
  count_ = 0;
}

bool Filters::rest(const CharacterState& state) const {
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    if (!rows_[i]->rests(state, memory_of(state, i))) return false;
  }
  return true;
}

}  // namespace kine
