// What the realizer asks of a machine: the instructions that the kernels of a tick are made of.
//
// A program asks before its first tick and says so where they are missing. This file is compiled
// for any machine, so that the question can be asked on one that lacks the answer.
#pragma once

namespace kine {

/// Whether this machine can run a tick.
bool machine_is_able();

/// What a machine must have for it, for the message: "AVX2 with FMA".
const char* machine_requirement();

}  // namespace kine
