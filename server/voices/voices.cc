#include "server/voices/voices.h"

#include <array>

#include "realizer/core/number.h"
#include "server/voices/espeak_voice.h"

namespace kine::server {
namespace {

using Voice = std::shared_ptr<const speech::Voice>;

template <class Started>
Result<Voice> shared(Started started) {
  if (!started) return started.error();
  return Voice(*std::move(started));
}

Result<Voice> make_silent(std::string_view) { return shared_silent_voice(); }

Result<Voice> make_espeak(std::string_view) { return shared(EspeakVoice::start({})); }

/// What stands behind the colon of a wish is `argument`.
struct Row {
  std::string_view name;
  std::string_view argument;  // what it is, for people; empty: there is none
  Result<Voice> (*make)(std::string_view argument);
};

constexpr std::array kRows = {
    Row{"espeak", "", make_espeak},
    Row{"silent", "", make_silent},
};

}  // namespace

Voice shared_silent_voice() { return {std::shared_ptr<void>(), &speech::silent_voice()}; }

std::string voice_names() {
  std::string names;
  for (const Row& row : kRows) {
    names += (names.empty() ? "" : ", ") + std::string(row.name);
    if (!row.argument.empty()) names += ":" + std::string(row.argument);
  }
  return names;
}

Result<ChosenVoice> choose_voice(const VoiceWish& wish) {
  if (wish.voice.empty()) {
    auto espeak = make_espeak({});
    if (espeak) return ChosenVoice{*std::move(espeak), {}};
    return ChosenVoice{shared_silent_voice(),
                       "nobody is to be heard, speech is silent: " + espeak.error().message};
  }
  const std::string_view text = wish.voice;
  const std::string_view name = text.substr(0, text.find(':'));
  const bool has_argument = name.size() < text.size();
  for (const Row& row : kRows) {
    if (row.name != name || has_argument == row.argument.empty()) continue;
    auto voice = row.make(has_argument ? text.substr(name.size() + 1) : std::string_view());
    if (!voice) return voice.error();
    return ChosenVoice{*std::move(voice), {}};
  }
  return Error{ErrorCode::UnknownName,
               "no such voice, there are " + voice_names() + ": " + quoted(wish.voice)};
}

}  // namespace kine::server
