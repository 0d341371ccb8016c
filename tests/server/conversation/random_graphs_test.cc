// What planning costs where sync points refer to each other at random. No header of its own: the
// subject is realizer/prepare/prepare.h and realizer/core/work.h together.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>

#include "realizer/core/limits.h"
#include "realizer/core/work.h"
#include "realizer/prepare/prepare.h"
#include "server/scene/casts.h"
#include "tests/support/catch.h"
#include "tests/support/plan/random_graphs.h"
#include "tests/support/sanitized.h"

namespace kine::server::random_graphs_test {
namespace {

struct Graphs {
  int planned = 0;
  int refused = 0;  // with a reason
  int without_reason = 0;
  int past_budget = 0;         // of those that are refused
  int says_so = 0;             // of those past their budget
  int unexplained = 0;         // behaviours that are neither planned nor warned of
  int left_out = 0;            // behaviours that are warned of
  int unsound = 0;             // sync points at no time of a block
  double largest_share = 0;    // of a budget
  double planned_share = 0;    // of one that is planned
  std::string costliest = {};  // which that is
};

bool is_planned(const Prepared& prepared, const std::string& id) {
  return std::ranges::any_of(prepared.blocks, [&](const auto& block) {
    return std::ranges::find(block->schedule, id, &plan::PartTimes::id) != block->schedule.end();
  });
}

bool is_warned_of(const Diagnostics& diagnostics, const std::string& id) {
  return std::ranges::any_of(diagnostics.warnings(), [&](const Warning& warning) {
    return !warning.message.empty() && (warning.about == id || warning.about.ends_with(':' + id));
  });
}

/// A behaviour is planned, or a warning says why not.
void look_at(const Prepared& prepared, const Diagnostics& diagnostics, Graphs& graphs) {
  for (const auto& block : prepared.blocks) {
    for (const motion::SyncPoint& point : block->sync_points) {
      const bool is_time = std::isfinite(point.time.count()) && point.time >= Seconds(0) &&
                           point.time <= kStartAheadMax + kBlockLengthMax;
      graphs.unsound += is_time ? 0 : 1;
    }
  }
  for (const BehaviourElement& behaviour : prepared.behaviours) {
    if (is_planned(prepared, behaviour.id)) continue;
    ++(is_warned_of(diagnostics, behaviour.id) ? graphs.left_out : graphs.unexplained);
  }
}

Graphs plan_graphs(std::uint32_t count) {
  static const auto casts = make_casts(default_characters());
  const LiveContext live{.others = [](const auto&) { return test::points_beside_graphs(); }};
  Graphs graphs;
  for (std::uint32_t seed = 0; seed < count; ++seed) {
    const std::string text = test::random_graph(seed);
    Diagnostics diagnostics;
    const auto prepared = prepare(text, {.casts = *casts, .live = live}, diagnostics);
    const std::uint64_t most = steps_max_of(text.size());
    const double share = static_cast<double>(prepared.steps) / static_cast<double>(most);
    graphs.largest_share = std::max(graphs.largest_share, share);
    if (prepared) {
      ++graphs.planned;
      look_at(*prepared, diagnostics, graphs);
      if (share > graphs.planned_share) graphs.costliest = std::to_string(seed);
      graphs.planned_share = std::max(graphs.planned_share, share);
      continue;
    }
    const std::string& reason = prepared.error().message;
    ++(reason.empty() ? graphs.without_reason : graphs.refused);
    if (share <= 1) continue;
    ++graphs.past_budget;
    graphs.says_so += reason.find("takes more than " + std::to_string(most)) != reason.npos ? 1 : 0;
  }
  return graphs;
}

}  // namespace

TEST_CASE("random graphs of sync points are planned or refused, and none works past its budget",
          "[planning_work][limits]") {
  constexpr std::uint32_t kGraphs = test::kSanitized ? 300 : 10'000;
  const Graphs graphs = plan_graphs(kGraphs);
  std::printf(
      "%u random graphs: %d planned, %d behaviours left out of them; %d refused, of them %d for "
      "their budget, at %.4f times of it; the costliest that is planned is %s, with %.1f %%\n",
      kGraphs, graphs.planned, graphs.left_out, graphs.refused, graphs.past_budget,
      graphs.largest_share, graphs.costliest.c_str(), 100 * graphs.planned_share);
  // Work ends where its budget does.
  CHECK(graphs.largest_share < 1.01);
  CHECK(graphs.says_so == graphs.past_budget);
  CHECK(graphs.past_budget <= static_cast<int>(kGraphs / 1000));
  CHECK(graphs.without_reason == 0);
  CHECK(graphs.unexplained == 0);
  CHECK(graphs.unsound == 0);
  // They are what they are to be: some of each, and work for the one that plans.
  CHECK(graphs.planned > static_cast<int>(kGraphs / 4));
  CHECK(graphs.refused > static_cast<int>(kGraphs / 100));
  CHECK(graphs.left_out > static_cast<int>(kGraphs / 10));
  CHECK(graphs.planned_share > 0.01);
}

TEST_CASE("a random graph is the same for a seed", "[planning_work]") {
  CHECK(test::random_graph(7) == test::random_graph(7));
  CHECK(test::random_graph(7) != test::random_graph(8));
}

}  // namespace kine::server::random_graphs_test
