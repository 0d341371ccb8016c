// Tests for server/commands/forget.h.
#include "server/commands/forget.h"

#include <filesystem>

#include "tests/support/catch.h"
#include "tests/support/server/outcome.h"
#include "tests/support/temporary_folder.h"

namespace kine::server::forget_test {
namespace {

test::Outcome outcome_of_forgetting(const ForgetWish& wish) {
  return test::outcome_of([&](std::ostream& output, std::ostream& messages) {
    return forget_tenant(wish, output, messages);
  });
}

}  // namespace

TEST_CASE("forget says each file that it deletes, and how many there were", "[forget]") {
  const test::TemporaryFolder folder;
  std::filesystem::create_directory(folder.file("lab"));
  folder.write("lab/a.ksr", "12345");
  ForgetWish wish{.tenant = "lab", .recordings = folder.path().string(), .dry_run = true};
  test::Outcome outcome = outcome_of_forgetting(wish);
  CHECK(outcome.exit_code == 0);
  CHECK(outcome.output.starts_with("deleted: would be deleted, a recording [tenant=lab file="));
  CHECK(outcome.output.ends_with("1 file, 5 bytes would be deleted\n"));
  CHECK(std::filesystem::exists(folder.file("lab/a.ksr")));

  wish.dry_run = false;
  outcome = outcome_of_forgetting(wish);
  CHECK(outcome.exit_code == 0);
  CHECK(outcome.output.ends_with("1 file, 5 bytes deleted\n"));
  CHECK_FALSE(std::filesystem::exists(folder.file("lab")));
  CHECK(outcome_of_forgetting(wish).output == "0 files, 0 bytes deleted\n");
}

TEST_CASE("forget that was told no folder says so", "[forget]") {
  const test::Outcome outcome = outcome_of_forgetting({.tenant = "lab"});
  CHECK(outcome.exit_code == 2);
  CHECK(outcome.messages.find("--journal, --recordings, --logs or --cluster") != std::string::npos);
  const test::Outcome gone = outcome_of_forgetting({.tenant = "lab", .recordings = "/nowhere"});
  CHECK(gone.exit_code == 1);
}

}  // namespace kine::server::forget_test
