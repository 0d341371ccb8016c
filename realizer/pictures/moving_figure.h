// A motion to be watched: an animated PNG of somebody in the round, from the front and from the
// right.
//
// Up to twenty pictures a second, in the space of where the character stood at first; the last one
// stays a while before it goes round again.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "realizer/formats/writer.h"

namespace kine::pictures {

/// Pictures of one file: two minutes, some 25 to 55 MB.
inline constexpr std::size_t kMovingPicturesMax = 2'400;

std::unique_ptr<formats::Writer> make_moving_figure(const formats::Recorded& recorded);

struct NamedMotion {
  std::string name;           // stands below it
  std::vector<Frame> frames;  // tick by tick; an error where there are none
};

/// Motions of one body beside each other, as one file: each as above. One that is over stays as it
/// ends until all are. Pre: there is one.
Result<std::string> make_moving_comparison(const formats::Recorded& recorded,
                                           std::span<const NamedMotion> motions);

}  // namespace kine::pictures
