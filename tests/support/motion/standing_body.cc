#include "tests/support/motion/standing_body.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace kine::test {
namespace {

namespace physical = dynamics::physical;

constexpr double kTicks = 60;

std::shared_ptr<const physical::TorsoModel> model_of(const body::Body& body) {
  auto model = physical::whole_model_of(body);
  if (!model) throw std::runtime_error(model.error().message);
  return *std::move(model);
}

std::shared_ptr<const physical::TorsoModel> logged_model_of(const body::Body& body, StepLog& log) {
  const auto model = model_of(body);
  return std::make_shared<const physical::TorsoModel>(
      physical::TorsoModel{model->figure, logged(model->engine, log)});
}

struct StandingPose {
  explicit StandingPose(const body::Body& body) {
    for (std::size_t i = 0; i < rotations.size(); ++i) put(i, body.base_pose[i]);
    const Vec3& hips = body.offsets_m[0];
    hips_m = {static_cast<float>(hips.x), static_cast<float>(hips.y), static_cast<float>(hips.z)};
  }

  void bow(double angle_rad) {
    const std::size_t spine = body::index_of(body::Joint::Spine);
    const auto& [x, y, z, w] = rotations[spine];
    put(spine, rotation_about({1, 0, 0}, angle_rad) * Quat{x, y, z, w});
  }

  void put(std::size_t row, const Quat& q) {
    rotations[row] = {static_cast<float>(q.x), static_cast<float>(q.y), static_cast<float>(q.z),
                      static_cast<float>(q.w)};
  }

  dynamics::Rotations rotations;
  std::array<float, 3> hips_m;
};

}  // namespace

StandingBody::StandingBody(const body::Body& body) : body_(body), torso_(model_of(body)) {}

StandingBody::StandingBody(const body::Body& body, StepLog& log)
    : body_(body), torso_(logged_model_of(body, log)) {}

std::vector<physical::TorsoState> StandingBody::stand(double length_s, const StandingWish& wish) {
  const std::optional<Shove>& shove = wish.shove;
  const physical::TorsoPush push{.joint = body::Joint::UpperChest,
                                 .force_N = shove ? shove->force_N : Vec3{}};
  dynamics::WantedMotion wanted;
  std::vector<physical::TorsoState> states;
  for (int tick = 0; tick < std::lround(kTicks * length_s); ++tick) {
    StandingPose pose(body_);
    const double time_s = tick / kTicks;
    pose.bow(wish.bows_rad_s * time_s);
    wanted.advance_to({&pose.rotations, &pose.hips_m});
    const bool pushed = shove && time_s >= shove->at_s && time_s < shove->at_s + shove->lasts_s;
    const physical::TorsoTick asked{.wanted = wanted,
                                    .from = {},
                                    .to = {},
                                    .tensions = wish.tensions,
                                    .step = Seconds(1 / kTicks),
                                    .pushes = {&push, pushed ? 1u : 0u},
                                    .may_sleep = wish.may_sleep && !pushed,
                                    .stands = true};
    if (states.empty()) {
      states.push_back(torso_.begin(asked));
      continue;
    }
    physical::TorsoState state = states.back();
    if (!torso_.advance(asked, state)) break;
    states.push_back(state);
  }
  return states;
}

Vec3 hips_m(const physical::TorsoState& state) {
  const auto& p = state.engine.positions;
  return {p[0], p[1], p[2]};
}

}  // namespace kine::test
