// Tests for server/guests/tenants.h.
#include "server/guests/tenants.h"

#include "realizer/core/number.h"
#include "server/base/sha256.h"
#include "tests/support/catch.h"

namespace kine::server::tenants_test {
namespace {

using namespace std::chrono_literals;

// "sesame", as another program's SHA-256 has it.
const std::string kSesame = "d0c04f4b1951e4aeaaec8223ed2039e542f3aae805a6fa7f6d794e5afff5d272";

std::string line_with(const std::string& rest) { return "sha256:" + kSesame + ' ' + rest + '\n'; }

std::string fault_of(const std::string& text) {
  const auto tenants = Tenants::parse(text);
  return tenants ? "" : tenants.error().message;
}

}  // namespace

TEST_CASE("a token gives what its line says", "[tenants]") {
  const auto tenants = Tenants::parse(
      "# who may come\n\n" + line_with("lab main subscribe,perform 2027-01-31 scripts/s=20"));
  REQUIRE(tenants);
  const auto grant = tenants->find(sha256_of("sesame"));
  REQUIRE(grant);
  CHECK(grant->tenant == "lab");
  CHECK(grant->may(Right::Subscribe));
  CHECK(grant->may(Right::Perform));
  CHECK_FALSE(grant->may(Right::Operate));
  CHECK(grant->scripts_per_second == 20);
  // 31 January 2027 is 20,849 days after 1970.
  CHECK_FALSE(grant->is_over(std::chrono::sys_seconds(20'849 * 86'400s - 1s)));
  CHECK(grant->is_over(std::chrono::sys_seconds(20'849 * 86'400s)));
  CHECK(tenants->find(sha256_of("simsim")) == nullptr);
}

TEST_CASE("a line that is wrong is told with its number", "[tenants]") {
  const auto tenants = Tenants::parse("# one\n" + line_with("lab main perform soon"));
  REQUIRE_FALSE(tenants);
  CHECK(tenants.error().where.line == 2);
  CHECK(tenants.error().message ==
        "a token is over on a day such as 2027-01-31, in UTC, or never: 'soon'");
  CHECK(fault_of("sesame lab main perform never\n") ==
        "a line begins with sha256: and 64 small hexadecimal digits, with tls: and the DNS name of "
        "a certificate, or with port:bml or port:embr: 'sesame'");
  CHECK(fault_of(line_with("la/b main perform never")) ==
        "a tenant has 1 to 64 letters, digits, - and _: 'la/b'");
  const std::string no_scenes =
      "scenes are names of letters, digits, - and _ with commas between them, or *: ";
  CHECK(fault_of(line_with("lab main,,hall perform never")) == no_scenes + "''");
  CHECK(fault_of(line_with("lab main,.. perform never")) == no_scenes + "'..'");
  CHECK(fault_of(line_with("lab main perform,all never")) ==
        "rights are subscribe, perform and operate, with commas between them: 'all'");
  CHECK(fault_of(line_with("lab main perform 2027-02-30")).find("2027-02-30") != std::string::npos);
  CHECK(fault_of(line_with("lab main perform 2027-1--31")) != "");
  CHECK(fault_of(line_with("lab main perform never scripts/s=0")) != "");
  CHECK(fault_of(line_with("lab main perform never scripts/s=1 more")) ==
        "nothing stands here: 'more'");
  CHECK(fault_of(line_with("lab main perform never") + line_with("b * operate never")) ==
        "this token stands in another line: " + quoted(kSesame));
  const std::string other = "sha256:" + sha256_of("simsim");
  CHECK(fault_of(line_with("lab main perform never scripts/s=2") + other +
                 " lab main perform never\n") ==
        "all lines of a tenant have the same scripts/s: 'lab'");
  CHECK(fault_of("# nobody\n") != "");
  CHECK(fault_of(std::string(kTenantsBytesMax + 1, ' ')) != "");
}

TEST_CASE("a line says which scenes a client may join", "[tenants][scenes]") {
  const auto joins = [](const std::string& scenes, const std::string& scene) {
    return Tenants::parse(line_with("lab " + scenes + " perform never"))
        ->find(kSesame)
        ->may_join(scene);
  };
  CHECK(joins("main", "main"));
  CHECK_FALSE(joins("main", "mai"));
  CHECK(joins("hall,main", "main"));
  CHECK_FALSE(joins("hall,lab", "main"));
  CHECK(joins("*", "anything"));
  CHECK(everything()->may_join("anything"));
}

TEST_CASE("a line may be of a certificate, by a name that is compared as it is written",
          "[tenants]") {
  const auto tenants = Tenants::parse("tls:hall.lab-1.example lab main perform never\n" +
                                      line_with("lab main subscribe never"));
  REQUIRE(tenants);
  CHECK(tenants->find(certificate_word("hall.lab-1.example"))->may(Right::Perform));
  CHECK(tenants->find(kSesame)->may(Right::Subscribe));
  CHECK(tenants->find(certificate_word("hall.LAB-1.example")) == nullptr);
  CHECK(tenants->find("hall.lab-1.example") == nullptr);
  CHECK(tenants->find("") == nullptr);
  CHECK(tenants->find(certificate_word(kSesame)) == nullptr);

  CHECK(certificate_word("lab") == "tls:lab");
  CHECK(certificate_word(std::string(253, 'a')).size() == 4 + 253);
  for (const std::string& name : {std::string(), std::string(254, 'a'), std::string("*.lab"),
                                  std::string("hall lab"), std::string("lab\0", 4)}) {
    CHECK(certificate_word(name).empty());
  }
  CHECK(fault_of("tls: lab main perform never\n") != "");
  CHECK(fault_of("tls:*.lab lab main perform never\n") != "");
  CHECK(fault_of("tls:a lab main perform never\ntls:a club main perform never\n") ==
        "this certificate stands in another line: 'tls:a'");
}

TEST_CASE("a line may be of a tenant's port, one a language", "[tenants]") {
  const auto tenants = Tenants::parse(
      "port:bml lab main perform never\nport:embr lab hall subscribe never\n"
      "port:bml club * perform never\n");
  REQUIRE(tenants);
  CHECK(port_word("bml", "lab") == "port:bml:lab");
  CHECK(tenants->find(port_word("bml", "lab"))->may_join("main"));
  CHECK_FALSE(tenants->find(port_word("embr", "lab"))->may_join("main"));
  CHECK(tenants->find(port_word("bml", "club"))->tenant == "club");
  CHECK(tenants->find(port_word("embr", "club")) == nullptr);
  CHECK(tenants->find("port:bml") == nullptr);
  CHECK(fault_of("port:bml lab main perform never\nport:bml lab hall perform never\n") ==
        "this port stands in another line: 'port:bml:lab'");
  CHECK(fault_of("port:http lab main perform never\n").ends_with(": 'port:http'"));
  CHECK(fault_of("port:bml:lab lab main perform never\n").ends_with(": 'port:bml:lab'"));

  TenantBook book;
  book.replace(*tenants);
  REQUIRE(book.find_both({.port = port_word("bml", "club")}));
  CHECK(book.find_both({.port = port_word("embr", "club")}) == nullptr);
}

TEST_CASE("a token and a certificate give what the token's line says until one is over",
          "[tenants]") {
  TenantBook book;
  book.replace(
      *Tenants::parse("tls:hall.lab lab main subscribe 2027-01-31\n"
                      "tls:other.lab lab main subscribe never\n"
                      "tls:club club main subscribe never\n" +
                      line_with("lab main perform 2027-02-28")));
  const auto both = [&](const std::string& name) {
    return book.find_both({.token_digest = kSesame, .certificate = certificate_word(name)});
  };
  // 31 January 2027 is 20,849 days after 1970.
  REQUIRE(both("hall.lab"));
  CHECK(both("hall.lab")->expires == std::chrono::sys_seconds(20'849 * 86'400s));
  CHECK(both("hall.lab")->rights == std::vector{Right::Perform});
  CHECK(both("other.lab")->expires == std::chrono::sys_seconds((20'849 + 28) * 86'400s));
  CHECK(both("club") == nullptr);
  CHECK(both("nobody") == nullptr);
}

TEST_CASE("the operator's own token gives everything, and never ends", "[tenants]") {
  for (const Right right : {Right::Subscribe, Right::Perform, Right::Operate}) {
    CHECK(everything()->may(right));
  }
  CHECK_FALSE(everything()->is_tenant());
  CHECK_FALSE(everything()->is_over(std::chrono::sys_seconds::max()));
}

TEST_CASE("a tenant begins so many scripts a second, by all of its clients", "[tenants]") {
  TenantBook book;
  CHECK_FALSE(book.has_any());
  book.replace(*Tenants::parse(line_with("lab main perform never scripts/s=3")));
  CHECK(book.has_any());
  const auto grant = book.find(kSesame);
  REQUIRE(grant);
  int allowed = 0;
  for (int i = 0; i < 10; ++i) allowed += book.allow_script(*grant, 1s) ? 1 : 0;
  CHECK(allowed == 3);
  CHECK(book.allow_script(*grant, 2s));
  CHECK(book.allow_script(Grant{.tenant = "other"}, 1s));
}

}  // namespace kine::server::tenants_test
