// Every time that a script can say, in each language, as each text that is hardly one. No header of
// its own: the subject is realizer/core/number.h and what readers and planning make of it.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "realizer/core/limits.h"
#include "realizer/prepare/prepare.h"
#include "realizer/tick/shard.h"
#include "server/scene/casts.h"
#include "tests/support/catch.h"

namespace kine::server::time_values_test {
namespace {

/// What is written in place of a time: no number, nearly none, too great, too small, at a border.
constexpr std::array<const char*, 48> kValues = {"NaN",
                                                 "nan",
                                                 "-nan",
                                                 "nan(1)",
                                                 "inf",
                                                 "-inf",
                                                 "Infinity",
                                                 "infs",
                                                 "0",
                                                 "-0",
                                                 "-0.0",
                                                 "+0",
                                                 "1e-310",
                                                 "-1e-310",
                                                 "4.9e-324",
                                                 "2.3e-308",
                                                 "1e-9",
                                                 "-1e-9",
                                                 "1e308",
                                                 "-1e308",
                                                 "1e309",
                                                 "-1e309",
                                                 "1e400",
                                                 "1e99999999999",
                                                 "1e",
                                                 "1e+",
                                                 "e5",
                                                 ".",
                                                 "+",
                                                 "-",
                                                 "--1",
                                                 "0x10",
                                                 "",
                                                 " ",
                                                 " 1",
                                                 "1 2",
                                                 "1,5",
                                                 "1_000",
                                                 "1.0.0",
                                                 "600.0000001",
                                                 "600",
                                                 "1e2ms1",
                                                 "99999999999999999999999999",
                                                 "9223372036854775807",
                                                 "9223372036854775808",
                                                 "18446744073709551616",
                                                 "-2147483649",
                                                 "-1"};

/// A script with a time, as "@".
struct Field {
  const char* name;
  std::string script;
};

std::string ours(const std::string& inside) {
  return "<script xmlns=\"urn:kinesphere:script:1\" character=\"ada\">" + inside + "</script>";
}

const std::string kReach = R"(<position joint="rightHand" target="-0.2 1.2 0.3"/>)";

std::vector<Field> fields_of_ours() {
  const auto pose = [](const std::string& attributes) {
    return "<pose " + attributes + ">" + kReach + "</pose>";
  };
  const auto sequence = [&](const std::string& attributes) {
    return ours("<sequence " + attributes + ">" + pose("time=\"0.5\"") + "</sequence>");
  };
  std::vector<Field> fields = {
      {"sequence start", sequence("start=\"@\"")},
      {"sequence fade-in", sequence("fade-in=\"@\"")},
      {"sequence fade-out", sequence("fade-out=\"@\"")},
      {"sequence warp", sequence("warp=\"exp @\"")},
      {"pose time", ours("<sequence>" + pose("time=\"@\"") + "</sequence>")},
      {"pose time of script",
       ours("<sequence>" + pose("time=\"@\" from=\"script\"") + "</sequence>")},
      {"pose hold", ours("<sequence>" + pose("time=\"0.5\" hold=\"@\"") + "</sequence>")},
      {"clip time", ours(R"(<sequence><clip name="crouch" time="@"/></sequence>)")},
      {"clip hold", ours(R"(<sequence><clip name="crouch" time="0" hold="@"/></sequence>)")},
      {"clip speed", ours(R"(<sequence><clip name="crouch" time="0" speed="@"/></sequence>)")},
      {"tension over", ours(R"(<tension id="t" manner="loose" over="@"/>)"
                            R"(<gesture lexeme="beat" tension="t"/>)")},
      {"push start", ours(R"(<push start="@" duration="1" joint="head" force="0 0 9"/>)")},
      {"push duration", ours(R"(<push start="0" duration="@" joint="head" force="0 0 9"/>)")},
      {"load start", ours(R"(<load start="@" hand="left" mass="1"/>)")},
      {"load end", ours(R"(<load start="0" end="@" hand="left" mass="1"/>)")},
      {"timing succession", ours(R"(<sketch id="s"><timing succession="@"/></sketch>)"
                                 R"(<gesture lexeme="beat" sketch="s"/>)")},
      {"timing tempo", ours(R"(<sketch id="s"><timing tempo="@"/></sketch>)"
                            R"(<gesture lexeme="beat" sketch="s"/>)")},
      {"temporal extent", ours(R"(<nucleus id="n" temporal-extent="@"/>)"
                               R"(<gesture lexeme="beat" nucleus="n"/>)")},
      {"blink rate", ours(R"(<sequence><pose time="0"><autonomous name="blink-rate" value="@"/>)"
                          R"(</pose></sequence>)")},
      {"bodylanguage start", ours(R"(<bodylanguage start="@" audio="a" mode="live"/>)")},
      {"bodylanguage delay",
       ours(R"(<bodylanguage start="0" audio="a" mode="delayed" delay="@"/>)")},
  };
  for (const char* point : {"start", "ready", "stroke-start", "stroke", "stroke-end", "relax",
                            "end", "fade-in", "fade-out"}) {
    fields.push_back({point, ours("<gesture lexeme=\"beat\" " + std::string(point) + "=\"@\"/>")});
  }
  return fields;
}

std::string bml(const std::string& inside) {
  return R"(<bml xmlns="http://www.bml-initiative.org/bml/bml-1.0" id="b" characterId="ada")"
         R"( xmlns:k="urn:kinesphere:script:1" xmlns:bmlt="http://hmi.ewi.utwente.nl/bmlt")"
         R"( xmlns:bmla="http://www.asap-project.org/bmla"><wait id="w" duration="1"/>)" +
         inside + "</bml>";
}

std::vector<Field> fields_of_bml() {
  std::vector<Field> fields = {
      {"offset after a point", bml(R"(<head id="h" lexeme="NOD" start="w:end+@"/>)")},
      {"offset before a point", bml(R"(<head id="h" lexeme="NOD" start="w:end - @"/>)")},
      {"offset of oneself", bml(R"(<head id="h" lexeme="NOD" end="h:start+@"/>)")},
      {"offset of the block", bml(R"(<head id="h" lexeme="NOD" start="bml:start+@"/>)")},
      {"repetition", bml(R"(<head id="h" lexeme="NOD" repetition="@"/>)")},
      {"wait duration", bml(R"(<wait id="v" duration="@"/>)")},
      {"wait max-wait", bml(R"(<wait id="v" max-wait="@"/>)")},
      {"speech sync", bml(R"(<speech id="s"><text>a <sync id="m" ref="@"/>b</text></speech>)")},
      {"synchronize",
       bml(R"(<constraint id="c"><synchronize><sync ref="w:end"/><sync ref="@"/></synchronize>)"
           R"(</constraint>)")},
      {"before", bml(R"(<constraint id="c"><before ref="@"><sync ref="w:end"/></before>)"
                     R"(</constraint>)")},
      {"after", bml(R"(<constraint id="c"><after ref="w:start+@"><sync ref="w:end"/></after>)"
                    R"(</constraint>)")},
      {"emitter", bml(R"(<bmlt:blinkemitter id="e" start="0" avgwaitingtime="@"/>)")},
      {"emitter end", bml(R"(<bmlt:blinkemitter id="e" start="0" end="@"/>)")},
      {"change start", bml(R"(<bmla:parametervaluechange id="p" target="b:h" paramId="amount")"
                           R"( start="@"><bmla:trajectory targetValue="1"/>)"
                           R"(</bmla:parametervaluechange>)")},
      {"delay", bml(R"(<k:bodylanguage id="l" audio="a" mode="delayed" delay="@"/>)")},
      {"pose within", bml(R"(<k:sequence id="q" start="1"><k:pose time="@"><k:morph name="jawOpen")"
                          R"( weight="1"/></k:pose></k:sequence>)")},
  };
  for (const char* point :
       {"start", "ready", "strokeStart", "stroke", "strokeEnd", "relax", "end"}) {
    fields.push_back(
        {point, bml("<gesture id=\"g\" lexeme=\"BEAT\" " + std::string(point) + "=\"@\"/>")});
  }
  return fields;
}

std::vector<Field> fields_of_classic_scripts() {
  const auto embr = [](const std::string& sequence, const std::string& pose) {
    return "BEGIN K_POSE_SEQUENCE\nCHARACTER:Amber\n" + sequence + "\nBEGIN K_POSE\n" + pose +
           "\nBEGIN POSITION_CONSTRAINT\nBODY_GROUP:rarm\nJOINT:rhand\nTARGET:-0.19;-0.3;0.25\n"
           "END\nEND\nEND\n";
  };
  const auto animl = [](const std::string& sequence, const std::string& pose) {
    return "<animl><key-pose-sequence character-name=\"Amber\" " + sequence +
           "><key-pose id=\"p\" " + pose +
           "><position-constraint body-group=\"rarm\" joint=\"rhand\">"
           "<target>-0.19;-0.3;0.25</target></position-constraint></key-pose>"
           "</key-pose-sequence></animl>";
  };
  return {
      {"START", embr("START:@", "TIME_POINT:+400")},
      {"FADE_IN", embr("START:100\nFADE_IN:@", "TIME_POINT:+400")},
      {"FADE_OUT", embr("START:100\nFADE_OUT:@", "TIME_POINT:+400")},
      {"TIME_POINT", embr("START:100", "TIME_POINT:@")},
      {"TIME_POINT from the start", embr("START:100", "TIME_POINT:+@")},
      {"HOLD", embr("START:100", "TIME_POINT:+400\nHOLD:@")},
      {"start-time", animl("start-time=\"@\"", "time-point=\"+400\"")},
      {"fade-in of animl", animl("start-time=\"asap\" fade-in=\"@\"", "time-point=\"+400\"")},
      {"fade-out of animl", animl("start-time=\"asap\" fade-out=\"@\"", "time-point=\"+400\"")},
      {"time-point", animl("start-time=\"asap\"", "time-point=\"@\"")},
      {"time-point from the start", animl("start-time=\"asap\"", "time-point=\"+@\"")},
      {"hold of animl", animl("start-time=\"asap\"", "time-point=\"+400\" hold=\"@\"")},
  };
}

std::string with_value(std::string script, const std::string& value) {
  return script.replace(script.find('@'), 1, value);
}

bool is_sound(Seconds time) {
  return std::isfinite(time.count()) && time >= Seconds(0) &&
         time <= kStartAheadMax + 2 * kBlockLengthMax;
}

/// Whether all times of a block are times of a block.
bool is_sound(const motion::Block& block) {
  const auto all = [](const auto& things, auto... times) {
    return std::ranges::all_of(things,
                               [&](const auto& each) { return (is_sound(each.*times) && ...); });
  };
  const bool fades = std::ranges::all_of(
      block.segments, [](const motion::Segment& segment) { return segment.valid(); });
  return fades && is_sound(block.relaxed) && is_sound(block.end) &&
         all(block.parts, &motion::Part::start, &motion::Part::relaxed, &motion::Part::end) &&
         all(block.segments, &motion::Segment::start, &motion::Segment::end,
             &motion::Segment::fade_in, &motion::Segment::fade_out) &&
         all(block.sync_points, &motion::SyncPoint::time) &&
         all(block.life, &motion::LifeChange::time) &&
         all(block.targets, &motion::TargetMove::time, &motion::TargetMove::over) &&
         all(block.tensions, &plan::TensionChange::at, &plan::TensionChange::over) &&
         all(block.utterances, &motion::Utterance::start);
}

bool is_finite(const Frame& frame) {
  const auto all = [](const auto& numbers) {
    return std::ranges::all_of(numbers, [](float each) { return std::isfinite(each); });
  };
  return all(frame.root) && all(frame.hips_m) && all(frame.channels) &&
         std::ranges::all_of(frame.parent_from_joint, all);
}

/// A second of it tick by tick, and some of what follows.
bool plays_finite(const std::shared_ptr<const Cast>& cast, const Prepared& prepared) {
  constexpr std::array<std::uint64_t, 6> kLater = {100, 1'000, 10'000, 36'000, 40'000, 80'000};
  Shard shard{TickRate(60)};
  shard.add_character(CharacterId{1}, cast);
  std::vector<Input> inputs;
  for (const auto& block : prepared.blocks) {
    inputs.emplace_back(PlayBlock{CharacterId{1}, BlockId{1}, ClientId{}, block});
  }
  bool finite = true;
  const auto advance_to = [&](std::uint64_t tick) {
    shard.advance_to(Tick{tick}, std::exchange(inputs, {}));
    finite = finite && is_finite(shard.frames().front());
  };
  for (std::uint64_t tick = 1; tick <= 60; ++tick) advance_to(tick);
  for (const std::uint64_t tick : kLater) advance_to(tick);
  return finite;
}

struct Tried {
  int refused = 0;
  int planned = 0;
};

void try_values(const std::vector<Field>& fields, Tried& tried) {
  static const auto casts = make_casts(default_characters());
  for (const Field& field : fields) {
    for (const char* const value : kValues) {
      CAPTURE(field.name, value);
      const std::string script = with_value(field.script, value);
      Diagnostics diagnostics;
      const auto prepared =
          prepare(script, {.casts = *casts, .script_id = "x", .character = "ada"}, diagnostics);
      if (!prepared) {
        ++tried.refused;
        CHECK_FALSE(prepared.error().message.empty());
        CHECK(prepared.error().where.line > 0);
        continue;
      }
      ++tried.planned;
      for (const auto& block : prepared->blocks) CHECK(is_sound(*block));
      CHECK(plays_finite(casts->front(), *prepared));
    }
  }
}

}  // namespace

TEST_CASE("a time that is hardly one is refused with its place, or planned as a finite one",
          "[time_values][limits]") {
  Tried tried;
  std::size_t count = 0;
  for (const auto& fields : {fields_of_ours(), fields_of_bml(), fields_of_classic_scripts()}) {
    try_values(fields, tried);
    count += fields.size();
  }
  std::printf("%zu fields of time, %zu values each: %d refused with a place, %d planned\n", count,
              kValues.size(), tried.refused, tried.planned);
  CHECK(tried.refused > static_cast<int>(count * kValues.size() / 3));
  CHECK(tried.planned > static_cast<int>(count));
}

}  // namespace kine::server::time_values_test
