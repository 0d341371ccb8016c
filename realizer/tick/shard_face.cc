// What a shard does about the face that somebody sets: it changes the pose that shows where nothing
// else does.
#include <algorithm>

#include "realizer/tick/shard.h"

namespace kine {

void Shard::take(Tick tick, const SetFace& set) {
  Row* row = find_row(set.character);
  if (row != nullptr) row->state.face = changed(row->state.face, set.change, tick, rate_);
}

/// The state alone says which, so that a rewind brings back the face as well.
void Shard::put_on_face(Row& row, Tick tick) {
  if (!row.state.face) {
    row.base = base_of(*row.cast->body);
    row.faced.reset();
    return;
  }
  if (!row.faced) row.faced = std::make_unique<pose::Pose>(*base_of(*row.cast->body));
  const FaceWeights weights = row.state.face->weights_at(tick, rate_);
  std::ranges::copy(weights, row.faced->channels.begin());
  row.base = row.faced.get();
}

}  // namespace kine
