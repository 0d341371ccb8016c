#include "realizer/dynamics/physical/torso.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "realizer/core/assert.h"
#include "realizer/dynamics/physical/firmness.h"
#include "realizer/dynamics/physical/legs.h"
#include "realizer/dynamics/physical/standing.h"
#include "realizer/math/ease.h"

namespace kine::dynamics::physical {
namespace {

constexpr Seconds kStepMost{0.002};

// One that has been slow for so long takes longer steps.
constexpr Seconds kSettledStepMost{0.005};
constexpr Seconds kSettlesIn{0.5};

Quat row_of(const Rotations& rotations, body::Joint joint) {
  const auto& [x, y, z, w] = rotations[body::index_of(joint)];
  return normalized({x, y, z, w});
}

void put(const Quat& q, body::Joint joint, Rotations& rotations) {
  rotations[body::index_of(joint)] = {static_cast<float>(q.x), static_cast<float>(q.y),
                                      static_cast<float>(q.z), static_cast<float>(q.w)};
}

/// What the spring does to a joint that is there.
Vec3 pull_N(const TorsoDrag& drag, const Vec3& joint_m) {
  const Vec3 whole_N = drag.stiffness_N_m * (drag.to_m - joint_m);
  const double most = length(whole_N);
  return most <= drag.most_N ? whole_N : drag.most_N / most * whole_N;
}

/// What is left of where it was.
HipsPlace between(const HipsPlace& wanted, const HipsPlace& left, double share) {
  return {wanted.position_m + share * (left.position_m - wanted.position_m),
          slerp(wanted.world_from_base, left.world_from_base, share)};
}

/// One that lies on its side rests on a shoulder, which comes to hold its hips up.
void rest_on_shoulder(const Figure& figure, double share, HipsPlace& hips) {
  const double on_side = std::abs((hips.world_from_base * Vec3{1, 0, 0}).y);
  const double too_low_m = on_side * figure.lying_on_side_m - hips.position_m.y;
  hips.position_m.y += share * std::max(too_low_m, 0.0);
}

/// The coordinates of a joint, from where they are wanted to where they were left.
void come_between(const FigureJoint& joint, std::span<const double> left, double share,
                  std::span<double> wanted) {
  if (joint.is_ball()) {
    take_coordinates(joint, slerp(rotation_of(joint, wanted), rotation_of(joint, left), share),
                     wanted);
    return;
  }
  for (std::size_t i = joint.coordinate; i < joint.coordinate + joint.hinges; ++i) {
    wanted[i] = std::lerp(wanted[i], left[i], share);
  }
}

/// A tick in even steps.
struct Steps {
  int count;
  Seconds step;
};

Steps steps_of(const TorsoTick& tick, const TorsoState& state) {
  const bool has_settled = state.slow_s >= kSettlesIn.count() && tick.pushes.empty();
  const Seconds most = has_settled ? kSettledStepMost : kStepMost;
  const auto count = static_cast<int>(std::ceil(tick.step / most - 1e-9));
  return {count, tick.step / count};
}

/// What is held by a push is not at rest, and what may not sleep has only settled.
void notice_speed(const TorsoTick& tick, TorsoState& state) {
  const auto is_slow = [](double speed) { return std::abs(speed) < kSlow; };
  const bool rests = tick.pushes.empty() && std::ranges::all_of(state.engine.velocities, is_slow);
  const Seconds most = tick.may_sleep ? kSleepsIn : kSettlesIn;
  state.slow_s = rests ? std::min(state.slow_s + tick.step.count(), most.count()) : 0;
}

/// The ground's push is felt through a low-pass: else it would answer to itself.
constexpr Seconds kGroundFelt{0.05};

/// It is felt as no more than would turn a leg so far: some 200 Nm, what a knee bears in a crouch
/// on one leg. What is felt is pushed against, which is felt in turn: with more, a step that lands
/// hard throws the body into the air.
constexpr double kGroundFeltMost_rad = 0.15;

double component(const Vec3& v, std::size_t i) { return i == 0 ? v.x : i == 1 ? v.y : v.z; }

Result<std::shared_ptr<const TorsoModel>> model_of(Figure figure) {
  auto engine = read_engine_model(figure.mjcf);
  if (!engine) return engine.error();
  KINE_ASSERT((*engine)->coordinates() == figure.coordinates);
  KINE_ASSERT((*engine)->degrees() == figure.degrees);
  return std::make_shared<const TorsoModel>(TorsoModel{std::move(figure), *std::move(engine)});
}

/// What is planned comes and goes in a moment, and never from one tick to the next.
void heed_plan(Seconds step, TorsoState& state) {
  constexpr Seconds kMoment{0.3};
  const bool rolls = state.leaving && state.leaving->rolls;
  const double heeded = state.fall.has_begun() ? 0 : rolls ? 1 - state.leaving->share() : 1;
  const double most = step / kMoment;
  state.planned += std::clamp(heeded - state.planned, -most, most);
}

}  // namespace

SetPoints set_points_of(const FigureJoint& joint, std::size_t degree) {
  return {joint.low_rad[degree] - kBeyondSetPoint_rad,
          joint.high_rad[degree] + kBeyondSetPoint_rad};
}

bool TorsoState::is_unsettled() const {
  if (!stands) return false;
  const auto& v = engine.velocities;
  const bool sways = std::hypot(v[0], v[1], v[2]) > kSlow || std::hypot(v[3], v[4], v[5]) > kSlow;
  return sways || fall.has_begun() || stepping.is_under_way();
}

double TorsoState::planned_share() const { return eased(planned); }

Result<std::shared_ptr<const TorsoModel>> torso_model_of(const body::Body& body) {
  const auto whole = check_segments(body, false);
  return whole ? model_of(torso_of(body)) : whole.error();
}

Result<std::shared_ptr<const TorsoModel>> whole_model_of(const body::Body& body) {
  const auto whole = check_segments(body, true);
  return whole ? model_of(whole_body_of(body)) : whole.error();
}

Torso::Torso(std::shared_ptr<const TorsoModel> model)
    : model_(std::move(model)),
      engine_(model_->engine->make_engine()),
      springs_(model_->figure.degrees) {}

TorsoState Torso::begin(const TorsoTick& tick, double share) {
  TorsoState state{.engine = wanted_state(tick, share)};
  take_wanted(tick);
  keep_way(state);
  load(tick, state.engine, BaseMode::Told);
  take_tensions(tick, Onset::Now, state);
  return state;
}

/// The torques of all springs towards the wanted pose, for the figure as it is.
void Torso::pull(const TorsoState& state) {
  const std::span<const double> coordinates = state.engine.positions;
  engine_->gravity_torques_Nm(std::span(gravity_Nm_).first(figure().degrees));
  for (const FigureJoint& joint : figure().joints) {
    Vec3 wanted_turns;
    Vec3 error;
    if (joint.is_ball()) {
      const Quat wanted = rotation_of(joint, wanted_);
      wanted_turns = rotation_vector(wanted);
      error = rotation_vector(conjugate(rotation_of(joint, coordinates)) * wanted);
    }
    for (std::size_t i = 0; i < joint.degrees(); ++i) {
      const std::size_t degree = joint.degree + i;
      const SetPoints points = set_points_of(joint, i);
      const double asked_rad =
          (joint.is_ball() ? component(wanted_turns, i) : wanted_[joint.coordinate + i]) +
          leaning_rad_[degree];
      const SetPoints reach{joint.low_rad[i] - kReachBeyondLimit_rad,
                            joint.high_rad[i] + kReachBeyondLimit_rad};
      const double wanted_rad =  // balance and a fall ask for more than limits allow
          std::clamp(asked_rad, reach.low_rad, reach.high_rad);
      const double angle_rad =
          joint.is_ball() ? wanted_rad - component(error, i) : coordinates[joint.coordinate + i];
      const double compensation = firmness_.compensation[degree];
      const double held_Nm = compensation * (gravity_Nm_[degree] + state.ground_Nm[degree]);
      const Gains gains =
          predicted_[degree]
              ? gains_on_the_way(*predicted_[degree], wanted_rad, compensation, reach, points)
              : equilibrium_gains(springs_[degree].stiffness_Nm_rad, wanted_rad, held_Nm, points);
      const double most_Nm = strength_Nm_[degree];
      springs_[degree].torque_Nm =
          std::clamp(torque_Nm(gains, angle_rad, points), -most_Nm, most_Nm);
    }
  }
}

void Torso::load(const TorsoTick& tick, const EngineState& state, BaseMode base) {
  std::array<Load, body::kSides.size()> loads;
  std::size_t taken = 0;
  for (std::size_t side = 0; side < tick.loads.size(); ++side) {
    const HandLoad& carried = tick.loads[side];
    if (carried.mass_kg == 0 && carried.believed_kg == 0) continue;
    loads[taken++] = {figure().loads[side], carried.mass_kg, carried.believed_kg};
  }
  engine_->load(state, std::span(loads).first(taken), base);
}

/// Balance where it stands, steps where that is not enough, and where it falls, it gives way.
void Torso::keep_up(const MassPoint& wanted, Seconds step, TorsoState& state) {
  const MassPoint now = over_feet(figure(), *engine_);
  notice_fall(now, wanted, state.stepping.is_under_way(), step.count(), state.fall);
  if (state.fall.has_begun()) {
    leaning_rad_ = {};
    predicted_ = {};
    state.ground_Nm = {};
    state.stepping = {};
    firmness_ = state.firmness;
    give_way(figure(), state.fall, wanted_, firmness_);
    take_springs();
    return;
  }
  take_steps(figure(), *engine_, step.count(), state.stepping);
  if (state.stepping.is_under_way()) {
    place_legs(figure(), *engine_, state.stepping, wanted_);
    lean_back(figure(), over_step(figure(), *engine_, state.stepping, wanted), {}, leaning_rad_);
    let_swing(figure(), state.stepping, leaning_rad_);
  } else {
    lean_back(figure(), now, wanted, leaning_rad_);
  }
}

void Torso::feel_ground(Seconds step, TorsoState& state) {
  const auto now_Nm = std::span(gravity_Nm_).first(figure().degrees);
  engine_->ground_torques_Nm(now_Nm);
  const double way = 1 - std::exp(-(step / kGroundFelt));
  for (std::size_t i = 0; i < now_Nm.size(); ++i) {
    const bool is_of_base = i < kBaseDegrees;
    const double stiffness =
        std::min(state.firmness.stiffness_Nm_rad[i], figure().leg_stiffness_Nm_rad);
    const double most_Nm = kGroundFeltMost_rad * stiffness;
    const double felt_Nm = is_of_base ? now_Nm[i] : std::clamp(now_Nm[i], -most_Nm, most_Nm);
    state.ground_Nm[i] = std::lerp(state.ground_Nm[i], felt_Nm, way);
  }
}

/// Those of this part of the tick, each by as much of it as it lasts. Pre: look().
std::span<const Force> Torso::forces_of(const TorsoTick& tick, double from, double to) {
  KINE_ASSERT(tick.pushes.size() <= forces_.size());
  std::size_t taken = 0;
  for (const TorsoPush& push : tick.pushes) {
    const double shared = std::min(to, push.to) - std::max(from, push.from);
    if (shared <= 0) continue;
    const FigureJoint* const joint = find_joint(figure(), push.joint);
    const auto force_at = [&](std::size_t body, const Vec3& at_m) {
      const Vec3 force_N =
          push.drag ? pull_N(*push.drag, engine_->place_m(body, at_m)) : push.force_N;
      return Force{body, at_m, shared / (to - from) * force_N};
    };
    if (joint == nullptr) {
      forces_[taken++] = force_at(kBaseBody, {});  // the hips, or legs where the figure has none
      continue;
    }
    const bool is_second = joint->second == push.joint;
    const Vec3 at_m = is_second ? joint->second_at_m : Vec3{};
    forces_[taken++] = force_at(joint->body, at_m);
  }
  return std::span(forces_).first(taken);
}

bool Torso::advance(const TorsoTick& tick, TorsoState& state) {
  if (sleeps_on(tick, state)) return true;
  return tick.stands && figure().stands ? advance_free(tick, state) : advance_told(tick, state);
}

bool Torso::advance_told(const TorsoTick& tick, TorsoState& state) {
  const auto [steps, step] = steps_of(tick, state);
  TorsoState next = state;
  next.ground_Nm = {};
  next.fall = {};
  next.stepping = {};
  if (std::exchange(next.stands, false)) {
    next.leaving = {.from = state.engine.positions,
                    .rolls = state.fall.has_begun(),
                    .steps = state.stepping.phase == Stepping::Phase::Done,
                    .around = state.stepping.way_back(),
                    .waits_s = tick.leaves_after.count(),
                    .over_s = tick.leaves_over.count()};
  }
  leaning_rad_ = {};
  foresee(tick, BaseMode::Told);
  const bool rolls = next.leaving && next.leaving->rolls;
  load(tick, next.engine, rolls ? BaseMode::ToldOnGround : BaseMode::Told);
  take_wanted(tick);
  take_tensions(tick, Onset::AsAsked, next);
  HipsPlace base = hips_of(next.engine.positions);
  for (int i = 1; i <= steps; ++i) {
    const double before = static_cast<double>(i - 1) / steps;
    const double share = static_cast<double>(i) / steps;
    want(share, next);
    HipsPlace after = base_at(tick, share);
    if (next.leaving) {
      next.leaving->since_s += step.count();
      const double left = next.leaving->share();
      after = between(after, hips_of(next.leaving->from), left);
      if (rolls) rest_on_shoulder(figure(), 1 - next.leaving->share_of_arms(), after);
      for (const FigureJoint& joint : figure().joints) {
        const bool is_sooner = rolls && is_of_arm(joint.joint);
        come_between(joint, next.leaving->from, is_sooner ? next.leaving->share_of_arms() : left,
                     wanted_);
      }
    }
    become_firm(next.firmness, 0.5 * (before + share));
    engine_->look(springs_, step);
    see_inertias(tick, i == 1);
    pull(next);
    const BaseMotion motion = motion_between(base, after, step.count());
    if (!engine_->step(springs_, motion, forces_of(tick, before, share))) return false;
    engine_->save(next.engine);
    base = after;
  }
  keep_way(next);
  tell_legs(tick, next);
  if (next.leaving && next.leaving->is_over()) next.leaving.reset();
  heed_plan(tick.step, next);
  notice_speed(tick, next);
  state = next;
  return true;
}

/// Legs of a body that is told where to be are as they are wanted.
void Torso::tell_legs(const TorsoTick& tick, TorsoState& state) const {
  for (const FigureJoint& joint : figure().joints) {
    if (is_of_leg(joint.joint)) take_wanted(tick, joint, 1, state.engine);
  }
  if (!state.leaving) return;
  if (state.leaving->steps) return step_together(tick, state);
  for (const FigureJoint& joint : figure().joints) {
    if (!is_of_leg(joint.joint)) continue;
    come_between(joint, state.leaving->from, state.leaving->share(), state.engine.positions);
  }
  if (!state.leaving->rolls) return;
  lay_legs(figure(), hips_of(state.engine.positions), state.leaving->share(),
           state.engine.positions);
}

/// Each foot steps from where it was to where it is wanted.
void Torso::step_together(const TorsoTick& tick, TorsoState& state) const {
  const Leaving& leaving = *state.leaving;
  const HipsPlace now = hips_of(state.engine.positions);
  const HipsPlace wanted = base_at(tick, 1);
  const double over = (leaving.since_s - leaving.waits_s) / leaving.over_s;
  const double stepped = 1 - eased_between(0.8, 1, over);  // at last they are as wanted
  const Quat heading = tick.to.world_from_character();
  EngineState told = state.engine;
  for (std::size_t side = 0; side < figure().legs.size(); ++side) {
    const Vec3 from = ankle_m(figure(), side, hips_of(leaving.from), leaving.from);
    const Vec3 to = ankle_m(figure(), side, wanted, state.engine.positions);
    constexpr double kStays_m = 0.02;
    constexpr double kAround_m = 0.2;
    const Vec3 around = heading * Vec3{0, 0, leaving.around * kAround_m};
    const Vec3 place = length(to - from) < kStays_m ? from + (1 - leaving.share()) * (to - from)
                       : leaving.around == 0        ? stepping_m(from, to, over)
                                                    : passing_m(from, to, over, around);
    bring_ankle(figure(), side, now, place, heading, told.positions);
  }
  for (const FigureJoint& joint : figure().joints) {
    if (is_of_leg(joint.joint))
      come_between(joint, told.positions, stepped, state.engine.positions);
  }
}

bool Torso::advance_free(const TorsoTick& tick, TorsoState& state) {
  const auto [steps, step] = steps_of(tick, state);
  TorsoState next = state;
  next.stands = true;
  next.leaving.reset();
  load(tick, wanted_state(tick, 1), BaseMode::Free);
  const MassPoint wanted = over_feet(figure(), *engine_);
  foresee(tick, BaseMode::Free);
  load(tick, next.engine, BaseMode::Free);
  take_wanted(tick);
  take_tensions(tick, Onset::AsAsked, next);
  for (int i = 1; i <= steps; ++i) {
    const double before = static_cast<double>(i - 1) / steps;
    const double share = static_cast<double>(i) / steps;
    want(share, next);
    become_firm(next.firmness, 0.5 * (before + share));
    engine_->look(springs_, step);
    see_inertias(tick, i == 1);
    keep_up(wanted, step, next);
    pull(next);
    if (!engine_->step_free(springs_, forces_of(tick, before, share))) return false;
    engine_->save(next.engine);
    feel_ground(step, next);
    notice_rest(next.engine.velocities, step.count(), next.fall);
  }
  keep_way(next);
  heed_plan(tick.step, next);
  notice_speed(tick, next);
  state = next;
  return true;
}

void Torso::show(const TorsoState& state, const body::Placement& at,
                 const ShownPose& wanted) const {
  Rotations& rotations = *wanted.parent_from_joint;
  std::array<double, kCoordinatesMax> planned = {};
  const bool is_whole = state.stands || state.leaving;
  const double share = state.planned_share();
  if (is_whole) show_hips(state, at, wanted);
  for (const FigureJoint& joint : figure().joints) {
    if (is_of_leg(joint.joint) && !is_whole) continue;
    const JointTurns turns{row_of(rotations, joint.joint),
                           joint.second ? row_of(rotations, *joint.second) : Quat{}};
    take_coordinates(joint, whole_of(turns), planned);
    const Quat rest = rest_of(joint, whole_of(turns), planned);
    const Quat whole =
        rotation_of(joint, state.engine.positions) * (share < 1 ? slerp({}, rest, share) : rest);
    if (!joint.second) {
      put(normalized(whole), joint.joint, rotations);
      continue;
    }
    const JointTurns shared = shared_out(turns, whole);
    put(normalized(shared.first), joint.joint, rotations);
    put(normalized(shared.second), *joint.second, rotations);
  }
}

void Torso::show_hips(const TorsoState& state, const body::Placement& at,
                      const ShownPose& shown) const {
  const HipsPlace hips = hips_of(state.engine.positions);
  const Quat character_from_world = conjugate(at.world_from_character());
  const Vec3 hips_m = character_from_world * (hips.position_m - at.position_m);
  *shown.hips_m = {static_cast<float>(hips_m.x), static_cast<float>(hips_m.y),
                   static_cast<float>(hips_m.z)};
  put(normalized(character_from_world * hips.world_from_base), body::Joint::Hips,
      *shown.parent_from_joint);
}

}  // namespace kine::dynamics::physical
