#include "server/commands/response.h"

#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>
#include <optional>

#include "realizer/core/number.h"
#include "realizer/formats/measures.h"
#include "realizer/math/look_ahead.h"
#include "realizer/math/tracker_response.h"
#include "realizer/pictures/response_page.h"
#include "server/base/report_line.h"
#include "server/commands/options/number_in.h"
#include "server/commands/svg_page.h"
#include "server/offline/tension_words.h"

namespace kine::server {
namespace {

using formats::length_text;
using formats::three_digits;
using formats::time_text;

constexpr Seconds kUsualStroke{0.3};

void write_row(std::ostream& output, std::string name, const std::string& text) {
  constexpr std::size_t kNameWidth = 14;
  name.resize(kNameWidth, ' ');
  output << name << text << "\n";
}

void write_swing(const TrackerResponse& response, double speed_m_s, std::ostream& output) {
  if (!response.period()) {
    write_row(output, "overshoot", "none: from zeta 1 on the hand creeps home");
    write_row(output, "settling", time_text(response.settling()) + " until within 5 % of the lag");
    return;
  }
  write_row(output, "overshoot",
            length_text(response.overshoot_m(speed_m_s)) + ", " + time_text(*response.peak(1)) +
                " after the target stops");
  write_row(output, "period", time_text(*response.period()));
  write_row(output, "oscillations",
            std::to_string(response.peaks()) + " peaks until settled (estimated " +
                three_digits(response.estimated_peaks()) + ")");
  write_row(output, "settling",
            time_text(response.settling()) + " until within 5 % of the lag (at most " +
                time_text(*response.settling_bound()) + ")");
}

void write_report(const ResponseOptions& options, std::ostream& output) {
  const Tension& tension = options.tension;
  const double speed = options.speed_m_s;
  const TrackerResponse response(tension);
  write_row(output, "tension",
            "rest error " + length_text(tension.rest_error_m) + ", zeta " +
                format_number(tension.zeta) + ", target at " + three_digits(speed) + " m/s");
  write_row(output, "lag",
            time_text(response.lag()) + ", " + length_text(speed * response.lag().count()) +
                " behind a steady target");
  write_row(
      output, "greatest lag",
      length_text(response.greatest_lag_m(speed)) +
          (response.period() ? ", " + time_text(*response.peak(1)) + " after the target sets out"
                             : std::string(", in the end")));
  write_swing(response, speed, output);
  write_row(output, "look-ahead",
            time_text(look_ahead_of_eased_stroke(tension, kUsualStroke)) +
                " to be in time with an eased stroke of " + time_text(kUsualStroke));
}

/// What is typed, checked one by one.
struct ResponseWords {
  TensionWords tension;
  std::string speed = "1";
  std::string output;
};

}  // namespace

int response(const ResponseOptions& options, std::ostream& output, std::ostream& messages) {
  write_report(options, output);
  const std::string warning = warning_of_tension(options.tension);
  if (!warning.empty()) messages << report_line("kinesphere", Warning{.message = warning});
  if (options.output.empty()) return 0;
  const Result<Done> written =
      write_svg_page(options.output, pictures::response_page(options.tension, options.speed_m_s));
  if (written) return 0;
  messages << report_line(options.output, written.error());
  return 1;
}

void add_response(CLI::App& program, int& exit_code) {
  CLI::App* command = program.add_subcommand(
      "response", "Says what a tension does to motion: lag, overshoot, oscillations, settling");
  const auto words = std::make_shared<ResponseWords>();
  add_tension_options(*command, words->tension,
                      "By its name: the strokes of tense, loose and so on");
  command->add_option("--velocity", words->speed, "Of the target, in m/s (default: 1)")
      ->check(number_in(kTargetSpeedMin_m_s, kTargetSpeedMax_m_s))
      ->type_name("NUMBER");
  command
      ->add_option("-o,--output", words->output,
                   "A page of plots, .svg: overshoot, oscillations and errors, our steps over the "
                   "closed forms")
      ->check(CLI::Validator(fault_of_svg_name, ""))
      ->type_name("FILE");
  command->callback([words, &exit_code] {
    const ResponseOptions options{.tension = *manner_of(words->tension).in(script::Phase::Stroke),
                                  .speed_m_s = *parse_number(words->speed),
                                  .output = words->output};
    exit_code = response(options, std::cout, std::cerr);
  });
}

}  // namespace kine::server
