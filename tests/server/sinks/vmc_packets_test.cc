// Tests for server/sinks/vmc_packets.h, read back by oscpack's own reader; expected values are
// VMC's specification and the map of axes worked out by hand.
#include "server/sinks/vmc_packets.h"

#include <oscpack/osc/OscReceivedElements.h>

#include <map>

#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"

namespace kine::server::vmc_packets_test {
namespace {

struct Pose {
  std::array<float, 3> at;
  std::array<float, 4> turn;
};

/// What a receiver makes of packets.
struct Heard {
  std::vector<std::string> addresses;
  std::map<std::string, Pose> bones;
  std::map<std::string, float> blends;
  Pose root;
};

Pose pose_of(osc::ReceivedMessage::const_iterator argument) {
  Pose pose;
  for (float& value : pose.at) value = (argument++)->AsFloat();
  for (float& value : pose.turn) value = (argument++)->AsFloat();
  return pose;
}

void hear(const osc::ReceivedMessage& message, Heard& heard) {
  const std::string address = message.AddressPattern();
  heard.addresses.push_back(address);
  auto argument = message.ArgumentsBegin();
  if (address == "/VMC/Ext/Bone/Pos" || address == "/VMC/Ext/Root/Pos") {
    const std::string name = (argument++)->AsString();
    (address == "/VMC/Ext/Root/Pos" ? heard.root : heard.bones[name]) = pose_of(argument);
  } else if (address == "/VMC/Ext/Blend/Val") {
    const std::string name = (argument++)->AsString();
    heard.blends[name] = argument->AsFloat();
  }
}

Heard heard_of(const std::vector<std::string>& packets) {
  Heard heard;
  for (const std::string& packet : packets) {
    const osc::ReceivedBundle bundle(osc::ReceivedPacket(
        packet.data(), static_cast<osc::osc_bundle_element_size_t>(packet.size())));
    for (auto element = bundle.ElementsBegin(); element != bundle.ElementsEnd(); ++element) {
      hear(osc::ReceivedMessage(*element), heard);
    }
  }
  return heard;
}

Frame some_frame() {
  Frame frame;
  frame.root = {1, 2, 3, 0, 0, 0, 1};
  frame.hips_m = {0.1F, 0.9F, -0.2F};
  for (auto& q : frame.parent_from_joint) q = {0, 0, 0, 1};
  frame.parent_from_joint[body::index_of(body::Joint::LeftUpperArm)] = {0.1F, 0.2F, 0.3F, 0.9F};
  frame.channels[body::find_channel("jawOpen")->index] = 0.5F;
  frame.channels[body::find_channel("vrm_happy")->index] = 0.25F;
  return frame;
}

TEST_CASE("a frame is a bundle of bones, shapes and what frames them, in VMC's order", "[vmc]") {
  const auto packets = vmc_packets(test::ada(), some_frame(), Seconds(2.5));
  for (const std::string& packet : packets) CHECK(packet.size() <= kVmcPacketBytesMax);
  const Heard heard = heard_of(packets);
  REQUIRE(heard.addresses.size() > 60);
  CHECK(heard.addresses[0] == "/VMC/Ext/OK");
  CHECK(heard.addresses[1] == "/VMC/Ext/T");
  CHECK(heard.addresses[2] == "/VMC/Ext/Root/Pos");
  CHECK(heard.addresses.back() == "/VMC/Ext/Blend/Apply");
  CHECK(heard.bones.size() == body::kJointCount);
  CHECK(heard.blends.size() == body::kArkitChannelCount + body::kVrmChannelCount);
}

TEST_CASE("places and turns are in Unity's axes", "[vmc]") {
  const Heard heard = heard_of(vmc_packets(test::ada(), some_frame(), Seconds(0)));
  CHECK(heard.root.at == std::array{-1.0F, 2.0F, 3.0F});
  CHECK(heard.bones.at("Hips").at == std::array{-0.1F, 0.9F, -0.2F});
  const Pose& arm = heard.bones.at("LeftUpperArm");
  CHECK(arm.turn == std::array{0.1F, -0.2F, -0.3F, 0.9F});
  // Left is +X with us and -X in Unity.
  CHECK(arm.at[0] < -0.05F);
  CHECK(heard.bones.at("RightUpperArm").at[0] > 0.05F);
}

TEST_CASE("bones and shapes have the names that receivers know", "[vmc]") {
  CHECK(vmc_bone_name(body::Joint::UpperChest) == "UpperChest");
  CHECK(vmc_bone_name(body::Joint::LeftThumbMetacarpal) == "LeftThumbProximal");
  CHECK(vmc_bone_name(body::Joint::LeftThumbProximal) == "LeftThumbIntermediate");
  CHECK(vmc_bone_name(body::Joint::RightThumbDistal) == "RightThumbDistal");
  CHECK(vmc_bone_name(body::Joint::RightLittleProximal) == "RightLittleProximal");
  const Heard heard = heard_of(vmc_packets(test::ada(), some_frame(), Seconds(0)));
  CHECK(heard.blends.at("JawOpen") == 0.5F);
  CHECK(heard.blends.at("Joy") == 0.25F);
  CHECK(vmc_blend_name("vrm_blinkLeft") == "Blink_L");
  CHECK(vmc_blend_name("viseme_PP").empty());
}

}  // namespace
}  // namespace kine::server::vmc_packets_test
