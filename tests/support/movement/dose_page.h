// Doses and responses for people: a row of a table, and a page of plots.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "realizer/pictures/svg_plot.h"
#include "tests/support/movement/doses.h"

namespace kine::test::movement {

/// The lines above the rows of the table, in Markdown.
std::string head_of_dose_table();

std::string row_of_dose_table(const DoseRow& row, const std::string& body,
                              const DosesSummary& summary);

/// One row on several bodies: the name of each, and what was seen.
struct DosesShown {
  const DoseRow* row = nullptr;
  std::vector<std::pair<std::string, DosesSummary>> bodies;
};

/// A plot a row: of each body the median over the gestures, and where the middle eight of ten lie.
pictures::PlotPage dose_page(const std::vector<DosesShown>& shown);

}  // namespace kine::test::movement
