// What a client gives of a speech: the times of its words, its sound, cut into pieces anywhere.
//
// What is read keeps its promises: a track of it is valid, and holds no more sound than came, for
// which there was room.
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "realizer/core/assert.h"
#include "server/live/voice_changes.h"
#include "server/voices/given_speech.h"

using namespace kine;
using namespace kine::server;

namespace {

constexpr std::size_t kBytesMax = std::size_t{1} << 20;

void say(std::string_view words, std::string_view audio, std::uint32_t rate_hz) {
  Limits limits;
  limits.memory_bytes_max = kBytesMax;
  MemoryAccount account(limits);
  const auto given = GivenSpeech::open({.rate_hz = rate_hz, .memory = account.holder({}, {})});
  KINE_ASSERT(given.has_value());
  const auto changes = std::make_shared<VoiceChanges>();
  constexpr std::string_view kText = "Hello you, no no no 42";
  std::chrono::microseconds now{0};
  // The first half of the sound, then all of the words, then the rest, late.
  const std::string_view half = audio.substr(0, audio.size() / 2);
  (void)(*given)->add({.text = kText, .audio = half, .last = false}, now);
  const auto begun = (*given)->say({.text = (*given)->text(), .voice = {}, .revisions = changes});
  KINE_ASSERT(!begun || begun->valid());
  (void)(*given)->add({.words = words, .last = false}, now += std::chrono::seconds(1));
  (void)(*given)->add({.text = " more", .audio = audio.substr(half.size())},
                      now += std::chrono::seconds(1), Seconds(2));
  KINE_ASSERT((*given)->sound_bytes() <= kBytesMax + 4 * 48'000 * 2);
  if (begun) {
    const auto late = (*given)->catch_up(*begun, Seconds(3));
    KINE_ASSERT(late == nullptr || late->valid());
  }
  if (const auto latest = changes->latest(); latest.track) KINE_ASSERT(latest.track->valid());
  const auto whole = (*given)->say({.text = (*given)->text(), .marks = {{"m", 6}}, .voice = {}});
  KINE_ASSERT(!whole || whole->valid());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  for (const auto unit : {TimeUnit::Seconds, TimeUnit::Ticks}) {
    const auto times = read_word_times(bytes, unit);
    KINE_ASSERT(!times || times->words.size() + times->marks.size() <= kWordTimesMax);
  }
  const std::size_t zero = bytes.find('\0');
  const std::string_view words = bytes.substr(0, zero);
  const std::string_view audio =
      zero == std::string_view::npos ? std::string_view() : bytes.substr(zero + 1);
  say(words, audio, 8'000);
  say(words, audio, 0);
  return 0;
}
