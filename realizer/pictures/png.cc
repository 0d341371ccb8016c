#include "realizer/pictures/png.h"

#include <png.h>

#include <cstdint>

namespace kine::pictures {

Result<std::string> encode_png(const Canvas& canvas) {
  png_image image = {};
  image.version = PNG_IMAGE_VERSION;
  image.width = static_cast<png_uint_32>(canvas.width());
  image.height = static_cast<png_uint_32>(canvas.height());
  image.format = PNG_FORMAT_RGB;

  std::string bytes(PNG_IMAGE_PNG_SIZE_MAX(image), '\0');
  png_alloc_size_t size = bytes.size();
  const png_int_32 tight_rows = 0;
  if (png_image_write_to_memory(&image, bytes.data(), &size, 0, canvas.bytes().data(), tight_rows,
                                nullptr) == 0) {
    return Error{.code = ErrorCode::LimitExceeded,
                 .message = std::string("the picture cannot be encoded: ") + image.message};
  }
  bytes.resize(size);
  return bytes;
}

}  // namespace kine::pictures
