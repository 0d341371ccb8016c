// SHA-256 of a script or an output, to know later whether it is the same one.
#pragma once

#include <memory>
#include <string>
#include <string_view>

struct evp_md_ctx_st;

namespace kine::server {

/// Of bytes that come in pieces.
class Sha256 {
 public:
  Sha256();

  void add(std::string_view bytes);

  /// 64 small hexadecimal digits of all that was added. The last call: a second one begins anew.
  std::string take_hex();

 private:
  struct Closer {
    void operator()(evp_md_ctx_st* context) const;
  };
  void begin();

  std::unique_ptr<evp_md_ctx_st, Closer> context_;
};

/// The same of bytes that are all there.
std::string sha256_of(std::string_view bytes);

}  // namespace kine::server
