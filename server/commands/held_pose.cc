#include "server/commands/held_pose.h"

#include <string_view>
#include <utility>

namespace kine::server {

namespace physical = dynamics::physical;

std::optional<HeldMoment> held_moment(const CharacterState& state, Tick tick) {
  const PhysicalMemory& memory = state.physical;
  if (memory.empty() || memory.front().refused || !memory.front().torso) return {};
  const PhysicalBody& body = memory.front();
  const auto any = physical::same_at_all_joints({});
  physical::TorsoState wanted = physical::Torso(body.model)
                                    .begin({.wanted = body.wanted,
                                            .from = body.placement,
                                            .to = body.placement,
                                            .tensions = any,
                                            .step = kStabilityRate.step()});
  wanted.firmness = body.torso->firmness;
  return HeldMoment{.tick = tick,
                    .model = body.model,
                    .stability = physical::compute_stability(body.model, wanted, body.loads)};
}

namespace {

void look_at(const CharacterState& state, Tick tick, Watched& watched) {
  if (watched.falls) return;
  std::optional<HeldMoment> moment = held_moment(state, tick);
  if (!moment) return;
  if (state.physical.front().torso->fall.has_begun()) {
    watched.falls = tick;
    return;
  }
  const auto scale = [](const HeldMoment& of) { return of.stability.critical_scale; };
  if (!watched.worst || scale(*moment) > scale(*watched.worst)) watched.worst = std::move(moment);
}

}  // namespace

std::vector<Watched> watch(OfflineStage& stage, Seconds length) {
  const Tick last = kStabilityRate.first_at_or_after({}, length);
  std::vector<Watched> watched;
  do {
    stage.advance();
    if (stage.tick().index % kTicksBetweenLooks != 0) continue;
    const ShardSnapshot now = stage.snapshot();
    watched.resize(now.characters.size());
    for (std::size_t i = 0; i < now.characters.size(); ++i) {
      look_at(now.characters[i], stage.tick(), watched[i]);
    }
  } while (stage.tick() < last && !stage.idle());
  return watched;
}

std::string name_of_degree(const physical::Figure& figure, std::size_t degree) {
  constexpr std::string_view kLetters = "xyz";
  for (const physical::FigureJoint& joint : figure.joints) {
    const std::size_t first = joint.degree - physical::kBaseDegrees;
    if (degree < first || degree >= first + joint.degrees()) continue;
    return std::string(body::name_of(joint.joint)) + " " +
           kLetters[static_cast<std::size_t>(joint.axis(degree - first))];
  }
  return {};
}

}  // namespace kine::server
