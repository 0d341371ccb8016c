// What a body asks of its engine, step by step, so that the bare engine can be asked the same
// again.
#pragma once

#include <memory>
#include <vector>

#include "realizer/dynamics/physical/engine.h"

namespace kine::test {

struct LoggedStep {
  Seconds step;
  std::vector<dynamics::physical::Spring> springs;
  dynamics::physical::BaseMotion base;  // of a base that is told
};

struct StepLog {
  dynamics::physical::EngineState begin;
  dynamics::physical::BaseMode base = dynamics::physical::BaseMode::Told;
  std::vector<LoggedStep> steps;
};

/// The same model; its engines write to a log, which outlives them.
std::shared_ptr<const dynamics::physical::EngineModel> logged(
    std::shared_ptr<const dynamics::physical::EngineModel> model, StepLog& log);

/// All steps again. False where numbers went wrong.
bool replay(const StepLog& log, dynamics::physical::Engine& engine);

}  // namespace kine::test
