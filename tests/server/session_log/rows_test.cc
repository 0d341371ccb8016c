// Tests for server/session_log/rows.h
#include "server/session_log/rows.h"

#include <cmath>

#include "realizer/script/sketch.h"
#include "tests/support/catch.h"

namespace kine::server::rows_test {
namespace {

const Stamp kStamp{.tick = {12}, .wall = "2026-11-23T16:25:02.123456Z", .mono_us = 77};

const std::string kTarget =
    R"({"row":"target","tick":12,"wall":"2026-11-23T16:25:02.123456Z","mono_us":77,)"
    R"("name":"cup","point_m":{"x":-0,"y":1.5,"z":0.1},"over_s":0})"
    "\n";

/// One of each kind, with something in each field: first those that are no inputs.
std::vector<LogRow> what_is_told() {
  const LoggedBlock block{.prepared = 0, .block = {4}, .tick = {9}, .nth = 1};
  const LoggedTrack track{.length = Seconds(1.25),
                          .words = {{0, 3, Seconds(0), Seconds(0.5), 0, 1}},
                          .phones = {{"a", Seconds(0), Seconds(0.5), 1}},
                          .marks = {{"m", Seconds(0.25)}},
                          .text = "one",
                          .timing = speech::Timing::Aligned,
                          .rate_hz = 8000,
                          .sounds = {"0123456789abcdef"}};
  return {
      HeadRow{.version = "0.1.0",
              .revision = "unknown",
              .life = {.liveliness = autonomy::Liveliness::Alive, .seed = 18446744073709551615U},
              .characters = {{.cast = 1, .name = "ada", .body = "ada", .place = {{1, 0, 2}, 0.5}}},
              .clips = {{"clap", Seconds(2)}},
              .gestures = {"salute"},
              .body_language = "synthetic-v1"},
      CastRow{{.cast = 2, .name = "eve", .body = "ada", .body_of = 1, .place = {}}},
      CompanyRow{.company = 1, .casts = {1, 2}},
      MessageRow{.client = {3}, .sound_bytes = 5, .message = {R"({"say": {"id": "x"}})"}},
      GoneRow{{3}},
      ResumeRow{.client = {3}, .key = "0123456789abcdef", .keeps_waiting = true},
      SoundRow{"0123456789abcdef", "AAA="},
      PrepareRow{
          .prepare = 5,
          .script = "s",
          .character = "ada",
          .company = 1,
          .text = "<script/>\n",
          .targets = {"cup"},
          .tension = "loose",
          .sketches = {{.character = {}, .style = "tired"}, {.character = "ada", .style = "shy"}},
          .manners = {{.character = "ada",
                       .from = {},
                       .to = {{script::kSpatialExtent, 1},
                              {script::kTemporalExtent, -1},
                              {script::kPower, 0.5},
                              {script::kPosture, -0.25},
                              {script::kComSide, 1}},
                       .since = Seconds(-3),
                       .over = Seconds(0.5)}},
          .located = {{"ben", {{0, 0, 1}, -0.0}}},
          .voice = "espeak",
          .said = {{.id = "s1", .text = "one", .rate = 1.5, .track = track},
                   {.id = "s2", .text = "two", .error = "it is hoarse"}},
          .others = {{{{"b:g:stroke", Seconds(-0.25)}}}},
          .so_far = LoggedSoFar{.block = block,
                                .from = {31},
                                .changes = {{"s1", "rate", 1.5, 1.0, Seconds(0.1), Seconds(2)}},
                                .made = 1,
                                .revised = {{"s1", track}},
                                .remarks = {"late"},
                                .new_manner = true},
          .error = "no",
          .blocks = {"s@ada"}}};
}

std::vector<LogRow> every_input() {
  const LoggedBlock block{.prepared = 0, .block = {4}, .tick = {9}, .nth = 1};
  FaceChange face{.over = Seconds(0.5)};
  face.channels.front() = -0.0F;
  return {
      PlayRow{.character = {1},
              .id = {4},
              .client = {3},
              .block = {.prepared = 5, .nth = 2},
              .zero = PlayBlock::Zero::ThisTick,
              .planned_zero = Tick{8}},
      Interrupt{.character = {1}, .block = BlockId{4}, .fade = Seconds(0.1)},
      SetTarget{.name = "cup", .point_m = {-0.0, 1.5, 0.1}, .over = Seconds(0)},
      SetTension{{1},
                 {.arms = plan::ArmSet::Left,
                  .tension = Tension{0.02, 0.3},
                  .over = Seconds(1),
                  .lag = plan::Lag::Keep,
                  .frame = plan::TensionFrame::World}},
      SetFace{{1}, face},
      SetPosture{{1},
                 {.offsets = {.pelvis_m = {0.01, -0.02, 0},
                              .spine_rad = body::shared_by_trunk({0.3, 0, -0.0}),
                              .clavicles_rad = {{{0, 0.1, 0}, {0, -0.1, 0}}},
                              .centre_of_mass_m = {0.02, 0.01},
                              .feet = {{{.moved_m = {0.05, 0, 0}, .yaw_rad = 0.5}, {}}}},
                  .over = Seconds(0.5),
                  .idle_amount = 0.25}},
      DynamicsRow{{1}, script::Dynamics::Torso},
      PushJoint{{1},
                {3},
                {.joint = body::Joint::RightHand,
                 .duration = Seconds(0.1),
                 .force_N = {-0.0, 0.1, 1e3},
                 .drag = LiveDrag{.to_m = {0.1, -0.0, 2}, .stiffness_N_m = 0.3, .most_N = 7}}},
      SetLoad{{1}, {.hand = body::Side::Left, .mass_kg = 0.1, .believed_kg = 50}},
      JoinRow{.character = {3}, .cast = 2, .life = {.liveliness = autonomy::Liveliness::Still}},
      Leave{{3}},
      ReplanRow{.character = {1},
                .id = {4},
                .from = {44},
                .before = block,
                .next = LoggedBlock{.prepared = 6}},
      HearRow{.character = {1},
              .heard = {.symbol = 35, .context = 3, .known_s = 1.25, .next_peak_s = 1.5}},
      TicksRow{.first = {1}, .hashes = {"0123456789abcdef"}},
      EndRow{"the server was told to stop"},
  };
}

}  // namespace

TEST_CASE("a row says its kind, its three times and its fields", "[rows]") {
  CHECK(encode({kStamp, SetTarget{"cup", {-0.0, 1.5, 0.1}}}) == kTarget);
}

TEST_CASE("rows of every kind come back as they were", "[rows]") {
  auto rows = what_is_told();
  for (LogRow& row : every_input()) rows.push_back(std::move(row));
  REQUIRE(rows.size() == std::variant_size_v<LogRow>);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    CHECK(rows[i].index() == i);
    const std::string line = encode({kStamp, rows[i]});
    INFO(line);
    CHECK(line.find('\n') == line.size() - 1);
    const auto back = decode_log_line(std::string_view(line).substr(0, line.size() - 1));
    REQUIRE(back);
    CHECK(back->stamp == kStamp);
    CHECK(back->row.index() == i);
    CHECK(encode(*back) == line);
  }
  const auto target = decode_log_line(std::string_view(kTarget).substr(0, kTarget.size() - 1));
  REQUIRE(target);
  CHECK(std::signbit(std::get<SetTarget>(target->row).point_m.x));
}

TEST_CASE("a row has what a sketch says, and leaves out what it does not say", "[rows]") {
  const PrepareRow row{
      .manners = {{.character = "ada", .to = {{script::kComSide, 0.5}}, .over = Seconds(1)}}};
  const std::string line = encode({kStamp, row});
  CHECK(line.find("\"com_side\":0.5") != std::string::npos);
  CHECK(line.find("posture") == std::string::npos);
  const auto back = decode_log_line(std::string_view(line).substr(0, line.size() - 1));
  REQUIRE(back);
  CHECK(std::get<PrepareRow>(back->row).manners[0].to == row.manners[0].to);
}

TEST_CASE("a line that is no row is an error", "[rows]") {
  const auto error_of = [](std::string_view line) {
    const auto row = decode_log_line(line);
    REQUIRE_FALSE(row);
    return row.error().message;
  };
  CHECK(error_of("{}") == "no row: there is no field 'row'");
  CHECK(error_of("[]") == "no row: there is no field 'row'");
  CHECK(error_of(R"({"row":"dance"})") == "no kind of row is 'dance'");
  CHECK(error_of(R"({"row":"end","tick":1,"wall":"","mono_us":1})") ==
        "a row 'end': there is no field 'reason'");
  CHECK(error_of("nothing").starts_with("no JSON: "));
}

}  // namespace kine::server::rows_test
