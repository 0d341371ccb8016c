// Envelopes as text: protobuf's canonical JSON, with names in lowerCamelCase.
//
//   {"submit": {"script": "<script …/>"}}  -->  Envelope;  the bytes of an Envelope  -->  text
//
// For clients of twenty lines. It costs many times what bytes do: whoever draws frames takes those.
#pragma once

#include <string>
#include <string_view>

#include "realizer/core/result.h"

namespace kinesphere {
class Envelope;
}

namespace kine::protocol {

/// The Envelope that `json` is. What has a name that nobody knows is passed over, as fields of
/// newer versions are.
Result<kinesphere::Envelope> envelope_of_json(std::string_view json);

/// Of the bytes of an Envelope, without their length. Fields that are 0 or empty are left out. What
/// no JSON can say, for a text in it is no UTF-8, is a Problem.
std::string json_of_envelope(std::string_view envelope);

}  // namespace kine::protocol
