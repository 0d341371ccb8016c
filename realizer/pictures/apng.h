// Pictures that follow each other, as one animated PNG: a PNG whose further pictures stand in
// chunks that only those who know them read (APNG 1.0, today part of PNG 3).
//
//   Canvases --ApngEncoder--> bytes of an .apng
//
// Of each picture only what differs from the one before is kept.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "realizer/pictures/canvas.h"

namespace kine::pictures {

/// How long a picture stays: a part of a second.
struct PictureTime {
  std::uint16_t numerator = 1;
  std::uint16_t denominator = 20;  // > 0
};

class ApngEncoder {
 public:
  /// All pictures are as large as the first.
  void add(const Canvas& picture, PictureTime time);

  /// The file; nothing can be added any more. Pre: there is a picture. It goes round for ever.
  std::string finish();

 private:
  std::optional<Canvas> last_;
  std::uint32_t pictures_ = 0;
  std::uint32_t chunks_ = 0;  // that are numbered
  std::string chunks_of_pictures_;
};

}  // namespace kine::pictures
