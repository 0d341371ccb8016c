#include "server/journal/quiet_scene.h"

#include <algorithm>
#include <utility>

namespace kine::server {
namespace {

ToldVec3 told(const Vec3& v) { return {v.x, v.y, v.z}; }
Vec3 told_vec3(const ToldVec3& v) { return {v[0], v[1], v[2]}; }

/// All numbers of offsets in one order: `take` is given each.
template <class Offsets, class Take>
void for_each_number(Offsets& offsets, Take take) {
  const auto take_vec3 = [&](auto& v) { take(v.x), take(v.y), take(v.z); };
  auto& [pelvis_m, pelvis_rad, spine_rad, clavicles_rad, centre_of_mass_m, feet] = offsets;
  take_vec3(pelvis_m), take_vec3(pelvis_rad);
  for (auto& each : spine_rad) take_vec3(each);
  for (auto& each : clavicles_rad) take_vec3(each);
  for (auto& each : centre_of_mass_m) take(each);
  for (auto& foot : feet) take_vec3(foot.moved_m), take(foot.yaw_rad);
}

ToldOffsets told(const body::BodyOffsets& offsets) {
  ToldOffsets numbers = {};
  std::size_t count = 0;
  for_each_number(offsets, [&](double number) { numbers[count++] = number; });
  return numbers;
}

body::BodyOffsets told_offsets(const ToldOffsets& numbers) {
  body::BodyOffsets offsets;
  std::size_t count = 0;
  for_each_number(offsets, [&](double& number) { number = numbers[count++]; });
  return offsets;
}

/// As autonomy/turns.h makes them.
pose::JointKeys told_turns(const ToldMotion& motion) {
  body::JointSet joints;
  for (const std::uint32_t joint : motion.joints) joints.insert(body::joint_at(joint));
  pose::JointKeys keys = pose::JointKeys::of(joints);
  keys.curve = pose::Curve::Squad;
  keys.times_s = motion.times_s;
  const float* number = motion.rotations.data();
  for (std::size_t i = 0; i < motion.times_s.size(); ++i) {
    pose::Pose pose;
    for (const std::uint32_t joint : motion.joints) {
      pose.set_rotation(body::joint_at(joint), {number[0], number[1], number[2], number[3]});
      number += 4;
    }
    for (const std::uint8_t block : keys.blocks) keys.rotations.push_back(pose.rotations[block]);
    keys.passings.push_back({.tcb = {.tension = 1}, .holds = false});
  }
  return keys;
}

/// Nothing where it has less or more than its joints take.
std::shared_ptr<const pose::Keys> told_keys(const ToldMotion& motion) {
  constexpr std::size_t kNumbers = 4;
  const bool are_joints = std::ranges::all_of(
      motion.joints, [](std::uint32_t joint) { return joint < body::kJointCount; });
  const bool are_channels = std::ranges::all_of(motion.channels, [](const ToldChannel& each) {
    return each.channel < body::kChannelCount && !each.times_s.empty() &&
           each.times_s.size() == each.values.size();
  });
  if (!are_joints || !are_channels || motion.body_times_s.size() != motion.body.size() ||
      motion.rotations.size() != kNumbers * motion.joints.size() * motion.times_s.size()) {
    return nullptr;
  }
  auto keys = std::make_shared<pose::Keys>();
  if (!motion.joints.empty()) keys->joints = told_turns(motion);
  for (const ToldChannel& each : motion.channels) {
    keys->channels.push_back({.channel = {static_cast<std::uint8_t>(each.channel)},
                              .times_s = each.times_s,
                              .values = each.values});
  }
  if (!motion.body.empty()) {
    pose::BodyKeys body;
    for (std::size_t i = 0; i < motion.body.size(); ++i) {
      body.keys.push_back(
          {.time_s = motion.body_times_s[i], .offsets = told_offsets(motion.body[i])});
    }
    keys->solved = std::move(body);
  }
  return keys;
}

ToldMotion told(const autonomy::LifeSegment& segment) {
  ToldMotion motion{.producer = segment.producer,
                    .started = segment.started,
                    .end = segment.end,
                    .joints = {},
                    .times_s = segment.keys->joints.times_s,
                    .rotations = {},
                    .channels = {},
                    .body_times_s = {},
                    .body = {}};
  const pose::JointKeys& turns = segment.keys->joints;
  for (std::size_t i = 0; i < body::kJointCount; ++i) {
    if (turns.joints.contains(body::joint_at(i))) {
      motion.joints.push_back(static_cast<std::uint32_t>(i));
    }
  }
  for (std::size_t key = 0; key < turns.key_count(); ++key) {
    pose::Pose pose;
    for (std::size_t i = 0; i < turns.blocks.size(); ++i) {
      pose.rotations[turns.blocks[i]] = turns.rotation(key, i);
    }
    for (const std::uint32_t joint : motion.joints) {
      const Quat rotation = pose.rotation(body::joint_at(joint));
      for (const double number : {rotation.x, rotation.y, rotation.z, rotation.w}) {
        motion.rotations.push_back(static_cast<float>(number));
      }
    }
  }
  for (const pose::ChannelKeys& each : segment.keys->channels) {
    motion.channels.push_back(
        {.channel = each.channel.index, .times_s = each.times_s, .values = each.values});
  }
  if (const auto* const body = segment.keys->find<pose::BodyKeys>()) {
    for (const pose::BodyKey& key : body->keys) {
      motion.body_times_s.push_back(key.time_s);
      motion.body.push_back(told(key.offsets));
    }
  }
  return motion;
}

void tell_life(const autonomy::LifeState& life, ToldCharacter& character) {
  for (std::size_t i = 0; i < plan::kLifeParameterCount; ++i) {
    character.parameters[i] = life.parameters[static_cast<plan::LifeParameter>(i)];
  }
  for (const autonomy::Memory& each : life.memories) {
    character.memories.push_back({.next = each.next,
                                  .ended = each.ended,
                                  .where = each.where,
                                  .begun = each.begun,
                                  .due = each.due});
  }
  for (const autonomy::LifeSegment& each : life.segments) character.motions.push_back(told(each));
  character.faces = told(life.facing.settled);
  character.is_turning = life.facing.away;
  character.has_turned = life.facing.turned;
  character.blocks = life.blocks;
  character.stands = life.stands;
}

ToldCharacter told(CharacterId id, const CharacterState& state) {
  ToldCharacter character{.id = id,
                          .place_m = told(state.placement.position_m),
                          .heading_rad = state.placement.heading_rad,
                          .arrived = state.arrived,
                          .stance = state.stance,
                          .posture = {},
                          .face = {},
                          .idle_amount = state.idle_amount,
                          .memories = {},
                          .motions = {}};
  if (!state.posture.empty()) {
    const auto& [from, to, since, over] = state.posture.front();
    character.posture = {.from = told(from), .to = told(to), .since = since, .over = over};
  }
  if (state.face) {
    const auto& [from, to, since, over] = *state.face;
    character.face = {.from = from, .to = to, .since = since, .over = over};
  }
  tell_life(state.life, character);
  return character;
}

ToldPoint told(const SetPoint& point) {
  const auto& [name, goal_m, at_m, velocity_m_s, since, unheard, beat, last_way_m_s,
               goal_velocity_m_s, destination_m, still_to_go] = point;
  return {.name = name,
          .goal_m = told(goal_m),
          .at_m = told(at_m),
          .velocity_m_s = told(velocity_m_s),
          .since = since,
          .unheard = unheard,
          .beat = beat,
          .last_way_m_s = told(last_way_m_s),
          .goal_velocity_m_s = told(goal_velocity_m_s),
          .destination_m = told(destination_m),
          .still_to_go = still_to_go};
}

SetPoint told_point(const ToldPoint& point) {
  return {.name = point.name,
          .goal_m = told_vec3(point.goal_m),
          .at_m = told_vec3(point.at_m),
          .velocity_m_s = told_vec3(point.velocity_m_s),
          .since = point.since,
          .unheard = point.unheard,
          .beat = point.beat,
          .last_way_m_s = told_vec3(point.last_way_m_s),
          .goal_velocity_m_s = told_vec3(point.goal_velocity_m_s),
          .destination_m = told_vec3(point.destination_m),
          .still_to_go = point.still_to_go};
}

/// False where a motion of it is none.
bool put_back(const ToldCharacter& told, autonomy::LifeState& life) {
  for (std::size_t i = 0; i < plan::kLifeParameterCount; ++i) {
    life.parameters.set(
        {.parameter = static_cast<plan::LifeParameter>(i), .value = told.parameters[i]});
  }
  life.memories.clear();
  for (const ToldMemory& each : told.memories) {
    life.memories.push_back({.next = each.next,
                             .ended = each.ended,
                             .where = each.where,
                             .begun = each.begun,
                             .due = each.due});
  }
  life.segments.clear();
  for (const ToldMotion& each : told.motions) {
    auto keys = told_keys(each);
    if (keys == nullptr) return false;
    life.segments.push_back({.producer = each.producer,
                             .started = each.started,
                             .end = each.end,
                             .keys = std::move(keys)});
  }
  life.facing = {
      .settled = told_vec3(told.faces), .away = told.is_turning, .turned = told.has_turned};
  life.blocks = told.blocks;
  life.stands = told.stands;
  return true;
}

/// `state` is of a character that has stood for a tick, and done nothing else.
bool put_back(const ToldCharacter& told, CharacterState& state) {
  state.placement = {.position_m = told_vec3(told.place_m), .heading_rad = told.heading_rad};
  state.arrived = told.arrived;
  state.stance = told.stance;
  state.idle_amount = told.idle_amount;
  state.posture.clear();
  if (told.posture) {
    state.posture.push_back({.from = told_offsets(told.posture->from),
                             .to = told_offsets(told.posture->to),
                             .since = told.posture->since,
                             .over = told.posture->over});
  }
  state.face.reset();
  if (told.face) {
    state.face = LiveFace{.from = told.face->from,
                          .to = told.face->to,
                          .since = told.face->since,
                          .over = told.face->over};
    // It has been there for some ticks: is_whole() finds one that has not.
    pose::Pose stood = state.poses.last();
    std::ranges::copy(told.face->to, stood.channels.begin());
    state.poses = pose::PoseHistory(stood);
  }
  return put_back(told, state.life);
}

}  // namespace

Result<QuietScene> tell_quiet(const SceneAtTick& scene) {
  QuietScene quiet{
      .tick = scene.tick, .characters = {}, .points = {}, .targets = {}, .clients = {}};
  for (const ShardSnapshot& shard : scene.shards) {
    for (std::size_t i = 0; i < shard.characters.size(); ++i) {
      const CharacterState& state = shard.characters[i];
      if (!state.blocks.empty() || !state.waiting.empty() || !state.segments.empty()) {
        return Error{ErrorCode::Unsupported, "a character holds what a script has left"};
      }
      quiet.characters.push_back(told(shard.frames[i].character, state));
    }
  }
  std::ranges::sort(quiet.characters, {}, &ToldCharacter::id);
  if (!scene.shards.empty()) {
    for (const SetPoint& point : scene.shards.front().set_points) {
      quiet.points.push_back(told(point));
    }
  }
  return quiet;
}

bool put_back(const QuietScene& scene, ShardSnapshot& snapshot) {
  for (std::size_t i = 0; i < snapshot.characters.size(); ++i) {
    const CharacterId id = snapshot.frames[i].character;
    const auto told = std::ranges::find(scene.characters, id, &ToldCharacter::id);
    if (told == scene.characters.end() || !put_back(*told, snapshot.characters[i])) return false;
  }
  snapshot.set_points.clear();
  for (const ToldPoint& point : scene.points) snapshot.set_points.push_back(told_point(point));
  return true;
}

bool is_whole(const QuietScene& told, const SceneAtTick& scene, const MadeScene& made) {
  Shard shard(made.rate, {}, made.physical_max);
  for (std::size_t i = 0; i < made.casts.size(); ++i) {
    shard.add_character({static_cast<std::uint32_t>(i + 1)}, made.casts[i], made.life);
  }
  shard.advance_to(told.tick, {});
  ShardSnapshot again = shard.snapshot();
  if (!put_back(told, again)) return false;
  std::size_t found = 0;
  for (const ShardSnapshot& before : scene.shards) {
    for (std::size_t i = 0; i < before.characters.size(); ++i) {
      const auto same =
          std::ranges::find(again.frames, before.frames[i].character, &Frame::character);
      if (same == again.frames.end()) return false;
      const auto place = static_cast<std::size_t>(same - again.frames.begin());
      if (again.characters[place] != before.characters[i]) return false;
      ++found;
    }
    if (before.set_points != again.set_points) return false;
  }
  return found == again.characters.size();
}

}  // namespace kine::server
