#include "tests/support/plan/random_graphs.h"

#include <array>
#include <cmath>

#include "realizer/core/number.h"
#include "tests/support/draws.h"

namespace kine::test {
namespace {

using Points = std::vector<const char*>;

/// An element, with what is within it, and the sync points that may be asked of it.
struct Drawn {
  const char* element;
  const char* attributes;
  const char* inside;
  Points asked;
  Points named = {};  // by others only
};

const Points kStroked = {"start", "ready", "strokeStart", "stroke", "strokeEnd", "relax", "end"};
const Points kFromTo = {"start", "end"};

/// Those that plan quickly come more than once: there can be more graphs of them.
const std::vector<Drawn>& drawn_behaviours() {
  static const std::vector<Drawn> kAll = {
      {"wait", "duration=\"0.4\"", "", kFromTo},
      {"wait", "duration=\"1.5\"", "", kFromTo},
      {"head", "lexeme=\"NOD\"", "", kStroked},
      {"head", "lexeme=\"SHAKE\" repetition=\"3\"", "", kStroked, {"stroke:2", "stroke:3"}},
      {"faceLexeme", "lexeme=\"RAISE_BROWS\"", "", {"start", "attackPeak", "relax", "end"}},
      {"gaze", "target=\"camera\" influence=\"HEAD\"", "", {"start", "ready", "relax", "end"}},
      {"gesture", "lexeme=\"BEAT\"", "", kStroked},
      {"speech",
       "",
       "<text>one <sync id=\"m1\"/>two <sync id=\"m2\"/>three</text>",
       kFromTo,
       {"m1", "m2"}},
  };
  return kAll;
}

class Graph {
 public:
  explicit Graph(std::uint32_t seed) : draws_(seed) {
    const std::size_t many = draws_.one_in(10) ? 40 : 8;
    for (std::size_t i = 1 + draws_.below(many); i > 0; --i) {
      behaviours_.push_back(&drawn_behaviours()[draws_.below(drawn_behaviours().size())]);
    }
    is_ring_ = draws_.one_in(6);
    is_tight_ = draws_.one_in(3);
  }

  std::string text() {
    std::string text;
    for (std::size_t i = 0; i < behaviours_.size(); ++i) text += behaviour(i);
    for (std::size_t i = draws_.below(behaviours_.size() + 2); i > 0; --i) text += constraint(i);
    return text;
  }

 private:
  std::string within_required(const std::string& element, std::size_t rarely) {
    return draws_.one_in(rarely) ? "<required>" + element + "</required>" : element;
  }

  std::string behaviour(std::size_t index) {
    const Drawn& drawn = *behaviours_[index];
    std::string text = "<" + std::string(drawn.element) + " id=\"" + graph_behaviour(index) +
                       "\" " + drawn.attributes;
    for (std::size_t i = 0; i < drawn.asked.size(); ++i) {
      const bool closes_ring = is_ring_ && i == 0;
      if (!closes_ring && !draws_.one_in(is_tight_ ? 2 : 4)) continue;
      const std::string point =
          closes_ring ? graph_behaviour((index + 1) % behaviours_.size()) + ":end" : point_asked();
      text += " " + std::string(drawn.asked[i]) + "=\"" + point + "\"";
    }
    return within_required(text + ">" + drawn.inside + "</" + drawn.element + ">", 30);
  }

  /// "b3:stroke-0.25", a time, or what there is not.
  std::string point_asked() {
    switch (draws_.below(20)) {
      case 0:
        return "past:h1:end" + offset();
      case 1:
        return "nowhere:h1:end" + offset();
      case 2:
        return "bml:start" + offset();
      case 3:
      case 4:
      case 5:
        return format_number(std::round(100 * draws_.number(0, 6)) / 100);
      case 6:
        return graph_behaviour(draws_.below(behaviours_.size())) + ":nothing";
      case 7:
        return (draws_.one_in(20) ? "nobody" : graph_behaviour(0)) + ":start" + offset();
      default:
        return any_point() + offset();
    }
  }

  std::string any_point() {
    const std::size_t index = draws_.below(behaviours_.size());
    const Drawn& drawn = *behaviours_[index];
    const std::size_t point = draws_.below(drawn.asked.size() + drawn.named.size());
    return graph_behaviour(index) + ":" +
           (point < drawn.asked.size() ? drawn.asked[point]
                                       : drawn.named[point - drawn.asked.size()]);
  }

  std::string offset() {
    if (draws_.one_in(2)) return {};
    const double offset_s = std::round(100 * draws_.number(-2, 2)) / 100;
    return (offset_s < 0 ? "" : "+") + format_number(offset_s);
  }

  std::string constraint(std::size_t number) {
    static constexpr std::array<const char*, 3> kKinds = {"synchronize", "before", "after"};
    const std::string kind = draws_.one_of(kKinds);
    std::string text = "<constraint id=\"c" + std::to_string(number) + "\"><" + kind;
    if (kind != "synchronize") text += " ref=\"" + point_asked() + "\"";
    text += ">";
    for (std::size_t i = 2 + draws_.below(3); i > 0; --i) {
      text += "<sync ref=\"" + point_asked() + "\"/>";
    }
    return within_required(text + "</" + kind + "></constraint>", 30);
  }

  Draws draws_;
  std::vector<const Drawn*> behaviours_;
  bool is_ring_ = false;
  bool is_tight_ = false;
};

}  // namespace

std::string graph_behaviour(std::size_t index) { return "b" + std::to_string(index); }

std::string random_graph(std::uint32_t seed) {
  return "<bml xmlns=\"http://www.bml-initiative.org/bml/bml-1.0\" id=\"" +
         std::string(kGraphBlock) + "\">" + Graph(seed).text() + "</bml>";
}

std::vector<plan::KnownPoint> points_beside_graphs() {
  return {{.id = "past:h1:start", .time = Seconds(-1)}, {.id = "past:h1:end", .time = Seconds(1)}};
}

}  // namespace kine::test
