#include "realizer/dynamics/physical/stability.h"

#include <eigen3/Eigen/Cholesky>
#include <eigen3/Eigen/Eigenvalues>

#include <algorithm>
#include <array>

#include "realizer/core/assert.h"
#include "realizer/dynamics/physical/antagonists.h"
#include "realizer/dynamics/physical/body_map.h"

namespace kine::dynamics::physical {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

/// Of the central difference: its error is a millionth of a torque at most.
constexpr double kNudge_rad = 1e-4;

/// What such differences leave of nothing.
constexpr double kNothing_Nm_rad = 1e-5;

/// A step is of no importance here: none is made.
constexpr Seconds kNoStep{0.001};

/// The pose with one degree of freedom turned a little.
EngineState nudged(const EngineState& state, const FigureJoint& joint, std::size_t number,
                   double by_rad) {
  EngineState result = state;
  auto& positions = result.positions;
  if (!joint.is_ball()) {
    positions[joint.coordinate + number] += by_rad;
    return result;
  }
  const Vec3 turn{number == 0 ? by_rad : 0, number == 1 ? by_rad : 0, number == 2 ? by_rad : 0};
  const Quat turned = normalized(rotation_of(joint, positions) * from_rotation_vector(turn));
  const std::array<double, 4> ball = {turned.w, turned.x, turned.y, turned.z};
  std::ranges::copy(ball, positions.begin() + static_cast<std::ptrdiff_t>(joint.coordinate));
  return result;
}

/// One a degree of freedom, the base's first.
std::vector<double> gravity_in(Engine& engine, const EngineState& state,
                               std::span<const Load> loads) {
  const std::vector<Spring> none(engine.degrees());
  std::vector<double> torques(engine.degrees());
  engine.load(state, loads);
  engine.look(none, kNoStep);
  engine.gravity_torques_Nm(torques);
  return torques;
}

/// How gravity's torques grow with the angles. Of a ball it is not symmetric where gravity turns
/// it, for its springs pull along axes that turn with it; what that adds does no work.
MatrixXd gravity_growth_Nm_rad(Engine& engine, const HeldPose& pose) {
  std::vector<Load> loads(pose.loads.begin(), pose.loads.end());
  for (Load& load : loads) load.believed_kg = load.mass_kg;
  const auto count = static_cast<Index>(engine.degrees() - kBaseDegrees);
  MatrixXd growth = MatrixXd::Zero(count, count);
  for (const FigureJoint& joint : pose.joints) {
    for (std::size_t i = 0; i < joint.degrees(); ++i) {
      const auto column = static_cast<Index>(joint.degree + i - kBaseDegrees);
      const auto after = gravity_in(engine, nudged(pose.state, joint, i, kNudge_rad), loads);
      const auto before = gravity_in(engine, nudged(pose.state, joint, i, -kNudge_rad), loads);
      for (Index row = 0; row < count; ++row) {
        const std::size_t degree = static_cast<std::size_t>(row) + kBaseDegrees;
        growth(row, column) = (after[degree] - before[degree]) / (2 * kNudge_rad);
      }
    }
  }
  return 0.5 * (growth + growth.transpose());
}

/// The greatest s for which growth - s diag(tensions) is on the verge of being negative definite,
/// and the degree of freedom that then has most of the springs' energy.
struct Verge {
  double scale = 0;
  Index weakest = 0;
};

Verge verge_of(const MatrixXd& growth, const VectorXd& tensions) {
  const VectorXd scale = tensions.cwiseSqrt().cwiseInverse();
  const MatrixXd scaled = scale.asDiagonal() * growth * scale.asDiagonal();
  const Eigen::SelfAdjointEigenSolver<MatrixXd> solver(scaled);
  const Index last = scaled.rows() - 1;  // eigenvalues come in increasing order
  Verge verge{.scale = std::max(solver.eigenvalues()(last), 0.0)};
  solver.eigenvectors().col(last).cwiseAbs().maxCoeff(&verge.weakest);
  return verge;
}

double without_noise(double growth_Nm_rad) {
  return growth_Nm_rad > kNothing_Nm_rad ? growth_Nm_rad : 0;
}

/// By the Schur complement: with A the matrix of the others, which must hold by themselves, and b
/// how they pull at this one, tension - growth - b' A^-1 b must be above 0.
std::optional<double> critical_of(Index one, const MatrixXd& growth, const VectorXd& tensions) {
  const Index others = growth.rows() - 1;
  const auto other = [&](Index i) { return i < one ? i : i + 1; };
  MatrixXd held(others, others);
  VectorXd pull(others);
  for (Index i = 0; i < others; ++i) {
    pull(i) = growth(other(i), one);
    for (Index j = 0; j < others; ++j) {
      held(i, j) = (i == j ? tensions(other(i)) : 0.0) - growth(other(i), other(j));
    }
  }
  if (others == 0) return without_noise(growth(one, one));
  const Eigen::LLT<MatrixXd> factors(held);
  if (factors.info() != Eigen::Success) return {};
  return without_noise(growth(one, one) + pull.dot(factors.solve(pull)));
}

/// Those of the two springs of each degree of freedom, with which they hold the pose.
std::vector<double> tensions_in(Engine& engine, const Figure& figure, const TorsoState& torso,
                                std::span<const Load> loads) {
  const EngineState& state = torso.engine;
  const std::vector<double> gravity_Nm = gravity_in(engine, state, loads);
  std::vector<double> tensions(figure.degrees);
  for (const FigureJoint& joint : figure.joints) {
    const Vec3 turns =
        joint.is_ball() ? rotation_vector(rotation_of(joint, state.positions)) : Vec3{};
    const std::array<double, 3> ball_rad = {turns.x, turns.y, turns.z};
    for (std::size_t i = 0; i < joint.degrees(); ++i) {
      const std::size_t degree = joint.degree + i;
      const double angle_rad =
          joint.is_ball() ? ball_rad[i] : state.positions[joint.coordinate + i];
      const double held_Nm = torso.firmness.compensation[degree] * gravity_Nm[degree];
      tensions[degree] = equilibrium_gains(torso.firmness.stiffness_Nm_rad[degree], angle_rad,
                                           held_Nm, set_points_of(joint, i))
                             .tension_Nm_rad();
    }
  }
  return tensions;
}

std::vector<Load> loads_of(const Figure& figure, const HandLoads& hands) {
  std::vector<Load> loads;
  for (std::size_t side = 0; side < hands.size(); ++side) {
    const HandLoad& carried = hands[side];
    if (carried == HandLoad{}) continue;
    loads.push_back({figure.loads[side], carried.mass_kg, carried.believed_kg});
  }
  return loads;
}

}  // namespace

Stability compute_stability(Engine& engine, const HeldPose& pose) {
  KINE_ASSERT(pose.tensions_Nm_rad.size() == engine.degrees());
  const MatrixXd growth = gravity_growth_Nm_rad(engine, pose);
  VectorXd tensions(growth.rows());
  for (Index i = 0; i < tensions.size(); ++i) {
    tensions(i) = pose.tensions_Nm_rad[static_cast<std::size_t>(i) + kBaseDegrees];
    KINE_ASSERT(tensions(i) > 0);
  }
  const Verge verge = verge_of(growth, tensions);
  Stability stability{.critical_scale = verge.scale,
                      .weakest = static_cast<std::size_t>(verge.weakest),
                      .degrees = {}};
  for (Index i = 0; i < tensions.size(); ++i) {
    stability.degrees.push_back({tensions(i), critical_of(i, growth, tensions)});
  }
  return stability;
}

Stability compute_stability(const std::shared_ptr<const TorsoModel>& model, const TorsoState& torso,
                            const HandLoads& hands) {
  const Figure& figure = model->figure;
  const auto engine = model->engine->make_engine();
  const std::vector<Load> loads = loads_of(figure, hands);
  const std::vector<double> tensions = tensions_in(*engine, figure, torso, loads);
  return compute_stability(*engine, {.state = torso.engine,
                                     .joints = figure.joints,
                                     .tensions_Nm_rad = tensions,
                                     .loads = loads});
}

}  // namespace kine::dynamics::physical
