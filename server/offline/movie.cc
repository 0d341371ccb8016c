#include "server/offline/movie.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

#include "realizer/core/number.h"
#include "realizer/core/utf8.h"
#include "server/base/output_file.h"
#include "server/offline/soundtrack.h"

extern char** environ;

namespace kine::server {
namespace {

namespace fs = std::filesystem;

/// What a child has said, as far as anybody reads it.
constexpr std::size_t kSaidBytesMax = 4'096;

/// A file that is gone when this is.
class Temporary {
 public:
  explicit Temporary(std::string path) : path_(std::move(path)) {}
  Temporary(const Temporary&) = delete;
  Temporary& operator=(const Temporary&) = delete;
  ~Temporary() {
    std::error_code ignored;
    fs::remove(path_, ignored);
  }

  const std::string& path() const { return path_; }

  Result<Done> write(std::string_view bytes) const { return write_whole(path_, bytes); }

 private:
  std::string path_;
};

Error movie_error(std::string message) {
  return {.code = ErrorCode::Unsupported, .message = std::move(message)};
}

/// Its standard error is a pipe of ours, it reads nothing, and has none of our other descriptors.
class Child {
 public:
  static Result<Child> start(std::vector<std::string> arguments) {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) return movie_error("no pipe");
    posix_spawn_file_actions_t actions;
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    ::posix_spawn_file_actions_adddup2(&actions, ends[1], STDERR_FILENO);
    ::posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    ::posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1);
    std::vector<char*> words;
    for (std::string& argument : arguments) words.push_back(argument.data());
    words.push_back(nullptr);
    pid_t pid = -1;
    const int fault = ::posix_spawnp(&pid, words.front(), &actions, nullptr, words.data(), environ);
    ::posix_spawn_file_actions_destroy(&actions);
    ::close(ends[1]);
    if (fault == 0) return Child(pid, ends[0]);
    ::close(ends[0]);
    if (fault == ENOENT) {
      return movie_error(
          "an .mp4 is made by the program ffmpeg, which is not on the PATH; install it, or bake an "
          ".apng");
    }
    return movie_error(arguments.front() + " cannot be started: " + std::strerror(fault));
  }

  Child(Child&& other) noexcept
      : pid_(std::exchange(other.pid_, -1)), output_(std::exchange(other.output_, -1)) {}
  Child& operator=(Child&&) = delete;
  ~Child() {
    if (output_ >= 0) ::close(output_);
    if (pid_ <= 0) return;
    ::kill(pid_, SIGKILL);
    wait();
  }

  /// What it said, once it is over; an error where that takes too long or it fails.
  Result<Done> finish() {
    const auto deadline = std::chrono::steady_clock::now() + kMovieWaitMax;
    std::string said;
    while (true) {
      const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
          deadline - std::chrono::steady_clock::now());
      pollfd wanted{.fd = output_, .events = POLLIN, .revents = 0};
      const int ready = ::poll(&wanted, 1, static_cast<int>(std::max<long>(0, left.count())));
      if (ready < 0 && errno == EINTR) continue;
      if (ready <= 0) return movie_error("ffmpeg takes too long");
      char piece[1024];
      const ssize_t size = ::read(output_, piece, sizeof piece);
      if (size <= 0) break;
      said.append(piece, static_cast<std::size_t>(size));
      said.resize(std::min(said.size(), kSaidBytesMax));
    }
    const int status = wait();
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return Done{};
    return movie_error("ffmpeg fails: " + one_line(said, 200));
  }

 private:
  Child(pid_t pid, int output) : pid_(pid), output_(output) {}

  int wait() {
    int status = 0;
    while (::waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
    }
    pid_ = -1;
    return status;
  }

  pid_t pid_;
  int output_;
};

/// A path that no option or protocol of ffmpeg's can be.
std::string as_file(const std::string& path) { return "file:" + path; }

std::vector<std::string> arguments_for(const std::string& pictures,
                                       const std::optional<std::string>& sound,
                                       const formats::Provenance& provenance,
                                       const std::string& output) {
  std::string comment = "kinesphere";
  for (const auto& [name, value] : formats::rows_of(provenance)) {
    comment += " " + std::string(name) + "=" + value;
  }
  std::vector<std::string> words = {"ffmpeg", "-nostdin", "-hide_banner", "-loglevel", "error",
                                    "-y",     "-f",       "apng",         "-i",        pictures};
  if (sound) words.insert(words.end(), {"-f", "wav", "-i", *sound, "-c:a", "aac"});
  // Most players want an even number of pixels, and colours by two.
  words.insert(words.end(),
               {"-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2:color=white,format=yuv420p", "-metadata",
                "comment=" + comment, "-movflags", "+faststart", "-f", "mp4", output});
  return words;
}

}  // namespace

Result<Done> write_movie(const std::string& output, const Movie& movie) {
  const std::string beside = output + ".part" + std::to_string(::getpid());
  const Temporary pictures(beside + ".apng");
  const Temporary sound(beside + ".wav");
  const Temporary whole(beside + ".mp4");
  if (const auto written = pictures.write(movie.pictures); !written) return written;
  std::optional<std::string> heard;
  if (!movie.sound.samples.empty()) {
    if (const auto written = sound.write(wave_of(movie.sound)); !written) return written;
    heard = as_file(sound.path());
  }
  auto child = Child::start(
      arguments_for(as_file(pictures.path()), heard, movie.provenance, as_file(whole.path())));
  if (!child) return child.error();
  if (const auto finished = child->finish(); !finished) return finished;
  std::error_code fault;
  fs::rename(whole.path(), output, fault);
  if (fault) return movie_error(fault.message() + ": cannot write " + kine::quoted(output));
  return Done{};
}

}  // namespace kine::server
