#include "tests/support/server/certificates.h"

#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>

#include <atomic>
#include <stdexcept>

namespace kine::test {
namespace {

constexpr long kSecondsADay = 86'400;

void must(bool is_done) {
  if (!is_done) throw std::runtime_error("OpenSSL makes no certificate");
}

template <class Write>
std::string pem_of(Write write) {
  BIO* const memory = BIO_new(BIO_s_mem());
  must(memory != nullptr && write(memory) == 1);
  char* bytes = nullptr;
  const long size = BIO_get_mem_data(memory, &bytes);
  std::string text(bytes, static_cast<std::size_t>(size));
  BIO_free(memory);
  return text;
}

std::string pem_of(X509* certificate) {
  return pem_of([&](BIO* memory) { return PEM_write_bio_X509(memory, certificate); });
}

void add_extension(X509* certificate, X509* signer, int kind, const std::string& value) {
  X509V3_CTX context;
  X509V3_set_ctx(&context, signer, certificate, nullptr, nullptr, 0);
  X509_EXTENSION* const extension = X509V3_EXT_conf_nid(nullptr, &context, kind, value.c_str());
  must(extension != nullptr && X509_add_ext(certificate, extension, -1) == 1);
  X509_EXTENSION_free(extension);
}

/// Not signed yet.
X509* new_certificate(const std::string& subject, EVP_PKEY* key, const CertificateWish& wish) {
  static std::atomic<long> counted{0};
  X509* const made = X509_new();
  must(made != nullptr && X509_set_version(made, X509_VERSION_3) == 1);
  ASN1_INTEGER_set(X509_get_serialNumber(made), ++counted);
  X509_gmtime_adj(X509_getm_notBefore(made), wish.days_from * kSecondsADay);
  X509_gmtime_adj(X509_getm_notAfter(made), wish.days_to * kSecondsADay);
  X509_set_pubkey(made, key);
  X509_NAME_add_entry_by_txt(X509_get_subject_name(made), "CN", MBSTRING_UTF8,
                             reinterpret_cast<const unsigned char*>(subject.c_str()), -1, -1, 0);
  return made;
}

}  // namespace

void Authority::Closer::operator()(evp_pkey_st* key) const { EVP_PKEY_free(key); }

void Authority::Closer::operator()(x509_st* certificate) const { X509_free(certificate); }

Authority::Authority() : key_(EVP_EC_gen("P-256")) {
  must(key_ != nullptr);
  own_.reset(new_certificate("an authority of a test", key_.get(), {}));
  X509_set_issuer_name(own_.get(), X509_get_subject_name(own_.get()));
  add_extension(own_.get(), own_.get(), NID_basic_constraints, "critical,CA:TRUE");
  add_extension(own_.get(), own_.get(), NID_key_usage, "critical,keyCertSign");
  add_extension(own_.get(), own_.get(), NID_subject_key_identifier, "hash");
  must(X509_sign(own_.get(), key_.get(), EVP_sha256()) > 0);
  certificate_ = pem_of(own_.get());
}

Authority::~Authority() = default;

Issued Authority::issue(const CertificateWish& wish) const {
  const std::unique_ptr<evp_pkey_st, Closer> key(EVP_EC_gen("P-256"));
  must(key != nullptr);
  const std::unique_ptr<x509_st, Closer> made(new_certificate("somebody", key.get(), wish));
  X509_set_issuer_name(made.get(), X509_get_subject_name(own_.get()));
  add_extension(made.get(), own_.get(), NID_authority_key_identifier, "keyid:always");
  if (!wish.names.empty()) {
    add_extension(made.get(), own_.get(), NID_subject_alt_name, wish.names);
  }
  must(X509_sign(made.get(), key_.get(), EVP_sha256()) > 0);
  return {.certificate = pem_of(made.get()), .key = pem_of([&](BIO* memory) {
                                               return PEM_write_bio_PrivateKey(memory, key.get(),
                                                                               nullptr, nullptr, 0,
                                                                               nullptr, nullptr);
                                             })};
}

Issued issue_to_server(const Authority& authority) {
  return authority.issue({.names = "DNS:localhost,IP:127.0.0.1"});
}

server::TlsFiles write_tls(const TemporaryFolder& folder, const Issued& server,
                           const std::string& clients) {
  server::TlsFiles files{.certificate = folder.write("server.pem", server.certificate),
                         .key = folder.write("server.key", server.key),
                         .clients = {}};
  if (!clients.empty()) files.clients = folder.write("clients.pem", clients);
  return files;
}

}  // namespace kine::test
