#include "realizer/core/pcm16.h"

#include "tests/support/catch.h"

namespace kine::pcm16_test {

// By the definition of two's complement, low byte first.
TEST_CASE("a sample has two bytes, the low one first", "[pcm16]") {
  const std::vector<std::int16_t> samples = {0, 1, -1, 0x1234, -32'768, 32'767};
  const std::string bytes("\x00\x00\x01\x00\xFF\xFF\x34\x12\x00\x80\xFF\x7F", 12);
  CHECK(pcm16_bytes(samples) == bytes);
  CHECK(pcm16_samples(bytes) == samples);
  CHECK(pcm16_at(bytes, 6) == 0x1234);
}

TEST_CASE("bytes of a broken sample are left out, and samples go behind what is there", "[pcm16]") {
  CHECK(pcm16_samples("\x01").empty());
  CHECK(pcm16_samples(std::string("\x05\x00\x01", 3)) == std::vector<std::int16_t>{5});
  std::string bytes = "data";
  append_pcm16(std::vector<std::int16_t>{'a' | 'b' << 8}, bytes);
  CHECK(bytes == "dataab");
}

TEST_CASE("full scale is an amplitude of 1", "[pcm16]") {
  CHECK(amplitude_of(-32'768) == -1.0F);
  CHECK(amplitude_of(16'384) == 0.5F);
  CHECK(amplitude_of(0) == 0.0F);
}

TEST_CASE("amplitudes are the samples that they came from, and never louder than can be",
          "[pcm16]") {
  for (int sample = -32'768; sample <= 32'767; ++sample) {
    const auto exact = static_cast<std::int16_t>(sample);
    if (sample_of(amplitude_of(exact)) != exact) FAIL(sample);
  }
  CHECK(sample_of(1.0F) == 32'767);
  CHECK(sample_of(-2.0F) == -32'768);
  CHECK(sample_of(0.6F / 32'768) == 1);
}

}  // namespace kine::pcm16_test
