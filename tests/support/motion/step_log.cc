#include "tests/support/motion/step_log.h"

#include <span>
#include <utility>

namespace kine::test {
namespace {

using namespace dynamics::physical;

class LoggingEngine final : public Engine {
 public:
  LoggingEngine(std::unique_ptr<Engine> engine, StepLog& log)
      : engine_(std::move(engine)), log_(log) {}

  std::size_t coordinates() const override { return engine_->coordinates(); }
  std::size_t degrees() const override { return engine_->degrees(); }

  void load(const EngineState& state, std::span<const Load> loads, BaseMode base) override {
    if (log_.steps.empty()) {
      log_.begin = state;
      log_.base = base;
    }
    engine_->load(state, loads, base);
  }
  void save(EngineState& state) const override { engine_->save(state); }

  void look(std::span<const Spring> springs, Seconds step) override {
    step_ = step;
    engine_->look(springs, step);
  }
  Vec3 place_m(std::size_t body, const Vec3& point_m) const override {
    return engine_->place_m(body, point_m);
  }
  void gravity_torques_Nm(std::span<double> torques) const override {
    engine_->gravity_torques_Nm(torques);
  }
  void inertias_kg_m2(std::span<double> inertias) const override {
    engine_->inertias_kg_m2(inertias);
  }

  bool step(std::span<const Spring> springs, const BaseMotion& base,
            std::span<const Force> forces) override {
    log_.steps.push_back({step_, {springs.begin(), springs.end()}, base});
    return engine_->step(springs, base, forces);
  }
  bool step_free(std::span<const Spring> springs, std::span<const Force> forces) override {
    log_.steps.push_back({step_, {springs.begin(), springs.end()}, {}});
    return engine_->step_free(springs, forces);
  }
  void ground_torques_Nm(std::span<double> torques) const override {
    engine_->ground_torques_Nm(torques);
  }
  MassPoint centre_of_mass() const override { return engine_->centre_of_mass(); }

 private:
  std::unique_ptr<Engine> engine_;
  StepLog& log_;
  Seconds step_{0};
};

class LoggingModel final : public EngineModel {
 public:
  LoggingModel(std::shared_ptr<const EngineModel> model, StepLog& log)
      : model_(std::move(model)), log_(log) {}

  std::size_t coordinates() const override { return model_->coordinates(); }
  std::size_t degrees() const override { return model_->degrees(); }
  std::unique_ptr<Engine> make_engine() const override {
    return std::make_unique<LoggingEngine>(model_->make_engine(), log_);
  }

 private:
  std::shared_ptr<const EngineModel> model_;
  StepLog& log_;
};

}  // namespace

std::shared_ptr<const EngineModel> logged(std::shared_ptr<const EngineModel> model, StepLog& log) {
  return std::make_shared<LoggingModel>(std::move(model), log);
}

bool replay(const StepLog& log, Engine& engine) {
  engine.load(log.begin, {}, log.base);
  bool is_sound = true;
  for (const LoggedStep& each : log.steps) {
    engine.look(each.springs, each.step);
    is_sound &= log.base == BaseMode::Free ? engine.step_free(each.springs)
                                           : engine.step(each.springs, each.base);
  }
  return is_sound;
}

}  // namespace kine::test
