// A page of plots as an .svg file: what `compare` and `response` write.
#pragma once

#include <string>

#include "realizer/core/result.h"
#include "realizer/pictures/svg_plot.h"

namespace kine::server {

/// Empty, or why nothing is written under this name.
std::string fault_of_svg_name(const std::string& text);

/// The file is there whole, or not at all.
Result<Done> write_svg_page(const std::string& output, const pictures::PlotPage& page);

}  // namespace kine::server
