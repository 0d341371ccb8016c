// A speaker from script to frames: what head, brows and eyes do by default, and leave to a script.
// The bounds are those of the tracker: head RMS from 0.7 to 3 degrees, 8 at most, a nod in 4 s at
// least.
#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "realizer/math/quat.h"
#include "realizer/math/units.h"
#include "realizer/prepare/prepare.h"
#include "realizer/tick/shard.h"
#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"
#include "tests/support/motion/stage.h"
#include "tests/support/speech/sayings.h"

namespace kine::speaker_test {
namespace {

using enum body::Joint;

constexpr std::uint32_t kTickRate = 60;

std::shared_ptr<const motion::Block> block_of(const std::string& inside,
                                              const std::shared_ptr<const Cast>& cast) {
  Diagnostics diagnostics;
  const auto prepared = prepare(
      "<bml xmlns='http://www.bml-initiative.org/bml/bml-1.0' xmlns:k='urn:kinesphere:script:1' "
      "id='b'>" +
          inside + "</bml>",
      {.casts = {&cast, 1}}, diagnostics);
  REQUIRE(prepared);
  CHECK(diagnostics.warnings().empty());
  return prepared->blocks.front();
}

std::string speech(const std::string& text, const std::string& beside = "") {
  return "<speech id='s' start='1'><text>" + text + "</text>" + beside + "</speech>";
}

/// Of one tick. Turns are rotation vectors, in degrees.
struct Look {
  double time_s = 0;
  Vec3 head;  // against the chest
  Vec3 eye;   // in the head
  float brow = 0;
  float lid = 0;
  std::vector<std::string> feedback = {};
};

struct Playing {
  const body::Body& body = test::ada();
  autonomy::LifeOptions life = {};
};

/// What is seen of a block from its start to two seconds after its end.
std::vector<Look> played(const std::string& inside, const Playing& how = {}) {
  const auto cast = test::cast_named("ada", how.body);
  const auto block = block_of(inside, cast);
  Shard shard{TickRate(kTickRate)};
  shard.add_character(CharacterId{1}, cast, how.life);
  std::vector<Input> inputs = {
      PlayBlock{.character = CharacterId{1}, .id = {1}, .client = {}, .block = block}};
  std::vector<Look> looks;
  const double length_s = block->end.count() + 2;
  for (std::uint64_t tick = 1; tick < length_s * kTickRate; ++tick) {
    shard.advance_to(Tick{tick}, inputs);
    inputs.clear();
    const Frame& frame = shard.frames().front();
    const auto turn = [&](const Quat& rotation) {
      return kDegreesPerRadian * rotation_vector(normalized(rotation));
    };
    looks.push_back(
        {.time_s = static_cast<double>(tick - 1) / kTickRate,
         .head = turn(test::rotation_in(shard, 0, Neck) * test::rotation_in(shard, 0, Head)),
         .eye = turn(test::rotation_in(shard, 0, LeftEye)),
         .brow = frame.channels[body::find_channel("browInnerUp")->index],
         .lid = frame.channels[body::find_channel("eyeBlinkLeft")->index],
         .feedback = test::words_of(shard)});
  }
  return looks;
}

/// The parts of it from one time to another.
std::vector<Look> between(const std::vector<Look>& looks, double from_s, double to_s) {
  std::vector<Look> part;
  std::ranges::copy_if(looks, std::back_inserter(part), [&](const Look& each) {
    return each.time_s >= from_s && each.time_s <= to_s;
  });
  return part;
}

double rms_deg(const std::vector<Look>& looks) {
  double sum = 0;
  for (const Look& each : looks) sum += dot(each.head, each.head);
  return std::sqrt(sum / static_cast<double>(looks.size()));
}

double most_deg(const std::vector<Look>& looks) {
  double most = 0;
  for (const Look& each : looks) most = std::max(most, length(each.head));
  return most;
}

/// When the head is down at a turning point, by at least 1.5 degrees from 0.3 s before and after.
std::vector<double> nods_s(const std::vector<Look>& looks) {
  constexpr std::size_t kAround = 3 * kTickRate / 10;
  constexpr double kNod_deg = 1.5;
  std::vector<double> nods;
  for (std::size_t i = kAround; i + kAround < looks.size(); ++i) {
    const double down = looks[i].head.x;
    const bool is_lowest = down > looks[i - 1].head.x && down >= looks[i + 1].head.x;
    const bool is_deep =
        down - looks[i - kAround].head.x > kNod_deg && down - looks[i + kAround].head.x > kNod_deg;
    if (is_lowest && is_deep) nods.push_back(looks[i].time_s);
  }
  return nods;
}

}  // namespace

TEST_CASE("by default a speaker's head moves a little, and nods", "[speaker][line]") {
  for (const body::Body* const body : {&test::ada(), &test::ben()}) {
    for (const char* const text : test::kSayings) {
      CAPTURE(body->name, text);
      const auto looks = played(speech(text), {.body = *body});
      const double end_s = looks.back().time_s - 2;
      const auto speaking = between(looks, 1, std::max(end_s, 2.0));
      CHECK(rms_deg(speaking) > 0.7);
      CHECK(rms_deg(speaking) < 3);
      CHECK(most_deg(looks) < 8);
      double before_s = 1;
      for (const double nod_s : nods_s(looks)) {
        CHECK(nod_s - before_s <= 4);
        before_s = nod_s;
      }
      CHECK(before_s > 1);
      CHECK(end_s - before_s <= 4);
      CHECK(length(looks.back().head) < 1e-3);  // it has come back
    }
  }
}

TEST_CASE("with what it does of itself a speaker's head stays below 8 degrees", "[speaker][line]") {
  for (const std::uint64_t seed : {1, 2, 3}) {
    const auto looks = played(speech(test::kLongSaying),
                              {.life = {.liveliness = autonomy::Liveliness::Alive, .seed = seed}});
    CHECK(most_deg(looks) < 8);
    CHECK(rms_deg(between(looks, 1, looks.back().time_s - 2)) < 3);
    std::size_t blinks = 0;
    for (std::size_t i = 1; i < looks.size(); ++i) {
      if (looks[i].lid > 0.5F && looks[i - 1].lid <= 0.5F) ++blinks;
    }
    const double minutes = looks.back().time_s / 60;
    CHECK(static_cast<double>(blinks) / minutes < 40);
  }
}

TEST_CASE("no head leaps, and none jerks", "[speaker][line]") {
  for (const char* const text : test::kSayings) {
    const auto looks = played(speech(text));
    for (std::size_t i = 2; i < looks.size(); ++i) {
      const Vec3 speed = kTickRate * (looks[i].head - looks[i - 1].head);
      const Vec3 before = kTickRate * (looks[i - 1].head - looks[i - 2].head);
      CHECK(length(speed) < 100);          // degrees a second
      CHECK(length(speed - before) < 40);  // in a tick: 2400 degrees a second squared
    }
  }
}

TEST_CASE("a speech without body language moves nothing but its mouth", "[speaker][line]") {
  const std::string none = "<k:bodylanguage mode='none'/>";
  const std::string of_none = "<k:bodylanguage amount='0'/>";
  const std::string character = "<k:character bodylanguage='none'/>";
  for (const std::string& inside : {speech(test::kGreeting, none), speech(test::kGreeting, of_none),
                                    character + speech(test::kGreeting)}) {
    for (const Look& each : played(inside)) {
      CHECK(length(each.head) < 1e-4);
      CHECK(length(each.eye) < 1e-4);
      CHECK(each.brow == 0);
      CHECK(each.lid == 0);
    }
  }
}

TEST_CASE("a speech that asks for it has it, whatever its character has", "[speaker][line]") {
  const std::string character = "<k:character bodylanguage='none'/>";
  const auto own = played(character + speech(test::kGreeting, "<k:bodylanguage mode='small'/>"));
  const auto usual = played(speech(test::kGreeting));
  CHECK(rms_deg(own) == Approx(rms_deg(usual)).margin(1e-9));
  const auto half = played(speech(test::kGreeting, "<k:bodylanguage amount='0.5'/>"));
  CHECK(rms_deg(half) == Approx(rms_deg(usual) / 2).epsilon(0.01));
}

TEST_CASE("it tells nothing, and ends with its speech", "[speaker][line]") {
  std::vector<std::string> told[2];
  const std::string modes[] = {"none", "small"};
  for (std::size_t i = 0; i < 2; ++i) {
    const auto looks = played(speech(test::kGreeting, "<k:bodylanguage mode='" + modes[i] + "'/>"));
    for (const Look& each : looks) {
      told[i].insert(told[i].end(), each.feedback.begin(), each.feedback.end());
    }
  }
  CHECK(told[0] == told[1]);
  CHECK(told[0].size() >= 4);  // started, start and end of the speech, ended
}

TEST_CASE("what a script asks of the head is as if nobody spoke", "[speaker][line]") {
  const std::string pose =
      "<k:sequence id='p' start='2' fade-in='0.2' fade-out='0.5'><k:pose time='0.5' hold='1.5'>"
      "<k:orientation joint='head' axis='0 0 1' direction='0.3 0 1'/></k:pose></k:sequence>";
  const auto with = played(speech(test::kGreeting) + pose);
  const auto without = played(speech(test::kGreeting, "<k:bodylanguage mode='none'/>") + pose);
  for (std::size_t i = 0; i < with.size(); ++i) {
    if (with[i].time_s < 2.3 || with[i].time_s > 4.0) continue;
    CHECK(length(with[i].head - without[i].head) < 0.05);
    CHECK(length(with[i].eye - without[i].eye) < 0.05);
  }
  for (std::size_t i = 1; i < with.size(); ++i) {
    const Vec3 way = (with[i].head - with[i - 1].head) - (without[i].head - without[i - 1].head);
    CHECK(kTickRate * length(way) < 100);
  }
  CHECK(rms_deg(between(with, 5, 6)) > 0.3);  // and then it goes on
}

TEST_CASE("a face of a script keeps its brows, frown or not", "[speaker][line]") {
  const std::string face =
      "<k:sequence id='f' start='1'><k:pose time='0.3' hold='5'>"
      "<k:morph name='browDownLeft' weight='0.8'/></k:pose></k:sequence>";
  for (const Look& each : between(played(speech(test::kGreeting) + face), 1.3, 5.5)) {
    CHECK(each.brow < 0.01F);
  }
}

TEST_CASE("eyes that look at something stay there while the head nods", "[speaker][line]") {
  const std::string look =
      "<k:sequence id='g' fade-in='0.2'><k:pose time='0.5' hold='6'>"
      "<k:look-at target='0 1.6 3'/></k:pose></k:sequence>";
  const auto looks = played(look + speech(test::kGreeting));
  const auto still = played(look + speech(test::kGreeting, "<k:bodylanguage mode='none'/>"));
  double nodded = 0;
  for (std::size_t i = kTickRate; i < 5 * kTickRate; ++i) {
    const Vec3 seen = looks[i].head + looks[i].eye - still[i].head - still[i].eye;
    CHECK(std::hypot(seen.x, seen.y) < 0.5);
    nodded = std::max(nodded, length(looks[i].head - still[i].head));
  }
  CHECK(nodded > 2);
}

}  // namespace kine::speaker_test
