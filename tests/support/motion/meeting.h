// Several who walk on one stage, and how near they come to each other, for tests and benches.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "realizer/body/placement.h"
#include "realizer/cast/cast.h"
#include "realizer/tick/shard.h"
#include "realizer/tick/state/frame.h"

namespace kine::test {

/// One of them, and what it is to do: BML's behaviours, or a script of ours.
struct Walker {
  std::string name;
  body::Placement at;
  std::string does = "";  // empty: it stands there
  std::uint64_t tick = 0;
};

struct Meeting {
  std::vector<Walker> walkers;  // those at even places have ada's body, the others ben's
  std::vector<SetTarget> targets = {};
  std::uint64_t ticks = 600;
  std::size_t shards = 1;
  std::uint32_t ticks_a_second = 60;
};

struct Met {
  std::vector<std::shared_ptr<const Cast>> casts;
  std::vector<std::vector<Frame>> frames;  // of each walker, tick by tick

  const body::Body& body(std::size_t who) const { return *casts[who]->body; }
};
Met meet(const Meeting& meeting);

/// On the ground: where hips are, and a root.
Vec3 hips_of(const Frame& frame);
Vec3 root_of(const Frame& frame);

/// How near two come, hip to hip, at least.
double nearest_m(const Met& met, std::size_t one, std::size_t other);

/// Of all pairs.
double nearest_m(const Met& met);

/// How far somebody looks past somebody else in the end, without a sign.
double faces_past_rad(const Met& met, std::size_t who, std::size_t whom);

/// How far apart they are in the end.
double apart_m(const Met& met, std::size_t one, std::size_t other);

/// How far a root goes, and how much of that a straight line would not.
double way_m(const Met& met, std::size_t who);
double detour_m(const Met& met, std::size_t who);

/// When the last of them stands, in seconds at 60 ticks.
double stands_at_s(const Met& met, std::size_t who, std::uint32_t ticks_a_second = 60);

/// So many evenly round a circle, each of whom walks to where the one across stands.
Meeting across_a_circle(std::size_t count, double radius_m);

/// A point of the ground at an angle, 0 being ahead.
Vec3 on_circle(double rad, double radius_m);

}  // namespace kine::test
