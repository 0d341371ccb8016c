// A binary glTF out of its two chunks, as glTF 2.0 has it.
#pragma once

#include <string>

namespace kine::test {

std::string glb(std::string json, const std::string& data = "    ");

}  // namespace kine::test
