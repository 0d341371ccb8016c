// make_avatars BODY -o FILE.vrm: writes the avatar of a body of schemas/bodies.
#include <cstdio>
#include <fstream>
#include <string>

#include "avatars/avatar.h"
#include "avatars/vrm.h"
#include "realizer/body/reader.h"
#include "schemas/embedded.h"

namespace {

int fail(const std::string& message) {
  std::fprintf(stderr, "make_avatars: %s\n", message.c_str());
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
  using namespace kine;
  if (argc != 4 || std::string(argv[2]) != "-o") {
    return fail("usage: make_avatars BODY -o FILE.vrm");
  }
  const std::string name = argv[1];
  const auto text = schemas::find_embedded("bodies/" + name + ".xml");
  if (!text) return fail("there is no body \"" + name + "\"");
  const auto body =
      body::read(*text, *schemas::find_embedded("hands.xml"), *schemas::find_embedded("poses.xml"));
  if (!body) return fail(body.error().message);

  const std::string bytes = avatars::write_vrm(avatars::make_avatar(*body), *body);
  std::ofstream file(argv[3], std::ios::binary);
  file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  file.close();
  if (!file) return fail(std::string("cannot write \"") + argv[3] + "\"");
  return 0;
}
