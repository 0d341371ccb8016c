#include "server/offline/hand_made_repertoire.h"

#include <array>
#include <numeric>
#include <string>
#include <string_view>
#include <vector>

#include "realizer/core/diagnostics.h"
#include "realizer/prepare/prepare.h"
#include "realizer/speech/hearing/observations.h"
#include "server/offline/offline_stage.h"

namespace kine::server {
namespace {

using gesture::BodySection;
using gesture::Motion;

const TickRate kRecordedRate(60);

/// A rest lasts so long, then comes another one.
constexpr std::string_view kRest =
    "<sequence><pose time=\"1\"><morph name=\"jawOpen\" weight=\"0\"/></pose></sequence>";

constexpr std::array<std::string_view, 4> kArms = {
    kRest, "<gesture lexeme=\"beat\" hand=\"right\"/>", "<gesture lexeme=\"beat\" hand=\"left\"/>",
    "<gesture lexeme=\"beat\" hand=\"both\"/>"};
constexpr std::array<std::string_view, 2> kHead = {kRest, "<gesture lexeme=\"nod\"/>"};

std::vector<Quat> turns_in(const Frame& frame, body::JointSet joints) {
  std::vector<Quat> turns;
  for (std::size_t i = 0; i < body::kJointCount; ++i) {
    if (!joints.contains(body::joint_at(i))) continue;
    const auto& [x, y, z, w] = frame.parent_from_joint[i];
    turns.push_back(normalized({x, y, z, w}));
  }
  return turns;
}

/// What the joints do while a behaviour plays.
Result<std::shared_ptr<const pose::RecordedTurns>> record(std::string_view behaviour,
                                                          const std::shared_ptr<const Cast>& cast,
                                                          body::JointSet joints) {
  const std::string script =
      "<script xmlns=\"urn:kinesphere:script:1\">" + std::string(behaviour) + "</script>";
  Diagnostics unsaid;
  const auto prepared =
      prepare(script, {.casts = {&cast, 1}, .script_id = "s", .character = cast->name}, unsaid);
  if (!prepared) return prepared.error();
  OfflineStage stage({&cast, 1}, kRecordedRate);
  for (const auto& block : prepared->blocks) stage.play(block);
  auto turns = std::make_shared<pose::RecordedTurns>();
  turns->joints = joints;
  turns->rate_hz = kRecordedRate.hz();
  do {
    stage.advance();
    turns->frames.push_back(turns_in(stage.frames().front(), joints));
  } while (!stage.idle() || turns->frames.size() < 2);
  return std::shared_ptr<const pose::RecordedTurns>(std::move(turns));
}

void normalize(std::span<double> numbers) {
  const double sum = std::accumulate(numbers.begin(), numbers.end(), 0.0);
  for (double& each : numbers) each /= sum;
}

/// How much rather a beat begins with a syllable than with others.
double liveliness_of(const speech::Observation& heard) {
  constexpr double kOfSilence = 0.02;
  constexpr double kOfLoudness = 5;
  constexpr double kOfPitch = 2;
  constexpr double kOfLength = 1.5;
  if (heard.intensity == speech::HeardIntensity::Silence) return kOfSilence;
  double lively = heard.intensity == speech::HeardIntensity::High ? kOfLoudness : 1;
  if (heard.rises || heard.falls) lively *= kOfPitch;
  if (heard.length == speech::HeardLength::Long) lively *= kOfLength;
  return lively;
}

/// Each symbol as it is heard.
std::array<speech::Observation, gesture::kSymbols> all_symbols() {
  std::array<speech::Observation, gesture::kSymbols> all;
  for (const bool rises : {false, true}) {
    for (const bool falls : {false, true}) {
      for (std::uint8_t intensity = 0; intensity < 3; ++intensity) {
        for (std::uint8_t length = 0; length < 3; ++length) {
          const speech::Observation heard{
              .rises = rises,
              .falls = falls,
              .intensity = static_cast<speech::HeardIntensity>(intensity),
              .length = static_cast<speech::HeardLength>(length)};
          all[heard.symbol()] = heard;
        }
      }
    }
  }
  return all;
}

/// The first motion rests; the others begin with what is lively, and go on with anything.
gesture::MotionModel model_of(const std::vector<gesture::RepertoireSegment>& segments) {
  const std::size_t count = segments.size();
  const auto symbols = all_symbols();
  gesture::MotionModel model{std::vector<Motion>(count)};
  for (std::size_t i = 0; i < count; ++i) {
    const bool rests = i == 0;
    Motion& motion = model.motions[i];
    motion.length_s = segments[i].turns->length().count();
    motion.completion = {.slope = 8, .half = 0.9};
    motion.next.assign(count, 1);
    motion.next[0] = rests ? 1.0 : static_cast<double>(count);
    motion.continues = 0.5;
    for (std::size_t symbol = 0; symbol < symbols.size(); ++symbol) {
      const double lively = liveliness_of(symbols[symbol]);
      motion.start.symbols[symbol] = rests ? 1 / lively : lively;
      motion.going_on.symbols[symbol] = rests ? 1 / lively : 1;
    }
    motion.start.contexts = rests ? std::array{4.0, 3.0, 2.0, 1.0} : std::array{1.0, 2.0, 3.0, 4.0};
    motion.going_on.contexts.fill(1);
    normalize(motion.next);
    motion.switches = motion.next;
    for (double& each : motion.switches) each *= 1 - motion.continues;
    normalize(motion.start.symbols);
    normalize(motion.start.contexts);
    normalize(motion.going_on.symbols);
    normalize(motion.going_on.contexts);
    motion.start_share = motion.going_on_share = 0.5 / static_cast<double>(count);
  }
  return model;
}

Result<gesture::SectionRepertoire> section_of(BodySection section,
                                              std::span<const std::string_view> behaviours,
                                              const std::shared_ptr<const Cast>& cast) {
  gesture::SectionRepertoire made{.section = section, .model = {}, .segments = {}};
  for (std::size_t i = 0; i < behaviours.size(); ++i) {
    auto turns = record(behaviours[i], cast, gesture::played_joints(section));
    if (!turns) return turns.error();
    made.segments.push_back({.motion = i, .turns = *std::move(turns)});
  }
  made.model = model_of(made.segments);
  return made;
}

}  // namespace

Result<gesture::Repertoire> make_hand_made_repertoire(const std::shared_ptr<const Cast>& cast) {
  auto head = section_of(BodySection::Head, kHead, cast);
  if (!head) return head.error();
  auto arms = section_of(BodySection::Arms, kArms, cast);
  if (!arms) return arms.error();
  return gesture::Repertoire{*std::move(head), *std::move(arms)};
}

}  // namespace kine::server
