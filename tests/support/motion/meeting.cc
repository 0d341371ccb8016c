#include "tests/support/motion/meeting.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <stdexcept>

#include "realizer/prepare/prepare.h"
#include "tests/support/motion/bodies.h"
#include "tests/support/motion/footprints.h"
#include "tests/support/motion/stage.h"

namespace kine::test {
namespace {

std::vector<std::shared_ptr<const Cast>> casts_of(const Meeting& meeting) {
  std::vector<std::shared_ptr<const Cast>> casts;
  for (const Walker& walker : meeting.walkers) {
    const bool even = casts.size() % 2 == 0;
    auto cast = std::make_shared<Cast>(*cast_named(walker.name, even ? ada() : ben()));
    cast->placement = walker.at;
    casts.push_back(std::move(cast));
  }
  return casts;
}

/// Shards that see each other, as a server's do.
class Stage {
 public:
  Stage(const std::vector<std::shared_ptr<const Cast>>& casts, std::size_t shards,
        std::uint32_t ticks_a_second) {
    for (std::size_t i = 0; i < shards; ++i) {
      shards_.emplace_back(TickRate(ticks_a_second), ShardNumber{i, shards});
    }
    for (std::uint32_t id = 1; id <= casts.size(); ++id) {
      shards_[id % shards].add_character({id}, casts[id - 1], {autonomy::Liveliness::Still});
    }
    for (std::size_t i = 0; i < shards; ++i) {
      for (std::size_t j = 0; j < shards; ++j) {
        groups_.push_back(i == j ? 0 : shards_[i].add_neighbours(shards_[j]));
      }
    }
  }

  void advance_to(Tick tick, std::span<const Input> inputs) {
    for (std::size_t i = 0; i < shards_.size(); ++i) {
      for (std::size_t j = 0; j < shards_.size(); ++j) {
        if (i != j) shards_[i].see(groups_[i * shards_.size() + j], shards_[j]);
      }
    }
    for (Shard& shard : shards_) shard.advance_to(tick, inputs);
  }

  const Frame& frame_of(CharacterId id) const {
    for (const Shard& shard : shards_) {
      for (const Frame& frame : shard.frames()) {
        if (frame.character == id) return frame;
      }
    }
    throw std::runtime_error("nobody has this number");
  }

 private:
  std::vector<Shard> shards_;
  std::vector<std::size_t> groups_;
};

template <class Fold>
double over_ticks(const Met& met, std::size_t one, std::size_t other, double from, Fold fold) {
  for (std::size_t tick = 0; tick < met.frames[one].size(); ++tick) {
    const Vec3 way = hips_of(met.frames[one][tick]) - hips_of(met.frames[other][tick]);
    from = fold(from, std::hypot(way.x, way.z));
  }
  return from;
}

}  // namespace

Met meet(const Meeting& meeting) {
  Met met{.casts = casts_of(meeting), .frames = {}};
  met.frames.resize(met.casts.size());
  Stage stage(met.casts, meeting.shards, meeting.ticks_a_second);
  std::vector<std::string> names;
  for (const SetTarget& target : meeting.targets) names.push_back(target.name);
  for (std::uint64_t tick = 0; tick < meeting.ticks; ++tick) {
    std::vector<Input> inputs;
    if (tick == 0) inputs.assign(meeting.targets.begin(), meeting.targets.end());
    std::vector<Located> located;
    for (const SetTarget& target : meeting.targets) {
      located.push_back({target.name, {.position_m = target.point_m}});
    }
    for (std::size_t i = 0; i < met.casts.size(); ++i) {
      const bool at_first = met.frames[i].empty();
      located.push_back({met.casts[i]->name,
                         at_first ? met.casts[i]->placement : placement_of(met.frames[i].back())});
    }
    for (std::uint32_t id = 1; id <= met.casts.size(); ++id) {
      const Walker& walker = meeting.walkers[id - 1];
      if (walker.does.empty() || walker.tick != tick) continue;
      Diagnostics diagnostics;
      const bool is_ours = walker.does.starts_with("<script");
      const auto prepared = prepare(is_ours ? walker.does : bml(walker.does),
                                    {.casts = met.casts,
                                     .script_id = "script",
                                     .character = walker.name,
                                     .set_targets = names,
                                     .live = {.located = located}},
                                    diagnostics);
      if (!prepared) throw std::runtime_error(prepared.error().message);
      for (const auto& block : prepared->blocks) {
        inputs.emplace_back(PlayBlock{CharacterId{id}, BlockId{id}, ClientId{}, block});
      }
    }
    stage.advance_to(Tick{tick}, inputs);
    for (std::uint32_t id = 1; id <= met.casts.size(); ++id) {
      met.frames[id - 1].push_back(stage.frame_of({id}));
    }
  }
  return met;
}

Vec3 root_of(const Frame& frame) { return {frame.root[0], 0, frame.root[2]}; }

Vec3 hips_of(const Frame& frame) {
  const auto& root = frame.root;
  const Quat turn{root[3], root[4], root[5], root[6]};
  const Vec3 hips = turn * Vec3{frame.hips_m[0], 0, frame.hips_m[2]};
  return {root[0] + hips.x, 0, root[2] + hips.z};
}

double nearest_m(const Met& met, std::size_t one, std::size_t other) {
  return over_ticks(met, one, other, std::numeric_limits<double>::max(),
                    [](double a, double b) { return std::min(a, b); });
}

double nearest_m(const Met& met) {
  double least = std::numeric_limits<double>::max();
  for (std::size_t i = 0; i < met.frames.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) least = std::min(least, nearest_m(met, i, j));
  }
  return least;
}

double faces_past_rad(const Met& met, std::size_t who, std::size_t whom) {
  const Frame& last = met.frames[who].back();
  const Vec3 way = hips_of(met.frames[whom].back()) - hips_of(last);
  const double heading_rad = placement_of(last).heading_rad;
  return std::abs(std::remainder(std::atan2(way.x, way.z) - heading_rad, 2 * std::numbers::pi));
}

double apart_m(const Met& met, std::size_t one, std::size_t other) {
  return length(hips_of(met.frames[one].back()) - hips_of(met.frames[other].back()));
}

double way_m(const Met& met, std::size_t who) {
  double way = 0;
  const std::vector<Frame>& frames = met.frames[who];
  for (std::size_t i = 1; i < frames.size(); ++i) {
    way += length(root_of(frames[i]) - root_of(frames[i - 1]));
  }
  return way;
}

double detour_m(const Met& met, std::size_t who) {
  const std::vector<Frame>& frames = met.frames[who];
  return way_m(met, who) - length(root_of(frames.back()) - root_of(frames.front()));
}

double stands_at_s(const Met& met, std::size_t who, std::uint32_t ticks_a_second) {
  const std::vector<Frame>& frames = met.frames[who];
  std::size_t last = frames.size() - 1;
  while (last > 0 && frames[last - 1].root == frames.back().root) --last;
  return static_cast<double>(last) / ticks_a_second;
}

Vec3 on_circle(double rad, double radius_m) {
  return {radius_m * std::sin(rad), 0, radius_m * std::cos(rad)};
}

Meeting across_a_circle(std::size_t count, double radius_m) {
  Meeting meeting{.walkers = {}};
  for (std::size_t i = 0; i < count; ++i) {
    const double rad = 2 * std::numbers::pi * static_cast<double>(i) / static_cast<double>(count);
    const std::string target = "p" + std::to_string(i);
    meeting.walkers.push_back({.name = "c" + std::to_string(i),
                               .at = {on_circle(rad, radius_m), rad + std::numbers::pi},
                               .does = "<locomotion id=\"go\" target=\"" + target + "\"/>"});
    meeting.targets.push_back({target, on_circle(rad + std::numbers::pi, radius_m)});
  }
  return meeting;
}

}  // namespace kine::test
