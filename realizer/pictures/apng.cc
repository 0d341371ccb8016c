#include "realizer/pictures/apng.h"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string_view>
#include <utility>
#include <vector>

#include "realizer/core/assert.h"
#include "realizer/pictures/png_chunks.h"

namespace kine::pictures {
namespace {

constexpr std::string_view kSignature = "\x89PNG\r\n\x1a\n";
constexpr std::size_t kPixelBytes = 4;  // red, green, blue, opacity

/// A part of a picture.
struct Region {
  int left = 0;
  int top = 0;
  int width = 1;
  int height = 1;
};

/// The smallest that holds every pixel in which the two differ; of equals a single pixel.
Region region_of_change(const Canvas& before, const Canvas& after) {
  int left = after.width();
  int top = after.height();
  int right = 0;
  int bottom = 0;
  for (int y = 0; y < after.height(); ++y) {
    for (int x = 0; x < after.width(); ++x) {
      if (before.color_at(x, y) == after.color_at(x, y)) continue;
      left = std::min(left, x);
      right = std::max(right, x + 1);
      top = std::min(top, y);
      bottom = std::max(bottom, y + 1);
    }
  }
  if (right == 0) return {};
  return {left, top, right - left, bottom - top};
}

/// One row: what has not changed since `before` is transparent, which lets it show through.
std::vector<std::uint8_t> row_of(const Canvas* before, const Canvas& picture, const Region& region,
                                 int row) {
  std::vector<std::uint8_t> bytes;
  bytes.reserve(kPixelBytes * static_cast<std::size_t>(region.width));
  for (int x = region.left; x < region.left + region.width; ++x) {
    const int y = region.top + row;
    const Color color = picture.color_at(x, y);
    if (before != nullptr && before->color_at(x, y) == color) {
      bytes.insert(bytes.end(), kPixelBytes, 0);
    } else {
      bytes.insert(bytes.end(), {color.red, color.green, color.blue, 255});
    }
  }
  return bytes;
}

/// A row as PNG's filters have it: each byte less the one to its left (1), above it (2), or as it
/// is (0).
std::vector<std::uint8_t> filtered(const std::vector<std::uint8_t>& row,
                                   const std::vector<std::uint8_t>& above, int filter) {
  std::vector<std::uint8_t> bytes = {static_cast<std::uint8_t>(filter)};
  for (std::size_t i = 0; i < row.size(); ++i) {
    std::uint8_t from = 0;
    if (filter == 1 && i >= kPixelBytes) from = row[i - kPixelBytes];
    if (filter == 2) from = above[i];
    bytes.push_back(static_cast<std::uint8_t>(row[i] - from));
  }
  return bytes;
}

/// How much a filtered row holds, as the recommendation of PNG counts it: bytes as signed numbers.
std::size_t weight_of(const std::vector<std::uint8_t>& row) {
  std::size_t sum = 0;
  for (std::size_t i = 1; i < row.size(); ++i) {
    sum += static_cast<std::size_t>(std::abs(static_cast<int>(static_cast<std::int8_t>(row[i]))));
  }
  return sum;
}

/// The region's pixels as a stream of zlib.
std::string compressed(const Canvas* before, const Canvas& picture, const Region& region) {
  std::string plain;
  std::vector<std::uint8_t> above(kPixelBytes * static_cast<std::size_t>(region.width), 0);
  for (int y = 0; y < region.height; ++y) {
    std::vector<std::uint8_t> row = row_of(before, picture, region, y);
    std::vector<std::uint8_t> best = filtered(row, above, 0);
    for (const int filter : {1, 2}) {
      std::vector<std::uint8_t> other = filtered(row, above, filter);
      if (weight_of(other) < weight_of(best)) best = std::move(other);
    }
    plain.append(best.begin(), best.end());
    above = std::move(row);
  }
  uLongf size = compressBound(static_cast<uLong>(plain.size()));
  std::string bytes(size, '\0');
  constexpr int kLevel = 7;
  const int result = compress2(reinterpret_cast<Bytef*>(bytes.data()), &size,
                               reinterpret_cast<const Bytef*>(plain.data()),
                               static_cast<uLong>(plain.size()), kLevel);
  KINE_ASSERT(result == Z_OK);  // there is room for the worst case
  bytes.resize(size);
  return bytes;
}

std::string control_of(std::uint32_t number, const Region& region, PictureTime time,
                       bool over_the_last) {
  std::string data;
  append_big_endian(data, number);
  append_big_endian(data, static_cast<std::uint32_t>(region.width));
  append_big_endian(data, static_cast<std::uint32_t>(region.height));
  append_big_endian(data, static_cast<std::uint32_t>(region.left));
  append_big_endian(data, static_cast<std::uint32_t>(region.top));
  append_big_endian(data, time.numerator, 2);
  append_big_endian(data, time.denominator, 2);
  data += '\0';                         // it stays when the next one comes
  data += over_the_last ? '\1' : '\0';  // where it is transparent, what was there shows
  return data;
}

}  // namespace

void ApngEncoder::add(const Canvas& picture, PictureTime time) {
  KINE_ASSERT(time.denominator > 0);
  if (!last_) {
    const Region all{0, 0, picture.width(), picture.height()};
    append_chunk(chunks_of_pictures_, "fcTL", control_of(chunks_++, all, time, false));
    append_chunk(chunks_of_pictures_, "IDAT", compressed(nullptr, picture, all));
  } else {
    KINE_ASSERT(picture.width() == last_->width() && picture.height() == last_->height());
    const Region region = region_of_change(*last_, picture);
    append_chunk(chunks_of_pictures_, "fcTL", control_of(chunks_++, region, time, true));
    std::string data;
    append_big_endian(data, chunks_++);
    append_chunk(chunks_of_pictures_, "fdAT", data + compressed(&*last_, picture, region));
  }
  last_ = picture;
  ++pictures_;
}

std::string ApngEncoder::finish() {
  KINE_ASSERT(last_.has_value());
  std::string header;
  append_big_endian(header, static_cast<std::uint32_t>(last_->width()));
  append_big_endian(header, static_cast<std::uint32_t>(last_->height()));
  header += {8, 6, 0, 0, 0};  // bits, RGB with opacity, and the only methods that there are
  std::string animation;
  append_big_endian(animation, pictures_);
  append_big_endian(animation, 0);  // for ever

  std::string bytes(kSignature);
  append_chunk(bytes, "IHDR", header);
  append_chunk(bytes, "acTL", animation);
  bytes += chunks_of_pictures_;
  append_chunk(bytes, "IEND", "");
  return bytes;
}

}  // namespace kine::pictures
