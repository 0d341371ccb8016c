#include "server/sinks/vmc_packets.h"

#include <oscpack/osc/OscOutboundPacketStream.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

#include "clients/cpp/axes.h"
#include "realizer/core/assert.h"

namespace kine::server {
namespace {

/// No message of ours is longer: an address of 24 bytes, the types, a name of 32 and seven numbers.
constexpr std::size_t kMessageBytesMax = 112;

/// VRM 0's names of VRM 1.0's expressions.
constexpr std::array<std::pair<std::string_view, std::string_view>, 18> kExpressions = {{
    {"vrm_happy", "Joy"},
    {"vrm_angry", "Angry"},
    {"vrm_sad", "Sorrow"},
    {"vrm_relaxed", "Fun"},
    {"vrm_surprised", "Surprised"},
    {"vrm_neutral", "Neutral"},
    {"vrm_aa", "A"},
    {"vrm_ih", "I"},
    {"vrm_ou", "U"},
    {"vrm_ee", "E"},
    {"vrm_oh", "O"},
    {"vrm_blink", "Blink"},
    {"vrm_blinkLeft", "Blink_L"},
    {"vrm_blinkRight", "Blink_R"},
    {"vrm_lookUp", "LookUp"},
    {"vrm_lookDown", "LookDown"},
    {"vrm_lookLeft", "LookLeft"},
    {"vrm_lookRight", "LookRight"},
}};

std::string capitalised(std::string_view name) {
  std::string result(name);
  result[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(result[0])));
  return result;
}

/// Writes message after message, and begins another packet where one is full.
class Packets {
 public:
  Packets() { begin(); }

  template <class... Values>
  void add(const char* address, Values... values) {
    if (stream_.Size() + kMessageBytesMax > buffer_.size()) {
      end();
      begin();
    }
    stream_ << osc::BeginMessage(address);
    (stream_ << ... << values) << osc::EndMessage;
  }

  void add_pose(const char* address, const std::string& name, const std::array<float, 3>& at,
                const std::array<float, 4>& turn) {
    const std::array<float, 3> p = client::kUnity.vector(at);
    const std::array<float, 4> q = client::kUnity.quaternion(turn);
    add(address, name.c_str(), p[0], p[1], p[2], q[0], q[1], q[2], q[3]);
  }

  std::vector<std::string> take() && {
    end();
    return std::move(packets_);
  }

 private:
  void begin() {
    stream_.Clear();
    stream_ << osc::BeginBundleImmediate;
  }

  void end() {
    stream_ << osc::EndBundle;
    KINE_ASSERT(stream_.IsReady());
    packets_.emplace_back(stream_.Data(), stream_.Size());
  }

  std::array<char, kVmcPacketBytesMax> buffer_;
  osc::OutboundPacketStream stream_{buffer_.data(), buffer_.size()};
  std::vector<std::string> packets_;
};

}  // namespace

std::string vmc_bone_name(body::Joint joint) {
  constexpr std::string_view kMetacarpal = "ThumbMetacarpal";
  constexpr std::string_view kProximal = "ThumbProximal";
  std::string name = capitalised(body::name_of(joint));
  // Unity counts a thumb's bones from the hand as it does a finger's.
  if (name.ends_with(kMetacarpal)) {
    return name.replace(name.size() - kMetacarpal.size(), kMetacarpal.size(), "ThumbProximal");
  }
  if (name.ends_with(kProximal)) {
    return name.replace(name.size() - kProximal.size(), kProximal.size(), "ThumbIntermediate");
  }
  return name;
}

std::string vmc_blend_name(std::string_view channel) {
  const auto expression = std::ranges::find(kExpressions, channel,
                                            &std::pair<std::string_view, std::string_view>::first);
  if (expression != kExpressions.end()) return std::string(expression->second);
  if (channel.find('_') != std::string_view::npos) return {};
  return capitalised(channel);
}

std::vector<std::string> vmc_packets(const body::Body& body, const Frame& frame, Seconds time) {
  Packets packets;
  constexpr int kLoaded = 1;
  packets.add("/VMC/Ext/OK", kLoaded);
  packets.add("/VMC/Ext/T", static_cast<float>(time.count()));
  const auto& root = frame.root;
  packets.add_pose("/VMC/Ext/Root/Pos", "root", {root[0], root[1], root[2]},
                   {root[3], root[4], root[5], root[6]});
  for (std::size_t i = 0; i < body::kJointCount; ++i) {
    const Vec3& offset = body.offsets_m[i];
    const std::array<float, 3> at =
        i == body::index_of(body::Joint::Hips)
            ? frame.hips_m
            : std::array{static_cast<float>(offset.x), static_cast<float>(offset.y),
                         static_cast<float>(offset.z)};
    packets.add_pose("/VMC/Ext/Bone/Pos", vmc_bone_name(body::joint_at(i)), at,
                     frame.parent_from_joint[i]);
  }
  const auto channels = body::channel_names();
  for (std::size_t i = 0; i < channels.size(); ++i) {
    const std::string name = vmc_blend_name(channels[i]);
    if (!name.empty()) packets.add("/VMC/Ext/Blend/Val", name.c_str(), frame.channels[i]);
  }
  packets.add("/VMC/Ext/Blend/Apply");
  return std::move(packets).take();
}

}  // namespace kine::server
