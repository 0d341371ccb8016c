#include "tests/support/movement/dose_page.h"

#include <algorithm>
#include <cstdio>

namespace kine::test::movement {
namespace {

std::string with_digits(double value, int digits) {
  char text[64];
  std::snprintf(text, sizeof text, "%.*f", digits, value);
  return text;
}

std::string share(std::size_t part, const DosesSummary& summary) {
  return std::to_string(part) + "/" + std::to_string(summary.gestures);
}

std::string medians(const DosesSummary& summary, int digits) {
  std::string text;
  for (std::size_t i = 0; i < summary.responses.size(); ++i) {
    text += (text.empty() ? "" : ", ") + with_digits(summary.quantile(i, 0.5), digits);
  }
  return text;
}

void include(pictures::PlotAxis& axis, double value, bool first) {
  axis.least = first ? value : std::min(axis.least, value);
  axis.most = first ? value : std::max(axis.most, value);
}

}  // namespace

std::string head_of_dose_table() {
  return "| parameter | response | body | median response to five doses | monotone | as far as "
         "asked "
         "| usual is as before | hand strays, mm | feet slide, mm | gaze strays, degrees |\n"
         "|---|---|---|---|---|---|---|---|---|---|\n";
}

std::string row_of_dose_table(const DoseRow& row, const std::string& body,
                              const DosesSummary& summary) {
  if (summary.gestures == 0) return "";
  const int digits = row.response.ends_with(" s") ? 2 : 1;
  return "| `" + std::string(row.parameter->name) + "` | " + std::string(row.response) + " | " +
         body + " | " + medians(summary, digits) + " | " + share(summary.monotone, summary) +
         " | " + share(summary.far, summary) + " | " + share(summary.neutral, summary) + " | " +
         with_digits(summary.strayed.hand_mm, 2) + " | " + with_digits(summary.strayed.feet_mm, 2) +
         " | " + with_digits(summary.strayed.gaze_deg, 2) + " |\n";
}

pictures::PlotPage dose_page(const std::vector<DosesShown>& shown) {
  constexpr double kFew = 0.1;  // of the gestures lie below the band, and as many above it
  pictures::PlotPage page{.title = "Dose and response of a sketch's parameters",
                          .note =
                              "Over the gestures of the lexicon: the median (bold) and where "
                              "the middle eight of ten lie. Blue ada, the other ben."};
  for (const DosesShown& each : shown) {
    pictures::Plot plot{.title = std::string(each.row->parameter->name),
                        .x = {.label = "dose"},
                        .y = {.label = std::string(each.row->response)},
                        .curves = {},
                        .size = pictures::PlotSize::Quarter};
    const std::vector<double> doses = doses_of(*each.row);
    plot.x.least = doses.front();
    plot.x.most = doses.back();
    bool first = true;
    std::size_t color = 0;
    for (const auto& [name, summary] : each.bodies) {
      if (summary.gestures == 0) continue;
      for (const double at : {kFew, 1 - kFew, 0.5}) {
        const auto style = at == 0.5 ? pictures::CurveStyle::Bold : pictures::CurveStyle::Dashed;
        pictures::PlotCurve curve{.name = "", .points = {}, .style = style, .color = color};
        for (std::size_t i = 0; i < doses.size(); ++i) {
          const double value = summary.quantile(i, at);
          curve.points.push_back({doses[i], value});
          include(plot.y, value, first);
          first = false;
        }
        plot.curves.push_back(std::move(curve));
      }
      ++color;
    }
    const double margin = 0.05 * (plot.y.most - plot.y.least) + 1e-6;
    plot.y.least -= margin;
    plot.y.most += margin;
    page.plots.push_back(std::move(plot));
  }
  return page;
}

}  // namespace kine::test::movement
