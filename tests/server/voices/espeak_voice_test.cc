#include "server/voices/espeak_voice.h"

#include <signal.h>
#include <sys/wait.h>

#include <cmath>
#include <future>
#include <numbers>

#include "tests/support/catch.h"
#include "tests/support/server/espeak_program.h"

namespace kine::server::espeak_voice_test {
namespace {

using namespace std::chrono_literals;

std::unique_ptr<EspeakVoice> voice(EspeakVoice::Options options = {}) {
  options.program = test::espeak_program();
  auto started = EspeakVoice::start(std::move(options));
  REQUIRE(started);
  return *std::move(started);
}

speech::Utterance utterance(const std::string& text) {
  return {.text = text, .marks = {}, .voice = {}};
}

/// How strong the samples within 3 ms around `at` are: below about 1 kHz, and above.
std::pair<double, double> low_and_high(const speech::Audio& audio, double at) {
  const auto from = static_cast<std::int64_t>((at - 0.003) * audio.rate_hz);
  const auto to = static_cast<std::int64_t>((at + 0.003) * audio.rate_hz);
  const double share = 1 - std::exp(-2 * std::numbers::pi * 1'000 / audio.rate_hz);
  double low = 0;
  double low_sum = 0;
  double high_sum = 0;
  for (std::int64_t i = from - 200; i < to; ++i) {
    if (i < 0 || i >= static_cast<std::int64_t>(audio.samples.size())) continue;
    const double sample = audio.samples[static_cast<std::size_t>(i)];
    low += share * (sample - low);
    if (i < from) continue;
    low_sum += low * low;
    high_sum += (sample - low) * (sample - low);
  }
  return {low_sum, high_sum};
}

/// Within 60 ms of `near`, when what an s has nothing of takes over: a voice hums below 1 kHz.
double voice_onset(const speech::Audio& audio, double near) {
  double at = near - 0.06;
  for (; at < near + 0.06; at += 0.0005) {
    const auto [low, high] = low_and_high(audio, at);
    if (low > high) break;
  }
  return at;
}

}  // namespace

TEST_CASE("a mark between an s and a vowel is where the waveform has the vowel begin",
          "[espeak][espeak_voice]") {
  if (test::espeak_program().empty()) return;
  const auto espeak = voice();
  const std::vector<std::pair<std::string, std::string>> texts = {
      {"A nice apple.", "apple"},     {"Miss Anna knows.", "Anna"},
      {"Less iron please.", "iron"},  {"They promise us all.", "us"},
      {"A famous author.", "author"}, {"Yes, pass over there.", "over"}};
  for (const auto& [text, word] : texts) {
    auto asked = utterance(text);
    asked.marks = {{"m", text.find(word)}};
    const auto said = espeak->say(asked);
    REQUIRE(said);
    const double mark = said->marks[0].at.count();
    CAPTURE(text, mark, voice_onset(said->audio, mark));
    CHECK(std::abs(voice_onset(said->audio, mark) - mark) <= 0.010);
  }
}

TEST_CASE("stress is on the vowels that English has it on", "[espeak][espeak_voice]") {
  if (test::espeak_program().empty()) return;
  const auto said = voice()->say(utterance("banana"));
  REQUIRE(said);

  std::string stressed;
  for (const auto& phone : said->phones) {
    if (phone.stress == 1) stressed += phone.ipa + " ";
  }
  CHECK(said->phones.size() >= 6);
  CHECK(stressed == "ɑː ");
}

TEST_CASE("a process killed between utterances is not noticed", "[espeak][espeak_voice]") {
  if (test::espeak_program().empty()) return;
  const auto espeak = voice({.processes = 1});
  REQUIRE(espeak->processes().size() == 1);
  const pid_t first = espeak->processes()[0];
  ::kill(first, SIGKILL);
  siginfo_t ended;
  ::waitid(P_PID, static_cast<id_t>(first), &ended, WEXITED | WNOWAIT);

  CHECK(espeak->say(utterance("Still here.")));
  REQUIRE(espeak->processes().size() == 1);
  CHECK(espeak->processes()[0] != first);
}

TEST_CASE("a process that hangs costs its utterance, and the next is said",
          "[espeak][espeak_voice]") {
  if (test::espeak_program().empty()) return;
  const auto espeak = voice({.processes = 1, .sentence_wait_max = 300ms});
  ::kill(espeak->processes()[0], SIGSTOP);

  const auto lost = espeak->say(utterance("Hello."));
  REQUIRE_FALSE(lost);
  CHECK(lost.error().message == "the voice espeak says nothing: no answer in time");
  CHECK(espeak->say(utterance("Hello.")));
}

TEST_CASE("while all processes are busy others wait, and not for ever", "[espeak][espeak_voice]") {
  if (test::espeak_program().empty()) return;
  const auto espeak = voice({.processes = 1, .sentence_wait_max = 1s, .utterance_wait_max = 400ms});
  ::kill(espeak->processes()[0], SIGSTOP);

  const auto says = [&] { return espeak->say(utterance("Hello.")).has_value(); };
  auto first = std::async(std::launch::async, says);
  auto second = std::async(std::launch::async, says);
  CHECK_FALSE(first.get());
  CHECK_FALSE(second.get());
  CHECK(espeak->say(utterance("Hello.")));
}

TEST_CASE("what is too long is refused, and the next is said", "[espeak][espeak_voice]") {
  if (test::espeak_program().empty()) return;
  const auto espeak = voice();

  CHECK_FALSE(espeak->say(utterance(std::string(70'000, 'a'))));
  CHECK_FALSE(espeak->say(utterance(std::string(2 << 20, ' '))));
  CHECK(espeak->say(utterance("Hello.")));
}

TEST_CASE("without the program there is no such voice", "[espeak_voice]") {
  EspeakVoice::Options options;
  options.program = "";
  CHECK_FALSE(EspeakVoice::start(options));
  options.program = "/bin/true";
  CHECK_FALSE(EspeakVoice::start(options));
}

}  // namespace kine::server::espeak_voice_test
