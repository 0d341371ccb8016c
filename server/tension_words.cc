#include "server/tension_words.h"

#include "realizer/core/number.h"
#include "realizer/formats/measures.h"
#include "realizer/math/tracker_response.h"
#include "realizer/plan/tension_manners.h"
#include "realizer/script/values.h"

namespace kine::server {

using formats::length_text;

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
