#include "server/voices/wave_file.h"

#include <cstring>

#include "tests/support/catch.h"
#include "tests/support/motion/waves.h"

namespace kine::server::wave_file_test {

TEST_CASE("the samples of a .wav are read, those of several channels as their mean",
          "[wave_file]") {
  const auto one = read_wave(test::wave_of({1, -2, 32'767}, 16'000));
  REQUIRE(one);
  CHECK(one->rate_hz == 16'000);
  CHECK(one->samples == std::vector<std::int16_t>{1, -2, 32'767});

  const auto two = read_wave(test::wave_of({100, 200, -300, -100}, 44'100, 2));
  REQUIRE(two);
  CHECK(two->samples == std::vector<std::int16_t>{150, -200});
}

TEST_CASE("chunks before the samples are passed over", "[wave_file]") {
  std::string wave = test::wave_of({7}, 8'000);
  wave.insert(12, std::string("LIST\x03\0\0\0abc\0", 12));  // and one byte that fills it up
  const auto audio = read_wave(wave);
  REQUIRE(audio);
  CHECK(audio->samples == std::vector<std::int16_t>{7});
}

TEST_CASE("a .wav that is cut has the samples that are there, or is refused", "[wave_file]") {
  const std::string wave = test::wave_of({1, 2, 3}, 8'000);
  for (std::size_t size = 0; size < wave.size(); ++size) {
    const auto audio = read_wave(wave.substr(0, size));
    CHECK(audio.has_value() == (size >= 44));
    if (audio) CHECK(audio->samples.size() == (size - 44) / 2);
  }
}

TEST_CASE("what has other samples than those of 16 bits is refused", "[wave_file]") {
  const auto with = [](std::size_t at, char byte) {
    std::string wave = test::wave_of({1, 2, 3}, 8'000);
    wave[at] = byte;
    return read_wave(wave).has_value();
  };
  CHECK(with(20, 1));
  CHECK_FALSE(with(20, 3));    // samples that are floats
  CHECK_FALSE(with(22, 0));    // no channels
  CHECK_FALSE(with(22, 100));  // a hundred
  CHECK_FALSE(with(34, 24));   // bits
  CHECK_FALSE(with(25, 0));    // 64 Hz
  CHECK_FALSE(with(8, 'w'));   // no WAVE
}

TEST_CASE("the head of a .wav is refused where the whole of it is", "[wave_file]") {
  std::string wave = test::wave_of(std::vector<std::int16_t>(100, 7), 8'000);
  CHECK(check_wave_head(wave.substr(0, 44), wave.size()));
  CHECK(check_wave_head(wave, wave.size()));
  CHECK(check_wave_head("RIFF", 4).error().message == read_wave("RIFF").error().message);
  CHECK_FALSE(check_wave_head(wave.substr(0, 40), 40));
  CHECK_FALSE(check_wave_head(wave, kWaveBytesMax + 1));
  wave[34] = 24;  // bits
  CHECK(check_wave_head(wave, wave.size()).error().message == read_wave(wave).error().message);
}

TEST_CASE("a .wav whose samples come behind its head may be a good one", "[wave_file]") {
  const std::string wave = test::wave_of({7}, 8'000);
  const std::string notes(kWaveHeadBytesMax, 'n');
  std::string with_notes = wave.substr(0, 36) + "LIST";
  const auto size = static_cast<std::uint32_t>(notes.size());
  with_notes.append(reinterpret_cast<const char*>(&size), sizeof size);
  with_notes += notes + wave.substr(36);
  REQUIRE(read_wave(with_notes));
  CHECK(check_wave_head(with_notes.substr(0, kWaveHeadBytesMax), with_notes.size()));
}

}  // namespace kine::server::wave_file_test
