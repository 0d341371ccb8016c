// Any text as a body, with our own hand shapes, and as hand shapes, with a body of ours. What is a
// body makes a model for physics, or an error.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "realizer/body/reader.h"
#include "realizer/core/assert.h"
#include "realizer/dynamics/physical/torso.h"
#include "schemas/embedded.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto ada = kine::schemas::find_embedded("bodies/ada.xml");
  const auto hands = kine::schemas::find_embedded("hands.xml");
  KINE_ASSERT(ada && hands);
  const auto poses = kine::schemas::find_embedded("poses.xml");
  for (const auto& body :
       {kine::body::read(text, *hands, *poses), kine::body::read(*ada, text, *poses),
        kine::body::read(*ada, *hands, text)}) {
    if (!body) {
      KINE_ASSERT(!body.error().message.empty());
    } else if (const auto model = kine::dynamics::physical::whole_model_of(*body); !model) {
      KINE_ASSERT(!model.error().message.empty());
    }
  }
  return 0;
}
