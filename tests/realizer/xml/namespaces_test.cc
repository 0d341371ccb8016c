// Tests for realizer/xml/namespaces.h: Namespaces in XML 1.0, sections 3 to 6.
#include "realizer/xml/namespaces.h"

#include "tests/support/catch.h"

namespace kine::xml::namespaces_test {

TEST_CASE("the innermost declaration holds until its element closes", "[namespaces]") {
  Namespaces namespaces;
  namespaces.open_element();
  REQUIRE_FALSE(namespaces.declare("p", "urn:1"));
  namespaces.open_element();
  REQUIRE_FALSE(namespaces.declare("p", "urn:2"));
  REQUIRE_FALSE(namespaces.declare("", "urn:3"));

  CHECK(namespaces.find_uri("p") == "urn:2");
  CHECK(namespaces.find_uri("") == "urn:3");
  namespaces.close_element();
  CHECK(namespaces.find_uri("p") == "urn:1");
  CHECK(namespaces.find_uri("") == "");
  namespaces.close_element();
  CHECK_FALSE(namespaces.find_uri("p"));
}

TEST_CASE("the prefix xml needs no declaration and bears no other", "[namespaces]") {
  Namespaces namespaces;
  namespaces.open_element();

  CHECK(namespaces.find_uri("xml") == "http://www.w3.org/XML/1998/namespace");
  CHECK(namespaces.declare("xml", "urn:1"));
  CHECK(namespaces.declare("p", "http://www.w3.org/XML/1998/namespace"));
  CHECK(namespaces.declare("p", "http://www.w3.org/2000/xmlns/"));
  CHECK(namespaces.declare("xmlns", "urn:1"));
  CHECK(namespaces.declare("p", ""));
  CHECK_FALSE(namespaces.find_uri("p"));
}

TEST_CASE("names are split at their colon", "[namespaces]") {
  CHECK(split_name("a").prefix.empty());
  CHECK(split_name("a").local == "a");
  CHECK(split_name("p:a").prefix == "p");
  CHECK(split_name("p:a").local == "a");
}

TEST_CASE("attributes called xmlns are declarations", "[namespaces]") {
  CHECK(Namespaces::declared_prefix("xmlns") == "");
  CHECK(Namespaces::declared_prefix("xmlns:p") == "p");
  CHECK_FALSE(Namespaces::declared_prefix("xmlnsp"));
  CHECK_FALSE(Namespaces::declared_prefix("p:xmlns"));
}

}  // namespace kine::xml::namespaces_test
