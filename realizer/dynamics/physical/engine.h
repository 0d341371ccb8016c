// The door to the rigid body engine, MuJoCo: engine.cc alone sees its headers. A build without
// MuJoCo has engine_missing.cc in its place.
//
//   MJCF --read_engine_model--> EngineModel --make_engine--> Engine
//   state --load--> Engine --look, step, …--save--> state
//
// An EngineModel is const and shared by all threads. An Engine is scratch: it holds no character,
// and any number of them take turns in it. What a character keeps is an EngineState, plain numbers.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "realizer/core/result.h"
#include "realizer/core/time.h"
#include "realizer/math/quat.h"
#include "realizer/math/vec3.h"

namespace kine::dynamics::physical {

/// Whether this build has an engine.
extern const bool kHasEngine;

/// Figures have no more coordinates and no more degrees of freedom.
inline constexpr std::size_t kCoordinatesMax = 50;
inline constexpr std::size_t kDegreesMax = 48;

/// A figure begins with a base that is free: a place and a quaternion.
inline constexpr std::size_t kBaseCoordinates = 7;
inline constexpr std::size_t kBaseDegrees = 6;
inline constexpr std::size_t kBaseBody = 1;  // its number in the model: the world is 0

/// All that the next step depends on.
struct EngineState {
  std::array<double, kCoordinatesMax> positions = {};
  std::array<double, kDegreesMax> velocities = {};
  std::array<float, kDegreesMax> warm_start = {};  // of the solver of constraints

  friend bool operator==(const EngineState&, const EngineState&) = default;
};

/// A spring and a damper of one degree of freedom, taken in implicitly.
struct Spring {
  double torque_Nm = 0;         // at the present angle, of springs and of what is given
  double stiffness_Nm_rad = 0;  // how the torque falls with the angle
  double damping_Nms_rad = 0;   // and with the speed
  double inertia_kg_m2 = 0;     // that it turns, as far as that is known
};

/// A force on a body of the model, at a point of it.
struct Force {
  std::size_t body = 0;  // its number in the model: the world is 0, the base 1
  Vec3 point_m;          // in the axes of the body
  Vec3 force_N;          // in the world
};

/// A point mass that a body of the model has beside its own.
struct Load {
  std::size_t body = 0;
  double mass_kg = 0;
  double believed_kg = 0;  // what gravity_torques_Nm() takes it for
};
inline constexpr std::size_t kEngineLoadsMax = 2;

/// How the base of a figure moves.
enum class BaseMode : std::uint8_t {
  Told,          // as it is told: nothing that pulls at it moves it, and nothing meets the ground
  ToldOnGround,  // the same, but what hangs on it meets the ground
  Free           // by what pulls at it and carries it
};

/// A mass as a point.
struct MassPoint {
  Vec3 position_m;
  Vec3 velocity_m_s;
};

/// Where a base that moves as it is told will be after a step, and how fast it goes until then.
struct BaseMotion {
  Vec3 position_m;
  Quat world_from_base;
  Vec3 velocity_m_s;   // in the world
  Vec3 turning_rad_s;  // in the axes of the base
};

class Engine {
 public:
  virtual ~Engine() = default;

  virtual std::size_t coordinates() const = 0;
  virtual std::size_t degrees() const = 0;

  /// Nothing is left of the figure that was there before. Pre: at most kEngineLoadsMax loads.
  virtual void load(const EngineState& state, std::span<const Load> loads = {},
                    BaseMode base = BaseMode::Told) = 0;
  virtual void save(EngineState& state) const = 0;

  /// Works out where everything is, with the springs' stiffness and damping in force: the fold of
  /// engine.cc needs them first. One a degree of freedom.
  virtual void look(std::span<const Spring> springs, Seconds step) = 0;

  /// Where a point of a body is in the world. Pre: look(), and no step since.
  virtual Vec3 place_m(std::size_t body, const Vec3& point_m) const = 0;

  /// What gravity is taken to do about each degree of freedom. Pre: look().
  virtual void gravity_torques_Nm(std::span<double> torques) const = 0;

  /// The inertia about each degree of freedom: of all that hangs on it, and after look() of loads,
  /// too. Pre: load() or look(), and no step since.
  virtual void inertias_kg_m2(std::span<double> inertias) const = 0;

  /// One step on. The first six degrees of freedom are those of the base. Pre: look() with the same
  /// stiffness and damping. False where numbers went wrong: what is saved then is worth nothing.
  virtual bool step(std::span<const Spring> springs, const BaseMotion& base,
                    std::span<const Force> forces = {}) = 0;

  /// The same of a base that is free. Pre: it was loaded so.
  virtual bool step_free(std::span<const Spring> springs, std::span<const Force> forces = {}) = 0;

  /// What the ground did about each degree of freedom in the last step. Pre: step_free().
  virtual void ground_torques_Nm(std::span<double> torques) const = 0;

  /// Of the whole figure. Pre: load() or look(), and the base is free.
  virtual MassPoint centre_of_mass() const = 0;
};

class EngineModel {
 public:
  virtual ~EngineModel() = default;
  virtual std::size_t coordinates() const = 0;
  virtual std::size_t degrees() const = 0;
  virtual std::unique_ptr<Engine> make_engine() const = 0;
};

/// An error names what of the model is wrong.
Result<std::shared_ptr<const EngineModel>> read_engine_model(const std::string& mjcf);

}  // namespace kine::dynamics::physical
