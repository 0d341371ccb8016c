#include "server/live/later_text.h"

#include <string>

#include "server/voices/given_speech.h"

namespace kine::server {

void add_later_text(const ScriptSource& source, Performed& performed) {
  const auto* const voice = dynamic_cast<const GivenVoice*>(source.own_voice.get());
  const bool may_grow = voice != nullptr && source.text_to_say && !performed.speeches.empty();
  if (!may_grow) return;
  Performed::Speech& speech = performed.speeches.front();
  const std::string planned = speech.text_done + speech.text_left;
  const std::string given = voice->given().text();
  // Too much to be told has left its texts out.
  if (planned.empty() || !given.starts_with(planned)) return;
  speech.text_left += given.substr(planned.size());
}

}  // namespace kine::server
