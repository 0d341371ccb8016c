// What the main of a program of tests does; catch_main.cc is the usual one.
#pragma once

namespace kine::test {

/// Runs the tests that the arguments choose, as Catch reads them; 0 where all of them passed.
int run_tests(int argc, char** argv);

}  // namespace kine::test
