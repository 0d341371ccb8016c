#include "server/voices/external_voice.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <optional>
#include <utility>

#include "realizer/core/limits.h"
#include "realizer/core/pcm16.h"
#include "realizer/core/utf8.h"
#include "server/base/json_text.h"
#include "server/voices/json_object.h"
#include "server/voices/labelled_track.h"
#include "server/voices/revision_reader.h"
#include "server/voices/timed_socket.h"
#include "server/voices/wave_file.h"

namespace kine::server {
namespace {

static_assert(std::endian::native == std::endian::little, "samples are copied as they stand");

Error external_fault(const std::string& what) {
  return {ErrorCode::Unsupported, "the voice external says nothing: " + what};
}

Error not_usable(std::string what) { return {ErrorCode::Unsupported, std::move(what)}; }

std::optional<int> value_of(char c) {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  if (c >= '0' && c <= '9') return c - '0' + 52;
  if (c == '+') return 62;
  if (c == '/') return 63;
  return {};
}

/// Of base64 as RFC 4648 has it, with or without the signs that fill it up.
std::optional<std::string> from_base64(std::string_view text) {
  while (!text.empty() && text.back() == '=') text.remove_suffix(1);
  if (text.size() % 4 == 1) return {};
  std::string bytes;
  bytes.reserve(text.size() * 3 / 4);
  unsigned held = 0;
  int bits = 0;
  for (const char c : text) {
    const auto value = value_of(c);
    if (!value) return {};
    held = held << 6 | static_cast<unsigned>(*value);
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes += static_cast<char>(held >> bits & 0xFF);
  }
  return bytes;
}

Result<speech::Audio> read_audio(const JsonObject& answer) {
  speech::Audio audio;
  const auto bytes = from_base64(answer.text("samples"));
  if (!bytes || bytes->size() % kPcm16Bytes != 0) {
    return not_usable("samples that are no 16-bit numbers in base64");
  }
  const double rate_hz = answer.number("rate_hz", 0);
  const bool in_range = rate_hz >= kWaveRateMin_hz && rate_hz <= kWaveRateMax_hz;
  if (bytes->empty()) return audio;
  if (!in_range) return not_usable("a rate_hz that is not within 8000 and 48000");
  audio.rate_hz = static_cast<std::uint32_t>(rate_hz);
  audio.samples = pcm16_samples(*bytes);
  if (audio.length() > kBlockLengthMax) return not_usable("more than ten minutes of sound");
  return audio;
}

}  // namespace

std::string external_request(const speech::Utterance& utterance,
                             const speech::UtteranceText& text) {
  std::string plain;
  std::string words;
  for (const speech::Token& token : text.tokens) {
    if (!plain.empty() && !token.joined) plain += ' ';
    plain += token.spoken;
    words += (words.empty() ? "" : ", ") + json_quoted(token.spoken);
  }
  return "{\"text\": " + json_quoted(plain) +
         ", \"ssml\": " + json_quoted(speech::write_ssml(text.tokens, 0)) +
         ", \"voice\": " + json_quoted(utterance.voice) + ", \"words\": [" + words + "]}\n";
}

Result<ExternalAnswer> read_external_line(std::string_view line,
                                          const speech::UtteranceText& text) {
  const auto answer = JsonObject::read(line);
  if (!answer) return not_usable(answer.error().message);
  if (const std::string said = answer->text("error"); !said.empty()) {
    return not_usable(one_line(said, kNameBytesMax));
  }
  ExternalAnswer result;
  auto audio = read_audio(*answer);
  if (!audio) return audio.error();
  result.audio = *std::move(audio);
  result.sound_from = Seconds(answer->number("from", 0));
  result.revises = answer->flag("revises");

  const auto words = answer->objects("words");
  if (!words.empty() && words.size() != text.tokens.size()) {
    return not_usable("another number of words than it was asked for");
  }
  for (std::size_t i = 0; i < words.size(); ++i) {
    result.labels.words.push_back({text.tokens[i].word, Seconds(words[i].number("start", -1)),
                                   Seconds(words[i].number("end", -1))});
  }
  for (const JsonObject& phone : answer->objects("phones")) {
    speech::Phone one = phone_named(phone.text("ipa"));
    one.start = Seconds(phone.number("start", -1));
    one.end = Seconds(phone.number("end", -1));
    const double stress = phone.number("stress", 0);
    if (stress == 1 || stress == 2) one.stress = static_cast<std::uint8_t>(stress);
    result.labels.phones.push_back(std::move(one));
  }
  if (result.labels.words.empty()) result.labels.phones.clear();
  result.labels.timing = speech::Timing::Measured;  // it is the one that speaks
  auto labels = checked(std::move(result.labels));
  if (!labels) return not_usable(labels.error().message);
  result.labels = *std::move(labels);
  return result;
}

Result<ExternalAnswer> read_external_answer(std::string_view line,
                                            const speech::UtteranceText& text) {
  auto answer = read_external_line(line, text);
  return answer ? std::move(answer) : external_fault(answer.error().message);
}

ExternalVoice::ExternalVoice(Options options)
    : options_(std::move(options)), revisions_(std::make_unique<RevisionReader>()) {}

ExternalVoice::~ExternalVoice() = default;

Result<speech::SpeechTrack> ExternalVoice::say(const speech::Utterance& utterance) const {
  const auto text = speech::read_utterance(utterance);
  if (!text) return text.error();
  if (text->tokens.empty()) return speech::silent_voice().say(utterance);

  const auto now = std::chrono::steady_clock::now();
  auto socket = TimedSocket::connect(options_.host, options_.port, now + options_.connect_wait_max);
  if (!socket) return external_fault(socket.error().message);
  const auto deadline = now + options_.answer_wait_max;
  if (const auto sent = socket->send(external_request(utterance, *text), deadline); !sent) {
    return external_fault(sent.error().message);
  }
  const auto line = socket->receive_line(kExternalAnswerBytesMax, deadline);
  if (!line) return external_fault(line.error().message);
  auto answer = read_external_answer(*line, *text);
  if (!answer) return answer.error();
  const bool is_revised = answer->revises && utterance.revisions != nullptr;
  if (answer->revises) {
    answer->audio = with_silence_for(answer->labels, std::move(answer->audio));
  }
  auto track = labelled_track(utterance, answer->labels, std::move(answer->audio));
  if (!track) return external_fault(track.error().message);
  if (is_revised) {
    revisions_->listen(
        {.socket = *std::move(socket), .utterance = utterance, .audio = track->audio});
  }
  return track;
}

speech::Audio with_silence_for(const Labels& labels, speech::Audio audio) {
  if (labels.words.empty() || audio.samples.empty()) return audio;
  const Seconds end = std::min(labels.words.back().end, kBlockLengthMax);
  const auto samples = static_cast<std::size_t>(std::ceil(end.count() * audio.rate_hz));
  if (samples > audio.samples.size()) audio.samples.resize(samples);
  return audio;
}

}  // namespace kine::server
