// Any bytes as a model of body language: one without fault that is written and read again, and that
// a character can play; or one error with a message.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "realizer/core/assert.h"
#include "realizer/gesture/training/model_file.h"
#include "realizer/tick/body_language.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace kine;
  auto model = gesture::decode_model({reinterpret_cast<const char*>(data), size});
  if (!model) {
    KINE_ASSERT(!model.error().message.empty());
    return 0;
  }
  KINE_ASSERT(gesture::fault_of(*model).empty());
  KINE_ASSERT(gesture::decode_model(gesture::encode_model(*model)).has_value());
  KINE_ASSERT(make_playable(std::move(model->repertoire)) != nullptr);
  return 0;
}
