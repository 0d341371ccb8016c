// A scene in which nothing plays, as a journal that begins anew has it: all that goes on.
//
//   shards --tell_quiet--> QuietScene --encode--> a record
//   a record --decode_quiet_scene--> QuietScene --put_back--> shards
//
// Characters stand, breathe and blink; what they do of themselves goes on to the bit. What cannot
// be told keeps a scene from being quiet: is_whole() proves of each one that nothing is missing.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "realizer/core/result.h"
#include "realizer/tick/shard.h"
#include "server/resuming/told_client.h"

namespace kine::server {

using ToldVec3 = std::array<double, 3>;

/// All numbers of BodyOffsets, in its order.
using ToldOffsets = std::array<double, 37>;

struct ToldChannel {
  std::uint32_t channel = 0;
  std::vector<float> times_s;
  std::vector<float> values;
};

/// A small motion that a character makes of itself, and its keys: turns, channels, or a body's.
struct ToldMotion {
  std::uint64_t producer = 0;
  Tick started;
  Tick end;
  std::vector<std::uint32_t> joints;
  std::vector<float> times_s;    // of the turns
  std::vector<float> rotations;  // x, y, z, w of each joint at each of these times
  std::vector<ToldChannel> channels;
  std::vector<float> body_times_s;
  std::vector<ToldOffsets> body;
};

struct ToldMemory {
  Tick next;
  Tick ended;
  ToldVec3 where = {};
  bool begun = false;
  Tick due;
};

struct ToldFace {
  std::array<float, body::kChannelCount> from = {};
  std::array<float, body::kChannelCount> to = {};
  Tick since;
  Seconds over{0};
};

struct ToldPosture {
  ToldOffsets from = {};
  ToldOffsets to = {};
  Tick since;
  Seconds over{0};
};

struct ToldCharacter {
  CharacterId id;
  ToldVec3 place_m = {};
  double heading_rad = 0;
  std::optional<Tick> arrived;
  std::array<double, pose::kBendCount> stance = {};
  std::optional<ToldPosture> posture;
  std::optional<ToldFace> face;
  double idle_amount = 1;

  // Of its life.
  std::array<double, plan::kLifeParameterCount> parameters = {};
  std::vector<ToldMemory> memories;
  std::vector<ToldMotion> motions;
  ToldVec3 faces = {};
  bool is_turning = false;
  bool has_turned = false;
  std::uint32_t blocks = 0;
  double stands = 1;
};

/// What clients and scripts have put there to be looked at, on its way.
struct ToldPoint {
  std::string name;
  ToldVec3 goal_m = {};
  ToldVec3 at_m = {};
  ToldVec3 velocity_m_s = {};
  std::optional<Tick> since;
  Seconds unheard{1};
  Seconds beat{0};
  ToldVec3 last_way_m_s = {};
  ToldVec3 goal_velocity_m_s = {};
  ToldVec3 destination_m = {};
  Seconds still_to_go{0};
};

/// A target as scripts are told of it.
struct ToldTarget {
  std::string name;
  ToldVec3 point_m = {};
};

struct QuietScene {
  Tick tick;
  BlockId last_block;
  ClientId last_client;
  std::vector<ToldCharacter> characters;
  std::vector<ToldPoint> points;
  std::vector<ToldTarget> targets;
  std::vector<ToldClient> clients;
};

/// A scene as its shards had it behind a tick.
struct SceneAtTick {
  Tick tick;
  std::vector<ShardSnapshot> shards;
};

/// The characters and points of a scene; an error says what of it has no words here.
Result<QuietScene> tell_quiet(const SceneAtTick& scene);

/// Into the snapshot of shards that have just been made, and moved to the scene's tick alone.
/// False where a character is none of the scene's.
[[nodiscard]] bool put_back(const QuietScene& scene, ShardSnapshot& snapshot);

/// How the shards of a scene were made.
struct MadeScene {
  std::vector<std::shared_ptr<const Cast>> casts;  // with the ids 1, 2, …
  autonomy::LifeOptions life = {};
  TickRate rate{60};
  std::size_t physical_max = kPhysicalMax;
};

/// Whether what was told, put back on shards that were made anew, is the scene that it was told of.
bool is_whole(const QuietScene& told, const SceneAtTick& scene, const MadeScene& made);

std::string encode(QuietScene scene);
Result<QuietScene> decode_quiet_scene(std::string_view text);

}  // namespace kine::server
