#include "tests/support/motion/footprints.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "realizer/prepare/prepare.h"

namespace kine::test {
namespace {

Quat quat_of(const std::array<float, 4>& q) { return {q[0], q[1], q[2], q[3]}; }

bool is_finger(std::size_t joint) {
  const auto within = [&](body::Joint first, body::Joint last) {
    return joint >= body::index_of(first) && joint <= body::index_of(last);
  };
  return within(body::Joint::LeftThumbMetacarpal, body::Joint::LeftLittleDistal) ||
         within(body::Joint::RightThumbMetacarpal, body::Joint::RightLittleDistal);
}

}  // namespace

std::array<Vec3, body::kJointCount> joints_in_world(const Frame& frame, const body::Body& body) {
  const auto& root = frame.root;
  const Quat world_from_root{root[3], root[4], root[5], root[6]};
  std::array<Vec3, body::kJointCount> places;
  std::array<Quat, body::kJointCount> turns;
  for (std::size_t i = 0; i < places.size(); ++i) {
    const Quat turn = quat_of(frame.parent_from_joint[i]);
    const auto parent = body::parent_of(body::joint_at(i));
    if (!parent) {
      places[i] = Vec3{root[0], root[1], root[2]} +
                  world_from_root * Vec3{frame.hips_m[0], frame.hips_m[1], frame.hips_m[2]};
      turns[i] = world_from_root * turn;
      continue;
    }
    const std::size_t above = body::index_of(*parent);
    places[i] = places[above] + turns[above] * body.offsets_m[i];
    turns[i] = turns[above] * turn;
  }
  return places;
}

body::Placement placement_of(const Frame& frame) {
  const auto& root = frame.root;
  return {
      .position_m = {root[0], root[1], root[2]},
      .heading_rad = 2 * std::atan2(static_cast<double>(root[4]), static_cast<double>(root[6]))};
}

Performed perform(const Performance& performance) {
  Shard shard(TickRate(performance.ticks_a_second));
  const auto life = autonomy::LifeOptions{
      .liveliness = performance.alive ? autonomy::Liveliness::Alive : autonomy::Liveliness::Still};
  std::uint32_t id = 0;
  for (const auto& cast : performance.casts) shard.add_character(CharacterId{++id}, cast, life);
  std::vector<std::string> names;
  for (const SetTarget& target : performance.targets) names.push_back(target.name);
  Performed performed;
  std::uint64_t blocks = 0;
  for (std::uint64_t tick = 0; tick < performance.ticks; ++tick) {
    std::vector<Input> inputs;
    if (tick == 0) inputs.assign(performance.targets.begin(), performance.targets.end());
    for (const Submitted& script : performance.scripts) {
      if (script.tick != tick) continue;
      std::vector<Located> located;
      for (const SetTarget& target : performance.targets) {
        located.push_back({target.name, {.position_m = target.point_m}});
      }
      for (std::size_t i = 0; i < performance.casts.size() && tick > 0; ++i) {
        located.push_back({performance.casts[i]->name, test::placement_of(shard.frames()[i])});
      }
      Diagnostics diagnostics;
      const auto prepared = prepare(script.text,
                                    {.casts = performance.casts,
                                     .script_id = "script",
                                     .character = {},
                                     .set_targets = names,
                                     .live = {.located = located}},
                                    diagnostics);
      if (!prepared) throw std::runtime_error(prepared.error().message);
      for (const Warning& warning : diagnostics.warnings()) {
        performed.warnings.push_back(warning.message);
      }
      for (const auto& block : prepared->blocks) {
        inputs.emplace_back(PlayBlock{CharacterId{1}, BlockId{++blocks}, ClientId{}, block});
      }
    }
    if (performance.interrupted_at == tick) {
      inputs.emplace_back(Interrupt{.character = CharacterId{1}, .block = {}});
    }
    shard.advance_to(Tick{tick}, inputs);
    performed.frames.push_back(shard.frames().front());
    performed.feedback.insert(performed.feedback.end(), shard.feedback().begin(),
                              shard.feedback().end());
  }
  performed.last = shard.snapshot();
  return performed;
}

std::string bml(const std::string& inside, const std::string& id) {
  return R"(<bml xmlns="http://www.bml-initiative.org/bml/bml-1.0" id=")" + id + "\">" + inside +
         "</bml>";
}

double slid_m(const std::vector<Frame>& frames, const body::Body& body, double down_m) {
  const auto rest = body.compute_model(body.base_pose).positions_m;
  double slid = 0;
  for (const body::Joint ball : {body::Joint::LeftToes, body::Joint::RightToes}) {
    const std::size_t index = body::index_of(ball);
    std::optional<Vec3> stood_m;
    for (const Frame& frame : frames) {
      const Vec3 place = joints_in_world(frame, body)[index];
      if (place.y > rest[index].y + down_m) {
        stood_m.reset();
        continue;
      }
      const Vec3 stood = stood_m.value_or(place);
      stood_m = stood;
      slid = std::max(slid, std::hypot(place.x - stood.x, place.z - stood.z));
    }
  }
  return slid;
}

double velocity_jump_m_s(const std::vector<Frame>& frames, const body::Body& body,
                         std::uint32_t ticks_a_second) {
  double jump = 0;
  for (std::size_t i = 2; i < frames.size(); ++i) {
    const auto now = joints_in_world(frames[i], body);
    const auto before = joints_in_world(frames[i - 1], body);
    const auto first = joints_in_world(frames[i - 2], body);
    for (std::size_t joint = 0; joint < now.size(); ++joint) {
      if (is_finger(joint)) continue;
      const Vec3 changed = now[joint] - 2 * before[joint] + first[joint];
      jump = std::max(jump, length(changed) * ticks_a_second);
    }
  }
  return jump;
}

}  // namespace kine::test
