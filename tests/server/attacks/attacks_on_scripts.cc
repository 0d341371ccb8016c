// Attacks by what is planned and played: of those who know the token.
#include <atomic>
#include <string>

#include "tests/server/attacks/attacks.h"

namespace kine::attacks {
namespace {

std::string in_block(const std::string& attributes, const std::string& inside) {
  return R"(<bml xmlns="http://www.bml-initiative.org/bml/bml-1.0" )" + attributes + ">" + inside +
         "</bml>";
}

std::string id_of(const char* name, std::size_t i) { return name + std::to_string(i); }

std::string with_id(const std::string& id) { return "id=\"" + id + "\""; }

/// A chain of waits, each of which is tied to begin after a later one.
std::string impossible_waits(const std::string& id) {
  constexpr std::size_t kLinks = 2'000;
  static const std::string kInside = [] {
    std::string text;
    for (std::size_t i = 0; i < kLinks; ++i) {
      text += "<wait id=\"" + id_of("w", i) + "\" duration=\"0.1\" start=\"" +
              (i == 0 ? "0" : id_of("w", i - 1) + ":end") + "\"/>";
    }
    for (std::size_t i = 0; i < kLinks / 2; ++i) {
      text += "<constraint><before ref=\"" + id_of("w", i) + ":start\"><sync ref=\"" +
              id_of("w", kLinks - 1 - i) + ":end\"/></before></constraint>";
    }
    return text;
  }();
  return in_block(with_id(id), kInside);
}

void plan_for_seconds(const Target& target, Words& words) {
  Attacker attacker(target, words);
  kinesphere::Envelope envelope;
  envelope.mutable_check()->set_script(impossible_waits("planned"));
  envelope.mutable_check()->set_character("kim");
  constexpr std::size_t kAtOnce = 4;
  while (!target.is_over()) {
    for (std::size_t i = 0; i < kAtOnce; ++i) attacker.send(envelope);
    attacker.hear_answers(kAtOnce);
  }
}

/// Of scripts that are not prepared yet.
void interrupt_again_and_again(const Target& target, Words& words) {
  Attacker attacker(target, words);
  constexpr std::size_t kScripts = 10;
  constexpr std::size_t kInterrupts = 2'000;
  for (std::size_t i = 0; i < kScripts; ++i) {
    attacker.submit(impossible_waits(id_of("u", i)), id_of("u", i), "kim");
  }
  kinesphere::Envelope envelope;
  envelope.mutable_interrupt()->add_ids(id_of("u", kScripts - 1));
  const std::string one = test::framed(envelope.SerializeAsString());
  std::string many;
  for (std::size_t i = 0; i < kInterrupts; ++i) many += one;
  while (!target.is_over()) {
    attacker.client().send_bytes(many);
    attacker.hear();
  }
}

/// 50 MB of sound from 8.5 kB of text, from clients that leave.
void speak_for_minutes(const Target& target, Words& words) {
  static std::atomic<std::size_t> spoken{0};
  constexpr std::size_t kScripts = 7;
  constexpr std::size_t kSyllables = 2'800;
  std::string text;
  for (std::size_t i = 0; i < kSyllables; ++i) text += "la ";
  Attacker attacker(target, words);
  for (std::size_t i = 0; i < kScripts; ++i) {
    const std::string id = id_of("spoken", ++spoken);
    attacker.submit(in_block(with_id(id), "<speech id=\"s\"><text>" + text + "</text></speech>"),
                    id, "joe");
  }
  attacker.hear_answers(kScripts);
}

/// Five times a second.
void replace_faces(const Target& target, Words& words) {
  constexpr std::size_t kFaces = 1'000;
  std::string faces;
  for (std::size_t i = 0; i < kFaces; ++i) {
    faces += "<faceFacs id=\"" + id_of("f", i) + "\" au=\"" + (i % 2 == 0 ? "1" : "2") +
             "\" start=\"0\" end=\"60\"/>";
  }
  Attacker attacker(target, words);
  kinesphere::Envelope envelope;
  envelope.mutable_subscribe()->add_characters(2);
  envelope.mutable_subscribe()->set_max_rate_hz(5);
  attacker.send(envelope);
  for (std::size_t i = 0; !target.is_over(); ++i) {
    attacker.hear_until([](const auto& heard) { return heard.has_frame(); });
    const std::string id = id_of("faces", i);
    attacker.submit(in_block(with_id(id) + " composition=\"REPLACE\"", faces), id, "ada");
    attacker.hear_answers(1);
  }
}

/// As many as one is let submit, from clients that leave.
void wait_for_minutes(const Target& target, Words& words) {
  constexpr std::size_t kBlocks = 190;
  Attacker attacker(target, words);
  for (std::size_t i = 0; i < kBlocks; ++i) {
    const std::string id = id_of("waits", i);
    attacker.submit(in_block(with_id(id), "<wait id=\"w\" duration=\"600\"/>"), id, "eve");
  }
  attacker.hear_answers(kBlocks);
}

/// Tens of thousands of names, and a second client that would stop what another records.
void record_much(const Target& target, Words& words) {
  static std::atomic<std::size_t> recorded{0};
  const auto record = [&](const std::string& name, bool stop) {
    kinesphere::Envelope envelope;
    envelope.mutable_record()->set_name(name);
    envelope.mutable_record()->set_stop(stop);
    return envelope;
  };
  Attacker one(target, words);
  Attacker other(target, words);
  const std::string name = id_of("taken", ++recorded);
  one.send(record(name, false));
  one.hear();
  other.send(record(name, true));
  other.hear_answers(1);
  while (!target.is_over()) {
    one.send(record(id_of("taken", ++recorded), false));
    one.hear();
  }
}

}  // namespace

std::span<const Attack> attacks_on_scripts() {
  static const Attack kAll[] = {
      {.name = "impossible ties, checked",
       .item = "1",
       .talk = plan_for_seconds,
       .expected = {"checked"},
       .threads = 3},
      {.name = "interrupts of what is unprepared",
       .item = "2",
       .talk = interrupt_again_and_again,
       .expected = {"accepted", "no script of yours"},
       .threads = 2},
      {.name = "speech of clients that leave",
       .item = "2",
       .talk = speak_for_minutes,
       .expected = {"past memory_bytes"},
       .conversations_max = 2},
      {.name = "a thousand faces that replace",
       .item = "4",
       .talk = replace_faces,
       .expected = {"accepted"}},
      {.name = "waits of ten minutes",
       .item = "5",
       .talk = wait_for_minutes,
       .expected = {"past blocks_per_character_max"},
       .threads = 6},
      {.name = "recordings",
       .item = "7, 9",
       .talk = record_much,
       .expected = {"only the client that started this recording may stop it"}},
  };
  return kAll;
}

}  // namespace kine::attacks
