// Tests for server/live/live_blocks.h: rates that are wished of voices that take their time, in
// counted time.
#include <condition_variable>
#include <map>
#include <mutex>
#include <utility>

#include "protocol/kinesphere.pb.h"
#include "server/live/live_blocks.h"
#include "server/scene/casts.h"
#include "server/ticks/ordered_feedback.h"
#include "tests/support/catch.h"
#include "tests/support/server/running_server.h"
#include "tests/support/server/wire_client.h"

namespace kine::slow_voice_test {
namespace {

using Words = std::vector<std::string>;

/// ada, and a voice whose answers come when the test says so.
class Theatre {
 public:
  Theatre() { shard_.add_character({1}, casts_.front()); }

  void submit(const std::string& id, const std::string& inside) {
    const std::string text = R"(<bml xmlns="http://www.bml-initiative.org/bml/bml-1.0" id=")" + id +
                             R"(" xmlns:a="http://www.asap-project.org/bmla">)" + inside + "</bml>";
    const auto source = std::make_shared<const server::ScriptSource>(server::ScriptSource{
        .text = text, .casts = casts_, .script_id = id, .character = "ada", .targets = {}});
    Diagnostics diagnostics;
    const auto prepared = server::prepare_live(source, live_, diagnostics).prepared;
    REQUIRE(prepared);
    inputs_.push_back(PlayBlock{.character = {1},
                                .id = {++blocks_},
                                .client = {blocks_},
                                .block = prepared->blocks.front()});
  }

  void wish(const std::string& id, const std::string& parameter, const std::string& value,
            const std::string& part = "s") {
    submit(id, "<a:parametervaluechange id=\"c\" target=\"b:" + part + "\" paramId=\"" + parameter +
                   "\"><a:trajectory type=\"linear\" targetValue=\"" + value +
                   "\"/></a:parametervaluechange>");
  }

  /// Up to and with this tick. Plans come three ticks ahead, as in a server.
  void advance_to(std::uint64_t tick) {
    for (; next_.index <= tick; ++next_.index) {
      const std::vector<Input> inputs = std::exchange(inputs_, {});
      shard_.advance_to(next_, inputs);
      live_.note(next_, inputs, shard_.feedback(), shard_.replanned(), shard_.wishes());
      for (const auto& moved : live_.moved()) {
        ++told;
        auto anew = live_.plan_anew(moved, Tick{next_.index + 3});
        for (auto& each : anew.to_say) asked.push_back({moved.id, each.utterance, each.client});
        if (anew.replan && !is_deaf) inputs_.push_back(*std::move(anew.replan));
      }
      std::vector<Feedback> feedback(shard_.feedback().begin(), shard_.feedback().end());
      server::add_in_order(live_.take_warnings(), feedback);
      for (const Feedback& each : feedback) note(each);
    }
  }

  /// The voice answers to what it was asked first.
  void answer() {
    REQUIRE_FALSE(asked.empty());
    const Asked first = asked.front();
    asked.erase(asked.begin());
    live_.hear(first.block, first.utterance, speech::silent_voice().say(first.utterance));
  }
  void fail() {
    REQUIRE_FALSE(asked.empty());
    live_.hear(asked.front().block, asked.front().utterance,
               Error{ErrorCode::Unsupported, "it is hoarse"});
    asked.erase(asked.begin());
  }

  /// The voice is asked all that it is to be.
  void ask(const speech::Voice& voice) {
    for (const Asked& each : std::exchange(asked, {})) {
      live_.ask(each.block, voice, each.utterance);
    }
  }

  struct Asked {
    BlockId block;
    speech::Utterance utterance;
    ClientId client;
  };
  std::vector<Asked> asked;
  std::vector<Feedback> warnings;
  std::map<std::string, std::uint64_t> ticks;  // of sync points
  std::map<BlockId, FeedbackKind> last_words;  // what was said last of each
  int told = 0;
  bool is_deaf = false;  // no plan comes back

 private:
  void note(const Feedback& each) {
    last_words[each.block] = each.kind;
    if (each.kind == FeedbackKind::Warning) warnings.push_back(each);
    if (each.kind == FeedbackKind::SyncPoint) ticks[each.id] = each.tick.index;
  }

  std::vector<std::shared_ptr<const Cast>> casts_ =
      *server::make_casts(server::default_characters());
  Shard shard_{TickRate(60)};
  server::LiveBlocks live_{TickRate(60), PlayBlock::Zero::ThisTick};
  std::vector<Input> inputs_;
  std::uint64_t blocks_ = 0;
  Tick next_;
};

/// Ten words of 0.2 s, and what is longer than they are.
const std::string kTenWords =
    R"(<speech id="s"><text>one two three four five <sync id="m"/>six do nine
         ten ten</text></speech>
       <faceLexeme id="n" lexeme="RAISE_BROWS" start="4" end="8"/>)";

/// Says nothing, and counts how often it was asked to.
class Hoarse final : public speech::Voice {
 public:
  std::string_view name() const override { return "hoarse"; }
  Result<speech::SpeechTrack> say(const speech::Utterance&) const override {
    ++asked;
    return Error{ErrorCode::Unsupported, "it is hoarse"};
  }
  mutable int asked = 0;
};

/// So many speeches that are still to come, "s0" the first.
std::string speeches(int count) {
  std::string all = R"(<wait id="w" duration="20"/>)";
  for (int i = 0; i < count; ++i) {
    all += "<speech id=\"s" + std::to_string(i) + "\" start=\"10\"><text>one two</text></speech>";
  }
  return all;
}

/// Says at once what it is asked to, and at another pace when it is released.
class Pensive final : public speech::Voice {
 public:
  std::string_view name() const override { return "pensive"; }
  Result<speech::SpeechTrack> say(const speech::Utterance& utterance) const override {
    std::unique_lock lock(mutex_);
    if (utterance.pace) {
      ++asked_;
      changed_.notify_all();
      changed_.wait(lock, [this] { return is_released_; });
    }
    return speech::silent_voice().say(utterance);
  }
  void wait_until_asked(int times) const {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return asked_ >= times; });
  }
  void release() {
    const std::lock_guard lock(mutex_);
    is_released_ = true;
    changed_.notify_all();
  }

 private:
  mutable std::mutex mutex_;  // of all below
  mutable std::condition_variable changed_;
  mutable int asked_ = 0;
  bool is_released_ = false;
};

}  // namespace

TEST_CASE("what a slow voice says is taken from the word at which it has come", "[slow_voice]") {
  Theatre stage;
  stage.submit("b", kTenWords);
  stage.advance_to(9);
  stage.wish("w", "rate", "0.5");
  stage.advance_to(55);  // three quarters of a second, in which nobody is told that it is late
  REQUIRE(stage.asked.size() == 1);
  CHECK(stage.asked[0].utterance.pace->rate == 0.5);
  CHECK(stage.told == 1);
  stage.answer();
  stage.advance_to(600);
  CHECK(stage.asked.empty());
  CHECK(stage.warnings.empty());
  // Planned in tick 56 for 59: from the sixth word on, at 60, each takes 0.4 s.
  CHECK(stage.ticks.at("b:s:m") == 60);
  CHECK(stage.ticks.at("b:s:end") == 60 + 5 * 24);
  CHECK(stage.told == 2);
}

TEST_CASE("a wish that comes while the voice is asked is asked for next", "[slow_voice]") {
  Theatre stage;
  stage.submit("b", kTenWords);
  stage.advance_to(9);
  stage.wish("w1", "rate", "0.5");
  stage.advance_to(20);
  for (int i = 0; i < 10; ++i) stage.wish("w" + std::to_string(2 + i), "rate", "0.25");
  stage.advance_to(30);
  CHECK(stage.asked.size() == 1);
  stage.answer();
  stage.advance_to(40);
  REQUIRE(stage.asked.size() == 1);
  CHECK(stage.asked[0].utterance.pace->rate == 0.25);
  stage.answer();
  stage.advance_to(600);
  CHECK(stage.warnings.empty());
  CHECK(stage.ticks.at("b:s:end") == 48 + 6 * 48);
}

TEST_CASE("what needs no voice does not wait for one", "[slow_voice]") {
  Theatre stage;
  stage.submit("e", R"(<faceLexeme id="n" lexeme="RAISE_BROWS" start="0" end="8"/>)");
  stage.submit("b", kTenWords + R"(<head id="h" lexeme="SHAKE" start="e:n:end"/>)");
  stage.advance_to(9);
  stage.wish("w", "rate", "0.5");
  stage.advance_to(20);
  CHECK(stage.asked.size() == 1);
  stage.submit("i", R"(<a:interrupt id="i" target="e" include="n"/>)");
  stage.advance_to(40);
  CHECK(stage.ticks.at("b:h:start") < 40);
  CHECK(stage.asked.size() == 1);
  stage.answer();
  stage.advance_to(600);
  CHECK(stage.ticks.at("b:s:end") == 48 + 6 * 24);
  CHECK(stage.warnings.empty());
}

TEST_CASE("who wishes a rate in vain is told once", "[slow_voice]") {
  Theatre stage;
  stage.submit("b", kTenWords);
  stage.advance_to(9);
  stage.wish("w", "rate", "0.5");
  stage.advance_to(20);
  std::string reason;
  SECTION("its voice fails") {
    stage.fail();
    stage.advance_to(600);
    reason = "it is hoarse";
  }
  SECTION("its words are said before") {
    stage.advance_to(130);
    stage.answer();
    stage.advance_to(600);
    reason = "none of its words is still to come";
  }
  SECTION("its block is over before") {
    stage.advance_to(600);
    const Hoarse hoarse;
    stage.ask(hoarse);
    CHECK(hoarse.asked == 0);
    stage.advance_to(610);
    reason = "its block was over before";
  }
  SECTION("no plan comes in time") {
    stage.is_deaf = true;
    stage.answer();
    stage.advance_to(600);
    reason = "its block could not be planned anew in time";
  }
  for (const Feedback& each : stage.warnings) UNSCOPED_INFO(each.id + ": " + each.message);
  REQUIRE(stage.warnings.size() == 1);
  CHECK(stage.warnings[0].id == "b:s");
  CHECK(stage.warnings[0].message == "its rate stays as it is: " + reason);
  CHECK(stage.warnings[0].client == ClientId{2});
  CHECK(stage.ticks.at("b:s:end") == 120);
  for (const auto& [block, word] : stage.last_words) CHECK(word == FeedbackKind::Ended);
}

TEST_CASE("a wish in the tick of the last word is in vain as well", "[slow_voice]") {
  Theatre stage;
  stage.submit("b", R"(<speech id="s"><text>one two three four five</text></speech>)");
  stage.advance_to(0);
  stage.submit("w", R"(<a:parametervaluechange id="c" target="b:s" paramId="rate"
                           start="b:bml:end">
                         <a:trajectory type="linear" targetValue="2"/></a:parametervaluechange>)");
  stage.advance_to(600);
  REQUIRE(stage.warnings.size() == 1);
  CHECK(stage.asked.empty());
  for (const auto& [block, word] : stage.last_words) CHECK(word == FeedbackKind::Ended);
}

TEST_CASE("of whatever is over a wish is in vain, and one warning", "[slow_voice]") {
  Theatre stage;
  stage.submit("b", R"(<wait id="w" duration="6"/>
                       <faceLexeme id="f" lexeme="RAISE_BROWS" start="0" end="1"/>
                       <head id="h" lexeme="NOD" start="0" end="1"/>
                       <gaze id="g" target="camera" start="0" end="1"/>
                       <speech id="s"><text>one two</text></speech>)");
  stage.advance_to(120);
  CHECK(stage.warnings.empty());
  const auto [part, parameter, reason] = GENERATE(table<std::string, std::string, std::string>(
      {{"f", "amount", "it is over, or as good as that"},
       {"h", "amount", "it is over, or as good as that"},
       {"g", "offsetAngle", "it is over, or as good as that"},
       {"s", "volume", "it was said before"},
       {"s", "rate", "none of its words is still to come"}}));
  stage.wish("w", parameter, "0.5", part);
  stage.advance_to(500);
  REQUIRE(stage.warnings.size() == 1);
  CHECK(stage.warnings[0].id == "b:" + part);
  CHECK(stage.warnings[0].message == "its " + parameter + " stays as it is: " + reason);
  CHECK(stage.warnings[0].client == ClientId{2});
}

TEST_CASE("a volume that is wished in the tick of the last word is in vain", "[slow_voice]") {
  Theatre stage;
  stage.submit("b", R"(<speech id="s"><text>one two three four five</text></speech>)");
  stage.advance_to(0);
  stage.submit("w", R"(<a:parametervaluechange id="c" target="b:s" paramId="volume"
                           start="b:bml:end">
                         <a:trajectory targetValue="0.5"/></a:parametervaluechange>)");
  stage.advance_to(600);
  REQUIRE(stage.warnings.size() == 1);
  CHECK(stage.warnings[0].message == "its volume stays as it is: its block was over before");
  for (const auto& [block, word] : stage.last_words) CHECK(word == FeedbackKind::Ended);
}

TEST_CASE("who wishes in vain again is told again, and who wishes what is there is not",
          "[slow_voice]") {
  Theatre stage;
  stage.submit("b", kTenWords);
  stage.advance_to(9);
  for (std::uint64_t i = 1; i <= 3; ++i) {
    stage.wish("w" + std::to_string(i), "rate", "0.5");
    stage.advance_to(20 * i);
    stage.fail();
    stage.advance_to(20 * i + 9);
  }
  stage.wish("as it is", "rate", "1");
  stage.advance_to(600);
  CHECK(stage.asked.empty());
  CHECK(stage.warnings.size() == 3);
  CHECK(stage.ticks.at("b:s:end") == 120);
}

TEST_CASE("who wishes many speeches faster has all of them asked for at once, and each by itself",
          "[slow_voice]") {
  Theatre stage;
  stage.submit("b", speeches(20));
  stage.advance_to(9);
  for (int i = 0; i < 20; ++i) {
    stage.wish("w" + std::to_string(i), "rate", "2", "s" + std::to_string(i));
  }
  stage.advance_to(12);
  CHECK(stage.told == 1);
  REQUIRE(stage.asked.size() == 20);
  for (std::uint64_t i = 0; i < 20; ++i) CHECK(stage.asked[i].client == ClientId{i + 2});
  stage.ask(speech::silent_voice());
  stage.advance_to(1300);
  CHECK(stage.warnings.empty());
  // "one two" takes 0.4 s, and half of that.
  for (int i = 0; i < 20; ++i) CHECK(stage.ticks.at("b:s" + std::to_string(i) + ":end") == 612);
}

TEST_CASE("a voice that fails is given up for what a block waits for, and asked again later",
          "[slow_voice]") {
  Theatre stage;
  const Hoarse hoarse;
  stage.submit("b", speeches(20));
  stage.advance_to(9);
  for (int i = 0; i < 20; ++i) {
    stage.wish("w" + std::to_string(i), "rate", "2", "s" + std::to_string(i));
  }
  stage.advance_to(12);
  stage.ask(hoarse);
  CHECK(hoarse.asked == server::BlockWishes::kVoiceFailuresMax);
  stage.advance_to(30);
  REQUIRE(stage.warnings.size() == 20);
  CHECK(stage.warnings.front().message == "its rate stays as it is: it is hoarse");
  CHECK(stage.warnings.back().message ==
        "its rate stays as it is: the voice is not asked again in this block, for it failed too "
        "often");

  stage.wish("w", "rate", "2", "s0");
  stage.advance_to(40);
  stage.ask(speech::silent_voice());
  stage.advance_to(1300);
  CHECK(stage.warnings.size() == 20);
  CHECK(stage.ticks.at("b:s0:end") == 612);
}

TEST_CASE("while voices of a server are asked others are planned, and scripts are taken",
          "[slow_voice][server]") {
  const auto voice = std::make_shared<Pensive>();
  server::Options options = test::server_options();
  options.voice = voice;
  const auto server = test::start_server(options);
  // Before the server ends, which waits for the voice that is asked.
  const std::shared_ptr<void> released_at_last(nullptr, [&](void*) { voice->release(); });
  test::WireClient client(server->port());
  test::WireClient other(server->port());
  client.say_hello();
  other.say_hello();
  const auto submit = [](test::WireClient& by, const std::string& id, const std::string& inside) {
    by.submit(R"(<bml xmlns="http://www.bml-initiative.org/bml/bml-1.0" id=")" + id +
                  R"(" xmlns:a="http://www.asap-project.org/bmla">)" + inside + "</bml>",
              id, "ada");
  };
  const auto wait_for = [&](const std::string& id, kinesphere::Feedback::Kind kind) {
    const auto is_it = [&](const kinesphere::Envelope& envelope) {
      return envelope.has_feedback() && envelope.feedback().id() == id &&
             envelope.feedback().kind() == kind;
    };
    return client.receive_until(is_it).feedback().tick();
  };
  const std::string wish = R"(" paramId="rate"><a:trajectory type="linear" targetValue="0.5"/>)"
                           "</a:parametervaluechange>";
  std::string long_text;
  for (int i = 0; i < 200; ++i) long_text += "one ";
  int count = 0;
  for (test::WireClient* by : {&client, &other, &client, &other}) {
    const std::string id = "b" + std::to_string(++count);
    submit(*by, id, "<speech id='s'><text>" + long_text + "</text></speech>");
    submit(*by, "w" + std::to_string(count),
           R"(<a:parametervaluechange id="c" target=")" + id + ":s" + wish);
  }
  voice->wait_until_asked(2);  // a voice for each of them

  submit(client, "e", R"(<faceLexeme id="n" lexeme="RAISE_BROWS" start="0" end="30"/>)");
  submit(client, "d", R"(<head id="h" lexeme="SHAKE" start="e:n:end"/>)");
  submit(client, "i", R"(<a:interrupt id="i" target="e" include="n" start="0.5"/>)");
  const std::uint64_t began = wait_for("e", kinesphere::Feedback::STARTED);
  const std::uint64_t moved = wait_for("d:h:start", kinesphere::Feedback::SYNC);
  CHECK(moved < began + 25 * 60);
}

}  // namespace kine::slow_voice_test
