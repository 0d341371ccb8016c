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
#include "server/corpus/corpus.h"
#include "server/corpus/taught_takes.h"
#include "server/offline/soundtrack.h"

namespace kine::server {
namespace {

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

Result<CorpusLength> write_corpus(const CorpusOptions& options) {
  const auto write = [&](std::size_t number, const CorpusTake& take) -> Result<Done> {
    std::error_code fault;
    std::filesystem::create_directories(options.output, fault);
    if (!fault) return write_take(take, stem_of(options.output, number));
    return Error{ErrorCode::Unsupported,
                 "cannot make the folder " + kine::quoted(options.output) + ": " + fault.message()};
  };
  if (!options.talks.empty()) return teach_files(options.talks, options.seed, write);
  return make_corpus({.seed = options.seed, .minutes = options.minutes, .voices = options.voices},
                     write);
}

}  // namespace

int corpus(const CorpusOptions& options, std::ostream& messages) {
  const auto made = write_corpus(options);
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
  CLI::Option* minutes =
      command->add_option("--minutes", options->minutes, "How much of it (default: 10)")
          ->check(number_in(kCorpusMinutesLeast, kCorpusMinutesMax))
          ->type_name("M");
  CLI::Option* voices =
      command
          ->add_option("--voice", options->voices,
                       "Who speaks, such as espeak:en-gb or flite:slt; several take turns")
          ->type_name("NAME");
  command
      ->add_option("--from", options->talks,
                   "Recorded speech, a .wav or a folder of them, in place of our own sentences; "
                   "the grammar gestures to what is heard of it")
      ->type_name("FILE|FOLDER")
      ->excludes(minutes)
      ->excludes(voices);
  command->add_option("-o,--output", options->output, "A folder, which is made where there is none")
      ->required()
      ->type_name("FOLDER");
  command->callback([options, &exit_code] { exit_code = corpus(*options, std::cerr); });
}

}  // namespace kine::server
