#include "tests/support/server/live_stage.h"

#include <algorithm>

#include "realizer/math/quat.h"
#include "realizer/prepare/prepare.h"
#include "server/scene/casts.h"
#include "tests/support/catch.h"

namespace kine::test {

namespace {

std::vector<std::shared_ptr<const Cast>> ada_and_ben() {
  auto casts = server::make_casts(server::default_characters());
  REQUIRE(casts);
  return *std::move(casts);
}

/// "30 sync b:h:end" says "sync b:h:end".
bool says(const std::string& line, std::string_view what) {
  return std::string_view(line).substr(line.find(' ') + 1) == what;
}

}  // namespace

LiveStage::LiveStage(const speech::Voice& voice)
    : voice_(voice), casts_(ada_and_ben()), stage_(casts_, TickRate(60)) {}

void LiveStage::submit(const std::string& id, const std::string& inside,
                       const std::string& attributes) {
  const std::string text = R"(<bml xmlns="http://www.bml-initiative.org/bml/bml-1.0" id=")" + id +
                           R"(" xmlns:a="http://www.asap-project.org/bmla" )" + attributes + ">" +
                           inside + "</bml>";
  Diagnostics diagnostics;
  server::ListeningVoice listening(voice_);
  const auto source =
      std::make_shared<const server::ScriptSource>(server::ScriptSource{.text = text,
                                                                        .casts = casts_,
                                                                        .script_id = id,
                                                                        .located = stage_.located(),
                                                                        .voice = &voice_});
  const std::vector<plan::LiveManner> manners = stage_.manners();
  const auto prepared =
      prepare(text,
              {.casts = casts_,
               .script_id = id,
               .voice = &listening,
               .live = {.manners = manners, .located = source->located, .others = stage_.others()}},
              diagnostics);
  INFO((prepared ? std::string() : prepared.error().message));
  REQUIRE(prepared);
  REQUIRE(prepared->blocks.size() == 1);
  auto changing = listening.take_changing();
  changing_.insert(changing_.end(), changing.begin(), changing.end());
  REQUIRE(stage_.play(prepared->blocks.front(), source, std::move(changing)));
}

void LiveStage::interrupt(const std::string& block, const std::string& what) {
  submit("by" + std::to_string(++interruptions_),
         "<a:interrupt id=\"i\" target=\"" + block + "\" " + what + "/>");
}

void LiveStage::advance() {
  stage_.advance();
  ++next_;
  for (const Feedback& feedback : stage_.feedback()) {
    feedback_.push_back(feedback);
    if (feedback.kind == FeedbackKind::Warning) {
      warnings_.push_back(feedback.id + ": " + feedback.message);
      continue;
    }
    said_.push_back(std::to_string(feedback.tick.index) + " " + word_of(feedback.kind) + " " +
                    feedback.id);
  }
}

void LiveStage::advance_to(std::uint64_t tick) {
  while (next_ <= tick) advance();
}

void LiveStage::advance_to_the_end() {
  do {
    REQUIRE(next_ < 60 * 600);
    advance();
  } while (!stage_.idle());
}

std::vector<double> LiveStage::turns_of(body::Joint joint, std::uint64_t from,
                                        std::uint64_t until) {
  const auto orientation = [&] {
    const auto& q = stage_.frames()[0].parent_from_joint[body::index_of(joint)];
    return Quat{q[0], q[1], q[2], q[3]};
  };
  REQUIRE(next_ == from);
  std::vector<double> turns;
  for (Quat before = orientation(); next_ < until;) {
    advance();
    const Quat now = orientation();
    turns.push_back(angle_between(before, now));
    before = now;
  }
  return turns;
}

std::uint64_t LiveStage::tick_of(std::string_view what) const {
  INFO(what);
  REQUIRE(count_of(what) == 1);
  const auto found =
      std::ranges::find_if(said_, [&](const std::string& line) { return says(line, what); });
  return std::stoull(*found);
}

const Feedback& LiveStage::feedback_of(std::string_view what) const {
  INFO(what);
  const auto found = std::ranges::find_if(feedback_, [&](const Feedback& feedback) {
    return what == std::string(word_of(feedback.kind)) + " " + feedback.id;
  });
  REQUIRE(found != feedback_.end());
  return *found;
}

std::size_t LiveStage::changes_of_voices() const {
  std::size_t count = 0;
  for (const server::ChangingSpeech& each : changing_) count += each.changes->count();
  return count;
}

std::size_t LiveStage::count_of(std::string_view what) const {
  return static_cast<std::size_t>(
      std::ranges::count_if(said_, [&](const std::string& line) { return says(line, what); }));
}

}  // namespace kine::test
