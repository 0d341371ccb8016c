#include "server/voices/voices.h"

#include <array>
#include <utility>

#include "clients/cpp/address.h"
#include "realizer/core/number.h"
#include "server/voices/espeak_voice.h"
#include "server/voices/external_voice.h"
#include "server/voices/file_voice.h"
#include "server/voices/flite_voice.h"

namespace kine::server {
namespace {

using SharedVoice = std::shared_ptr<const speech::Voice>;

template <class Started>
Result<SharedVoice> shared(Started started) {
  if (!started) return started.error();
  return SharedVoice(*std::move(started));
}

Result<SharedVoice> make_silent(std::string_view, const VoiceWish&) {
  return shared_silent_voice();
}

Result<SharedVoice> make_espeak(std::string_view, const VoiceWish&) {
  return shared(EspeakVoice::start({}));
}

Result<SharedVoice> make_flite(std::string_view, const VoiceWish&) {
  return shared(FliteVoice::start());
}

Result<SharedVoice> make_external(std::string_view argument, const VoiceWish&) {
  const auto address = client::parse_address(std::string(argument));
  if (!address) return address.error();
  return SharedVoice(std::make_shared<const ExternalVoice>(
      ExternalVoice::Options{.host = address->host, .port = std::to_string(address->port)}));
}

/// Files that are bad cost themselves, and not the server its start.
Result<SharedVoice> make_file(std::string_view folder, const VoiceWish& wish) {
  return shared(FileVoice::open(std::string(folder), wish.report));
}

/// One voice for what scripts name with its word in front ("file:welcome"), another for the rest.
class WithRecordings final : public speech::Voice {
 public:
  WithRecordings(SharedVoice speaker, SharedVoice recordings)
      : speaker_(std::move(speaker)), recordings_(std::move(recordings)) {}

  std::string_view name() const override { return speaker_->name(); }

  Result<speech::SpeechTrack> say(const speech::Utterance& utterance) const override {
    constexpr std::string_view kRecorded = "file:";
    if (!utterance.voice.starts_with(kRecorded)) return speaker_->say(utterance);
    speech::Utterance recorded = utterance;
    recorded.voice.erase(0, kRecorded.size());
    return recordings_->say(recorded);
  }

 private:
  const SharedVoice speaker_;
  const SharedVoice recordings_;
};

/// What stands behind the colon of a wish is `argument`.
struct Row {
  std::string_view name;
  std::string_view argument;  // what it is, for people; empty: there is none
  Result<SharedVoice> (*make)(std::string_view argument, const VoiceWish& wish);
};

constexpr std::array kRows = {
    Row{"espeak", "", make_espeak},   Row{"flite", "", make_flite},
    Row{"file", "FOLDER", make_file}, Row{"external", "HOST:PORT", make_external},
    Row{"silent", "", make_silent},
};

std::string names_of_rows() {
  std::string names;
  for (const Row& row : kRows) {
    names += (names.empty() ? "" : ", ") + std::string(row.name);
    if (!row.argument.empty()) names += ":" + std::string(row.argument);
  }
  return names;
}

Result<ChosenVoice> choose_speaker(const VoiceWish& wish) {
  if (wish.voice.empty()) {
    auto espeak = make_espeak({}, wish);
    if (espeak) return ChosenVoice{*std::move(espeak), {}};
    return ChosenVoice{shared_silent_voice(),
                       "no voice works, so speech is silent: " + espeak.error().message};
  }
  const std::string_view text = wish.voice;
  const std::string_view name = text.substr(0, text.find(':'));
  const bool has_argument = name.size() < text.size();
  for (const Row& row : kRows) {
    if (row.name != name || has_argument == row.argument.empty()) continue;
    auto voice = row.make(has_argument ? text.substr(name.size() + 1) : std::string_view(), wish);
    if (!voice) return voice.error();
    return ChosenVoice{*std::move(voice), {}};
  }
  return Error{ErrorCode::UnknownName,
               "unknown voice; the voices are " + names_of_rows() + ": " + quoted(wish.voice)};
}

}  // namespace

SharedVoice shared_silent_voice() { return {std::shared_ptr<void>(), &speech::silent_voice()}; }

std::string voice_names() { return names_of_rows(); }

Result<ChosenVoice> choose_voice(const VoiceWish& wish) {
  auto chosen = choose_speaker(wish);
  if (!chosen || wish.folder.empty()) return chosen;
  auto recordings = make_file(wish.folder, wish);
  if (!recordings) return recordings.error();
  chosen->voice =
      std::make_shared<const WithRecordings>(std::move(chosen->voice), *std::move(recordings));
  return chosen;
}

}  // namespace kine::server
