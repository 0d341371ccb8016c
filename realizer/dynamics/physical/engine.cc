#include "realizer/dynamics/physical/engine.h"

#include <mujoco/mujoco.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <mutex>
#include <stdexcept>
#include <vector>

#include "realizer/core/assert.h"

namespace kine::dynamics::physical {

const bool kHasEngine = true;

namespace {

/// The base is so heavy that nothing moves it: kg, and kg m^2.
constexpr double kBaseInertia = 1e6;

/// No joint of a person turns faster. Beyond some 300 rad / s the forces of turning, which the fold
/// leaves out, feed themselves at steps of 2 ms.
constexpr double kSpeedMax_rad_s = 100;

/// Nor goes a person faster, in m / s, or turns as a whole, in rad / s.
constexpr double kBaseSpeedMax = 40;

/// What keeps a chain of hinges from losing its inertia where two of its axes meet.
constexpr double kArmature_kg_m2 = 0.002;

/// Of the friction with the ground, what hangs on a base that is told has so much: an arm that the
/// ground held would twist the trunk that rolls over it.
constexpr double kSlides = 0.1;

struct ModelDeleter {
  void operator()(mjModel* model) const { mj_deleteModel(model); }
};
struct DataDeleter {
  void operator()(mjData* data) const { mj_deleteData(data); }
};

/// The engine would end the program and write to a file of its own.
void take_handlers() {
  mju_user_error = [](const char* message) { throw std::runtime_error(message); };
  mju_user_warning = [](const char*) {};  // each is counted in mjData, where step() looks
}

class MujocoEngine final : public Engine {
 public:
  explicit MujocoEngine(mjModel* model) : model_(model), data_(mj_makeData(model)) {
    bare_masses_.assign(model_->body_mass, model_->body_mass + model_->nbody);
    bare_subtree_masses_.assign(model_->body_subtreemass, model_->body_subtreemass + model_->nbody);
    if (model_->ngeom > 0) friction_ = model_->geom_friction[0];
  }

  std::size_t coordinates() const override { return static_cast<std::size_t>(model_->nq); }
  std::size_t degrees() const override { return static_cast<std::size_t>(model_->nv); }

  void load(const EngineState& state, std::span<const Load> loads, BaseMode base) override {
    take_loads({});
    take_base(base);
    std::copy_n(state.positions.begin(), coordinates(), data_->qpos);
    std::copy_n(state.velocities.begin(), degrees(), data_->qvel);
    std::copy_n(state.warm_start.begin(), degrees(), data_->qacc_warmstart);
    for (std::size_t i = kBaseDegrees; i < degrees(); ++i) {
      model_->dof_armature[i] = kArmature_kg_m2;
    }
    failed_ = !runs([&] {
      mj_kinematics(model_.get(), data_.get());
      mj_comPos(model_.get(), data_.get());
      mj_crb(model_.get(), data_.get());
      if (base == BaseMode::Free) mj_comVel(model_.get(), data_.get());
    });
    look_at_centre();
    take_loads(loads);
  }

  void save(EngineState& state) const override {
    std::copy_n(data_->qpos, coordinates(), state.positions.begin());
    std::copy_n(data_->qvel, degrees(), state.velocities.begin());
    std::transform(data_->qacc_warmstart, data_->qacc_warmstart + degrees(),
                   state.warm_start.begin(), [](mjtNum a) { return static_cast<float>(a); });
  }

  void look(std::span<const Spring> springs, Seconds step) override {
    KINE_ASSERT(springs.size() == degrees());
    model_->opt.timestep = step.count();
    fold(springs);
    for (mjWarningStat& each : data_->warning) each.number = 0;
    failed_ = failed_ || !runs([&] { mj_step1(model_.get(), data_.get()); });
    look_at_centre();
  }

  Vec3 place_m(std::size_t body, const Vec3& point_m) const override {
    const mjtNum in_body[3] = {point_m.x, point_m.y, point_m.z};
    mjtNum point[3];
    mju_rotVecMat(point, in_body, data_->xmat + 9 * body);
    mju_addTo3(point, data_->xpos + 3 * body);
    return {point[0], point[1], point[2]};
  }

  void gravity_torques_Nm(std::span<double> torques) const override {
    std::ranges::fill(torques, 0);
    const mjModel& m = *model_;
    const mjData& d = *data_;
    const Vec3 gravity_m_s2 = point_of(m.opt.gravity);
    for (int joint = 0; joint < m.njnt; ++joint) {
      if (m.jnt_type[joint] == mjJNT_FREE) continue;
      const int body = m.jnt_bodyid[joint];
      const Vec3 anchor_m = point_of(d.xanchor + 3 * joint);
      const Vec3 arm_m = point_of(d.subtree_com + 3 * body) - anchor_m;
      Vec3 moment_Nm = m.body_subtreemass[body] * cross(arm_m, gravity_m_s2);
      for (const Load& load : std::span(loads_).first(loads_taken_)) {
        moment_Nm = moment_Nm + believed_moment_Nm(load, body, anchor_m, gravity_m_s2);
      }
      const auto degree = static_cast<std::size_t>(m.jnt_dofadr[joint]);
      if (m.jnt_type[joint] == mjJNT_BALL) {
        mjtNum local[3];
        const mjtNum moment[3] = {moment_Nm.x, moment_Nm.y, moment_Nm.z};
        mju_rotVecMatT(local, moment, d.xmat + 9 * body);
        std::ranges::copy(local, torques.begin() + static_cast<std::ptrdiff_t>(degree));
      } else {
        torques[degree] = dot(point_of(d.xaxis + 3 * joint), moment_Nm);
      }
    }
  }

  void inertias_kg_m2(std::span<double> inertias) const override {
    KINE_ASSERT(inertias.size() == degrees());
    for (std::size_t i = 0; i < inertias.size(); ++i) {
      const double folded = i < kBaseDegrees ? 0 : model_->dof_armature[i] - kArmature_kg_m2;
      inertias[i] = data_->qM[model_->dof_Madr[i]] - folded;  // the diagonal, with its armature
    }
  }

  bool step(std::span<const Spring> springs, const BaseMotion& base,
            std::span<const Force> forces) override {
    KINE_ASSERT(base_ != BaseMode::Free);
    pull(springs, forces);
    const double wanted[kBaseDegrees] = {base.velocity_m_s.x,  base.velocity_m_s.y,
                                         base.velocity_m_s.z,  base.turning_rad_s.x,
                                         base.turning_rad_s.y, base.turning_rad_s.z};
    for (std::size_t i = 0; i < kBaseDegrees; ++i) {
      data_->qfrc_applied[i] = kBaseInertia * (wanted[i] - data_->qvel[i]) / model_->opt.timestep;
    }
    step_on();
    // What the base was told counts, to the last bit.
    std::ranges::copy(wanted, data_->qvel);
    const double place[] = {base.position_m.x,      base.position_m.y,      base.position_m.z,
                            base.world_from_base.w, base.world_from_base.x, base.world_from_base.y,
                            base.world_from_base.z};
    std::ranges::copy(place, data_->qpos);
    return is_sound();
  }

  bool step_free(std::span<const Spring> springs, std::span<const Force> forces) override {
    KINE_ASSERT(base_ == BaseMode::Free);
    pull(springs, forces);
    step_on();
    for (std::size_t i = 0; i < kBaseDegrees; ++i) {
      data_->qvel[i] = std::clamp(data_->qvel[i], -kBaseSpeedMax, kBaseSpeedMax);
    }
    return is_sound();
  }

  /// J^T f over the rows of contacts: those of limits are the joint's own. Pre: J is dense.
  void ground_torques_Nm(std::span<double> torques) const override {
    KINE_ASSERT(torques.size() == degrees());
    std::ranges::fill(torques, 0);
    for (int row = 0; row < data_->nefc; ++row) {
      if (data_->efc_type[row] < mjCNSTR_CONTACT_FRICTIONLESS) continue;
      const mjtNum* const jacobian = data_->efc_J + row * model_->nv;
      for (std::size_t i = 0; i < torques.size(); ++i) {
        torques[i] += jacobian[i] * data_->efc_force[row];
      }
    }
  }

  MassPoint centre_of_mass() const override {
    KINE_ASSERT(base_ == BaseMode::Free);
    return {point_of(data_->subtree_com + 3 * kBaseBody),
            point_of(data_->subtree_linvel + 3 * kBaseBody)};
  }

 private:
  static Vec3 point_of(const mjtNum* v) { return {v[0], v[1], v[2]}; }

  /// Balance asks for it several times a step.
  void look_at_centre() {
    if (base_ == BaseMode::Free) mj_subtreeVel(model_.get(), data_.get());
  }

  void take_base(BaseMode base) {
    base_ = base;
    const bool is_told = base != BaseMode::Free;
    for (std::size_t i = 0; i < kBaseDegrees; ++i) {
      model_->dof_armature[i] = is_told ? kBaseInertia : 0;
    }
    model_->opt.disableflags = base == BaseMode::Told ? mjDSBL_CONTACT : 0;
    for (int geom = 0; geom < model_->ngeom; ++geom) {
      model_->geom_friction[3 * geom] = (is_told ? kSlides : 1) * friction_;
    }
  }

  void pull(std::span<const Spring> springs, std::span<const Force> forces) {
    std::fill_n(data_->qfrc_applied, kBaseDegrees, 0);
    for (std::size_t i = kBaseDegrees; i < degrees(); ++i) {
      data_->qfrc_applied[i] = springs[i].torque_Nm - folded_[i] * data_->qvel[i];
    }
    for (const Force& force : forces) apply(force);
  }

  void step_on() {
    failed_ = failed_ || !runs([&] { mj_step2(model_.get(), data_.get()); });
    for (std::size_t i = kBaseDegrees; i < degrees(); ++i) {
      data_->qvel[i] = std::clamp(data_->qvel[i], -kSpeedMax_rad_s, kSpeedMax_rad_s);
    }
  }

  void take_loads(std::span<const Load> loads) {
    KINE_ASSERT(loads.size() <= loads_.size());
    std::ranges::copy(bare_masses_, model_->body_mass);
    std::ranges::copy(bare_subtree_masses_, model_->body_subtreemass);
    loads_taken_ = loads.size();
    std::ranges::copy(loads, loads_.begin());
    for (const Load& load : loads) {
      int body = static_cast<int>(load.body);
      model_->body_mass[body] += load.mass_kg;
      for (; body != 0; body = model_->body_parentid[body]) {
        model_->body_subtreemass[body] += load.mass_kg;
      }
    }
  }

  bool carries(int body, std::size_t load) const {
    int at = static_cast<int>(load);
    while (at > body) at = model_->body_parentid[at];  // parents come before what hangs on them
    return at == body;
  }

  /// About a joint of a body: what a load is believed to weigh beyond what it does.
  Vec3 believed_moment_Nm(const Load& load, int body, const Vec3& anchor_m,
                          const Vec3& gravity_m_s2) const {
    const double wrong_kg = load.believed_kg - load.mass_kg;
    if (wrong_kg == 0 || !carries(body, load.body)) return {};
    return wrong_kg * cross(point_of(data_->xpos + 3 * load.body) - anchor_m, gravity_m_s2);
  }

  void apply(const Force& force) {
    const mjtNum newtons[3] = {force.force_N.x, force.force_N.y, force.force_N.z};
    const mjtNum no_torque[3] = {0, 0, 0};
    const Vec3 place = place_m(force.body, force.point_m);
    const mjtNum point[3] = {place.x, place.y, place.z};
    mj_applyFT(model_.get(), data_.get(), newtons, no_torque, point, static_cast<int>(force.body),
               data_->qfrc_applied);
  }

  /// Springs and dampers act as they are at the end of a step: with torque t, stiffness k and
  /// damping b of now, M a = t - k h v' - b v' for the new speed v' = v + h a, so that
  ///
  ///   (M + h D) a = t - D v,   D = b + h k
  ///
  /// This is backward Euler, stable with any stiffness. It damps by h k more than was asked.
  /// D = b + h b^2 / (2 I) damps as asked, but for a second order of h: from exp(-h b / I) =
  /// 1 / (1 + h D / I) with the inertia I. It counts where it is the smaller one. D is at least
  /// h k, without which nothing would be stable.
  ///
  /// The engine adds an armature to the diagonal of M wherever it uses M, in its solver of contacts
  /// too, so h D is an armature.
  double folded_damping(const Spring& spring) const {
    const double h = model_->opt.timestep;
    const double b = spring.damping_Nms_rad;
    const double k = spring.stiffness_Nm_rad;
    if (spring.inertia_kg_m2 == 0) return b + h * k;
    return std::max(h * k, b + h * std::min(k, b * b / (2 * spring.inertia_kg_m2)));
  }

  void fold(std::span<const Spring> springs) {
    for (std::size_t i = kBaseDegrees; i < degrees(); ++i) {
      folded_[i] = folded_damping(springs[i]);
      model_->dof_armature[i] = kArmature_kg_m2 + model_->opt.timestep * folded_[i];
    }
  }

  /// An error leaves the engine's data in the middle of something: they are made anew.
  template <class Work>
  bool runs(Work work) {
    try {
      work();
      return true;
    } catch (const std::runtime_error&) {
      data_.reset(mj_makeData(model_.get()));
      return false;
    }
  }

  /// Where numbers went wrong, the engine puts the figure back to where its model has it. Where
  /// there is no room for a contact or a limit, it leaves that out.
  bool is_sound() const {
    const auto none = [this](mjtWarning kind) { return data_->warning[kind].number == 0; };
    return !failed_ && none(mjWARN_BADQPOS) && none(mjWARN_BADQVEL) && none(mjWARN_BADQACC) &&
           none(mjWARN_CONTACTFULL) && none(mjWARN_CNSTRFULL);
  }

  std::unique_ptr<mjModel, ModelDeleter> model_;
  std::unique_ptr<mjData, DataDeleter> data_;
  std::vector<double> bare_masses_;
  std::vector<double> bare_subtree_masses_;
  double friction_ = 0;  // of all shapes
  std::array<Load, kEngineLoadsMax> loads_ = {};
  std::size_t loads_taken_ = 0;
  std::array<double, kDegreesMax> folded_ = {};  // D of fold()
  BaseMode base_ = BaseMode::Told;
  bool failed_ = false;  // since the last load
};

class MujocoModel final : public EngineModel {
 public:
  explicit MujocoModel(mjModel* model) : model_(model) {}

  std::size_t coordinates() const override { return static_cast<std::size_t>(model_->nq); }
  std::size_t degrees() const override { return static_cast<std::size_t>(model_->nv); }

  /// The fold changes the armature, so that each engine has a model of its own.
  std::unique_ptr<Engine> make_engine() const override {
    return std::make_unique<MujocoEngine>(mj_copyModel(nullptr, model_.get()));
  }

 private:
  std::unique_ptr<mjModel, ModelDeleter> model_;
};

}  // namespace

Result<std::shared_ptr<const EngineModel>> read_engine_model(const std::string& mjcf) {
  static std::mutex loading;  // the engine's reader of models is one for all
  const std::lock_guard lock(loading);
  take_handlers();
  constexpr const char* kFile = "figure.xml";
  const auto files = std::make_unique<mjVFS>();
  mj_defaultVFS(files.get());
  const auto wrong = [](std::string what) {
    return Error{ErrorCode::Unsupported, "the figure makes no model for physics: " + what};
  };
  try {
    if (mj_makeEmptyFileVFS(files.get(), kFile, static_cast<int>(mjcf.size())) != 0) {
      return wrong("it is too large");
    }
    std::memcpy(files->filedata[files->nfile - 1], mjcf.data(), mjcf.size());
    char error[1000] = "";
    mjModel* const model = mj_loadXML(kFile, files.get(), error, sizeof error);
    mj_deleteVFS(files.get());
    if (model == nullptr) return wrong(error);
    auto read = std::make_shared<const MujocoModel>(model);
    const bool fits = read->coordinates() <= kCoordinatesMax && read->degrees() <= kDegreesMax;
    if (!fits) return wrong("it has too many degrees of freedom");
    return std::shared_ptr<const EngineModel>(std::move(read));
  } catch (const std::runtime_error& error) {
    return wrong(error.what());
  }
}

}  // namespace kine::dynamics::physical
