#include "realizer/formats/read/bvh_reader.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "realizer/core/limits.h"
#include "realizer/core/number.h"
#include "realizer/formats/read/words.h"

namespace kine::formats {
namespace {

constexpr double kRadians = std::numbers::pi / 180;  // in a degree

/// Past it a length of the file is no length of a person, in whatever unit.
constexpr double kBvhLengthMax = 1e6;

using Channel = BvhMotion::Channel;

constexpr std::array<Vec3, 3> kAxes = {Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}};

double& component(Vec3& v, std::size_t axis) { return axis == 0 ? v.x : axis == 1 ? v.y : v.z; }

class BvhReading {
 public:
  explicit BvhReading(std::string_view text) : words_(text) {}

  Result<BvhMotion> read() {
    if (expect("hierarchy") && read_hierarchy() && read_motion_head()) read_frames();
    if (error_) return *std::move(error_);
    return BvhMotion{std::move(recording_), std::move(channels_), values_, std::move(places_),
                     std::move(left_out_)};
  }

 private:
  bool fail(ErrorCode code, std::string message, const Word& word) {
    error_ = {code, std::move(message) + quoted(word.text), word.where};
    return false;
  }

  bool expect(std::string_view lower_word) {
    const Word word = words_.take();
    return is_word(word.text, lower_word) ||
           fail(ErrorCode::Syntax, "here stands " + std::string(lower_word) + ", not ", word);
  }

  std::optional<double> take_number(std::string_view what, double max) {
    const Word word = words_.take();
    const std::optional<double> number = parse_number(word.text);
    if (number && std::abs(*number) <= max) return number;
    fail(number ? ErrorCode::OutOfRange : ErrorCode::Syntax,
         std::string(what) + " is a number" +
             (number ? " of at most " + format_number(max) : std::string()) + ", not ",
         word);
    return {};
  }

  // HIERARCHY: nodes within nodes, without recursion.

  bool read_hierarchy() {
    while (true) {
      const Word word = words_.take();
      if (open_.empty() && is_word(word.text, "motion")) {
        return !recording_.nodes.empty() ||
               fail(ErrorCode::Syntax, "expected the first ROOT, not ", word);
      }
      if (!open_.empty() && word.text == "}") {
        open_.pop_back();
      } else if (!read_part(word)) {
        return false;
      }
    }
  }

  bool read_part(const Word& word) {
    if (is_word(word.text, open_.empty() ? "root" : "joint") || is_word(word.text, "end")) {
      return open_node(word);
    }
    if (!open_.empty() && is_word(word.text, "offset")) return read_offset();
    if (!open_.empty() && is_word(word.text, "channels")) return read_channels(word);
    return fail(ErrorCode::Syntax,
                open_.empty() ? "here stands ROOT or MOTION, not "
                              : "here stands OFFSET, CHANNELS, JOINT, End or }, not ",
                word);
  }

  bool open_node(const Word& kind) {
    const Word name = words_.take();
    const bool is_end = is_word(kind.text, "end");
    if (is_end && open_.empty()) {
      return fail(ErrorCode::Syntax, "here stands ROOT or MOTION, not ", kind);
    }
    if (name.text.empty() || name.text == "{" || name.text.size() > kNameBytesMax) {
      return fail(ErrorCode::Syntax,
                  "a joint has a name of at most " + std::to_string(kNameBytesMax) + " bytes, not ",
                  name);
    }
    if (recording_.nodes.size() == kClipNodesMax) {
      return fail(
          ErrorCode::LimitExceeded,
          "the joints of a clip must be at most " + std::to_string(kClipNodesMax) + ", here is ",
          name);
    }
    if (open_.size() == kNestingMax) {
      return fail(ErrorCode::LimitExceeded,
                  "joints stand at most " + std::to_string(kNestingMax) + " deep, here is ", name);
    }
    pose::Recording::Node node;
    node.name = name.text;
    node.is_end = is_end;
    places_.push_back(name.where);
    if (!open_.empty()) node.parent = open_.back();
    open_.push_back(recording_.nodes.size());
    recording_.nodes.push_back(std::move(node));
    return expect("{");
  }

  bool read_offset() {
    Vec3& offset = recording_.nodes[open_.back()].offset;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const std::optional<double> number = take_number("an offset", kBvhLengthMax);
      if (!number) return false;
      component(offset, axis) = *number;
    }
    return true;
  }

  bool read_channels(const Word& keyword) {
    const std::size_t node = open_.back();
    const Word written = words_.take();
    const std::optional<long long> count = parse_integer(written.text);
    if (!count || *count < 0 || *count > 6) {
      return fail(ErrorCode::Syntax, "the channels of a joint are 0 to 6, not ", written);
    }
    if (std::ranges::any_of(channels_, [&](const Channel& each) { return each.node == node; })) {
      return fail(ErrorCode::Syntax, "a joint has its channels once, not again: ", keyword);
    }
    std::vector<Channel> channels;
    for (long long i = 0; i < *count; ++i) {
      const Word name = words_.take();
      const std::optional<Channel> channel = channel_of(name.text, node);
      if (!channel || recording_.nodes[node].is_end) {
        return fail(ErrorCode::Syntax,
                    "a channel of a joint is one of Xposition to Zrotation, not ", name);
      }
      for (const Channel& other : channels) {
        if (other.axis == channel->axis && other.is_turn == channel->is_turn) {
          return fail(ErrorCode::Syntax, "a joint has a channel twice: ", name);
        }
      }
      channels.push_back(*channel);
    }
    channels_.insert(channels_.end(), channels.begin(), channels.end());
    return true;
  }

  static std::optional<Channel> channel_of(std::string_view name, std::size_t node) {
    if (name.empty()) return {};
    const bool is_turn = is_word(name.substr(1), "rotation");
    const std::size_t axis = std::string_view("xyz").find(lower(name.front()));
    if (axis == std::string_view::npos || !(is_turn || is_word(name.substr(1), "position"))) {
      return {};
    }
    return Channel{node, axis, is_turn};
  }

  // MOTION: how many frames of how long, then a row of numbers each.

  bool read_motion_head() {
    if (!expect("frames:")) return false;
    const Word frames = words_.take();
    const std::optional<long long> count = parse_integer(frames.text);
    if (!count || *count < 1) {
      return fail(ErrorCode::Syntax, "a motion has a number of frames above 0, not ", frames);
    }
    if (*count > static_cast<long long>(kClipFramesMax)) {
      return fail(
          ErrorCode::LimitExceeded,
          "the frames of a clip must be at most " + std::to_string(kClipFramesMax) + ", not ",
          frames);
    }
    if (!expect("frame") || !expect("time:")) return false;
    const Word time = words_.take();
    const std::optional<double> frame_time_s = parse_number(time.text);
    if (!frame_time_s || *frame_time_s < kClipFrameTimeMin.count() ||
        *frame_time_s > kClipFrameTimeMax.count()) {
      return fail(ErrorCode::OutOfRange,
                  "the frame time of a clip lies between " +
                      format_number(kClipFrameTimeMin.count()) + " and " +
                      format_number(kClipFrameTimeMax.count()) + " s, not at ",
                  time);
    }
    recording_.frame_count = static_cast<std::size_t>(*count);
    recording_.frame_time = Seconds(*frame_time_s);
    if (recording_.frame_time * static_cast<double>(*count) > kBlockLengthMax) {
      return fail(ErrorCode::LimitExceeded,
                  "a clip lasts at most " + format_number(kBlockLengthMax.count()) +
                      " s, which is passed by the frames ",
                  frames);
    }
    return true;
  }

  // Recorders miscount: rows past the number of frames are passed over, missing ones are an error.
  // Memory grows with the numbers that are there, not with those that a head promises.
  bool read_frames() {
    values_ = words_.rest();
    for (std::size_t frame = 0; frame < recording_.frame_count; ++frame) {
      for (const Channel& channel : channels_) start_frame(channel, frame);
      for (const Channel& channel : channels_) {
        const std::optional<double> number =
            take_number("a value of a frame", channel.is_turn ? kTurnMax_deg : kBvhLengthMax);
        if (!number) return false;
        take_value(channel, *number);
      }
    }
    const Word next = words_.take();
    if (!next.text.empty()) {
      left_out_.push_back("the rows past the number of frames, from line " +
                          std::to_string(next.where.line) + " on");
    }
    return true;
  }

  void start_frame(const Channel& channel, std::size_t frame) {
    pose::Recording::Node& node = recording_.nodes[channel.node];
    if (channel.is_turn && node.rotations.size() == frame) node.rotations.emplace_back();
    if (!channel.is_turn && node.positions.size() == frame) node.positions.push_back(node.offset);
  }

  void take_value(const Channel& channel, double value) {
    pose::Recording::Node& node = recording_.nodes[channel.node];
    if (channel.is_turn) {
      Quat& rotation = node.rotations.back();
      rotation = normalized(rotation * rotation_about(kAxes[channel.axis], value * kRadians));
    } else {
      component(node.positions.back(), channel.axis) = value;
    }
  }

  /// A thousand whole turns: no file counts farther, and the sine of more is noise.
  static constexpr double kTurnMax_deg = 360'000;

  Words words_;
  pose::Recording recording_;
  std::vector<std::size_t> open_;  // the nodes whose braces are open
  std::vector<Channel> channels_;  // of a frame, in their order
  std::string_view values_;
  std::vector<Where> places_;
  std::vector<std::string> left_out_;
  std::optional<Error> error_;
};

}  // namespace

Result<BvhMotion> read_bvh_motion(std::string_view text) {
  if (text.size() > kClipBytesMax) {
    return Error{ErrorCode::LimitExceeded,
                 "the bytes of a clip must be at most " + std::to_string(kClipBytesMax) + ", not " +
                     quoted(std::to_string(text.size())),
                 {1, 1}};
  }
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  return BvhReading(text).read();
}

Result<pose::Recording> read_bvh(std::string_view text) {
  Result<BvhMotion> motion = read_bvh_motion(text);
  if (!motion) return motion.error();
  return std::move(motion->recording);
}

Result<pose::FoundRecording> find_in_bvh(std::string_view text) {
  Result<BvhMotion> motion = read_bvh_motion(text);
  if (!motion) return motion.error();
  return pose::FoundRecording{.recording = std::move(motion->recording),
                              .places = std::move(motion->places),
                              .left_out = std::move(motion->left_out)};
}

}  // namespace kine::formats
