// Catch itself: the one expensive object of the tests, compiled once.
#define CATCH_CONFIG_RUNNER
#include <catch2/catch.hpp>

#include "tests/support/run_tests.h"

namespace kine::test {

int run_tests(int argc, char** argv) { return Catch::Session().run(argc, argv); }

}  // namespace kine::test
