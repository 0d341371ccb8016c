// The main of the tests of conformance: runs them, and where it ran all of them, judges the table
// that stands in schemas/README.md by what they found.
#include <iostream>

#include "tests/conformance/found.h"
#include "tests/support/run_tests.h"

int main(int argc, char** argv) {
  const int failed = kine::test::run_tests(argc, argv);
  if (argc > 1) return failed;
  const std::string difference =
      kine::conformance::difference_from_page(kine::conformance::table());
  if (difference.empty()) return failed;
  std::cerr << difference << "\n";
  return 1;
}
