#include "server/commands/rerun.h"

#include <CLI/CLI.hpp>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <fstream>
#include <iostream>
#include <memory>

#include "realizer/core/number.h"
#include "server/base/report_line.h"
#include "server/base/revision.h"
#include "server/commands/options/audio_options.h"
#include "server/commands/options/scene_options.h"
#include "server/offline/gesture_model_file.h"
#include "server/session_log/rerun.h"

namespace kine::server {
namespace {

constexpr std::size_t kRerunShardsMax = 64;

std::string summary_of(const std::string& file, const RerunReport& report) {
  const Seconds length = TickRate(report.head.tick_rate_hz).time_of(Tick{report.ticks});
  return file + ": " + std::to_string(report.equal) + " of " + std::to_string(report.ticks) +
         " ticks have the same frames (" + format_number(std::round(length.count() * 100) / 100) +
         " s, " + std::to_string(report.messages) + " messages of " +
         std::to_string(report.clients) + " clients, " + std::to_string(report.blocks) +
         " blocks)\n";
}

Error difference_of(const RerunReport& report) {
  const auto& [tick, line] = *report.differs;
  return {.message = "the frames of tick " + std::to_string(tick.index) +
                     " are not those of the log; " + std::to_string(report.equal) + " of the " +
                     std::to_string(report.ticks) + " ticks compared are the same",
          .where = {static_cast<std::uint32_t>(line), 1}};
}

/// What may be why frames differ, and what the log lacks.
std::string remarks_on(const std::string& file, const RerunReport& report) {
  std::string remarks;
  const auto remark = [&](std::string message) {
    remarks += report_line(file, Warning{.message = std::move(message)});
  };
  if (report.head.revision != revision()) {
    remark("another program wrote it: revision " + quoted(report.head.revision) + ", this is " +
           quoted(revision()));
  }
  if (report.torn_at) {
    remark("line " + std::to_string(*report.torn_at) +
           " is torn: what is before it was played again");
  } else if (!report.end && !report.differs) {
    remark("its last row is missing: its server runs still, or did not leave in order");
  }
  return remarks;
}

}  // namespace

int rerun_log(const RerunCommand& command, std::ostream& output, std::ostream& errors) {
  std::ifstream log(command.log, std::ios::binary);
  if (!log) {
    errors << report_line(command.log, Error{.message = std::strerror(errno)});
    return 1;
  }
  const auto stock = load_stock(command.stock, errors);
  if (!stock) return 1;
  const auto body_language = read_body_language(command.model);
  if (!body_language && !command.model.empty()) {
    errors << report_line("kinesphere", body_language.error());
    return 1;
  }
  Diagnostics no_clips;  // the server has told of them
  const auto report =
      rerun(log, {.shards = command.shards,
                  .clips = {.path = command.clips, .left_out = &no_clips},
                  .stock = stock,
                  .repertoire = body_language ? *body_language : nullptr,
                  .at_difference = command.goes_on ? AtDifference::GoOn : AtDifference::Stop});
  if (!report) {
    errors << report_line(command.log, report.error());
    return 1;
  }
  errors << remarks_on(command.log, *report);
  if (report->differs) {
    errors << report_line(command.log, difference_of(*report));
    return 1;
  }
  if (report->ticks == 0 && report->end) {
    errors << report_line(command.log, Error{.message = "there is no row of ticks in it"});
    return 1;
  }
  output << summary_of(command.log, *report);
  return 0;
}

void add_rerun(CLI::App& program, int& exit_code) {
  CLI::App* command = program.add_subcommand(
      "rerun", "Plays a session again from its log, and says whether its frames are the same");
  const auto options = std::make_shared<RerunCommand>();
  command->add_option("LOG", options->log, "What serve --log wrote")->required()->type_name("FILE");
  command->add_option("--clips", options->clips, "The folder of clips that the session had")
      ->type_name("FOLDER");
  add_stock_folders(*command, options->stock);
  add_model_option(*command, options->model);
  command
      ->add_option("--shards", options->shards,
                   "Threads that the characters are spread over; the frames are the same")
      ->type_name("N")
      ->check(CLI::Range(std::size_t{1}, kRerunShardsMax))
      ->capture_default_str();
  command->add_flag("--all", options->goes_on,
                    "Goes on behind a tick that differs, and counts those that are the same");
  command->callback(
      [options, &exit_code] { exit_code = rerun_log(*options, std::cout, std::cerr); });
}

}  // namespace kine::server
