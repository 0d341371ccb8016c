// Tests for server/commands/svg_page.h.
#include "server/commands/svg_page.h"

#include "tests/support/catch.h"
#include "tests/support/source_files.h"
#include "tests/support/temporary_folder.h"

namespace kine::server::svg_page_test {

TEST_CASE("pages have names that end in .svg", "[svg_page]") {
  CHECK(fault_of_svg_name("paths.svg").empty());
  CHECK(fault_of_svg_name("paths.png") == "the page is written as .svg, not as 'paths.png'");
}

TEST_CASE("a page is a file, or a fault of its folder", "[svg_page]") {
  const test::TemporaryFolder folder;
  const std::string file = (folder.path() / "page.svg").string();
  REQUIRE(write_svg_page(file, {}));
  CHECK(test::text_of(file) == pictures::write_svg({}));
  CHECK_FALSE(write_svg_page((folder.path() / "none" / "page.svg").string(), {}));
}

}  // namespace kine::server::svg_page_test
