// Tests for server/commands/bake_batch.h.
#include "server/commands/bake_batch.h"

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <sstream>
#include <string>

#include "server/base/revision.h"
#include "server/base/sha256.h"
#include "tests/support/catch.h"
#include "tests/support/source_files.h"
#include "tests/support/temporary_folder.h"

namespace kine::bake_batch_test {

namespace {

constexpr std::string_view kFist = R"(<script xmlns="urn:kinesphere:script:1" id="hold">
  <sequence id="s"><pose id="p" time="0.1"><hand side="right" shape="fist"/></pose></sequence>
</script>)";

constexpr std::string_view kTooFar = R"(<script xmlns="urn:kinesphere:script:1"><sequence>
  <pose time="0.1"><position joint="rightHand" target="0 0 9"/></pose></sequence></script>)";

struct Outcome {
  int exit_code = 0;
  std::string messages;
};

Outcome run(const server::BatchOptions& options) {
  std::ostringstream messages;
  const int exit_code = server::bake_batch(options, messages);
  return {exit_code, messages.str()};
}

server::BatchOptions options_for(const std::string& table) {
  server::BatchOptions options{.table = table};
  options.bake.length = Seconds(0.1);
  options.bake.alive = true;
  return options;
}

Outcome run(const std::string& table, bool strict = false) {
  server::BatchOptions options = options_for(table);
  options.bake.strict = strict;
  return run(options);
}

std::string text(const test::TemporaryFolder& folder, std::string_view name) {
  return test::text_of(folder.file(name));
}

bool has(const std::string& all, std::string_view part) {
  return all.find(part) != std::string::npos;
}

std::ptrdiff_t lines_with(std::string_view what, const std::string& all) {
  std::istringstream stream(all);
  std::ptrdiff_t count = 0;
  for (std::string line; std::getline(stream, line);) count += has(line, what) ? 1 : 0;
  return count;
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

TEST_CASE("a run that fails is one line with its row and its cause, and the others are baked",
          "[bake_batch]") {
  const test::TemporaryFolder folder;
  folder.write("fist.xml", kFist);
  const std::string table =
      folder.write("study.csv",
                   "script,character,style,seed,output\nfist.xml,,,,a.jsonl\n"
                   "none.xml,ada,tired,3,b.jsonl\nfist.xml,,grim,1..2,{seed}.jsonl\n"
                   "bad.xml,,,,bad.jsonl\nfist.xml,,tired,,d.jsonl\n");
  folder.write("bad.xml", "\n<script xmlns=\"urn:kinesphere:script:1\"><nonsense/></script>");

  const Outcome outcome = run(table);

  CHECK(outcome.exit_code == 1);
  CHECK(has(outcome.messages,
            table + ":3:1: error: none.xml, ada, tired, seed 3: cannot be opened: "));
  for (const std::string seed : {"1", "2"}) {
    CHECK(has(outcome.messages, table + ":4:1: error: fist.xml, default character, grim, seed " +
                                    seed + ": the styles are "));
  }
  CHECK(has(outcome.messages, table +
                                  ":5:1: error: bad.xml, default character, no style, seed 0: " +
                                  folder.file("bad.xml") + ":2:41: "));
  CHECK(lines_with("error: ", outcome.messages) == 4);
  CHECK(has(outcome.messages, table + ": 2 baked, 0 skipped, 4 failed\n"));
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

TEST_CASE("a warning of a run says its character and style, once for all seeds", "[bake_batch]") {
  const test::TemporaryFolder folder;
  const std::string script = folder.write("far.xml", kTooFar);
  const std::string table = folder.write("study.csv",
                                         "script,character,style,seed,output\n"
                                         "far.xml,|ada=ben,|tired,1..2,"
                                         "{character}-{style}-{seed}.jsonl\n");

  const Outcome lenient = run(table);

  CHECK(lenient.exit_code == 0);
  for (const std::string label : {"default character, no style", "default character, tired",
                                  "ada=ben, no style", "ada=ben, tired"}) {
    CHECK(lines_with(script + ":2:20: warning: " + label + ": rightHand stays ",
                     lenient.messages) == 1);
  }
}

TEST_CASE("a strict batch fails each run that warns", "[bake_batch]") {
  const test::TemporaryFolder folder;
  folder.write("far.xml", kTooFar);
  const std::string table = folder.write("study.csv", "script,output\nfar.xml,a.jsonl\n");
  const Outcome strict = run(table, true);
  CHECK(strict.exit_code == 1);
  CHECK(has(strict.messages, table + ":2:1: error: far.xml, default character, no style, seed 0: "
                                     "--strict ends it after a warning\n"));
  CHECK_FALSE(std::filesystem::exists(folder.file("a.jsonl")));
}

TEST_CASE("a warning about the fps of a row has its line", "[bake_batch][sweep]") {
  const test::TemporaryFolder folder;
  folder.write("fist.xml", kFist);
  const std::string table =
      folder.write("study.csv", "script,fps,output\nfist.xml,,a.png\nfist.xml,30,b.png\n");
  CHECK(run(table).messages ==
        table + ":3:1: warning: --fps does nothing to a .png, which shows moments\n" + table +
            ": 2 baked, 0 skipped, 0 failed\n");
}

TEST_CASE("seeds that change nothing are one warning", "[bake_batch]") {
  const test::TemporaryFolder folder;
  folder.write("fist.xml", kFist);
  folder.write("far.xml", kFist);
  const std::string table = folder.write(
      "study.csv", "script,seed,output\nfist.xml|far.xml,0..2,{script}-{seed}.jsonl\n");
  server::BatchOptions options = options_for(table);
  options.bake.alive = false;
  CHECK(run(options).messages ==
        "kinesphere: warning: without --alive a seed changes nothing in a script that asks for no "
        "blinks, breaths, sway, glances or meanings\n" +
            table + ": 6 baked, 0 skipped, 0 failed\n");
}

TEST_CASE("the name of a body that a script does not speak to is told how to be one",
          "[bake_batch]") {
  const test::TemporaryFolder folder;
  folder.write("fist.xml", R"(<script xmlns="urn:kinesphere:script:1" character="ada"><sequence>
  <pose time="0.1"><hand side="right" shape="fist"/></pose></sequence></script>)");
  const std::string table = folder.write(
      "study.csv", "script,character,output\nfist.xml,ada|ben|ada=ben,{character}.jsonl\n");
  CHECK(run(table).messages ==
        table +
            ":2:1: error: fist.xml, ben, no style, seed 0: the script speaks to ada, not to 'ben'; "
            "for ada with the body of ben, say 'ada=ben'\n" +
            table + ": 2 baked, 0 skipped, 1 failed\n");
}

TEST_CASE("a manifest lies beside its table", "[bake_batch]") {
  CHECK(server::manifest_of("a/study.csv") == "a/study.manifest.jsonl");
}

}  // namespace kine::bake_batch_test
