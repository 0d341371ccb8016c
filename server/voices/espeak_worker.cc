// kinesphere-espeak: the program around libespeak-ng, which has but one state for a whole process
// and bears one job at a time. Nothing else of Kinesphere links that library.
//
//   stdin --EspeakRequest--> a fork: espeak_Synth --events, samples--> EspeakReply --> stdout
//
// It ends when its input does, so it never outlives what started it. Each sentence is said by a
// fork, for the library carries over from what it said before: so the same sentence always has the
// same samples.
#include <espeak-ng/speak_lib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <optional>

#include "realizer/core/number.h"
#include "server/voices/espeak_messages.h"

namespace {

using kine::server::EspeakEvent;
using kine::server::EspeakReply;
using kine::server::EspeakRequest;

constexpr const char* kVoiceFirst = "en";

/// What the callbacks of the library, which know no object, write to.
EspeakReply* filled = nullptr;
bool past_limit = false;

void add(EspeakEvent::Kind kind, int sample, std::string text) {
  if (filled->events.size() >= kine::server::kEspeakEventsMax) {
    past_limit = true;
    return;
  }
  filled->events.push_back({kind, static_cast<std::uint32_t>(sample), std::move(text)});
}

int on_phonemes(const char* phonemes) {
  if (filled != nullptr) {
    add(EspeakEvent::Kind::Clause, static_cast<int>(filled->samples.size()), phonemes);
  }
  return 0;
}

int on_samples(short* samples, int count, espeak_EVENT* events) {
  for (; events->type != espeakEVENT_LIST_TERMINATED; ++events) {
    if (events->type == espeakEVENT_MARK) {
      add(EspeakEvent::Kind::Mark, events->sample, events->id.name);
    } else if (events->type == espeakEVENT_PHONEME) {
      const char* const name = events->id.string;
      add(EspeakEvent::Kind::Phone, events->sample,
          std::string(name, strnlen(name, sizeof events->id.string)));
    } else if (events->type == espeakEVENT_END) {
      add(EspeakEvent::Kind::ClauseEnd, events->sample, {});
    }
  }
  if (samples == nullptr || count <= 0) return past_limit ? 1 : 0;
  if (filled->samples.size() + static_cast<std::size_t>(count) > kine::server::kEspeakSamplesMax) {
    past_limit = true;
    return 1;
  }
  filled->samples.insert(filled->samples.end(), samples, samples + count);
  return 0;
}

/// The name by which espeak knows a voice of this language: "en-gb" of "en-gb" is "gmw/en".
std::optional<std::string> voice_of_language(const std::string& language) {
  for (const espeak_VOICE** voice = espeak_ListVoices(nullptr); *voice != nullptr; ++voice) {
    // Each language stands behind a byte of priority; a byte of 0 ends the list.
    for (const char* at = (*voice)->languages; *at != 0; at += std::strlen(at) + 1) {
      if (language == at + 1) return (*voice)->identifier;
    }
  }
  return {};
}

/// Whether it can be the name of a voice and of a variant. Espeak takes a name for a path to a file
/// of its data, and would go wherever that leads.
bool is_name(const std::string& voice) {
  bool begins = true;  // a part, in which neither a slash, a plus nor a dot comes first
  for (const char c : voice) {
    const bool parts = c == '/' || c == '+';
    if (begins && (parts || c == '.')) return false;
    begins = parts;
  }
  return !begins;
}

/// Whether espeak has this voice and speaks with it now; an unknown one silently changes nothing.
bool choose(const std::string& voice) {
  if (voice.empty()) return true;
  if (!is_name(voice)) return false;
  if (espeak_SetVoiceByName(voice.c_str()) == EE_OK) return true;
  const std::size_t plus = voice.find('+');
  const auto named = voice_of_language(voice.substr(0, plus));
  const std::string variant = plus == std::string::npos ? "" : voice.substr(plus);
  return named && espeak_SetVoiceByName((*named + variant).c_str()) == EE_OK;
}

EspeakReply say(const EspeakRequest& request, int rate_hz) {
  EspeakReply reply;
  if (!choose(request.voice)) {
    reply.error = "espeak has no voice " + kine::quoted(request.voice);
    return reply;
  }
  reply.rate_hz = static_cast<std::uint32_t>(rate_hz);
  filled = &reply;
  past_limit = false;
  const unsigned flags =
      espeakCHARS_UTF8 | espeakSSML | (request.pause_behind ? espeakENDPAUSE : 0U);
  const espeak_ERROR result = espeak_Synth(request.ssml.c_str(), request.ssml.size() + 1, 0,
                                           POS_CHARACTER, 0, flags, nullptr, nullptr);
  filled = nullptr;
  if (result != EE_OK) return {.error = "espeak could not say it"};
  if (past_limit) return {.error = "past the longest sentence that espeak is asked for"};
  return reply;
}

bool read_all(char* to, std::size_t size) {
  while (size > 0) {
    const ssize_t got = ::read(STDIN_FILENO, to, size);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    to += got;
    size -= static_cast<std::size_t>(got);
  }
  return true;
}

bool write_all(int output, const char* from, std::size_t size) {
  while (size > 0) {
    const ssize_t put = ::write(output, from, size);
    if (put < 0 && errno == EINTR) continue;
    if (put <= 0) return false;
    from += put;
    size -= static_cast<std::size_t>(put);
  }
  return true;
}

std::optional<std::string> read_message() {
  std::uint32_t size = 0;
  if (!read_all(reinterpret_cast<char*>(&size), sizeof size)) return {};
  if (size > kine::server::kEspeakRequestBytesMax) return {};
  std::string bytes(size, '\0');
  if (!read_all(bytes.data(), size)) return {};
  return bytes;
}

bool write_message(int output, const std::string& bytes) {
  const auto size = static_cast<std::uint32_t>(bytes.size());
  return write_all(output, reinterpret_cast<const char*>(&size), sizeof size) &&
         write_all(output, bytes.data(), bytes.size());
}

/// Whether it was answered.
bool answer(int output, const EspeakRequest& request, int rate_hz) {
  const pid_t self = ::getpid();
  const pid_t child = ::fork();
  if (child < 0) return false;
  if (child == 0) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != self) ::_exit(1);  // it died before it was known
    ::_exit(write_message(output, encode(say(request, rate_hz))) ? 0 : 1);
  }
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return status == 0;
}

}  // namespace

int main() {
  // Ctrl-C goes to the whole terminal, and the server may still have things to say.
  std::signal(SIGINT, SIG_IGN);
  std::signal(SIGPIPE, SIG_IGN);
  // What a library prints must not get between the messages.
  const int output = ::dup(STDOUT_FILENO);
  if (output < 0 || ::dup2(STDERR_FILENO, STDOUT_FILENO) < 0) return 1;

  // It opens a sound device though it is not to play anything, and complains where there is none.
  ::setenv("PULSE_SERVER", "none", 1);

  constexpr int kPhonemesInIpa = espeakINITIALIZE_PHONEME_EVENTS | espeakINITIALIZE_PHONEME_IPA;
  const int rate_hz = espeak_Initialize(AUDIO_OUTPUT_SYNCHRONOUS, 0, nullptr,
                                        kPhonemesInIpa | espeakINITIALIZE_DONT_EXIT);
  if (rate_hz <= 0 || espeak_SetVoiceByName(kVoiceFirst) != EE_OK) return 1;
  espeak_SetSynthCallback(on_samples);
  std::FILE* const nowhere = std::fopen("/dev/null", "w");
  if (nowhere == nullptr) return 1;
  espeak_SetPhonemeTrace(espeakPHONEMES_IPA | '_' << 8, nowhere);
  espeak_SetPhonemeCallback(on_phonemes);

  while (const auto bytes = read_message()) {
    const auto request = kine::server::decode_espeak_request(*bytes);
    if (!request || !answer(output, *request, rate_hz)) return 1;
  }
  return 0;
}
