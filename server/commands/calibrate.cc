#include "server/commands/calibrate.h"

#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>
#include <vector>

#include "realizer/core/limits.h"
#include "realizer/core/number.h"
#include "realizer/formats/measures.h"
#include "realizer/math/units.h"
#include "realizer/pictures/calibration_page.h"
#include "server/base/columns.h"
#include "server/base/report_line.h"
#include "server/commands/options/number_in.h"
#include "server/commands/options/scene_options.h"
#include "server/commands/svg_page.h"

namespace kine::server {
namespace {

namespace physical = dynamics::physical;

using Curves = std::vector<physical::CalibrationCurve>;

/// A weaker push moves nothing that anybody would see.
constexpr double kCalibrateForceMin_N = 1;

Result<Curves> curves_of(const CalibrateOptions& options, const Stock& stock) {
  const auto body = stock.make_body(options.body);
  if (!body) return body.error();
  const auto model = physical::torso_model_of(**body);
  if (!model) return model.error();
  return physical::compute_calibration(**body, *model,
                                       {.joint = options.joint, .force_N = options.force_N});
}

void write_curves(const CalibrateOptions& options, const Curves& curves, std::ostream& output) {
  constexpr std::size_t kJointWidth = 15;
  constexpr std::size_t kAxisWidth = 6;
  constexpr std::size_t kLeverWidth = 9;
  constexpr std::size_t kNumberWidth = 8;
  output << options.body << ": the greatest deflection in degrees under "
         << formats::three_digits(options.force_N) << " N for "
         << formats::time_text(physical::kFirmPushLength) << ", by tension in Nm/rad\n"
         << padded("joint", kJointWidth) << padded("axis", kAxisWidth)
         << padded("pushed at", kJointWidth) << padded("lever", kLeverWidth);
  for (const double tension : physical::kCalibratedTensions_Nm_rad) {
    output << padded(format_number(tension), kNumberWidth);
  }
  output << "\n";
  for (const physical::CalibrationCurve& curve : curves) {
    constexpr std::string_view kAxes[] = {"x", "y", "z"};
    output << padded(body::name_of(curve.joint), kJointWidth)
           << padded(kAxes[static_cast<std::size_t>(curve.axis)], kAxisWidth)
           << padded(body::name_of(curve.pushed_at), kJointWidth)
           << padded(formats::length_text(curve.lever_m), kLeverWidth);
    for (const double deflection_rad : curve.deflections_rad) {
      output << padded(formats::three_digits(deflection_rad * kDegreesPerRadian), kNumberWidth);
    }
    output << "\n";
  }
}

std::string fault_of_joint(const std::string& text) {
  return body::find_joint(text) ? "" : "there is no joint " + kine::quoted(text);
}

}  // namespace

int calibrate(const CalibrateOptions& options, std::ostream& output, std::ostream& messages) {
  const auto stock =
      load_stock({.lexicon = {}, .bodies = options.bodies, .styles = {}, .poses = {}}, messages);
  if (!stock) return 1;
  const Result<Curves> curves = curves_of(options, *stock);
  if (!curves) {
    messages << report_line("kinesphere", curves.error());
    return 1;
  }
  write_curves(options, *curves, output);
  if (options.output.empty()) return 0;
  const Result<Done> written = write_svg_page(
      options.output, pictures::calibration_page(
                          {.body = options.body, .force_N = options.force_N, .curves = *curves}));
  if (written) return 0;
  messages << report_line(options.output, written.error());
  return 1;
}

void add_calibrate(CLI::App& program, int& exit_code) {
  CLI::App* command = program.add_subcommand(
      "calibrate", "Says how far a push turns each joint at each tension of its muscles");
  const auto options = std::make_shared<CalibrateOptions>();
  const auto joint = std::make_shared<std::string>();
  const auto force = std::make_shared<std::string>(format_number(options->force_N));
  command->add_option("--body", options->body, "A body by its name (default: ada)")
      ->type_name("NAME");
  command->add_option("--bodies", options->bodies, "A folder of .xml files with bodies of your own")
      ->type_name("FOLDER");
  command
      ->add_option("--joint", *joint,
                   "One joint of trunk, head or arms, as leftHand (default: all of them)")
      ->check(CLI::Validator(fault_of_joint, ""))
      ->type_name("JOINT");
  command->add_option("--force", *force, "Of the push, in newtons (default: 45)")
      ->check(number_in(kCalibrateForceMin_N, kPushMax_N))
      ->type_name("NUMBER");
  command
      ->add_option("-o,--output", options->output,
                   "A page of plots, .svg: the greatest deflection over tension")
      ->check(CLI::Validator(fault_of_svg_name, ""))
      ->type_name("FILE");
  command->callback([options, joint, force, &exit_code] {
    options->joint = body::find_joint(*joint);
    options->force_N = *parse_number(*force);
    exit_code = calibrate(*options, std::cout, std::cerr);
  });
}

}  // namespace kine::server
