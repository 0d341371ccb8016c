// What the server and a kinesphere-espeak process say to each other: a request, its reply, and so
// on.
//
//   EspeakVoice --request: one sentence--> kinesphere-espeak --reply: events and samples-->
//   EspeakVoice
//
// Each goes with a 4-byte little-endian length in front; in it numbers are little-endian and texts
// have their length in front. Both sides bound what they read: neither believes the other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "realizer/core/result.h"

namespace kine::server {

/// One sentence as SSML, a mark before each word whose name is the word's number.
struct EspeakRequest {
  std::string voice;  // "en", "en-gb", "fr+f3"; empty: English
  bool pause_behind = false;
  std::string ssml;

  friend bool operator==(const EspeakRequest&, const EspeakRequest&) = default;
};

struct EspeakEvent {
  enum class Kind : std::uint8_t {
    Mark,    // the name of one of the request's
    Phone,   // in IPA; "" for a pause
    Clause,  // all phonemes of the clause that begins, with their stress
    ClauseEnd,
  };
  Kind kind = Kind::Mark;
  std::uint32_t sample = 0;
  std::string text;

  friend bool operator==(const EspeakEvent&, const EspeakEvent&) = default;
};

/// In the order in which espeak tells them. Where `error` is not empty there is nothing else.
struct EspeakReply {
  std::string error;
  std::uint32_t rate_hz = 0;
  std::vector<EspeakEvent> events;
  std::vector<std::int16_t> samples;

  friend bool operator==(const EspeakReply&, const EspeakReply&) = default;
};

/// A sentence with its marks: a page of text, or a minute and a half of speech.
inline constexpr std::size_t kEspeakRequestBytesMax = std::size_t{64} << 10;

/// Ten minutes at espeak's 22,050 Hz, the length of the longest block, and its events.
inline constexpr std::size_t kEspeakSamplesMax = std::size_t{600} * 22'050;
inline constexpr std::size_t kEspeakEventsMax = 100'000;
inline constexpr std::size_t kEspeakReplyBytesMax = std::size_t{32} << 20;

/// Without the length in front.
std::string encode(const EspeakRequest& request);
std::string encode(const EspeakReply& reply);
Result<EspeakRequest> decode_espeak_request(std::string_view bytes);
Result<EspeakReply> decode_espeak_reply(std::string_view bytes);

}  // namespace kine::server
