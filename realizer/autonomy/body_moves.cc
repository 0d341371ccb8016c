#include "realizer/autonomy/body_moves.h"

#include <utility>

#include "realizer/autonomy/turns.h"
#include "realizer/core/assert.h"

namespace kine::autonomy {

motion::Segment make_body_move(const BodyMove& move) {
  KINE_ASSERT(Seconds{0} < move.arrives);
  KINE_ASSERT(move.arrives <= move.end);
  const auto arrives_s = static_cast<float>(move.arrives.count());
  pose::Keys keys;
  keys.solved = pose::BodyKeys{
      {{.time_s = 0, .offsets = move.from}, {.time_s = arrives_s, .offsets = move.to}}};
  return make_relative(std::move(keys), move.end);
}

}  // namespace kine::autonomy
