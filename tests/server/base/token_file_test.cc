// Tests for server/base/token_file.h.
#include "server/base/token_file.h"

#include <filesystem>
#include <fstream>

#include "tests/support/catch.h"

namespace kine::server::token_file_test {
namespace {

std::string file_saying(const std::string& text) {
  const auto path = std::filesystem::temp_directory_path() / "kinesphere-token-test";
  std::ofstream(path, std::ios::binary) << text;
  return path.string();
}

}  // namespace

TEST_CASE("a token is the file's text without its line end", "[token_file]") {
  const auto token = read_token_file(file_saying("open sesame\r\n"));
  REQUIRE(token);
  CHECK(*token == "open sesame");
}

TEST_CASE("a file that is missing or says nothing is an error that names it", "[token_file]") {
  CHECK_FALSE(read_token_file(file_saying("\n")));
  const auto missing = read_token_file("no/such/file");
  REQUIRE_FALSE(missing);
  CHECK(missing.error().message.find("no/such/file") != std::string::npos);
}

}  // namespace kine::server::token_file_test
