// The bodies of schemas/, for tests that need one.
#pragma once

#include "realizer/body/body.h"

namespace kine::test {

const body::Body& ada();
const body::Body& ben();

}  // namespace kine::test
