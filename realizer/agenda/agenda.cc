#include "realizer/agenda/agenda.h"

#include <algorithm>
#include <map>
#include <string>

namespace kine::agenda {
namespace {

bool is_among(std::span<const Key> keys, Key key) {
  return std::ranges::find(keys, key) != keys.end();
}

bool is_named(const motion::Block& block, std::span<const std::string> names) {
  return std::ranges::find(names, block.id) != names.end();
}

bool is_to_come_after(const motion::Block& block, const Coming& coming) {
  return is_named(block, coming.entrance.before_end) ||
         is_named(block, coming.entrance.before_relax);
}

bool is_waiting(const Entry& entry) { return entry.waits != nullptr && !entry.waits->nothing(); }

std::vector<Key> named(std::span<const Entry> there, std::span<const std::string> names) {
  std::vector<Key> keys;
  if (names.empty()) return keys;
  for (const Entry& each : there) {
    if (is_named(*each.block, names)) keys.push_back(each.key);
  }
  return keys;
}

}  // namespace

bool Coming::is_about_others() const {
  return composition == plan::Composition::Append || !entrance.after_end.empty() ||
         !entrance.after_relax.empty() || !entrance.before_end.empty() ||
         !entrance.before_relax.empty();
}

bool is_full(std::span<const Entry> there) {
  return std::ranges::count_if(there, is_waiting) >= static_cast<std::ptrdiff_t>(kWaitingBlocksMax);
}

bool surely_waits(const Coming& coming, std::span<const Entry> there) {
  return coming.composition == plan::Composition::Append && !std::ranges::all_of(there, is_waiting);
}

std::vector<Key> asleep(std::span<const Entry> there) {
  std::vector<Key> asleep;
  const auto is_asleep = [&](Key key) { return is_among(asleep, key); };
  const bool none = std::ranges::none_of(
      there, [](const Entry& each) { return each.waits != nullptr && each.waits->activation; });
  if (none) return asleep;
  // Mostly those that wait came after those that they wait for; not if one is put before another.
  for (bool found = true; found;) {
    found = false;
    for (const Entry& each : there) {
      if (each.waits == nullptr || is_asleep(each.key)) continue;
      if (!each.waits->activation && std::ranges::none_of(each.waits->after_end, is_asleep) &&
          std::ranges::none_of(each.waits->after_relax, is_asleep)) {
        continue;
      }
      asleep.push_back(each.key);
      found = true;
    }
  }
  return asleep;
}

Waits waits_of(const Coming& coming, std::span<const Entry> there) {
  const plan::Entrance& entrance = coming.entrance;
  Waits waits{.activation = entrance.waits_for_activation};
  waits.after_relax = named(there, entrance.after_relax);
  if (coming.composition != plan::Composition::Append) {
    waits.after_end = named(there, entrance.after_end);
    return waits;
  }
  const std::vector<Key> sleeping = asleep(there);
  for (const Entry& each : there) {
    if (!is_among(sleeping, each.key) || is_named(*each.block, entrance.after_end)) {
      waits.after_end.push_back(each.key);
    }
  }
  return waits;
}

bool put_before(const Coming& coming, Key key, const motion::Block& waiting, Waits& waits) {
  const bool before_end = is_named(waiting, coming.entrance.before_end);
  const bool before_relax = is_named(waiting, coming.entrance.before_relax);
  if (before_end) waits.after_end.push_back(key);
  if (before_relax) waits.after_relax.push_back(key);
  return before_end || before_relax;
}

const motion::Block* begun_too_early(const Coming& coming, std::span<const Entry> there) {
  const auto found = std::ranges::find_if(there, [&](const Entry& each) {
    return each.waits == nullptr && is_to_come_after(*each.block, coming);
  });
  return found == there.end() ? nullptr : found->block;
}

const motion::Block* deadlocked(const Coming& coming, const Waits& waits,
                                std::span<const Entry> there) {
  const plan::Entrance& entrance = coming.entrance;
  if (entrance.before_end.empty() && entrance.before_relax.empty()) return nullptr;
  std::map<Key, const Entry*> others;  // that are not among `before` yet
  for (const Entry& each : there) {
    if (each.waits != nullptr) others.emplace(each.key, &each);
  }
  std::vector<const Waits*> before{&waits};
  for (std::size_t i = 0; i < before.size(); ++i) {
    for (const std::vector<Key>* keys : {&before[i]->after_end, &before[i]->after_relax}) {
      for (const Key key : *keys) {
        const auto other = others.find(key);
        if (other == others.end()) continue;
        const Entry& entry = *other->second;
        others.erase(other);
        if (is_to_come_after(*entry.block, coming)) return entry.block;
        before.push_back(entry.waits);
      }
    }
  }
  return nullptr;
}

void let_go(Waits& waits, std::span<const Entry> there, TickRate rate, Tick now) {
  const auto find = [&](Key key) {
    const auto found = std::ranges::lower_bound(there, key, {}, &Entry::key);
    return found == there.end() || found->key != key ? nullptr : &*found;
  };
  const auto has_ended = [&](Key key) { return find(key) == nullptr; };
  const auto is_relaxed = [&](Key key) {
    const Entry* const it = find(key);
    if (it == nullptr || it->waits != nullptr) return it == nullptr;
    return relaxed_at(rate, it->start, *it->block) <= now;
  };
  // What has let it go is not looked at again.
  const auto forget = [](std::vector<Key>& keys, const auto& has_let_go) {
    while (!keys.empty() && has_let_go(keys.back())) keys.pop_back();
  };
  forget(waits.after_end, has_ended);
  forget(waits.after_relax, is_relaxed);
}

Tick ended_at(TickRate rate, Tick start, const motion::Block& block) {
  return rate.first_at_or_after(start, block.end);
}

Tick relaxed_at(TickRate rate, Tick start, const motion::Block& block) {
  return rate.first_at_or_after(start, block.relaxed);
}

}  // namespace kine::agenda
