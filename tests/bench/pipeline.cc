#include <cstdio>

#include "tests/bench/measure/clocks.h"
#include "tests/bench/peers/peer.h"
using namespace kine;
using namespace kine::bench;
int main() {
  const Workload workload = make_workload();
  Comparison c;
  std::vector<std::unique_ptr<Peer>> all;
  for (const PeerRow& row : peers()) {
    Peer* peer = all.emplace_back(row.make(workload, 100)).get();
    for (int i = 0; i < 45; ++i) peer->advance(1.0 / 60);
    Vec3 at = peer->left_hand_m();
    std::printf("%s %f %f %f\n", row.name.c_str(), at.x, at.y, at.z);
    c.add(row.name, 100, [peer] { peer->advance(1.0 / 60); });
  }
  c.run(60);
  for (std::size_t i = 0; i < all.size(); ++i)
    std::printf("%s %.0f %.0f\n", c.name(i).c_str(), c.least_ns(i), c.median_ns(i));
}
