// Tests for server/scene/company.h.
#include "server/scene/company.h"

#include "realizer/core/number.h"
#include "tests/support/catch.h"

namespace kine::company_test {

using namespace kine;
using server::Company;

namespace {

using Strings = std::vector<std::string>;

/// As "name@x,z" of each.
Strings places(const std::vector<server::CharacterSpec>& specs) {
  Strings places;
  for (const server::CharacterSpec& spec : specs) {
    const Vec3& at = spec.placement.position_m;
    places.push_back(spec.name + "@" + format_number(at.x) + "," + format_number(at.z));
  }
  return places;
}

}  // namespace

TEST_CASE("who is looked at is in the middle, and the others stand around as on a server",
          "[company]") {
  const auto company = Company::read("", {});
  REQUIRE(company);
  CHECK(company->first() == "ada");
  CHECK(places(company->around("ada")) == Strings{"ada@0,0", "ben@1,0"});
  CHECK(places(company->around("ben")) == Strings{"ben@0,0", "ada@-1,0"});
}

TEST_CASE("who is asked for is in the middle, with the body that is wished", "[company]") {
  const auto company = Company::read("ben=ada", {});
  REQUIRE(company);
  CHECK(company->first() == "ben");
  CHECK(places(company->around("ben")) == Strings{"ben@0,0", "ada@-1,0"});
  CHECK(company->around("ben").front().body == "ada");
}

TEST_CASE("who has a place stands there, and those around it as on a server", "[company]") {
  const auto company = Company::read("ada@-2,1", {});
  REQUIRE(company);
  CHECK(places(company->around("ada")) == Strings{"ada@-2,1", "ben@0.5,0"});
}

TEST_CASE("others stand where they are put", "[company]") {
  const Strings others = {"ben@3,2", "eve@-1,1,90"};
  const auto company = Company::read("", others);
  REQUIRE(company);
  CHECK(company->first() == "ada");
  CHECK(places(company->around("ada")) == Strings{"ada@0,0", "ben@3,2", "eve@-1,1"});
}

TEST_CASE("a stranger is in the middle of all that a server has", "[company]") {
  const auto company = Company::read("eve", {});
  REQUIRE(company);
  CHECK(places(company->around("eve")) == Strings{"eve@0,0", "ada@-0.5,0", "ben@0.5,0"});
  CHECK(company->first() == "eve");
}

TEST_CASE("nobody is there twice, and others have a place", "[company]") {
  const Strings twice = {"ada@1,0"};
  CHECK(Company::read("ada", twice).error().message == "two characters have the name 'ada'");
  const Strings placeless = {"ben"};
  CHECK(Company::read("ada", placeless).error().message ==
        "--with needs a place, as in 'ben@1,0', not 'ben'");
  const Strings broken = {"ben@x"};
  CHECK_FALSE(Company::read("", broken));
}

}  // namespace kine::company_test
