// Tests for server/base/sha256.h. The digests are those of FIPS 180-4's examples.
#include "server/base/sha256.h"

#include <string>

#include "tests/support/catch.h"

namespace kine::sha256_test {

using server::Sha256;
using server::sha256_of;

TEST_CASE("a digest is what the standard says", "[sha256]") {
  CHECK(sha256_of("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  CHECK(sha256_of("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  CHECK(sha256_of("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq") ==
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
}

TEST_CASE("pieces have the digest of the whole, and what comes after begins anew", "[sha256]") {
  Sha256 hash;
  for (int i = 0; i < 1'000; ++i) hash.add(std::string(1'000, 'a'));
  CHECK(hash.take_hex() == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
  hash.add("a");
  hash.add("bc");
  CHECK(hash.take_hex() == sha256_of("abc"));
}

}  // namespace kine::sha256_test
