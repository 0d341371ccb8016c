// A tension as the figures 2 to 5 of Neff 2022 show it: our own steps, as dots, over the closed
// forms, and what the tension's neighbours would do.
#pragma once

#include "realizer/math/tension.h"
#include "realizer/pictures/svg_plot.h"

namespace kine::pictures {

/// For a target that moves at `speed_m_s` and sets out or stops. Pre: valid(tension), speed > 0.
PlotPage response_page(const Tension& tension, double speed_m_s);

}  // namespace kine::pictures
