#include "realizer/plan/distance.h"

#include <variant>

#include "realizer/body/walking_pace.h"

namespace kine::plan {

std::optional<double> short_of_m(const std::optional<script::Distance>& distance) {
  if (!distance) return {};
  if (const double* metres = std::get_if<double>(&*distance)) return *metres;
  switch (std::get<script::Nearness>(*distance)) {
    case script::Nearness::Intimate:
      return body::kIntimate_m;
    case script::Nearness::Personal:
      return body::kPersonal_m;
    case script::Nearness::Social:
      break;
  }
  return body::kSocial_m;
}

}  // namespace kine::plan
