#include "server/commands/corpus.h"

#include <CLI/CLI.hpp>
#include <array>
#include <filesystem>
#include <iomanip>
#include <iostream>
#include <memory>
#include <sstream>

#include "realizer/core/number.h"
#include "server/base/output_file.h"
#include "server/base/report_line.h"
#include "server/commands/options/number_in.h"
#include "server/commands/options/seed_option.h"
#include "server/corpus/corpus_take.h"
#include "server/offline/soundtrack.h"
#include "server/scene/casts.h"
#include "server/voices/voices.h"

namespace kine::server {
namespace {

/// Another one, flite:rms, is left for tests of what was learnt from these.
constexpr std::array<std::string_view, 4> kUsualVoices = {"espeak:en-us", "espeak:en-gb+f3",
                                                          "flite:slt", "espeak:en-us+m3"};

/// "espeak:en-gb": the voice, and which of its own.
Result<CorpusVoice> find_voice(std::string_view name) {
  const std::size_t colon = name.find(':');
  auto chosen = choose_voice({.voice = std::string(name.substr(0, colon))});
  if (!chosen) return chosen.error();
  CorpusVoice voice{.voice = std::move(chosen->voice), .name = {}};
  if (colon != std::string_view::npos) voice.name = name.substr(colon + 1);
  const auto said = voice.voice->say({.text = "one", .marks = {}, .voice = voice.name});
  if (!said) return said.error();
  if (said->audio.samples.empty()) {
    return Error{ErrorCode::Unsupported, "a corpus needs a voice that can be heard"};
  }
  return voice;
}

Result<std::vector<CorpusVoice>> find_voices(const std::vector<std::string>& wished) {
  std::vector<CorpusVoice> voices;
  for (const std::string& name : wished) {
    auto voice = find_voice(name);
    if (!voice) {
      Error error = voice.error();
      error.message = "voice " + kine::quoted(name) + ": " + error.message;
      return error;
    }
    voices.push_back(*std::move(voice));
  }
  if (!wished.empty()) return voices;
  for (const std::string_view name : kUsualVoices) {
    if (auto voice = find_voice(name)) voices.push_back(*std::move(voice));
  }
  if (voices.empty()) {
    return Error{
        ErrorCode::Unsupported,
        "a corpus needs a voice that can be heard: install espeak-ng, or build with flite"};
  }
  return voices;
}

Result<Done> write_take(const CorpusTake& take, const std::string& stem) {
  const std::array files = {std::pair{".wav", wave_of(take.audio)}, std::pair{".bvh", take.bvh},
                            std::pair{".xml", take.script}, std::pair{".truth.csv", take.truth}};
  for (const auto& [ending, bytes] : files) {
    if (const auto written = write_whole(stem + ending, bytes); !written) return written;
  }
  return Done{};
}

std::string stem_of(const std::string& folder, std::size_t number) {
  std::ostringstream name;
  name << std::setw(3) << std::setfill('0') << number;
  return (std::filesystem::path(folder) / name.str()).string();
}

/// How much was made, in takes and seconds.
struct Made {
  std::size_t takes = 0;
  double length_s = 0;
};

Result<Made> make_corpus(const CorpusOptions& options) {
  const auto voices = find_voices(options.voices);
  if (!voices) return voices.error();
  const auto casts = make_casts({{.name = "ada", .body = "ada", .placement = {}}});
  if (!casts) return casts.error();
  std::error_code fault;
  std::filesystem::create_directories(options.output, fault);
  if (fault) {
    return Error{ErrorCode::Unsupported,
                 "cannot make the folder " + kine::quoted(options.output) + ": " + fault.message()};
  }
  Made made;
  for (; made.length_s < 60 * options.minutes; ++made.takes) {
    const CorpusVoice& voice = (*voices)[made.takes % voices->size()];
    const auto take = make_take(options.seed, made.takes, voice, casts->front());
    if (!take) return take.error();
    const auto written = write_take(*take, stem_of(options.output, made.takes));
    if (!written) return written.error();
    made.length_s += take->audio.length().count();
  }
  return made;
}

}  // namespace

int corpus(const CorpusOptions& options, std::ostream& messages) {
  const auto made = make_corpus(options);
  if (!made) {
    messages << report_line("kinesphere", made.error());
    return 1;
  }
  messages << made->takes << " takes, " << format_number(std::round(made->length_s)) << " s\n";
  return 0;
}

void add_corpus(CLI::App& program, int& exit_code) {
  CLI::App* command = program.add_subcommand(
      "corpus", "Makes speech with gestures by a written grammar, to learn body language from");
  const auto options = std::make_shared<CorpusOptions>();
  add_seed(*command, options->seed);
  command->add_option("--minutes", options->minutes, "How much of it (default: 10)")
      ->check(number_in(kCorpusMinutesLeast, kCorpusMinutesMax))
      ->type_name("M");
  command
      ->add_option("--voice", options->voices,
                   "Who speaks, such as espeak:en-gb or flite:slt; several take turns")
      ->type_name("NAME");
  command->add_option("-o,--output", options->output, "A folder, which is made where there is none")
      ->required()
      ->type_name("FOLDER");
  command->callback([options, &exit_code] { exit_code = corpus(*options, std::cerr); });
}

}  // namespace kine::server
