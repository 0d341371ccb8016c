#include "realizer/tick/row_memory.h"

#include <vector>

namespace kine {
namespace {

/// Of a row, what every tick reads beside the poses: it stands in front of them.
constexpr std::size_t kRowBytesRead = 384;

}  // namespace

void settle_intervals(CharacterRow& row) {
  row.room_taken = 0;
  std::vector<ActiveSegment>& segments = row.state.segments;
  for (auto active = segments.rbegin(); active != segments.rend(); ++active) {
    const std::size_t size = active->keys->joints.blocks.size();
    const bool fits = size <= row.room.size() - row.room_taken;
    active->interval.settle(row.room.subspan(row.room_taken, fits ? size : 0));
    row.room_taken += fits ? size : 0;
  }
}

std::span<const Stretch> look_ahead(std::size_t row, std::span<const CharacterRow> rows,
                                    std::span<const Frame> frames, std::array<Stretch, 5>& ahead) {
  constexpr std::size_t kRowsAhead = 4;
  constexpr std::size_t kSegmentsAhead = 2;
  std::size_t count = 0;
  const auto bring = [&](const auto* objects, std::size_t size) {
    ahead[count++] = std::as_bytes(std::span(objects, size));
  };
  if (row + 1 < rows.size()) {
    const CharacterRow& next = rows[row + 1];
    bring(next.room.data(), next.room_taken);
    bring(&frames[row + 1], 1);  // it will be written
    bring(next.state.tension.data(), next.state.tension.size());
  }
  if (row + kSegmentsAhead < rows.size()) {
    const std::vector<ActiveSegment>& segments = rows[row + kSegmentsAhead].state.segments;
    bring(segments.data(), segments.size());
  }
  if (row + kRowsAhead < rows.size()) {
    const CharacterRow& later = rows[row + kRowsAhead];
    ahead[count++] = std::as_bytes(std::span(&later, 1)).first(kRowBytesRead);
  }
  return std::span(ahead).first(count);
}

}  // namespace kine
