// Tests for server/commands/bake_batch.h.
#include "server/commands/bake_batch.h"

#include <algorithm>
#include <filesystem>
#include <sstream>
#include <string>

#include "server/revision.h"
#include "server/sha256.h"
#include "tests/support/catch.h"
#include "tests/support/source_files.h"
#include "tests/support/temporary_folder.h"

namespace kine::bake_batch_test {

namespace {

constexpr std::string_view kFist = R"(<script xmlns="urn:kinesphere:script:1" id="hold">
  <sequence id="s"><pose id="p" time="0.1"><hand side="right" shape="fist"/></pose></sequence>
</script>)";

struct Outcome {
  int exit_code = 0;
  std::string messages;
};

Outcome run(const std::string& table, bool strict = false) {
  server::BatchOptions options{.table = table};
  options.bake.strict = strict;
  options.bake.length = Seconds(0.1);
  options.bake.alive = true;
  std::ostringstream messages;
  const int exit_code = server::bake_batch(options, messages);
  return {exit_code, messages.str()};
}

std::string text(const test::TemporaryFolder& folder, std::string_view name) {
  return test::text_of(folder.file(name));
}

bool has(const std::string& all, std::string_view part) {
  return all.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("a batch bakes each run beside its table, and says so in a manifest", "[bake_batch]") {
  const test::TemporaryFolder folder;
  folder.write("fist.xml", kFist);
  const std::string table = folder.write(
      "study.csv",
      "script,character,seed,output\nfist.xml,ada|ben,0..1,out/{character}-{seed}.csv\n");

  const Outcome outcome = run(table);

  CHECK(outcome.messages == table + ": 4 baked, 0 skipped, 0 failed\n");
  CHECK(outcome.exit_code == 0);
  const std::string baked = text(folder, "out/ada-1.csv");
  CHECK(has(baked, "," + std::string(server::revision()) + ",1," + server::sha256_of(kFist)));
  CHECK(baked != text(folder, "out/ada-0.csv"));
  CHECK(baked != text(folder, "out/ben-1.csv"));
  const std::string manifest = text(folder, "study.manifest.jsonl");
  CHECK(std::ranges::count(manifest, '\n') == 4);
  CHECK(has(manifest, "{\"output\":\"out/ada-1.csv\",\"output_sha256\":\"" +
                          server::sha256_of(baked) + "\""));
}

TEST_CASE("a batch goes on where it was, and makes again what has changed", "[bake_batch]") {
  const test::TemporaryFolder folder;
  folder.write("fist.xml", kFist);
  const std::string table =
      folder.write("study.csv", "script,seed,output\nfist.xml,0..2,{seed}.jsonl\n");
  const std::string done = table + ": ";
  REQUIRE(run(table).messages == done + "3 baked, 0 skipped, 0 failed\n");
  const std::string first = text(folder, "0.jsonl");

  CHECK(run(table).messages == done + "0 baked, 3 skipped, 0 failed\n");
  // An output that is gone, or is another one.
  std::filesystem::remove(folder.file("0.jsonl"));
  folder.write("1.jsonl", "another");
  CHECK(run(table).messages == done + "2 baked, 1 skipped, 0 failed\n");
  CHECK(text(folder, "0.jsonl") == first);
  // A manifest that was cut off within its last line; each run has one line behind a third bake.
  CHECK(run(table).messages == done + "0 baked, 3 skipped, 0 failed\n");
  const std::string manifest = text(folder, "study.manifest.jsonl");
  folder.write("study.manifest.jsonl", manifest.substr(0, manifest.size() - 9));
  CHECK(run(table).messages == done + "1 baked, 2 skipped, 0 failed\n");
  // A script that is another one; a row more.
  folder.write("fist.xml", std::string(kFist) + "\n");
  folder.write("study.csv", "script,seed,output\nfist.xml,0..3,{seed}.jsonl\n");
  CHECK(run(table).messages == done + "4 baked, 0 skipped, 0 failed\n");
}

TEST_CASE("a run that fails is told with its row, and the others are baked", "[bake_batch]") {
  const test::TemporaryFolder folder;
  folder.write("fist.xml", kFist);
  const std::string table = folder.write(
      "study.csv",
      "script,style,output\nfist.xml,,a.jsonl\nnone.xml,,b.jsonl\nfist.xml,grim,c.jsonl\n"
      "fist.xml,tired,d.jsonl\n");

  const Outcome outcome = run(table);

  CHECK(outcome.exit_code == 1);
  CHECK(has(outcome.messages, folder.file("none.xml") + ": error: cannot be opened"));
  CHECK(has(outcome.messages, table + ":3:1: error: this run was not baked: 'b.jsonl'\n"));
  CHECK(has(outcome.messages, "there is no 'grim'"));
  CHECK(has(outcome.messages, table + ":4:1: error: this run was not baked: 'c.jsonl'\n"));
  CHECK(has(outcome.messages, table + ": 2 baked, 0 skipped, 2 failed\n"));
  CHECK(std::filesystem::exists(folder.file("d.jsonl")));
  CHECK_FALSE(std::filesystem::exists(folder.file("b.jsonl")));
}

TEST_CASE("a table that is wrong bakes nothing, nor does one that warns where one is strict",
          "[bake_batch]") {
  const test::TemporaryFolder folder;
  folder.write("fist.xml", kFist);
  const std::string bad = folder.write("bad.csv", "script,seed,output\nfist.xml,-1,a.jsonl\n");
  CHECK(run(bad).messages ==
        bad + ":2:10: error: a seed is a whole number from 0 to 18446744073709551615, not '-1'\n");
  const std::string odd = folder.write("odd.csv", "script,mood,output\nfist.xml,x,a.jsonl\n");
  const Outcome strict = run(odd, true);
  CHECK(strict.exit_code == 1);
  CHECK(strict.messages == odd + ":1:8: warning: unknown column, it is left out: 'mood'\n");
  CHECK_FALSE(std::filesystem::exists(folder.file("a.jsonl")));
  CHECK(run(odd).exit_code == 0);
  CHECK(run(folder.file("none.csv")).exit_code == 1);
}

TEST_CASE("a manifest lies beside its table", "[bake_batch]") {
  CHECK(server::manifest_of("a/study.csv") == "a/study.manifest.jsonl");
}

}  // namespace kine::bake_batch_test
