// Tests for server/cluster/log_reader.h. What reads from a server is tried in scene_log_test.cc.
#include "server/cluster/log_reader.h"

#include "tests/support/catch.h"

namespace kine::server::log_reader_test {
namespace {

std::string added(LogPieces& pieces, const std::string& number, std::string_view data) {
  NatsHeaders headers;
  if (!number.empty()) headers[kPieceHeader] = number;
  auto batch = pieces.add(headers, data);
  REQUIRE(batch);
  return *std::move(batch);
}

}  // namespace

TEST_CASE("pieces of a batch come together, and a message alone is one", "[cluster]") {
  LogPieces pieces(100);
  CHECK(added(pieces, "", "one") == "one");
  CHECK(added(pieces, "1/3", "t") == "");
  CHECK(added(pieces, "2/3", "w") == "");
  CHECK(added(pieces, "3/3", "o") == "two");
  CHECK(added(pieces, "", "") == "");
  CHECK(added(pieces, "", "three") == "three");
}

TEST_CASE("a batch that its writer gave up is left out", "[cluster]") {
  LogPieces pieces(100);
  CHECK(added(pieces, "1/3", "x") == "");
  CHECK(added(pieces, "2/3", "x") == "");
  CHECK(added(pieces, "1/2", "a") == "");
  CHECK(added(pieces, "2/2", "b") == "ab");
  CHECK(added(pieces, "1/2", "x") == "");
  CHECK(added(pieces, "", "") == "");  // the mark of another node
  CHECK(added(pieces, "2/2", "x") == "");
  CHECK(added(pieces, "1/2", "x") == "");
  CHECK(added(pieces, "2/3", "x") == "");
  CHECK(added(pieces, "3/3", "x") == "");
  CHECK(added(pieces, "", "c") == "c");
}

TEST_CASE("a number of a piece is one of so many", "[cluster]") {
  const auto number = piece_number("2/3");
  REQUIRE(number);
  CHECK(number->piece == 2);
  CHECK(number->of == 3);
  for (const char* text :
       {"", "/", "1/", "/1", "0/1", "2/1", "a/b", "1/2x", "-1/2", "1/99999999999"}) {
    CHECK_FALSE(piece_number(text));
    LogPieces pieces(100);
    CHECK_FALSE(pieces.add({{kPieceHeader, text}}, ""));
  }
}

TEST_CASE("a batch without an end takes no more memory than it may", "[cluster]") {
  LogPieces pieces(4);
  CHECK(added(pieces, "1/9", "aa") == "");
  CHECK(added(pieces, "2/9", "aa") == "");
  const auto more = pieces.add({{kPieceHeader, "3/9"}}, "a");
  REQUIRE_FALSE(more);
  CHECK(more.error().code == ErrorCode::LimitExceeded);
}

}  // namespace kine::server::log_reader_test
