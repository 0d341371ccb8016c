// The ten gestures of Pohl 2010 (appendix), by their names in the lexicon.
#pragma once

#include <array>

namespace kine::test {

inline constexpr std::array<const char*, 10> kTenGestures = {"beat",
                                                             "wipe",
                                                             "fling",
                                                             "wave",
                                                             "cup",
                                                             "circle",
                                                             "you-and-me",
                                                             "vertical-distance",
                                                             "horizontal-distance",
                                                             "raised-index"};

}  // namespace kine::test
