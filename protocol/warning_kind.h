// The kinds of warnings as they travel, and back.
//
//   WarningKind <--> kinesphere::WarningKind
#pragma once

#include "protocol/kinesphere.pb.h"
#include "realizer/core/diagnostics.h"

namespace kine::protocol {

kinesphere::WarningKind kind_on_the_wire(WarningKind kind);

/// Other, where it is a kind of a newer version.
WarningKind find_warning_kind(kinesphere::WarningKind on_the_wire);

}  // namespace kine::protocol
