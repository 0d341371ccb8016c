#include "server/evaluation/evaluation_takes.h"

#include <filesystem>
#include <utility>

#include "realizer/speech/hearing/prosody_statistics.h"
#include "server/base/folder.h"
#include "server/corpus/corpus.h"
#include "server/learning/takes.h"

namespace kine::server {
namespace {

EvaluationTake take_of(std::vector<speech::Heard> heard, gesture::RecordedMotion motion,
                       TakeTruth truth, const speech::ProsodyStatistics& training) {
  const auto observed = speech::observe_again(std::move(heard), training, speech::Gain::Unknown);
  return {
      .sound = heard_sound_of(observed), .motion = std::move(motion), .truth = std::move(truth)};
}

Result<EvaluationTake> take_of(const CorpusTake& made, const speech::ProsodyStatistics& training,
                               const pose::JointNames& names) {
  auto heard = speech::hear_all(made.audio);
  if (!heard) return heard.error();
  auto motion = captured_motion_of("made.bvh", made.bvh, names);
  if (!motion) return motion.error();
  auto truth = read_truth(made.truth);
  if (!truth) return truth.error();
  return take_of(*std::move(heard), *std::move(motion), *std::move(truth), training);
}

}  // namespace

Seconds length_of(const EvaluationTake& take) {
  return Seconds(static_cast<double>(take.motion.frames.size() - 1) / take.motion.rate_hz);
}

Result<std::vector<EvaluationTake>> read_evaluation_takes(const std::string& folder,
                                                          const speech::ProsodyStatistics& training,
                                                          const pose::JointNames& names,
                                                          Diagnostics& diagnostics) {
  auto takes = read_takes({.sources = {folder}}, names, diagnostics);
  if (!takes) return takes.error();
  std::vector<EvaluationTake> all;
  for (gesture::TrainingTake& take : *takes) {
    const std::string stem = (std::filesystem::path(folder) / take.name).string();
    auto truth = read_truth_file(stem + std::string(kTruthEnding));
    if (!truth) return truth.error();
    all.push_back(
        take_of(std::move(take.heard), std::move(take.motion), *std::move(truth), training));
  }
  return all;
}

Result<std::vector<EvaluationTake>> make_evaluation_takes(const speech::ProsodyStatistics& training,
                                                          const pose::JointNames& names,
                                                          double minutes) {
  std::vector<EvaluationTake> all;
  const auto made = make_corpus({.seed = kHeldOutSeed, .minutes = minutes},
                                [&](std::size_t, const CorpusTake& take) -> Result<Done> {
                                  auto one = take_of(take, training, names);
                                  if (!one) return one.error();
                                  all.push_back(*std::move(one));
                                  return Done{};
                                });
  if (!made) return made.error();
  return all;
}

}  // namespace kine::server
