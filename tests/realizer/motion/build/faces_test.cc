// Tests for realizer/motion/build/faces.h: faces of sketches in a running shard.
#include "realizer/motion/build/faces.h"

#include <cmath>
#include <string>
#include <vector>

#include "realizer/body/channels.h"
#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"
#include "tests/support/motion/footprints.h"
#include "tests/support/motion/stage.h"

namespace kine::motion::faces_test {
namespace {

constexpr double kHz = 60;

/// How much a character smiles in each frame.
std::vector<float> smiles(const std::string& inside) {
  const std::string text =
      "<script xmlns=\"urn:kinesphere:script:1\">"
      R"(<sketch id="glad"><face name="mouthSmileLeft" amount="0.5"/></sketch>
         <sketch id="plain"><face name="jawForward" amount="0.25"/></sketch>)" +
      inside + "</script>";
  const auto frames = test::perform({.casts = {test::cast_named("ada", test::ada())},
                                     .scripts = {{.tick = 0, .text = text}},
                                     .ticks = 360})
                          .frames;
  std::vector<float> channel;
  for (const Frame& frame : frames) {
    channel.push_back(frame.channels[body::find_channel("mouthSmileLeft")->index]);
  }
  return channel;
}

float at(const std::vector<float>& channel, double time_s) {
  return channel.at(static_cast<std::size_t>(time_s * kHz));
}

std::string reach(const std::string& attributes, const std::string& more = "") {
  return "<sequence " + attributes + R"( start="1"><pose time="1" hold="1">)" +
         R"(<position joint="rightHand" target="-0.25 1.3 0.3"/>)" + more + "</pose></sequence>";
}

}  // namespace

TEST_CASE("a face of a sequence comes, stays and goes with it", "[faces]") {
  const auto smile = smiles(reach(R"(sketch="glad")"));
  CHECK(at(smile, 0.9) == 0);
  CHECK(at(smile, 1.2) > 0);
  CHECK(at(smile, 1.2) < 0.5F);
  CHECK(at(smile, 1.5) == Approx(0.5));
  CHECK(at(smile, 2.9) == Approx(0.5));
  CHECK(at(smile, 5.5) == 0);
}

TEST_CASE("a face of a character lasts as long as its script", "[faces]") {
  const auto smile = smiles(R"(<character sketch="glad"/>)" + reach(""));
  CHECK(at(smile, 0.6) == Approx(0.5));
  CHECK(at(smile, 2.9) == Approx(0.5));
  CHECK(at(smile, 5.5) == 0);
}

TEST_CASE("the nearest face takes the place of outer ones", "[faces]") {
  const auto smile = smiles(R"(<character sketch="glad"/>)" + reach(R"(sketch="plain")"));
  CHECK(at(smile, 0.9) == Approx(0.5));
  CHECK(at(smile, 2) == 0);
}

TEST_CASE("what a script says of a channel goes before a face of its sketch", "[faces]") {
  const auto smile =
      smiles(reach(R"(sketch="glad")", R"(<morph name="mouthSmileLeft" weight="0.1"/>)"));
  CHECK(at(smile, 2.5) == Approx(0.1));
}

TEST_CASE("a face takes its time to come, however early the first poses are", "[faces]") {
  for (const char* const early : {"0", "0.05"}) {
    const auto smile = smiles(R"(<sequence sketch="glad" start="1"><pose time=")" +
                              std::string(early) + R"("/><pose time="1" hold="1"/></sequence>)");
    CHECK(at(smile, 1.05) < 0.1F);
    CHECK(at(smile, 1.5) == Approx(0.5));
    for (std::size_t i = 1; i < smile.size(); ++i) {
      CHECK(std::abs(smile[i] - smile[i - 1]) < 0.06F);
    }
  }
}

TEST_CASE("a face does not jump", "[faces]") {
  const auto smile = smiles(R"(<character sketch="plain"/>)" + reach(R"(sketch="glad")"));
  for (std::size_t i = 1; i < smile.size(); ++i) CHECK(std::abs(smile[i] - smile[i - 1]) < 0.06F);
}

}  // namespace kine::motion::faces_test
