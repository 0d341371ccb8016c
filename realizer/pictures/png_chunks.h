// The chunks that a PNG is made of.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "realizer/formats/provenance.h"

namespace kine::pictures {

void append_big_endian(std::string& bytes, std::uint32_t value, int size = 4);

/// `kind` has four letters.
void append_chunk(std::string& bytes, std::string_view kind, std::string_view data);

/// The same picture with where it comes from: texts (tEXt) behind its head. Pre: `png` is a PNG.
std::string with_provenance(std::string png, const formats::Provenance& provenance);

}  // namespace kine::pictures
