// What the program holds of the machine's memory while nothing is asked of it.
#include <string>

#include "tests/support/catch.h"
#include "tests/support/sanitized.h"
#include "tests/support/server/serving_program.h"
#include "tests/support/server/wire_client.h"

namespace kine::resident_test {

TEST_CASE("an idle server with ten characters takes less than 100 MB", "[program]") {
  std::string characters;
  for (int i = 0; i < 10; ++i) {
    characters += " --character c" + std::to_string(i) + (i % 2 == 0 ? "=ada" : "=ben");
  }
  test::ServingProgram program(characters);
  test::WireClient client(program.port_after("kinesphere serves "));
  client.say_hello();
  client.subscribe();
  for (int i = 0; i < 100; ++i) client.next_frame();

  CHECK((test::kSanitized || program.resident_bytes() < std::size_t{100} << 20));
  WARN("resident with ten characters: " << (program.resident_bytes() >> 20) << " MB");
}

}  // namespace kine::resident_test
