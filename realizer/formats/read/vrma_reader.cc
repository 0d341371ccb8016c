#include "realizer/formats/read/vrma_reader.h"

#include <tiny_gltf.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "realizer/core/limits.h"
#include "realizer/core/number.h"
#include "realizer/formats/read/gltf_numbers.h"
#include "realizer/formats/read/gltf_skeleton.h"

namespace kine::formats {
namespace {

constexpr double kFrames_hz = 60;

enum class Interpolation { Linear, Step, CubicSpline };

/// The values of one property of one node over time.
struct Track {
  std::vector<double> times_s;  // never empty, not decreasing
  std::vector<double> values;
  std::size_t components = 0;
  Interpolation interpolation = Interpolation::Linear;

  /// Of a key: where in `values` its own stand, between its tangents for a spline.
  std::size_t at(std::size_t key) const {
    return interpolation == Interpolation::CubicSpline ? (3 * key + 1) * components
                                                       : key * components;
  }
};

Quat quat_at(const Track& track, std::size_t at) {
  const Quat q{track.values[at], track.values[at + 1], track.values[at + 2], track.values[at + 3]};
  return dot(q, q) > 1e-12 ? normalized(q) : Quat{};
}

/// The key before a time, the length to the next one, and how far between the two it is.
struct Place {
  std::size_t key = 0;
  double length_s = 0;
  double h = 0;
};

Place place_at(const Track& track, double time_s) {
  const auto behind = std::upper_bound(track.times_s.begin(), track.times_s.end(), time_s);
  if (behind == track.times_s.begin()) return {};
  const auto key = static_cast<std::size_t>(behind - track.times_s.begin()) - 1;
  if (behind == track.times_s.end()) return {key, 0, 0};
  const double length_s = *behind - track.times_s[key];
  return {key, length_s, (time_s - track.times_s[key]) / length_s};
}

/// glTF 2.0, appendix C.
double spline(const Track& track, const Place& place, std::size_t component) {
  const double t = place.h;
  const double p0 = track.values[track.at(place.key) + component];
  const double m0 = track.values[track.at(place.key) + track.components + component];
  const double p1 = track.values[track.at(place.key + 1) + component];
  const double m1 = track.values[track.at(place.key + 1) - track.components + component];
  const double t2 = t * t;
  const double t3 = t2 * t;
  return (2 * t3 - 3 * t2 + 1) * p0 + place.length_s * (t3 - 2 * t2 + t) * m0 +
         (3 * t2 - 2 * t3) * p1 + place.length_s * (t3 - t2) * m1;
}

double number_at(const Track& track, const Place& place, std::size_t component) {
  if (place.h == 0 || track.interpolation == Interpolation::Step) {
    return track.values[track.at(place.key) + component];
  }
  if (track.interpolation == Interpolation::CubicSpline) return spline(track, place, component);
  const double from = track.values[track.at(place.key) + component];
  return from + place.h * (track.values[track.at(place.key + 1) + component] - from);
}

Vec3 vector_at(const Track& track, double time_s) {
  const Place place = place_at(track, time_s);
  return {number_at(track, place, 0), number_at(track, place, 1), number_at(track, place, 2)};
}

Quat rotation_at(const Track& track, double time_s) {
  const Place place = place_at(track, time_s);
  if (place.h == 0 || track.interpolation == Interpolation::Step) {
    return quat_at(track, track.at(place.key));
  }
  if (track.interpolation == Interpolation::Linear) {
    return normalized(slerp(quat_at(track, track.at(place.key)),
                            quat_at(track, track.at(place.key + 1)), place.h));
  }
  const Quat q{spline(track, place, 0), spline(track, place, 1), spline(track, place, 2),
               spline(track, place, 3)};
  return dot(q, q) > 1e-12 ? normalized(q) : Quat{};
}

/// A channel's property: what moves, of which node.
struct Moved {
  std::size_t node = 0;
  Track track;
};

class GltfReading {
 public:
  explicit GltfReading(const tinygltf::Model& model) : model_(model), skeleton_(model) {}

  Result<pose::FoundRecording> read() {
    if (auto fault = skeleton_.add_to(recording_)) return *std::move(fault);
    if (!read_tracks() || !count_frames()) return *std::move(error_);
    if (const tinygltf::Value* named = skeleton_.name_bones(recording_, left_out_))
      name_expressions(*named);
    sample();
    return pose::FoundRecording{
        .recording = std::move(recording_), .places = {}, .left_out = std::move(left_out_)};
  }

 private:
  bool fail(ErrorCode code, std::string message) {
    error_ = gltf_error(code, std::move(message));
    return false;
  }

  bool read_tracks() {
    if (model_.animations.empty()) {
      return fail(ErrorCode::Unsupported, "there is no animation in the clip");
    }
    const tinygltf::Animation& animation = model_.animations.front();
    for (std::size_t i = 1; i < model_.animations.size(); ++i) {
      left_out_.push_back(loss_of("the animation", model_.animations[i].name));
    }
    for (const tinygltf::AnimationChannel& channel : animation.channels) {
      const bool turns = channel.target_path == "rotation";
      if (!turns && channel.target_path != "translation") {
        const bool known = has(model_.nodes, channel.target_node);
        left_out_.push_back(
            loss_of("the " + channel.target_path + " of",
                    known ? model_.nodes[static_cast<std::size_t>(channel.target_node)].name : ""));
        continue;
      }
      if (!has(model_.nodes, channel.target_node) || !has(animation.samplers, channel.sampler)) {
        return fail(ErrorCode::Syntax, "a channel moves a node by a sampler, both of which exist");
      }
      const auto& sampler = animation.samplers[static_cast<std::size_t>(channel.sampler)];
      auto track = read_track(sampler, turns ? 4 : 3);
      if (!track) return false;
      const std::size_t node = skeleton_.place_of(channel.target_node);
      (turns ? rotations_ : translations_).push_back({node, *std::move(track)});
      if (rotations_.size() + translations_.size() > 2 * kClipNodesMax) {
        return fail(ErrorCode::LimitExceeded,
                    "a clip has at most two channels a node: " + quoted(animation.name));
      }
    }
    return true;
  }

  std::optional<Track> read_track(const tinygltf::AnimationSampler& sampler,
                                  std::size_t components) {
    auto times_s = numbers_of(model_, sampler.input, 1);
    auto values = numbers_of(model_, sampler.output, components);
    if (!times_s || !values) {
      error_ = times_s ? values.error() : times_s.error();
      return {};
    }
    const bool is_spline = sampler.interpolation == "CUBICSPLINE";
    Track track{.times_s = *std::move(times_s),
                .values = *std::move(values),
                .components = components,
                .interpolation = is_spline                         ? Interpolation::CubicSpline
                                 : sampler.interpolation == "STEP" ? Interpolation::Step
                                                                   : Interpolation::Linear};
    const std::size_t wanted = track.times_s.size() * components * (is_spline ? 3 : 1);
    const bool sound = track.values.size() == wanted && std::ranges::is_sorted(track.times_s) &&
                       track.times_s.front() >= 0;
    if (!sound) {
      fail(ErrorCode::Syntax, "the times of a channel rise, with a value each");
      return {};
    }
    return track;
  }

  bool count_frames() {
    double length_s = 0;
    for (const auto* tracks : {&rotations_, &translations_}) {
      for (const Moved& moved : *tracks) {
        length_s = std::max(length_s, moved.track.times_s.back());
      }
    }
    if (length_s * kFrames_hz + 1 > static_cast<double>(kClipFramesMax)) {
      return fail(ErrorCode::LimitExceeded,
                  "the frames of a clip must be at most " + std::to_string(kClipFramesMax) +
                      " of a 60th of a second, which is passed by a length in seconds of " +
                      quoted(format_number(length_s)));
    }
    recording_.frame_time = Seconds(1 / kFrames_hz);
    recording_.frame_count = static_cast<std::size_t>(std::lround(length_s * kFrames_hz)) + 1;
    return true;
  }

  /// The weight of an expression is how far its node stands aside. VRM's own are channels of ours
  /// with a prefix, a person's own may have our channels' names.
  void name_expressions(const tinygltf::Value& extension) {
    const tinygltf::Value* expressions = find_part(extension, "expressions");
    for (const auto& [kind, prefix] : {std::pair("preset", "vrm_"), std::pair("custom", "")}) {
      const tinygltf::Value* named = expressions ? find_part(*expressions, kind) : nullptr;
      if (named == nullptr) continue;
      for (const std::string& name : named->Keys()) {
        const auto channel = body::find_channel(prefix + name);
        const auto node = skeleton_.find_node(named->Get(name));
        const bool known = std::ranges::any_of(
            expressions_, [&](const auto& other) { return other.first == channel; });
        if (!node) continue;  // of an avatar, whose expressions are shapes and nothing that moves
        if (channel && !known) {
          expressions_.emplace_back(*channel, *node);
        } else {
          left_out_.push_back(loss_of(std::string("the ") + kind + " expression", name));
        }
      }
    }
    if (const tinygltf::Value* gaze = find_part(extension, "lookAt")) {
      if (skeleton_.find_node(*gaze)) {
        left_out_.push_back(loss_of("the gaze", "lookAt"));
      }
    }
  }

  double time_of(std::size_t frame) const { return static_cast<double>(frame) / kFrames_hz; }

  void sample() {
    for (const Moved& moved : rotations_) {
      std::vector<Quat>& frames = recording_.nodes[moved.node].rotations;
      frames.clear();
      for (std::size_t i = 0; i < recording_.frame_count; ++i) {
        frames.push_back(rotation_at(moved.track, time_of(i)));
      }
    }
    for (const Moved& moved : translations_) {
      std::vector<Vec3>& frames = recording_.nodes[moved.node].positions;
      frames.clear();
      for (std::size_t i = 0; i < recording_.frame_count; ++i) {
        frames.push_back(vector_at(moved.track, time_of(i)));
      }
    }
    for (const auto& [channel, node] : expressions_) {
      pose::Recording::Curve curve{.channel = channel, .values = {}};
      for (const Vec3& position : recording_.nodes[node].positions) {
        curve.values.push_back(static_cast<float>(std::clamp(position.x, 0.0, 1.0)));
      }
      if (!curve.values.empty()) recording_.curves.push_back(std::move(curve));
    }
  }

  const tinygltf::Model& model_;
  GltfSkeleton skeleton_;
  std::vector<Moved> rotations_;
  std::vector<Moved> translations_;
  std::vector<std::pair<body::Channel, std::size_t>> expressions_;
  pose::Recording recording_;
  std::vector<std::string> left_out_;
  std::optional<Error> error_;
};

}  // namespace

Result<pose::FoundRecording> find_in_vrma(std::string_view bytes) {
  const auto model = load_gltf(bytes, kClipBytesMax);
  if (!model) return model.error();
  return GltfReading(*model).read();
}

Result<pose::Recording> read_vrma(std::string_view bytes) {
  Result<pose::FoundRecording> found = find_in_vrma(bytes);
  if (!found) return found.error();
  return std::move(found->recording);
}

}  // namespace kine::formats
