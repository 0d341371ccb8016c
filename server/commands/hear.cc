#include "server/commands/hear.h"

#include <CLI/CLI.hpp>
#include <cmath>
#include <iostream>
#include <memory>

#include "realizer/core/number.h"
#include "realizer/speech/hearing/hearing.h"
#include "server/base/folder.h"
#include "server/base/output_file.h"
#include "server/base/report_line.h"
#include "server/offline/heard_sound.h"
#include "server/voices/wave_file.h"

namespace kine::server {
namespace {

using speech::Heard;

constexpr std::string_view kColumns =
    "time_s,found_s,known_s,f0_hz,rise_st,fall_st,level_db,duration_s,symbol,context,words\n";

std::string thousandths(double value) { return format_number(std::round(value * 1'000) / 1'000); }

/// `found`: when the peak of the syllable was found.
std::string row_of(const Heard& heard, Seconds found) {
  std::string row = thousandths(heard.at.count()) + "," + thousandths(found.count()) + "," +
                    thousandths(heard.found.count()) + ",";
  if (heard.kind == Heard::Kind::Syllable) {
    const speech::SyllableFeatures& features = heard.features;
    row += (features.f0_hz ? thousandths(*features.f0_hz) : "") + "," +
           thousandths(features.rise_st) + "," + thousandths(features.fall_st) + "," +
           thousandths(features.level_db) + "," + thousandths(features.duration.count()) + ",";
  } else {
    row += ",,,,,";
  }
  return row + std::to_string(heard.observation.symbol()) + "," +
         std::to_string(heard.observation.context) + "," + words_of(heard.observation) + "\n";
}

Result<std::string> table_of(const speech::Audio& audio) {
  const auto all = speech::hear_all(audio);
  if (!all) return all.error();
  std::string table(kColumns);
  Seconds found{0};
  for (const Heard& heard : *all) {
    if (heard.kind == Heard::Kind::Peak) {
      found = heard.found;
    } else {
      table += row_of(heard, heard.kind == Heard::Kind::Syllable ? found : heard.found);
    }
  }
  return table;
}

}  // namespace

int hear(const HearOptions& options, std::ostream& output, std::ostream& errors) {
  const auto bytes = read_file_up_to(options.file, kWaveBytesMax);
  if (!bytes) {
    errors << report_line("kinesphere", bytes.error());
    return 1;
  }
  const auto audio = read_wave(*bytes);
  const auto table = audio ? table_of(*audio) : Result<std::string>(audio.error());
  if (!table) {
    errors << report_line(options.file, table.error());
    return 1;
  }
  if (options.output == "-") {
    output << *table;
    return 0;
  }
  const Result<Done> written = write_whole(options.output, *table);
  if (written) return 0;
  errors << report_line(options.output, written.error());
  return 1;
}

void add_hear(CLI::App& program, int& exit_code) {
  CLI::App* command = program.add_subcommand(
      "hear", "Says what is heard of recorded speech, a line a syllable: time, pitch, loudness");
  const auto options = std::make_shared<HearOptions>();
  command->add_option("FILE", options->file, "A .wav of 16 bits, 8000 to 48000 Hz")
      ->required()
      ->type_name("FILE");
  command
      ->add_option("-o,--output", options->output,
                   "The table, a .csv; - is standard output (default: -)")
      ->type_name("FILE");
  command->callback([options, &exit_code] { exit_code = hear(*options, std::cout, std::cerr); });
}

}  // namespace kine::server
