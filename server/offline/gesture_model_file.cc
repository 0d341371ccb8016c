#include "server/offline/gesture_model_file.h"

#include "realizer/core/limits.h"
#include "realizer/gesture/training/model_file.h"
#include "server/base/folder.h"

namespace kine::server {

Result<gesture::GestureModel> read_gesture_model(const std::string& path) {
  const auto bytes = read_file_up_to(path, kModelBytesMax);
  if (!bytes) return bytes.error();  // it names the file
  auto model = gesture::decode_model(*bytes);
  if (!model) return error_in_file(path, model.error());
  return model;
}

}  // namespace kine::server
