// Tests for realizer/gesture/training/model_bytes.h.
#include "realizer/gesture/training/model_bytes.h"

#include "tests/support/catch.h"

namespace kine::gesture::model_bytes_test {

TEST_CASE("numbers are little-endian, and texts have their length before them", "[gesture]") {
  ByteWriter to;
  to.put_number(0x01020304, 4);
  to.put_number(0xA1B2C3D4E5F6, 6);
  to.put_real(1);  // IEEE 754: 3FF0 0000 0000 0000
  to.put_text("ab");
  const std::string bytes = std::move(to).take();
  const std::string numbers("\x04\x03\x02\x01\xF6\xE5\xD4\xC3\xB2\xA1", 10);
  CHECK(bytes == numbers + std::string("\0\0\0\0\0\0\xF0\x3F\2\0\0\0ab", 14));
  ByteReader from(bytes);
  CHECK(from.number(4) == 0x01020304);
  CHECK(from.number(6) == 0xA1B2C3D4E5F6);
  CHECK(from.real() == 1);
  CHECK(from.text() == "ab");
  CHECK(from.left() == 0);
  CHECK_FALSE(from.has_failed());
}

TEST_CASE("nothing is read past the end", "[gesture]") {
  ByteReader from("abc");
  CHECK(from.number(4) == 0);
  CHECK(from.has_failed());
  CHECK(from.number(1) == 0);  // from then on
  ByteReader text(std::string_view("\xFF\xFF\xFF\xFFx", 5));
  CHECK(text.text().empty());
  CHECK(text.has_failed());
}

}  // namespace kine::gesture::model_bytes_test
