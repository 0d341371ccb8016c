// The main of a program of tests that does nothing beside them.
#include "tests/support/run_tests.h"

int main(int argc, char** argv) { return kine::test::run_tests(argc, argv); }
