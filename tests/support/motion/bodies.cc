#include "tests/support/motion/bodies.h"

#include <stdexcept>
#include <string>

#include "realizer/body/reader.h"
#include "schemas/embedded.h"

namespace kine::test {
namespace {

std::string_view embedded(std::string_view path) {
  const auto text = schemas::find_embedded(path);
  if (!text) throw std::runtime_error("not embedded: " + std::string(path));
  return *text;
}

/// A test without its body is broken, so this throws.
body::Body body_named(const std::string& name) {
  auto body =
      body::read(embedded("bodies/" + name + ".xml"), embedded("hands.xml"), embedded("poses.xml"));
  if (!body) {
    const Error& error = body.error();
    throw std::runtime_error(name + ".xml:" + std::to_string(error.where.line) + ":" +
                             std::to_string(error.where.column) + ": " + error.message);
  }
  return *std::move(body);
}

}  // namespace

const body::Body& ada() {
  static const body::Body body = body_named("ada");
  return body;
}

const body::Body& ben() {
  static const body::Body body = body_named("ben");
  return body;
}

}  // namespace kine::test
