#include "realizer/formats/vrma_reader.h"

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

namespace kine::formats {
namespace {

constexpr double kFrames_hz = 60;
constexpr double kVrmaLengthMax = 1e6;
constexpr std::size_t kHeadBytes = 20;  // of the file and of its first chunk, which is JSON

Error error(ErrorCode code, std::string message) { return {code, std::move(message), {}}; }

/// Why the bytes must not be given to the library: it reads JSON by recursion.
std::optional<Error> find_fault_of_bytes(std::string_view bytes) {
  if (bytes.size() > kClipBytesMax) {
    return error(ErrorCode::LimitExceeded, "the bytes of a clip must be at most " +
                                               std::to_string(kClipBytesMax) + ", not " +
                                               quoted(std::to_string(bytes.size())));
  }
  if (bytes.size() < kHeadBytes || !bytes.starts_with("glTF")) {
    return error(ErrorCode::Syntax, "this is no binary glTF: " + quoted(bytes.substr(0, 4)));
  }
  std::size_t depth = 0;
  bool in_string = false;
  for (std::size_t i = kHeadBytes; i < bytes.size(); ++i) {
    const char c = bytes[i];
    if (in_string) {
      if (c == '\\') ++i;
      if (c == '"') in_string = false;
    } else if (c == '"') {
      in_string = true;
    } else if (c == '{' || c == '[') {
      if (++depth > kNestingMax) {
        return error(ErrorCode::LimitExceeded,
                     "the JSON of a clip is nested at most " + std::to_string(kNestingMax) +
                         " deep, which is passed at byte " + quoted(std::to_string(i)));
      }
    } else if (c == '}' || c == ']') {
      if (depth <= 1) break;  // behind it lie numbers
      --depth;
    }
  }
  return {};
}

// What the library would do with files: nothing. `asked` says that it wanted to.

bool no_file(const std::string&, void* asked) {
  *static_cast<bool*>(asked) = true;
  return false;
}
std::string no_path(const std::string& path, void* asked) {
  *static_cast<bool*>(asked) = true;
  return path;
}
bool no_reading(std::vector<unsigned char>*, std::string*, const std::string&, void* asked) {
  *static_cast<bool*>(asked) = true;
  return false;
}
bool no_writing(std::string*, const std::string&, const std::vector<unsigned char>&, void*) {
  return false;
}

/// Pictures of an avatar are passed over.
bool no_image(tinygltf::Image*, int, std::string*, std::string*, int, int, const unsigned char*,
              int, void*) {
  return true;
}

Result<tinygltf::Model> load(std::string_view bytes) {
  if (auto fault = find_fault_of_bytes(bytes)) return *std::move(fault);
  bool asked = false;
  tinygltf::TinyGLTF loader;
  loader.SetFsCallbacks({no_file, no_path, no_reading, no_writing, &asked});
  loader.SetImageLoader(no_image, nullptr);
  tinygltf::Model model;
  std::string why;
  std::string warnings;
  const bool loaded = loader.LoadBinaryFromMemory(
      &model, &why, &warnings, reinterpret_cast<const unsigned char*>(bytes.data()),
      static_cast<unsigned int>(bytes.size()));
  if (asked) return error(ErrorCode::Unsupported, "a clip must not refer to other files");
  if (!loaded) return error(ErrorCode::Syntax, "this is no sound glTF: " + quoted(why));
  return model;
}

template <class Items>
bool has(const Items& items, int index) {
  return index >= 0 && static_cast<std::size_t>(index) < items.size();
}

/// All numbers of an accessor of floats with this many in one element.
Result<std::vector<double>> numbers_of(const tinygltf::Model& model, int index,
                                       std::size_t components) {
  const auto fault = [](const std::string& what) {
    return error(ErrorCode::Unsupported, "an animation is made of " + what);
  };
  if (!has(model.accessors, index)) return fault("accessors that there are");
  const tinygltf::Accessor& accessor = model.accessors[static_cast<std::size_t>(index)];
  const int type = components == 1   ? TINYGLTF_TYPE_SCALAR
                   : components == 3 ? TINYGLTF_TYPE_VEC3
                                     : TINYGLTF_TYPE_VEC4;
  if (accessor.componentType != TINYGLTF_COMPONENT_TYPE_FLOAT || accessor.type != type) {
    return fault("floats: of times, vectors and quaternions");
  }
  if (accessor.sparse.isSparse || !has(model.bufferViews, accessor.bufferView)) {
    return fault("numbers that stand in a buffer, none of them left out");
  }
  const auto& view = model.bufferViews[static_cast<std::size_t>(accessor.bufferView)];
  if (!has(model.buffers, view.buffer)) return fault("buffers that there are");
  const auto& data = model.buffers[static_cast<std::size_t>(view.buffer)].data;
  const std::uint64_t element = components * sizeof(float);
  const std::uint64_t stride = view.byteStride == 0 ? element : view.byteStride;
  const std::uint64_t count = accessor.count;
  const bool sound = count > 0 && count <= data.size() && stride >= element && stride <= 252 &&
                     view.byteOffset <= data.size() &&
                     view.byteLength <= data.size() - view.byteOffset &&
                     accessor.byteOffset <= view.byteLength &&
                     (count - 1) * stride + element <= view.byteLength - accessor.byteOffset;
  if (!sound) return fault("numbers that lie within their buffer");
  std::vector<double> numbers;
  for (std::uint64_t i = 0; i < count; ++i) {
    for (std::uint64_t c = 0; c < components; ++c) {
      float number = 0;
      std::memcpy(
          &number,
          data.data() + view.byteOffset + accessor.byteOffset + i * stride + c * sizeof(float),
          sizeof number);
      if (!std::isfinite(number) || std::abs(number) > kVrmaLengthMax)
        return fault("finite numbers");
      numbers.push_back(number);
    }
  }
  return numbers;
}

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
  explicit GltfReading(const tinygltf::Model& model) : model_(model) {}

  Result<pose::Recording> read() {
    const bool done = order_nodes() && add_nodes() && read_tracks() && count_frames();
    if (!done) return *std::move(error_);
    name_bones();
    sample();
    return std::move(recording_);
  }

 private:
  bool fail(ErrorCode code, std::string message) {
    error_ = error(code, std::move(message));
    return false;
  }

  /// Parents first; a node has one parent at most and is not its own ancestor.
  bool order_nodes() {
    const std::size_t count = model_.nodes.size();
    if (count > kClipNodesMax) {
      return fail(ErrorCode::LimitExceeded, "the joints of a clip must be at most " +
                                                std::to_string(kClipNodesMax) + ", not " +
                                                quoted(std::to_string(count)));
    }
    parents_.resize(count);
    places_.resize(count);
    for (std::size_t i = 0; i < count; ++i) {
      for (const int child : model_.nodes[i].children) {
        if (!has(model_.nodes, child) || parents_[static_cast<std::size_t>(child)]) {
          return fail(ErrorCode::Syntax, "a node of a clip has one parent, unlike a child of " +
                                             quoted(model_.nodes[i].name));
        }
        parents_[static_cast<std::size_t>(child)] = i;
      }
    }
    for (std::size_t i = 0; i < count; ++i) {
      if (!parents_[i]) order_.push_back(i);
    }
    for (std::size_t i = 0; i < order_.size(); ++i) {
      places_[order_[i]] = i;
      for (const int child : model_.nodes[order_[i]].children) {
        order_.push_back(static_cast<std::size_t>(child));
      }
    }
    return order_.size() == count ||
           fail(ErrorCode::Syntax, "a node of a clip is its own ancestor");
  }

  bool add_nodes() {
    for (const std::size_t i : order_) {
      const tinygltf::Node& node = model_.nodes[i];
      if (!node.matrix.empty()) {
        return fail(ErrorCode::Unsupported,
                    "a node of a clip has a rotation and a translation, not a matrix like " +
                        quoted(node.name));
      }
      pose::Recording::Node added;
      added.name = node.name;
      if (parents_[i]) added.parent = places_[*parents_[i]];
      const std::vector<double>& r = node.rotation;
      const std::vector<double>& t = node.translation;
      if (r.size() == 4) added.rest = {r[0], r[1], r[2], r[3]};
      if (t.size() == 3) added.offset = {t[0], t[1], t[2]};
      const double size = dot(added.rest, added.rest);
      const bool sound = std::isfinite(size) && size > 1e-12 && size < 1e12 &&
                         length(added.offset) <= kVrmaLengthMax;
      if (!sound) {
        return fail(ErrorCode::OutOfRange,
                    "the rest pose of a node is finite, unlike that of " + quoted(node.name));
      }
      added.rest = normalized(added.rest);
      recording_.nodes.push_back(std::move(added));
    }
    return true;
  }

  bool read_tracks() {
    if (model_.animations.empty()) {
      return fail(ErrorCode::Unsupported, "there is no animation in the clip");
    }
    const tinygltf::Animation& animation = model_.animations.front();
    for (const tinygltf::AnimationChannel& channel : animation.channels) {
      const bool turns = channel.target_path == "rotation";
      if (!turns && channel.target_path != "translation") continue;
      if (!has(model_.nodes, channel.target_node) || !has(animation.samplers, channel.sampler)) {
        return fail(ErrorCode::Syntax, "a channel moves a node by a sampler, both of which exist");
      }
      const auto& sampler = animation.samplers[static_cast<std::size_t>(channel.sampler)];
      auto track = read_track(sampler, turns ? 4 : 3);
      if (!track) return false;
      const std::size_t node = places_[static_cast<std::size_t>(channel.target_node)];
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

  /// The part of an extension at `path`, if it is an object.
  static const tinygltf::Value* find(const tinygltf::Value& value, const std::string& key) {
    if (!value.IsObject() || !value.Has(key)) return nullptr;
    const tinygltf::Value& part = value.Get(key);
    return part.IsObject() ? &part : nullptr;
  }

  /// The place of the node that an entry of an extension names.
  std::optional<std::size_t> node_of(const tinygltf::Value& entry) const {
    if (!entry.IsObject() || !entry.Has("node") || !entry.Get("node").IsInt()) return {};
    const int node = entry.Get("node").GetNumberAsInt();
    if (!has(places_, node)) return {};
    return places_[static_cast<std::size_t>(node)];
  }

  void name_bones() {
    for (const char* extension : {"VRMC_vrm_animation", "VRMC_vrm"}) {
      const auto found = model_.extensions.find(extension);
      if (found == model_.extensions.end()) continue;
      const tinygltf::Value* humanoid = find(found->second, "humanoid");
      const tinygltf::Value* bones = humanoid ? find(*humanoid, "humanBones") : nullptr;
      if (bones == nullptr) continue;
      recording_.rest = pose::Recording::Rest::TPose;
      for (const std::string& name : bones->Keys()) {
        const auto joint = body::find_joint(name);
        const auto node = node_of(bones->Get(name));
        if (joint && node) recording_.nodes[*node].joint = joint;
      }
      name_expressions(found->second);
      return;
    }
  }

  /// The weight of an expression is how far its node stands aside. VRM's own are channels of ours
  /// with a prefix, a person's own may have our channels' names.
  void name_expressions(const tinygltf::Value& extension) {
    const tinygltf::Value* expressions = find(extension, "expressions");
    if (expressions == nullptr) return;
    for (const auto& [kind, prefix] : {std::pair("preset", "vrm_"), std::pair("custom", "")}) {
      const tinygltf::Value* named = find(*expressions, kind);
      if (named == nullptr) continue;
      for (const std::string& name : named->Keys()) {
        const auto channel = body::find_channel(prefix + name);
        const auto node = node_of(named->Get(name));
        const bool known = std::ranges::any_of(
            expressions_, [&](const auto& other) { return other.first == channel; });
        if (channel && node && !known) expressions_.emplace_back(*channel, *node);
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
  std::vector<std::optional<std::size_t>> parents_;  // of the file's nodes
  std::vector<std::size_t> order_;                   // the file's nodes, parents first
  std::vector<std::size_t> places_;                  // where in the order each of them stands
  std::vector<Moved> rotations_;
  std::vector<Moved> translations_;
  std::vector<std::pair<body::Channel, std::size_t>> expressions_;
  pose::Recording recording_;
  std::optional<Error> error_;
};

}  // namespace

Result<pose::Recording> read_vrma(std::string_view bytes) {
  const auto model = load(bytes);
  if (!model) return model.error();
  return GltfReading(*model).read();
}

}  // namespace kine::formats
