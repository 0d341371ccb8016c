#include "server/tls/client_certificate.h"

#include <openssl/ssl.h>
#include <openssl/x509v3.h>

#include <ctime>
#include <memory>
#include <string_view>

namespace kine::server {
namespace {

struct NamesCloser {
  void operator()(GENERAL_NAMES* names) const { GENERAL_NAMES_free(names); }
};

}  // namespace

std::string first_dns_name_of(const x509_st& certificate) {
  const std::unique_ptr<GENERAL_NAMES, NamesCloser> names(static_cast<GENERAL_NAMES*>(
      X509_get_ext_d2i(&certificate, NID_subject_alt_name, nullptr, nullptr)));
  if (names == nullptr) return {};
  for (int i = 0; i < sk_GENERAL_NAME_num(names.get()); ++i) {
    const GENERAL_NAME* const name = sk_GENERAL_NAME_value(names.get(), i);
    if (name->type != GEN_DNS) continue;
    // With its length: a zero byte within it ends nothing.
    return {reinterpret_cast<const char*>(ASN1_STRING_get0_data(name->d.dNSName)),
            static_cast<std::size_t>(ASN1_STRING_length(name->d.dNSName))};
  }
  return {};
}

std::chrono::sys_seconds expiry_of_certificate(const x509_st& certificate) {
  std::tm parts{};
  if (ASN1_TIME_to_tm(X509_get0_notAfter(&certificate), &parts) != 1) return {};
  return std::chrono::sys_seconds(std::chrono::seconds(::timegm(&parts)));
}

std::optional<ClientCertificate> certificate_of(const ssl_st& tls) {
  const X509* const certificate = SSL_get0_peer_certificate(&tls);
  if (certificate == nullptr) return {};
  return ClientCertificate{.name = first_dns_name_of(*certificate),
                           .expires = expiry_of_certificate(*certificate)};
}

}  // namespace kine::server
