#include "server/admin/health.h"

#include <string>

namespace kine::server {

std::vector<std::string> faults_of_life(const Status& status, std::chrono::microseconds now) {
  if (status.recovering > 0) return {};
  const std::chrono::microseconds last(status.tick_at_us.load());
  if (now - last <= kTickSilenceMost) return {};
  return {"no tick was run within the last second"};
}

std::vector<std::string> reasons_to_wait(const Status& status, bool leaving,
                                         std::chrono::microseconds now) {
  std::vector<std::string> reasons = faults_of_life(status, now);
  if (status.recovering > 0) {
    reasons.push_back("the journal is run again: " +
                      std::to_string(status.recovered_permille / 10) + " % are done");
  }
  if (status.journal_failing > 0) reasons.emplace_back("the journal cannot be written");
  if (status.cluster_lost > 0) reasons.emplace_back("no server of NATS answers");
  if (status.clocks_apart > 0) {
    reasons.emplace_back("the clock of another node is more than 20 ms from ours");
  }
  if (leaving) reasons.emplace_back("the server is leaving");
  const std::chrono::microseconds skipped(status.skipped_at_us.load());
  if (status.ticks_skipped > 0 && now - skipped <= kLateFor) {
    reasons.emplace_back("ticks were left out within the last 5 seconds: it is late");
  }
  return reasons;
}

}  // namespace kine::server
