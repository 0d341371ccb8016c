#include "server/offline/tension_words.h"

#include <CLI/CLI.hpp>

#include "realizer/core/number.h"
#include "realizer/formats/measures.h"
#include "realizer/math/tracker_response.h"
#include "realizer/script/values.h"

namespace kine::server {

using formats::length_text;

void add_tension_options(CLI::App& command, TensionWords& words, const std::string& of_manner) {
  CLI::Option* manner = command.add_option("--tension", words.manner, of_manner);
  manner->check(CLI::Validator(fault_of_manner, ""))->type_name("NAME");
  CLI::Option* rest_error =
      command.add_option("--rest-error", words.rest_error,
                         "By value: how far gravity would pull the hand, 5mm is stiff, 30cm limp");
  rest_error->check(CLI::Validator(fault_of_rest_error, "in [0.5mm - 1m]"))->type_name("LENGTH");
  CLI::Option* zeta = command.add_option(
      "--zeta", words.zeta, "and how damped, below 1 it swings past, 0.3 to 0.5 looks natural");
  zeta->check(CLI::Validator(fault_of_zeta, "in [0.05 - 2]"))->type_name("NUMBER");
  rest_error->needs(zeta);
  zeta->needs(rest_error);
  manner->excludes(rest_error);
}

plan::TensionManner manner_of(const TensionWords& words) {
  if (!words.manner.empty()) return *plan::find_tension_manner(words.manner);
  if (words.rest_error.empty()) {
    throw CLI::RequiredError("--tension, or --rest-error and --zeta");
  }
  return plan::same_in_every_phase(
      Tension{.rest_error_m = *script::parse_length_m(words.rest_error),
              .zeta = *parse_number(words.zeta)});
}

std::string fault_of_rest_error(const std::string& text) {
  const std::optional<double> rest_error_m = script::parse_length_m(text);
  if (rest_error_m && valid(Tension{*rest_error_m, 1})) return {};
  return "a rest error lies between " + length_text(kRestErrorMin_m) + " and " +
         length_text(kRestErrorMax_m) + ", not at " + kine::quoted(text);
}

std::string fault_of_zeta(const std::string& text) {
  const std::optional<double> zeta = parse_number(text);
  if (zeta && valid(Tension{kRestErrorMax_m, *zeta})) return {};
  return "zeta lies between " + format_number(kZetaMin) + " and " + format_number(kZetaMax) +
         ", not at " + kine::quoted(text);
}

std::optional<Tension> tension_of_manner(const std::string& name) {
  const std::optional<plan::TensionManner> manner = plan::find_tension_manner(name);
  return manner ? manner->in(script::Phase::Stroke) : std::nullopt;
}

std::string fault_of_manner(const std::string& text) {
  if (tension_of_manner(text)) return {};
  std::string names;
  for (const std::string_view name : plan::tension_manner_names()) {
    if (tension_of_manner(std::string(name))) names += " " + std::string(name);
  }
  return "tensions with a name are" + names + ", not " + kine::quoted(text);
}

std::string warning_of_tension(const Tension& tension) {
  const double natural = natural_zeta(tension.rest_error_m);
  if (tension.zeta >= natural) return {};
  const bool is_loose = tension.rest_error_m >= kLooseFrom_m;
  const std::string border = "rest error " + std::string(is_loose ? "from " : "below ") +
                             length_text(kLooseFrom_m) + (is_loose ? " on" : "");
  return "people find " + std::string(is_loose ? "loose" : "tense") + " motion (" + border +
         ") unnatural with a zeta below " + format_number(natural) +
         (is_loose ? "" : ", save in moments such as shaking with anger") + ": " +
         kine::quoted(format_number(tension.zeta));
}

}  // namespace kine::server
