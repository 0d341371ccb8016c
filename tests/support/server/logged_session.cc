#include "tests/support/server/logged_session.h"

#include <atomic>
#include <cmath>
#include <fstream>
#include <map>
#include <sstream>

#include "protocol/kinesphere.pb.h"
#include "server/offline/gesture_model_file.h"
#include "tests/support/gesture/small_model.h"
#include "tests/support/motion/waves.h"
#include "tests/support/server/running_server.h"
#include "tests/support/server/wire_client.h"
#include "tests/support/speech/syllables.h"
#include "tests/support/temporary_folder.h"

namespace kine::test {
namespace {

constexpr std::uint32_t kRate_hz = 8'000;

std::vector<std::int16_t> tone(std::size_t count, double amplitude) {
  std::vector<std::int16_t> samples(count);
  for (std::size_t i = 0; i < count; ++i) {
    samples[i] = static_cast<std::int16_t>(amplitude * std::sin(0.4 * static_cast<double>(i)));
  }
  return samples;
}

/// A rerun that asked it would get other times.
class MoodyVoice final : public speech::Voice {
 public:
  std::string_view name() const override { return "moody"; }

  Result<speech::SpeechTrack> say(const speech::Utterance& utterance) const override {
    const int mood = asked_++;
    auto said = speech::silent_voice().say(utterance);
    if (!said) return said;
    const double slower = 1 + 0.03 * (mood % 5);
    const auto later = [&](Seconds& time) { time *= slower; };
    later(said->length);
    for (auto& word : said->words) later(word.start), later(word.end);
    for (auto& phone : said->phones) later(phone.start), later(phone.end);
    for (auto& mark : said->marks) later(mark.at);
    said->audio = {.rate_hz = kRate_hz,
                   .samples = tone(static_cast<std::size_t>(said->length.count() * kRate_hz),
                                   3'000 + 2'000 * (mood % 3))};
    return said;
  }

 private:
  mutable std::atomic<int> asked_{0};
};

std::string bml_text(const std::string& id, const std::string& inside,
                     const std::string& attributes = {}) {
  return R"(<bml xmlns="http://www.bml-initiative.org/bml/bml-1.0" id=")" + id +
         R"(" xmlns:a="http://www.asap-project.org/bmla" )" + attributes + ">" + inside + "</bml>";
}

/// One client, and what it waits for.
class Player {
 public:
  explicit Player(std::uint16_t port) : client_(port) { client_.say_hello(); }

  WireClient& wire() { return client_; }

  kinesphere::Envelope ask(const kinesphere::Envelope& envelope) {
    client_.send(envelope);
    return client_.receive_until([](const auto& each) { return each.has_answer(); });
  }

  void play(const std::string& id, const std::string& script, const std::string& character) {
    client_.submit(script, id, character);
    wait_for([&](const auto& each) { return each.has_accepted() && each.accepted().id() == id; });
  }

  void wait_for_feedback(const std::string& id, kinesphere::Feedback::Kind kind) {
    wait_for([&](const auto& each) {
      return each.feedback().id() == id && each.feedback().kind() == kind;
    });
  }
  void wait_for_end(const std::string& id) {
    if (ended_.contains(id)) return;
    wait_for([&](const auto&) { return ended_.contains(id); });
  }

 private:
  void wait_for(const std::function<bool(const kinesphere::Envelope&)>& is_it) {
    client_.receive_until([&](const kinesphere::Envelope& each) {
      const auto kind = each.feedback().kind();
      const bool is_last = each.has_feedback() && (kind == kinesphere::Feedback::ENDED ||
                                                   kind == kinesphere::Feedback::INTERRUPTED);
      if (is_last) ++ended_[each.feedback().id()];
      return is_it(each);
    });
  }

  WireClient client_;
  std::map<std::string, int> ended_;
};

kinesphere::Envelope set_manner(const std::string& style, double over_s) {
  kinesphere::Envelope envelope;
  kinesphere::SetManner& set = *envelope.mutable_set_manner();
  set.set_character("ada");
  set.set_over(over_s);
  set.mutable_nucleus()->set_style(style);
  set.mutable_sketch()->set_style(style);
  set.mutable_face()->set_name("happy");
  set.mutable_face()->set_amount(0.3);
  return envelope;
}

kinesphere::Envelope set_target(float x, float y, float z) {
  kinesphere::Envelope envelope;
  envelope.mutable_set_target()->set_name("cup");
  for (const float each : {x, y, z}) envelope.mutable_set_target()->add_point(each);
  return envelope;
}

kinesphere::Envelope set_tension() {
  kinesphere::Envelope envelope;
  envelope.mutable_set_tension()->set_character("ben");
  envelope.mutable_set_tension()->set_manner("loose");
  return envelope;
}

/// A body that moves by its muscles, carries something, and is pushed and dragged.
void move_by_muscles(Player& one) {
  kinesphere::Envelope dynamics;
  dynamics.mutable_set_dynamics()->set_character("ben");
  dynamics.mutable_set_dynamics()->set_dynamics(kinesphere::SetDynamics::TORSO);
  one.wire().send(dynamics);
  kinesphere::Envelope load;
  load.mutable_set_load()->set_character("ben");
  load.mutable_set_load()->set_hand(kinesphere::SetLoad::RIGHT);
  load.mutable_set_load()->set_mass(1.5);
  one.wire().send(load);
  kinesphere::Envelope push;
  push.mutable_push()->set_character("ben");
  push.mutable_push()->set_joint("upperChest");
  push.mutable_push()->set_duration(0.5);
  for (const double each : {-0.0, 5.0, 60.1}) push.mutable_push()->add_force(each);
  one.wire().send(push);
  push.mutable_push()->set_joint("rightHand");
  push.mutable_push()->clear_force();
  for (const double each : {0.1, 1.4, 0.4}) {
    push.mutable_push()->mutable_towards()->add_point(each);
  }
  one.wire().send(push);
}

/// What holds while scripts come: a target, a tension, a manner and a face.
void set_the_scene(Player& one) {
  move_by_muscles(one);
  one.wire().send(set_target(-0.0F, 1.1F, 0.7F));
  one.wire().send(set_tension());
  one.wire().send(set_manner("tired", 0.2));
}

/// Somebody comes, is claimed, and moves.
void bring_eve(Player& two) {
  kinesphere::Envelope join;
  join.mutable_join()->set_name("eve");
  join.mutable_join()->add_place(1.5);
  join.mutable_join()->add_place(-0.5);
  join.mutable_join()->set_heading(0.3);
  two.ask(join);
  kinesphere::Envelope claim;
  claim.mutable_claim()->add_characters("eve");
  two.ask(claim);
  two.play("nod", head_script(20), "eve");
}

void send_eve_away(Player& two) {
  kinesphere::Envelope leave;
  leave.mutable_leave()->set_character("eve");
  two.ask(leave);
  two.wait_for_end("nod");
}

/// A speech of the server's voice, whose rate is changed while it is said, and a gesture in another
/// block that waits for one of its words.
void speak(Player& one, Player& two) {
  one.play("talk",
           bml_text("talk", R"(<speech id="s"><text>One two three four <sync id="m"/>five six seven
                          eight nine ten</text></speech>
                          <gesture id="g" lexeme="BEAT" mode="RIGHT_HAND" stroke="s:m"/>
                          <gaze id="z" target="cup" start="0.1" end="s:m"/>)"),
           "ada");
  two.play("follow", bml_text("follow", R"(<head id="n" lexeme="NOD" stroke="talk:s:m"/>)"), "ben");
  one.wait_for_feedback("talk", kinesphere::Feedback::STARTED);
  one.play("faster",
           bml_text("faster", R"(<a:parametervaluechange id="c" target="talk:s" paramId="rate">
                            <a:trajectory type="instant" targetValue="1.4"/>
                            </a:parametervaluechange>)"),
           "ada");
}

/// A speech that comes in pieces with its sound.
void say(Player& two) {
  const std::string sound = pcm16_of(tone(kRate_hz, 9'000));
  kinesphere::Envelope begin;
  begin.mutable_say()->set_id("piece");
  begin.mutable_say()->set_character("ben");
  begin.mutable_say()->set_text("Well then, ");
  begin.mutable_say()->set_audio(sound);
  begin.mutable_say()->set_rate_hz(kRate_hz);
  begin.mutable_say()->set_words(R"([{"text": "Well", "start": 0.1, "end": 0.4},
                                     {"text": "then", "start": 0.5, "end": 0.9}])");
  begin.mutable_say()->set_more(true);
  two.wire().send(begin);
  two.wait_for_feedback("piece", kinesphere::Feedback::STARTED);
  kinesphere::Envelope more;
  more.mutable_say_more()->set_id("piece");
  more.mutable_say_more()->set_text("let us go.");
  more.mutable_say_more()->set_audio(sound);
  more.mutable_say_more()->set_words(R"([{"text": "let", "start": 1.0, "end": 1.2},
                                         {"text": "us", "start": 1.2, "end": 1.4},
                                         {"text": "go", "start": 1.4, "end": 1.8}])");
  more.mutable_say_more()->set_last(true);
  two.wire().send(more);
}

/// Gestures that have not struck take a manner; some parts of their block are interrupted, then
/// all of it.
void change_minds(Player& one) {
  one.play("beats", bml_text("beats", R"(<gesture id="g" lexeme="BEAT" mode="RIGHT_HAND" start="0.1"
                                    stroke="0.5" end="1"/>
                           <gesture id="h" lexeme="BEAT" mode="LEFT_HAND" start="1" stroke="1.8"
                                    end="2.4"/>
                           <gesture id="k" lexeme="BEAT" mode="RIGHT_HAND" start="3" stroke="3.6"
                                    end="4"/>
                           <head id="n" lexeme="NOD" start="0.2" end="6"/>)"),
           "ada");
  one.wait_for_feedback("beats:g:stroke", kinesphere::Feedback::SYNC);
  one.wire().send(set_manner("angry", 0.1));
  one.wait_for_feedback("beats:h:stroke", kinesphere::Feedback::SYNC);
  one.play("stop", bml_text("stop", R"(<a:interrupt id="i" target="beats" include="h"/>)"), "ada");
  one.wait_for_end("stop");
  one.wire().send(set_manner("happy", 0.1));
  one.wait_for_feedback("beats:k:stroke", kinesphere::Feedback::SYNC);
  one.wire().interrupt("beats", 0.1F);
  one.wait_for_end("beats");
}

/// The sound of somebody who speaks, by which ben moves: in pieces of 60 ms.
void speak_live(Player& two) {
  constexpr std::uint32_t kPiece = kRate_hz * 60 / 1'000;
  const std::string sound = pcm16_of(syllables(2, 1, kRate_hz));
  kinesphere::Envelope envelope;
  kinesphere::AudioIn& piece = *envelope.mutable_audio_in();
  piece.set_stream(1);
  piece.set_character("ben");
  piece.set_rate_hz(kRate_hz);
  for (std::uint32_t sample = 0; 2 * sample < sound.size(); sample += kPiece) {
    piece.set_first_sample(sample);
    piece.set_samples(sound.substr(2 * sample, 2 * kPiece));
    two.wire().send(envelope);
  }
}

std::string text_of(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

}  // namespace

std::size_t LoggedSession::count(const std::string& row) const {
  const std::string sought = "{\"row\":\"" + row + "\"";
  std::size_t count = 0;
  for (std::size_t at = log.find(sought); at != std::string::npos; at = log.find(sought, at + 1)) {
    ++count;
  }
  return count;
}

LoggedSession run_logged_session(std::size_t shards) {
  const TemporaryFolder folder;
  server::Options options = server_options();
  options.session_log = folder.file("session.jsonl");
  options.shards = shards;
  options.life = {.liveliness = autonomy::Liveliness::Alive, .seed = 18446744073709551557U};
  options.voice = std::make_shared<const MoodyVoice>();
  options.body_language = *server::read_body_language(small_model());
  options.targets = {{.name = "door", .point_m = {1, 1.5, 3}}};
  const auto server = start_server(std::move(options));
  Player one(server->port());
  {
    Player two(server->port());
    set_the_scene(one);
    bring_eve(two);
    one.wire().submit("<script", "broken");
    speak(one, two);
    two.wait_for_end("follow");
    speak_live(two);
    say(two);
    one.wait_for_end("talk");
    one.wire().send(set_target(0.4F, 1.4F, 1));
    change_minds(one);
    two.wait_for_end("piece");
    send_eve_away(two);
    two.play("last", head_script(60), "ben");
  }
  one.play("again", bml_text("again", R"(<head id="n" lexeme="SHAKE"/>)"), "ada");
  one.wait_for_end("again");
  kinesphere::Envelope interrupt;
  interrupt.mutable_interrupt()->set_character("ben");
  one.wire().send(interrupt);
  one.wire().say_ping();
  server->leave("the test is over");
  return {text_of(folder.file("session.jsonl"))};
}

const LoggedSession& logged_session(std::size_t shards) {
  static std::map<std::size_t, LoggedSession> sessions;
  const auto found = sessions.find(shards);
  if (found != sessions.end()) return found->second;
  return sessions[shards] = run_logged_session(shards);
}

}  // namespace kine::test
