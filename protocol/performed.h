// How far a block has come, as it travels.
//
//   Performed --write_performed--> Performance --read_performed--> Performed
#pragma once

#include "realizer/tick/state/feedback.h"

namespace kinesphere {
class Performance;
}

namespace kine::protocol {

void write_performed(const Performed& performed, kinesphere::Performance& out);

/// Numbers that are none are 0.
Performed read_performed(const kinesphere::Performance& message);

}  // namespace kine::protocol
