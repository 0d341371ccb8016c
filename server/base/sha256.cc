#include "server/base/sha256.h"

#include <openssl/evp.h>

#include <array>

#include "realizer/core/assert.h"

namespace kine::server {

Sha256::Sha256() : context_(EVP_MD_CTX_new()) { begin(); }

void Sha256::Closer::operator()(evp_md_ctx_st* context) const { EVP_MD_CTX_free(context); }

void Sha256::begin() {
  KINE_ASSERT(context_ != nullptr);
  const int begun = EVP_DigestInit_ex(context_.get(), EVP_sha256(), nullptr);
  KINE_ASSERT(begun == 1);
}

void Sha256::add(std::string_view bytes) {
  const int added = EVP_DigestUpdate(context_.get(), bytes.data(), bytes.size());
  KINE_ASSERT(added == 1);
}

std::string Sha256::take_hex() {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned int size = 0;
  const int finished = EVP_DigestFinal_ex(context_.get(), digest.data(), &size);
  KINE_ASSERT(finished == 1);
  std::string hex;
  for (unsigned int i = 0; i < size; ++i) {
    hex += kDigits[digest[i] >> 4];
    hex += kDigits[digest[i] & 0xF];
  }
  begin();
  return hex;
}

std::string sha256_of(std::string_view bytes) {
  Sha256 hash;
  hash.add(bytes);
  return hash.take_hex();
}

}  // namespace kine::server
