#include "realizer/tick/kinds/look_kind.h"

#include <array>

#include "realizer/tick/solving/gaze.h"
#include "realizer/tick/solving/on_top.h"

namespace kine {
namespace {

std::vector<Scene::Place> places_of(const TickContext& context, const ActiveSegment& active) {
  std::vector<Scene::Place> places;
  for (const pose::GazeKey& key : active.keys->find<pose::GazeKeys>()->keys) {
    places.push_back(key.target.name.empty() ? Scene::Place{}
                                             : context.scene.find(key.target.name));
  }
  return places;
}

}  // namespace

void LookKind::solve(const SolveJob& job) const {
  // The eyes make up for what life and posture do to the neck below them.
  const std::array<Quat, solve::kColumnLength> on_top = column_on_top(job.scratch);
  GazeStage stage = gaze_stage_of(job.context, job.row, job.tick);
  if (job.scratch.shift) stage.shift = *job.scratch.shift;
  solve_gazes(stage, job.scratch.blended, job.scratch.layers, on_top, job.scratch.pose);
}

void LookKind::begin(const TickContext& context, ActiveSegment& active, CharacterState&) const {
  active.gaze_places = places_of(context, active);
}

void LookKind::find_places(const TickContext& context, ActiveSegment& active) const {
  const std::vector<Scene::Place> found = places_of(context, active);
  for (std::size_t i = 0; i < found.size(); ++i) {
    Scene::Place& place = active.gaze_places[i];
    if (place.kind == Scene::Place::Kind::Nowhere) place = found[i];
  }
}

}  // namespace kine
