// Tests for server/base/json_text.h, with libprotobuf as the reader.
#include "server/base/json_text.h"

#include <google/protobuf/struct.pb.h>
#include <google/protobuf/util/json_util.h>

#include "tests/support/catch.h"

namespace kine::server::json_text_test {
namespace {

/// As another program reads it; it must.
std::string read_back(const std::string& json) {
  google::protobuf::Struct object;
  REQUIRE(google::protobuf::util::JsonStringToMessage("{\"t\":" + json + "}", &object).ok());
  return object.fields().at("t").string_value();
}

}  // namespace

TEST_CASE("a text is read from its quotes as it was", "[json_text]") {
  for (const std::string text : {"", "a \"b\" \\ \n\t\x01 ü", "\x7F", "\xF0\x9F\x98\x80"}) {
    CHECK(read_back(json_quoted(text)) == text);
  }
}

TEST_CASE("bytes that are no UTF-8 become U+FFFD, one each", "[json_text]") {
  CHECK(read_back(json_quoted("a\xFF"
                              "b\xC3")) ==
        "a\xEF\xBF\xBD"
        "b\xEF\xBF\xBD");
  CHECK(read_back(json_quoted("\xED\xA0\x80")) ==
        "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD");  // a surrogate
}

}  // namespace kine::server::json_text_test
