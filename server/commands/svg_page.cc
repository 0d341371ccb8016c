#include "server/commands/svg_page.h"

#include "realizer/core/number.h"
#include "realizer/formats/read/ending.h"
#include "server/base/output_file.h"

namespace kine::server {

std::string fault_of_svg_name(const std::string& text) {
  struct Ending {
    std::string_view ending;
  };
  static constexpr Ending kEndings[] = {{".svg"}};
  if (formats::find_by_ending(std::span(kEndings), text) != nullptr) return {};
  return "the page is written as .svg, not as " + kine::quoted(text);
}

Result<Done> write_svg_page(const std::string& output, const pictures::PlotPage& page) {
  return write_whole(output, pictures::write_svg(page));
}

}  // namespace kine::server
