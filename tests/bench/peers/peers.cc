#include "tests/bench/peers/peer.h"

namespace kine::bench {

std::vector<PeerRow> peers() {
  std::vector<PeerRow> rows;
#ifdef KINE_BENCH_CAL3D
  rows.push_back({"cal3d 0.11", 15, make_cal3d});
#endif
#ifdef KINE_BENCH_OGRE
  rows.push_back({"OGRE 1.12, as it comes", 30, make_ogre});
  rows.push_back({"OGRE 1.12, squad", 0, make_ogre_spline});
#endif
  rows.push_back({"naive Eigen", 40, make_naive});
  return rows;
}

}  // namespace kine::bench
