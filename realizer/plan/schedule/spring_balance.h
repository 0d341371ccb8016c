// Times at which springs are as little strained as gaps allow.
//
//   springs and gaps between nodes --balanced_times--> a time for every node
//
// What is least is the sum of stiffness * (too long or too short)^2. Its conditions (Karush, Kuhn
// and Tucker): at every node but the first the forces of springs and gaps are in balance, and a gap
// only pushes, and only where it is just kept.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "realizer/plan/schedule/earliest_times.h"

namespace kine::plan {

struct Spring {
  std::size_t from = 0;
  std::size_t to = 0;
  double length = 0;     // that it would like to have, in seconds; negative: `to` is the earlier
  double stiffness = 1;  // > 0: its force a second that it is too long
};

/// Multiplications for the times of one net, a fifth of a second; a thousand behaviours in a row
/// take a tenth of it.
inline constexpr std::size_t kBalanceWorkMax = 80'000'000;

/// Times at which every spring has its length, whatever the gaps; nothing where there are none.
std::optional<std::vector<double>> unstrained_times(std::span<const Spring> springs,
                                                    std::size_t nodes);

/// `earliest` keeps all gaps. The first node is at 0. Gaps are kept to kTimeRounding; the lengths
/// of springs are the only ones that are best, and what no spring joins to the first node is
/// anywhere that gaps allow. Each multiplication takes from `work_left`, about. Hundreds of gaps
/// that push and lie across each other would take seconds: where nothing is left it is `earliest`.
std::vector<double> balanced_times(std::span<const Spring> springs, std::span<const Gap> gaps,
                                   std::span<const double> earliest, std::size_t& work_left);

}  // namespace kine::plan
