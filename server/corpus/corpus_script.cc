#include "server/corpus/corpus_script.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "realizer/core/number.h"

namespace kine::server {
namespace {

using gesture::GestureHand;

constexpr double kShiftTakes_s = 1.6;

/// Names of numbers from -1 to 1, in steps of a tenth.
int tenths_of(double number) { return static_cast<int>(std::lround(10 * number)); }
std::string named(std::string_view prefix, int tenths) {
  return std::string(prefix) + std::to_string(tenths + 10);
}

std::string attribute(std::string_view name, double value) {
  return " " + std::string(name) + "=\"" + format_number(std::round(value * 1'000) / 1'000) + "\"";
}

std::string sizes_of(const std::vector<gesture::ArmGesture>& arms) {
  std::set<int> sizes;
  for (const auto& each : arms) sizes.insert(tenths_of(each.size));
  std::string text;
  for (const int tenths : sizes) {
    text += "<nucleus id=\"" + named("size", tenths) + "\"" +
            attribute("spatial-extent", tenths / 10.0) + "/>\n";
  }
  return text;
}

std::string arms_of(const std::vector<gesture::ArmGesture>& arms) {
  std::string text;
  for (const auto& each : arms) {
    text += "<gesture lexeme=\"" + std::string(each.lexeme) + "\" hand=\"" +
            std::string(word_of(each.hand)) + "\" nucleus=\"" +
            named("size", tenths_of(each.size)) + "\"" + attribute("start", each.start_s) +
            attribute("stroke-end", each.stroke_end_s) + attribute("relax", each.relax_s) + "/>\n";
  }
  return text;
}

std::string head_of(const std::vector<gesture::HeadPoint>& head) {
  if (head.empty()) return {};
  std::string text = "<sequence>\n";
  for (const auto& each : head) {
    text += "<pose" + attribute("time", each.time_s) + "><turn group=\"head-neck\"" +
            attribute("nod", each.nod_deg) + attribute("turn", each.turn_deg) +
            attribute("tilt", each.tilt_deg) + "/></pose>\n";
  }
  return text + "</sequence>\n";
}

/// The weight is where a sketch puts it, which goes on until the next one.
std::string weight_of(const std::vector<gesture::WeightPoint>& weight, double end_s) {
  std::set<int> sides;
  for (const auto& each : weight) sides.insert(tenths_of(each.side));
  std::string text;
  for (const int tenths : sides) {
    text += "<sketch id=\"" + named("side", tenths) + "\"><shape" +
            attribute("legs", tenths / 10.0) + "/></sketch>\n";
  }
  text += "<sequence>\n";
  for (std::size_t i = 0; i < weight.size(); ++i) {
    const double there_s = weight[i].time_s + kShiftTakes_s;
    const double until_s = i + 1 < weight.size() ? weight[i + 1].time_s : end_s;
    text += "<pose" + attribute("time", there_s) +
            attribute("hold", std::max(until_s - there_s, 0.0)) + " sketch=\"" +
            named("side", tenths_of(weight[i].side)) + "\"/>\n";
  }
  return text + "</sequence>\n";
}

}  // namespace

std::string_view word_of(GestureHand hand) {
  if (hand == GestureHand::Both) return "both";
  return hand == GestureHand::Left ? "left" : "right";
}

std::string script_of(const gesture::AuthoredMotion& motion) {
  double end_s = 0;
  if (!motion.head.empty()) end_s = motion.head.back().time_s;
  std::string text = "<script xmlns=\"urn:kinesphere:script:1\">\n";
  text += sizes_of(motion.arms);
  if (!motion.weight.empty()) text += weight_of(motion.weight, end_s);
  text += arms_of(motion.arms);
  text += head_of(motion.head);
  return text + "</script>\n";
}

}  // namespace kine::server
