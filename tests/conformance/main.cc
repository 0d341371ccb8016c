// The main of the tests of conformance: runs them, has all that was told validated, and where it
// ran all of them, judges the table that stands in schemas/README.md by what they found.
#include <iostream>

#include "tests/conformance/found.h"
#include "tests/conformance/told.h"
#include "tests/support/run_tests.h"

int main(int argc, char** argv) {
  int failed = kine::test::run_tests(argc, argv);
  const std::string complaints = kine::conformance::complaints_about(kine::conformance::all_told());
  if (!complaints.empty()) {
    std::cerr << "the feedback is not BML's:\n" << complaints;
    failed = 1;
  }
  if (argc > 1) return failed;
  const std::string difference =
      kine::conformance::difference_from_page(kine::conformance::table());
  if (difference.empty()) return failed;
  std::cerr << difference << "\n";
  return 1;
}
