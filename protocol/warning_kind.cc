#include "protocol/warning_kind.h"

#include <array>
#include <utility>

namespace kine::protocol {
namespace {

constexpr std::array<std::pair<WarningKind, kinesphere::WarningKind>, 8> kKinds = {{
    {WarningKind::Other, kinesphere::WARNING_KIND_UNSPECIFIED},
    {WarningKind::ParsingFailure, kinesphere::WARNING_KIND_PARSING_FAILURE},
    {WarningKind::NoSuchTarget, kinesphere::WARNING_KIND_NO_SUCH_TARGET},
    {WarningKind::ImpossibleToSchedule, kinesphere::WARNING_KIND_IMPOSSIBLE_TO_SCHEDULE},
    {WarningKind::BehaviourTypeNotSupported, kinesphere::WARNING_KIND_BEHAVIOR_TYPE_NOT_SUPPORTED},
    {WarningKind::CustomBehaviourNotSupported,
     kinesphere::WARNING_KIND_CUSTOM_BEHAVIOUR_NOT_SUPPORTED},
    {WarningKind::CustomAttributeNotSupported,
     kinesphere::WARNING_KIND_CUSTOM_ATTRIBUTE_NOT_SUPPORTED},
    {WarningKind::CannotCreateBehaviour, kinesphere::WARNING_KIND_CANNOT_CREATE_BEHAVIOR},
}};

}  // namespace

kinesphere::WarningKind kind_on_the_wire(WarningKind kind) {
  for (const auto& [ours, wire] : kKinds) {
    if (ours == kind) return wire;
  }
  return kinesphere::WARNING_KIND_UNSPECIFIED;
}

WarningKind find_warning_kind(kinesphere::WarningKind on_the_wire) {
  for (const auto& [ours, wire] : kKinds) {
    if (wire == on_the_wire) return ours;
  }
  return WarningKind::Other;
}

}  // namespace kine::protocol
