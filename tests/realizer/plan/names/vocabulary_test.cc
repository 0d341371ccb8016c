// Tests for realizer/plan/names/vocabulary.h, and of the tables in schemas/vocabulary.
#include "realizer/plan/names/vocabulary.h"

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "realizer/body/groups.h"
#include "realizer/body/reader.h"
#include "tests/support/catch.h"
#include "tests/support/source_files.h"

namespace kine::plan::vocabulary_test {
namespace {

using Names = std::initializer_list<std::string_view>;

std::string vocabulary_of(const std::string& rows) {
  return "<vocabulary xmlns='urn:kinesphere:vocabulary:1'>\n" + rows + "\n</vocabulary>";
}

Error refused(const std::string& xml) {
  const auto vocabulary = read_vocabulary(xml);
  REQUIRE_FALSE(vocabulary);
  return vocabulary.error();
}

Vocabulary table(std::string_view file) {
  const auto vocabulary =
      read_vocabulary(test::text_of(test::source_path("schemas/vocabulary") / file));
  if (!vocabulary)
    UNSCOPED_INFO(vocabulary.error().where.line << ": " << vocabulary.error().message);
  REQUIRE(vocabulary);
  return *vocabulary;
}

template <class Map>
void check_known(const Map& map, Names names) {
  for (const std::string_view name : names) {
    CAPTURE(name);
    CHECK(map.find(name) != map.end());
  }
}

std::string channel_name(body::Channel channel) {
  return std::string(body::channel_names()[channel.index]);
}

TEST_CASE("a row gives a name its meaning", "[vocabulary]") {
  const auto vocabulary = read_vocabulary(vocabulary_of(
      "<character name='Amber' means='ada'/><joint name='rhand' means='rightHand'/>"
      "<group name='rarm' means='rightArm'/><shape name='hands_fist' means='fist'/>"
      "<shape name='joy' means=''/><morph name='Oh' means='jawOpen 0.5,  mouthFunnel 1.5'/>"
      "<morph name='Basis' means=''/><shader name='blushing' means='shader_blushing'/>"));
  REQUIRE(vocabulary);
  CHECK(vocabulary->characters.at("Amber") == "ada");
  CHECK(vocabulary->joints.at("rhand") == body::Joint::RightHand);
  CHECK(vocabulary->groups.at("rarm") == "rightArm");
  CHECK(vocabulary->shapes.at("hands_fist") == "fist");
  CHECK(vocabulary->shapes.at("joy").empty());
  REQUIRE(vocabulary->morphs.at("Oh").size() == 2);
  CHECK(channel_name(vocabulary->morphs.at("Oh")[0].channel) == "jawOpen");
  CHECK(vocabulary->morphs.at("Oh")[0].weight == 0.5);
  CHECK(vocabulary->morphs.at("Oh")[1].weight == 1.5);
  CHECK(vocabulary->morphs.at("Basis").empty());
  CHECK(channel_name(vocabulary->shaders.at("blushing")) == "shader_blushing");
}

TEST_CASE("an error says where and what", "[vocabulary]") {
  CHECK(refused(vocabulary_of("<joint name='x' means='tail'/>")) ==
        Error{ErrorCode::UnknownName, "there is no joint: 'tail'", {2, 24}});
  CHECK(refused(vocabulary_of("<shader name='x' means='glow'/>")).where == Where{2, 25});
  CHECK(refused(vocabulary_of("<group name='a' means='b'/>\n<group name='a' means='c'/>")) ==
        Error{ErrorCode::Syntax, "a name has two meanings: 'a'", {3, 14}});
  CHECK(refused(vocabulary_of("<hat name='a' means='b'/>")) ==
        Error{ErrorCode::Syntax, "unknown element of a vocabulary: 'hat'", {2, 1}});
  CHECK(refused(vocabulary_of("<joint name='a'/>")).code == ErrorCode::Syntax);
  CHECK(refused(vocabulary_of("<joint means='head'/>")).code == ErrorCode::Syntax);
  CHECK(refused(vocabulary_of("<joint name='' means='head'/>")).code == ErrorCode::Syntax);
  CHECK(refused(vocabulary_of("<group name='a' means=''/>")).code == ErrorCode::Syntax);
  CHECK(refused(vocabulary_of("<joint name='a' means='head' to='b'/>")).where == Where{2, 30});
  CHECK(refused(vocabulary_of("<joint name='a' means='head'>b</joint>")).code == ErrorCode::Syntax);
}

TEST_CASE("parts of a morph are channels of their own with a weight", "[vocabulary]") {
  const std::string means =
      GENERATE("jawOpen", "jawOpen x", "jawOpen 0", "jawOpen -1", "jawOpen 1.6", "jawOpen nan",
               "chin 1", "jawOpen 1, jawOpen 1", "jawOpen 1,,mouthFunnel 1", ", jawOpen 1");
  CAPTURE(means);
  CHECK(refused(vocabulary_of("<morph name='x' means='" + means + "'/>")).where == Where{2, 24});
}

TEST_CASE("what is no vocabulary is refused", "[vocabulary]") {
  CHECK(refused("").code == ErrorCode::Syntax);
  CHECK(refused("<vocabulary/>").code == ErrorCode::Unsupported);
  CHECK(refused("<script xmlns='urn:kinesphere:vocabulary:1'/>").code == ErrorCode::Unsupported);
}

TEST_CASE("a name has one meaning over all tables", "[vocabulary]") {
  const Vocabulary embr = table("embr.xml");
  const Vocabulary recorders = table("recorders.xml");
  for (const auto& [name, joint] : table("hanim.xml").joints) {
    CAPTURE(name);
    CHECK(embr.joints.find(name) == embr.joints.end());
    CHECK(recorders.joints.find(name) == recorders.joints.end());
  }
  for (const auto& [name, joint] : recorders.joints) {
    CAPTURE(name);
    CHECK(embr.joints.find(name) == embr.joints.end());
  }
}

TEST_CASE("the joints of recorders have the sides that their names say", "[vocabulary]") {
  const Vocabulary recorders = table("recorders.xml");
  std::size_t sides = 0;
  for (const auto& [name, joint] : recorders.joints) {
    std::string other = name;
    for (std::size_t at = 0; (at = other.find("Left", at)) != std::string::npos; at += 4) {
      other.replace(at, 4, "Right");
    }
    if (name.ends_with("_l")) other.back() = 'r';
    if (other == name) continue;
    CAPTURE(name, other);
    ++sides;
    CHECK(body::name_of(joint).starts_with("left"));
    REQUIRE(recorders.joints.contains(other));
    CHECK(recorders.joints.at(other) == body::mirrored(joint));
  }
  CHECK(sides > 40);
  check_known(recorders.joints, {"LeftArm", "LeftForeArm", "LeftUpLeg", "LeftLeg", "LeftToeBase",
                                 "LowerBack", "Spine1", "LeftHandPinky3", "upperarm_r"});
}

TEST_CASE("no table gives one of our joints another meaning", "[vocabulary]") {
  for (const std::string_view file : {"embr.xml", "hanim.xml", "recorders.xml"}) {
    for (const auto& [name, joint] : table(file).joints) {
      CAPTURE(name);
      CHECK(body::find_joint(name).value_or(joint) == joint);
    }
  }
}

TEST_CASE("public scripts for Greta and AsapRealizer are understood", "[vocabulary]") {
  const Vocabulary asap = table("asap.xml");
  check_known(asap.gestures, {"greta-deictic-self", "greta-beat2", "greta-beat4", "conduit"});
  check_known(asap.morphs, {"smile", "wink", "questioning", "blink", "think", "ask"});
  check_known(asap.characters, {"armandia", "billie", "COUCH_M_1"});
  const Vocabulary greta = table("greta.xml");
  check_known(greta.gestures, {"down-aside-right", "up-aside-left", "beat-pos-b-social"});
  check_known(greta.morphs, {"joy", "politeness"});
  check_known(greta.characters, {"Greta", "Camille"});
}

TEST_CASE("classic characters are known", "[vocabulary]") {
  const Vocabulary embr = table("embr.xml");
  CHECK(embr.characters.at("Amber") == "ada");
  CHECK(embr.characters.at("Alfonse") == "ben");
}

TEST_CASE("every classic joint is known", "[vocabulary]") {
  const Vocabulary embr = table("embr.xml");
  check_known(embr.joints,
              {"root",     "hip.L",   "femur.L",   "tibia.L",   "foot.L",  "hip.R",   "femur.R",
               "tibia.R",  "foot.R",  "spine1",    "spine2",    "spine3",  "spine4",  "neck",
               "head",     "headDir", "headEnd",   "lhead_eye", "leye",    "leyeEnd", "rhead_eye",
               "reye",     "reyeEnd", "lclavicle", "lhumerus",  "lradius", "lhand",   "rclavicle",
               "rhumerus", "rradius", "rhand"});
  for (const std::string finger : {"1", "2", "3", "4", "5"}) {
    for (const std::string part : {"Cp", "Mcp", "Prox", "Dist"}) {
      check_known(embr.joints, {finger + part + ".Left", finger + part + ".Right"});
    }
  }
  CHECK(embr.joints.at("spine4") == body::Joint::UpperChest);
  CHECK(embr.joints.at("rhumerus") == body::Joint::RightUpperArm);
  CHECK(embr.joints.at("1Cp.Left") == body::Joint::LeftThumbMetacarpal);
  CHECK(embr.joints.at("1Prox.Left") == body::Joint::LeftThumbDistal);
  CHECK(embr.joints.at("2Mcp.Right") == body::Joint::RightIndexProximal);
  CHECK(embr.joints.at("5Dist.Right") == body::Joint::RightLittleDistal);
}

TEST_CASE("the sides of a table mirror each other", "[vocabulary]") {
  for (const std::string_view file : {"embr.xml", "hanim.xml"}) {
    const Vocabulary vocabulary = table(file);
    for (const auto& [name, joint] : vocabulary.joints) {
      std::string other = name;
      if (name.ends_with(".Left"))
        other.replace(name.size() - 4, 4, "Right");
      else if (name.ends_with(".L"))
        other.back() = 'R';
      else if (name.starts_with("l_") || body::mirrored(joint) != joint) {
        if (name.front() == 'l') other.front() = 'r';
      }
      if (other == name) continue;
      CAPTURE(name, other);
      REQUIRE(vocabulary.joints.contains(other));
      CHECK(vocabulary.joints.at(other) == body::mirrored(joint));
    }
  }
}

TEST_CASE("every classic group is known, and one of every body's", "[vocabulary]") {
  const Vocabulary embr = table("embr.xml");
  check_known(embr.groups,
              {"rarm", "larm", "headNeck", "lhand", "rhand", "eyes", "headThorax", "spine", "all",
               "headAbdomen", "head", "shoulders", "upperBodyNoArms", "leye", "reye", "face"});
  for (const auto& [name, meaning] : embr.groups) {
    CAPTURE(name, meaning);
    bool found = false;
    for (const body::Group& group : body::common_groups()) found = found || group.name == meaning;
    CHECK(found);
  }
}

std::vector<std::string> sign_language_hands() {
  std::vector<std::string> names;
  for (const char letter : std::string_view("ABCDEFGHIJKLMNOPQRTUVWXYZ")) {
    names.push_back(std::string("hands_ASL_") + letter);
  }
  for (const char letter : std::string_view("ABCDEFGHIJKLMNOPQRTUVWXYZ")) {
    names.push_back(std::string("hands_DGS_") + letter);
  }
  for (const char* classifier : {"1", "2", "3", "4", "5a", "5b", "A", "B", "C", "Cb", "F", "I",
                                 "ILY", "S", "T", "Va", "Vb", "Y"}) {
    names.push_back("hands_ASL_" + std::string(classifier) + "CL");
  }
  names.push_back("hands_DGS_SCH");
  return names;
}

TEST_CASE("every classic hand shape is known, and one of both hands", "[vocabulary]") {
  const Vocabulary embr = table("embr.xml");
  for (const std::string& name : sign_language_hands()) check_known(embr.shapes, {name});
  check_known(embr.shapes,
              {"hands_claw", "hands_fist", "hands_index", "hands_open-relaxed", "hands_open-spread",
               "hands_open-straight", "hands_purse", "hands_ring", "hands_thumbUp"});
  CHECK(embr.shapes.at("hands_DGS_V") == "asl-v");
  CHECK(embr.shapes.at("hands_ASL_5aCL") == "asl-5acl");

  const auto ada = body::read(test::text_of(test::source_path("schemas/bodies/ada.xml")),
                              test::text_of(test::source_path("schemas/hands.xml")),
                              test::text_of(test::source_path("schemas/poses.xml")));
  REQUIRE(ada);
  for (const auto& [name, meaning] : embr.shapes) {
    if (!name.starts_with("hands_")) continue;
    CAPTURE(name, meaning);
    CHECK(ada->find_shape("leftFingers", meaning) != nullptr);
    CHECK(ada->find_shape("rightFingers", meaning) != nullptr);
  }
}

TEST_CASE("stored postures of classic scripts are poses of every body", "[vocabulary]") {
  const Vocabulary embr = table("embr.xml");
  const auto ada = body::read(test::text_of(test::source_path("schemas/bodies/ada.xml")),
                              test::text_of(test::source_path("schemas/hands.xml")),
                              test::text_of(test::source_path("schemas/poses.xml")));
  REQUIRE(ada);
  for (const std::string_view name : {"default", "joy", "fear", "shame2", "shy"}) {
    CAPTURE(name);
    const auto found = embr.shapes.find(name);
    REQUIRE(found != embr.shapes.end());
    CHECK(ada->find_shape("spine", found->second) != nullptr);
    CHECK(ada->find_shape("headNeck", found->second) != nullptr);
  }
}

TEST_CASE("every classic morph is known, and moves a face", "[vocabulary]") {
  const Vocabulary embr = table("embr.xml");
  check_known(embr.morphs, {"Phonoh",
                            "ExpSmileClosed",
                            "ModBlinkLeft",
                            "ModBlinkRight",
                            "ModEyeSquintLeft",
                            "ModEyeSquintRight",
                            "ModBrowUpLeft",
                            "ModBrowUpRight",
                            "ModBrowDownLeft",
                            "ModBrowDownRight",
                            "ExpSmileOpen",
                            "Phonbigaah",
                            "ModBrowInLeft",
                            "ModBrowInRight",
                            "PhonW",
                            "Phonch,J,sh",
                            "PhonB,M,P",
                            "Phoneh",
                            "PhonD,S,T",
                            "Phonee",
                            "Phonth",
                            "ExpDisgust",
                            "Phonaah",
                            "PhonN",
                            "Phonooh,Q",
                            "ExpSad",
                            "Phoni",
                            "PhonK",
                            "PhonF,V",
                            "ExpAnger",
                            "ExpFear",
                            "ModLookDown",
                            "PhonR",
                            "Basis",
                            "undefined"});
  CHECK(embr.morphs.size() == 35);
  for (const auto& [name, parts] : embr.morphs) {
    CAPTURE(name);
    CHECK(parts.empty() == (name == "Basis" || name == "undefined"));
    for (const MorphPart& part : parts) {
      CHECK(part.channel.index < body::kArkitChannelCount);  // every renderer has those
      CHECK(part.weight <= 1);
    }
  }
}

TEST_CASE("blushing is a shader value", "[vocabulary]") {
  CHECK(channel_name(table("embr.xml").shaders.at("blushing")) == "shader_blushing");
}

TEST_CASE("H-Anim's joints are known under both versions' names", "[vocabulary]") {
  const Vocabulary hanim = table("hanim.xml");
  check_known(hanim.joints, {"humanoid_root",
                             "HumanoidRoot",
                             "sacroiliac",
                             "vl5",
                             "vl1",
                             "vt12",
                             "vt1",
                             "vc7",
                             "vc1",
                             "skullbase",
                             "temporomandibular",
                             "l_eyeball_joint",
                             "l_sternoclavicular",
                             "l_acromioclavicular",
                             "r_shoulder",
                             "r_elbow",
                             "r_radiocarpal",
                             "r_wrist",
                             "l_thumb1",
                             "l_thumb3",
                             "r_pinky0",
                             "r_pinky3",
                             "l_hip",
                             "l_knee",
                             "l_talocrural",
                             "l_ankle",
                             "l_subtalar",
                             "l_metatarsal",
                             "l_metatarsophalangeal"});
  CHECK(hanim.joints.at("r_wrist") == body::Joint::RightHand);
  CHECK(hanim.joints.at("l_shoulder") == body::Joint::LeftUpperArm);
  CHECK(hanim.joints.at("vt10") == body::Joint::Chest);
  CHECK(hanim.joints.at("vt6") == body::Joint::UpperChest);
  CHECK(hanim.joints.at("r_carpal_distal_interphalangeal_5") == body::Joint::RightLittleDistal);
}

}  // namespace
}  // namespace kine::plan::vocabulary_test
