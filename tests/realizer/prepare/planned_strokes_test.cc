// Planned body language from script to frames: wrists come to rest where a stressed syllable is.
#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "realizer/prepare/prepare.h"
#include "realizer/speech/phrases.h"
#include "realizer/tick/shard.h"
#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"
#include "tests/support/motion/stage.h"
#include "tests/support/speech/sayings.h"

namespace kine::planned_strokes_test {
namespace {

constexpr std::uint32_t kRate_hz = 240;
constexpr double kNoStroke_m_s = 0.15;  // what is slower is none
constexpr double kAtRest = 0.35;        // of the stroke's fastest

/// The left one and the right one.
std::array<Vec3, 2> wrists_of(const Frame& frame, const body::Body& body) {
  std::array<Quat, body::kJointCount> turns;
  for (std::size_t i = 0; i < body::kJointCount; ++i) {
    const auto& [x, y, z, w] = frame.parent_from_joint[i];
    turns[i] = normalized(Quat{x, y, z, w});
  }
  const auto model = body.compute_model(turns);
  return {model.positions_m[body::index_of(body::Joint::LeftHand)],
          model.positions_m[body::index_of(body::Joint::RightHand)]};
}

struct Played {
  std::shared_ptr<const motion::Block> block;
  std::array<std::vector<double>, 2> speeds_m_s;  // of the wrists, from each frame to the next
};

Played played(const std::string& text) {
  const auto cast = test::ada_with_lexicon();
  Diagnostics diagnostics;
  const auto prepared = prepare(
      "<bml xmlns='http://www.bml-initiative.org/bml/bml-1.0' xmlns:k='urn:kinesphere:script:1' "
      "id='b'><speech id='s' start='1'><text>" +
          text + "</text><k:bodylanguage mode='planned'/></speech></bml>",
      {.casts = {&cast, 1}}, diagnostics);
  REQUIRE(prepared);
  for (const Warning& each : diagnostics.warnings()) FAIL_CHECK(each.message);
  Played all{.block = prepared->blocks.front(), .speeds_m_s = {}};
  Shard shard{TickRate(kRate_hz)};
  shard.add_character(CharacterId{1}, cast);
  std::vector<Input> inputs = {
      PlayBlock{.character = CharacterId{1}, .id = {1}, .client = {}, .block = all.block}};
  std::optional<std::array<Vec3, 2>> before;
  for (std::uint64_t tick = 1; tick < all.block->end.count() * kRate_hz; ++tick) {
    shard.advance_to(Tick{tick}, inputs);
    inputs.clear();
    const Frame& frame = shard.frames().front();
    const std::array<Vec3, 2> now = wrists_of(frame, *cast->body);
    for (std::size_t side = 0; before && side < now.size(); ++side) {
      all.speeds_m_s[side].push_back(kRate_hz * length(now[side] - (*before)[side]));
    }
    before = now;
  }
  return all;
}

/// When a wrist has come to rest behind each fast stretch.
std::vector<double> strokes_s(const std::vector<double>& speeds_m_s) {
  std::vector<double> strokes;
  double fastest_m_s = 0;
  for (std::size_t i = 0; i < speeds_m_s.size(); ++i) {
    fastest_m_s = std::max(fastest_m_s, speeds_m_s[i]);
    if (fastest_m_s < kNoStroke_m_s || speeds_m_s[i] > kAtRest * fastest_m_s) continue;
    strokes.push_back((static_cast<double>(i) + 0.5) / kRate_hz);
    fastest_m_s = 0;
  }
  return strokes;
}

double nearest(const std::vector<double>& among, double to) {
  return *std::ranges::min_element(among, {}, [&](double each) { return std::abs(each - to); });
}

}  // namespace

TEST_CASE("wrists have come to rest on stressed syllables, or up to 0.15 s before", "[planned]") {
  const std::string text = test::kLongSaying;
  const Played all = played(text);
  std::vector<double> accents_s;
  for (const auto& phrase : speech::phrases_of(test::said_silently(text))) {
    for (const auto& each : phrase.accents) accents_s.push_back(1 + each.at.count());
  }
  std::size_t strokes = 0;
  std::size_t on_syllables = 0;
  for (const plan::ArmStroke& stroke : all.block->strokes) {
    ++strokes;
    const auto& speeds_m_s = all.speeds_m_s[static_cast<std::size_t>(stroke.side)];
    const double apex_s = nearest(strokes_s(speeds_m_s), stroke.end.count());
    const double after_s = apex_s - nearest(accents_s, apex_s);
    CAPTURE(stroke.end.count(), apex_s, after_s);
    on_syllables += after_s >= -0.15 && after_s <= 0 ? 1 : 0;
    CHECK(after_s < 0.05);
  }
  const double minutes = all.block->end.count() / 60;
  CHECK(static_cast<double>(strokes) / minutes >= 8);
  CHECK(static_cast<double>(on_syllables) >= 0.95 * static_cast<double>(strokes));
  CHECK(std::ranges::none_of(all.block->sync_points, [](const motion::SyncPoint& each) {
    return each.id.find('+') != std::string::npos;  // nobody is told of them
  }));
}

}  // namespace kine::planned_strokes_test
