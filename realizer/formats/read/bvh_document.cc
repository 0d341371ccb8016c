#include "realizer/formats/read/bvh_document.h"

#include <algorithm>
#include <array>
#include <numbers>
#include <optional>

#include "realizer/core/assert.h"
#include "realizer/core/number.h"
#include "realizer/formats/read/euler.h"
#include "realizer/formats/read/words.h"
#include "realizer/math/units.h"

namespace kine::formats {
namespace {

/// Turns are counted up to ten whole ones. A joint that goes on for ever would leave the numbers
/// that readers take, and those that a float holds well.
constexpr double kCountedMax_rad = 20 * std::numbers::pi;

/// A node whose turns are others, and its numbers in the frame that is being written.
class Turning {
 public:
  Turning(std::size_t node, const BvhMotion& motion, const std::vector<Quat>& turns)
      : own_(motion.recording.nodes[node].rotations), turns_(turns) {
    KINE_ASSERT(turns.size() == motion.recording.frame_count);
    std::size_t count = 0;
    for (std::size_t i = 0; i < motion.channels.size(); ++i) {
      if (motion.channels[i].node != node || !motion.channels[i].is_turn) continue;
      order_[count] = motion.channels[i].axis;
      channels_[count++] = i;
    }
    KINE_ASSERT(count == channels_.size());
  }

  /// What changes of a frame whose numbers are `words`: one text a channel, empty where it stays.
  void write(std::size_t frame, const std::vector<Word>& words, std::vector<std::string>& changes) {
    EulerAngles own;
    for (std::size_t i = 0; i < 3; ++i) {
      own[i] = *parse_number(words[channels_[i]].text) / kDegreesPerRadian;
    }
    if (turns_[frame] == own_[frame]) {
      angles_ = own;
      return;
    }
    EulerAngles before = angles_.value_or(own);
    for (double& angle : before) angle = std::clamp(angle, -kCountedMax_rad, kCountedMax_rad);
    angles_ = euler_angles(turns_[frame], order_, before);
    for (std::size_t i = 0; i < 3; ++i) {
      append_number(changes[channels_[i]], static_cast<float>((*angles_)[i] * kDegreesPerRadian));
    }
  }

 private:
  const std::vector<Quat>& own_;
  const std::vector<Quat>& turns_;
  EulerOrder order_ = {};
  std::array<std::size_t, 3> channels_ = {};  // which of the frame's
  std::optional<EulerAngles> angles_;         // of the frame before
};

}  // namespace

bool turns_freely(const BvhMotion& motion, std::size_t node) {
  return std::ranges::count_if(motion.channels, [node](const BvhMotion::Channel& channel) {
           return channel.node == node && channel.is_turn;
         }) == 3;
}

std::string rewritten(std::string_view text, const BvhMotion& motion, const NodeTurns& turns) {
  std::vector<Turning> turning;
  for (const auto& [node, of_frames] : turns) turning.emplace_back(node, motion, of_frames);

  std::string result;
  result.reserve(text.size());
  std::string_view kept = text;  // what stands in the text from where it has been written
  Words words(motion.values);
  std::vector<Word> row(motion.channels.size());
  for (std::size_t frame = 0; frame < motion.recording.frame_count; ++frame) {
    for (Word& word : row) word = words.take();
    std::vector<std::string> changes(row.size());
    for (Turning& each : turning) each.write(frame, row, changes);
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (changes[i].empty()) continue;
      const auto before = static_cast<std::size_t>(row[i].text.data() - kept.data());
      result.append(kept.substr(0, before)).append(changes[i]);
      kept.remove_prefix(before + row[i].text.size());
    }
  }
  return result.append(kept);
}

}  // namespace kine::formats
