// A piece of sound as a client sends it: what is wrong with it, whatever its stream.
#pragma once

#include <string>

#include "protocol/kinesphere.pb.h"
#include "server/listening/speech_stream.h"

namespace kine::server {

/// Empty: nothing is wrong with it. That a packet is broken is said by its stream.
std::string fault_of(const kinesphere::AudioIn& sound);

SoundFormat format_of(const kinesphere::AudioIn& sound);

/// The number of its stream, quoted.
std::string number_of(const kinesphere::AudioIn& sound);

}  // namespace kine::server
