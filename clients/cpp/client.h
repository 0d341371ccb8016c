// A client of Kinesphere: connect, submit, say, check, subscribe, interrupt, set_target,
// set_tension, set_style, set_face, set_dynamics, push, drag, set_load, claim, join, ping,
// send_sound, on_feedback, on_prediction, on_audio, on_heard.
//
// Everything happens on the thread that calls: what the server says is heard inside poll(), run()
// and the calls that wait, which call the functions set by on_… . All that has come is read before
// each of them, so that a slow one gets fewer frames and never old ones. Answers do not wait for
// what came before them and was not handed on yet. Such a function may make every call but poll()
// and run(). One client, one thread; many clients, as many as one likes.
// Frames are acknowledged and the clock is kept in there as well, so poll often.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "clients/cpp/address.h"
#include "clients/cpp/clock.h"
#include "clients/cpp/messages.h"
#include "realizer/core/result.h"
#include "realizer/core/time.h"

namespace kine::client {

struct ConnectOptions {
  Address address = {};
  std::string name = "a C++ client";  // for the server's logs
  std::string token = {};             // what a server wants that was started with one

  /// For a server to answer and say hello; and for one that takes nothing to take a byte.
  std::chrono::milliseconds wait_max{5'000};

  /// Whether to call again where a connection that stood is lost, and to subscribe again: after a
  /// quarter of a second, then half, up to five. What was submitted is not submitted again. Lost is
  /// one, too, of which nothing was heard for ten seconds, whatever was asked.
  bool reconnect = false;

  /// Whether what was submitted and still waits goes on to wait when this client leaves or its
  /// connection is lost; else it is interrupted. What plays goes on either way.
  bool keep_waiting = false;

  /// A secret name of this client's own. A connection with it, within 30 s of the one before, is
  /// taken for the same client: what waits and what was claimed is there still, feedback that was
  /// missed is told, and a script without an answer is sent again for 20 s, and played once. Ids
  /// are unique then among all that it ever submits. Empty: none.
  std::string resume = {};

  /// That it joins; empty: main.
  std::string scene = {};
};

struct SubmitOptions {
  std::string id = {};  // unique among one's scripts that have not ended; empty: the script's
  std::string character = {};  // which it is for, where the script does not say

  /// Whether predictions come of how its blocks will go, for on_prediction; no timeline then.
  bool predictions = false;

  /// Of W3C Trace Context: it comes back with all that is told of the script.
  std::string traceparent = {};
};

/// Of numbers in the times of words whose key does not say it. Ticks are of 100 ns.
enum class TimeUnit { ByKey, Seconds, Milliseconds, Ticks };

struct SayOptions {
  std::string id = {};         // unique among one's scripts that have not ended; empty: counted
  std::string character = {};  // which speaks; empty: the first
  std::uint32_t rate_hz = 0;   // of samples alone, 8000 to 48000; 0: the sound is a .wav
  TimeUnit unit = TimeUnit::ByKey;
  Timing timing = Timing::None;  // what the times of words are called; None: by their keys

  /// BML with a <speech> that is said so, in place of a text: what is tied to it goes with it.
  std::string script = {};
  std::string composition = {};  // without a script, as BML's: MERGE, APPEND, REPLACE
  bool predictions = false;      // as in SubmitOptions
  std::string traceparent = {};  // likewise
};

/// More of a speech, in the order in which it is said.
struct SayPiece {
  std::string_view text = {};   // put behind what was there as it stands
  std::string_view audio = {};  // bytes: of a .wav, or 16 bits a sample, little-endian
  std::string_view words = {};  // JSON, as in say()
  bool from_piece = false;      // their times count from the first sample of this piece
};

enum class Part { Body, Face, Audio, Events };

/// How rotations travel: 16 bytes a joint, or 6 that are off by at most 0.0086 degrees.
enum class Encoding { Float32, SmallestThree48 };

struct SubscribeOptions {
  std::vector<std::string> characters = {};  // none: every one
  std::uint32_t max_rate_hz = 0;             // 0: the tick rate
  std::vector<Part> parts = {};              // none: body and face
  Encoding encoding = Encoding::Float32;
};

/// Calling: the connection is lost, and another attempt will be made.
enum class State { Connected, Calling, Closed };

enum class Arms { Both, Left, Right };
enum class Lag { MakeUp, Keep };  // strokes keep their appointments, or the arm comes late
enum class MovesIn { Chest, Hips, World };

struct TensionOptions {
  std::optional<Seconds> over = {};  // how long it takes, eased; none: at once, off within 0.3 s
  Arms arms = Arms::Both;
  Lag lag = Lag::MakeUp;
  MovesIn moves_in = MovesIn::Chest;  // the frame of the weight on its spring
};

/// By what a character moves where its scripts do not say: its plan alone, muscles of trunk,
/// head and arms, or those of the whole body.
enum class Dynamics { None, Torso, Body };
enum class Hand { Left, Right };

/// How a joint is dragged; none: the server's.
struct DragOptions {
  std::optional<double> stiffness_N_m = {};  // above 0, at most 5,000; none: 500
  std::optional<double> limit_N = {};        // it pulls no more, 0 to 2,000; none: 200
};

/// Numbers that are added to a style, each in [-1, 1]; none: 0.
struct NucleusOptions {
  std::string style = {};  // empty: the numbers alone
  std::optional<double> spatial_extent = {};
  std::optional<double> temporal_extent = {};
  std::optional<double> power = {};
  std::optional<double> fluidity = {};
  std::optional<Seconds> over = {};  // how long it takes, eased; none: 0.5 s
};

/// Numbers by parameters of <shape>, <timing> and <idle>, such as "posture", added to a style.
struct SketchOptions {
  std::string style = {};  // empty: the numbers alone
  std::map<std::string, double> numbers = {};
  std::optional<Seconds> over = {};  // how long the body takes, eased; none: 0.5 s
};

/// A channel, or a face as scripts call it, and how much of it, 0 to 1.5.
struct FaceShape {
  std::string name;
  double weight = 1;
};

struct FaceOptions {
  double amount = 1;                   // of the face that has a name, 0 to 1.5
  std::vector<FaceShape> shapes = {};  // added to it
  std::optional<Seconds> over = {};    // how long it takes, eased; none: 0.5 s
};

struct ClaimOptions {
  Seconds grace{0};  // that the claim outlives a lost connection, at most 60 s; with `reconnect`
                     // the next connection has it again
};

enum class SoundCodec { Pcm16, Opus };

/// A piece of sound, of at most 60 ms.
struct SoundPiece {
  std::uint32_t stream = 1;        // a number of one's own for each sound
  std::string character = {};      // that moves; empty: the first
  std::uint64_t first_sample = 0;  // what is missing before it is silence
  std::uint32_t rate_hz = 16'000;  // 8,000 to 48,000
  SoundCodec codec = SoundCodec::Pcm16;
  std::string_view samples = {};   // 16 bits each, little-endian; of Opus, one packet
  std::uint32_t sample_count = 0;  // of a packet, at rate_hz; 0: it says it itself
  bool last = false;
  bool tells = false;  // whether on_heard() is to hear of it

  /// 0.1 to 0.8, the same in all of a stream: the sound goes out so much later, to those that hear
  /// the character. 0: it does not go out.
  double delay_s = 0;
};

struct JoinOptions {
  std::string body = {};                 // empty: the one of its name, or ada's
  std::array<double, 2> place = {0, 0};  // x and z in the world, in metres
  double heading = 0;                    // radians, positive to its left
};

/// How long an interrupted script takes to give back what it moved.
inline constexpr Seconds kFade{0.3};

class Connection;

class Client {
 public:
  /// Says Hello and waits for the answer.
  static Result<Client> connect(const ConnectOptions& options = {});

  Client(Client&&) noexcept;
  Client& operator=(Client&&) noexcept;
  ~Client();

  const std::vector<Character>& characters() const;
  std::uint32_t tick_rate_hz() const;

  /// Another one after a restart of the server.
  std::uint64_t session_id() const;

  /// The server's clocks, by the pings of this connection.
  const Clock& clock() const;

  /// The last that the server said of one's frames; it does so once a second.
  const std::optional<Stats>& stats() const;

  /// Sends a script and waits until it is accepted, or refused: then the error says where.
  Result<Submitted> submit(std::string_view script, const SubmitOptions& options = {});

  /// Has a character say what a voice elsewhere has spoken, and waits until it is accepted, or
  /// refused. `words` is JSON: a list of words with their times, or the whole answer of Whisper,
  /// ElevenLabs, Azure or Google; empty: words are spread over the sound.
  Result<Submitted> say(std::string_view text, std::string_view audio, std::string_view words,
                        const SayOptions& options = {});

  /// The same as it arrives: begins a speech and gives its id; more of it, which is heard while the
  /// rest is still to come; and its end, which waits as say() does.
  Result<std::string> begin_saying(const SayOptions& options = {});
  Result<Done> say_more(const std::string& id, const SayPiece& piece);
  Result<Submitted> end_saying(const std::string& id);

  /// What the server would say to a script, of which nothing is played.
  Result<Checked> check(std::string_view script, const std::string& character = {});

  /// Has the server write down what these characters do, or all of them, as NAME.ksr in its folder
  /// for recordings, until it is told to stop. What is wrong with it is told as a problem.
  Result<Done> record(const std::string& name, const std::vector<std::string>& characters = {});

  /// Ends a recording; how many frames it holds.
  Result<std::uint64_t> stop_recording(const std::string& name);

  /// The round trip to the server. Waits for it.
  Result<Seconds> ping();

  /// From now on skeletons and frames come; the last call holds.
  Result<Done> subscribe(const SubscribeOptions& options = {});

  /// Fades out scripts of one's own, or everything on a character.
  Result<Done> interrupt(const std::vector<std::string>& ids, Seconds fade = kFade);
  Result<Done> interrupt_character(const std::string& character, Seconds fade = kFade);

  /// How far scripts of one's own have come, or all that plays or waits on a character: what was
  /// said and what is left of each text, and where each behaviour is.
  Result<std::vector<PerformedBlock>> performed(const std::vector<std::string>& ids);
  Result<std::vector<PerformedBlock>> performed_by(const std::string& character);

  /// Puts what characters look at under this name to a place in the world, in metres.
  Result<Done> set_target(const std::string& name, const std::array<float, 3>& point);

  /// How tense a character's arms are from now on: rigid, tense, neutral, relaxed, loose, limp,
  /// shaking, off; or by how far gravity would pull the hand, and how damped it is. It holds until
  /// a script or another call says otherwise.
  Result<Done> set_tension(const std::string& character, const std::string& manner,
                           const TensionOptions& options = {});
  Result<Done> set_tension(const std::string& character, double rest_error_m, double zeta,
                           const TensionOptions& options = {});

  /// In which style a character does what its scripts leave open, from now on: tired, angry, happy;
  /// neutral: in none. So do gestures of BML that have not struck yet.
  Result<Done> set_style(const std::string& character, const std::string& style,
                         std::optional<Seconds> over = {});

  /// The same by the four numbers of a nucleus. The last of both calls holds.
  Result<Done> set_nucleus(const std::string& character, const NucleusOptions& nucleus);

  /// How a character holds its body, and does what its scripts leave open, from now on: posture,
  /// tempo. The manner of set_style() and set_nucleus() stays.
  Result<Done> set_sketch(const std::string& character, const SketchOptions& sketch);

  /// What face a character has from now on beneath all that plays: happy, sad, angry, afraid,
  /// surprised, disgusted, SMILE; neutral or empty: none, but for the shapes.
  Result<Done> set_face(const std::string& character, const std::string& face,
                        const FaceOptions& options = {});

  /// By what a character moves from now on, until another call says otherwise. A script that plays
  /// and says it counts while it plays.
  Result<Done> set_dynamics(const std::string& character, Dynamics dynamics);

  /// Pushes a joint of a character that moves by its muscles: newtons in the character's axes, at
  /// most 2,000 in length, for at most 5 s.
  Result<Done> push(const std::string& character, const std::string& joint,
                    const std::array<double, 3>& force_N, Seconds duration);

  /// Pulls a joint to a place in the world by a spring, for at most 5 s. Another call for the same
  /// joint takes the place of this one.
  Result<Done> drag(const std::string& character, const std::string& joint,
                    const std::array<double, 3>& point, Seconds duration,
                    const DragOptions& options = {});

  /// What a hand carries from now on, at most 50 kg, and what the character takes it for; 0 takes
  /// it away.
  Result<Done> set_load(const std::string& character, Hand hand, double mass_kg,
                        std::optional<double> believed_kg = {});

  /// Sound of somebody who speaks, while it is said, for a character to move by.
  Result<Done> send_sound(const SoundPiece& piece);

  /// Has these characters for oneself, or all of them: others can look at them, and neither submit
  /// to them nor interrupt or change them. Either all are claimed, or none, and the error names
  /// the client that has one. It ends with release() and with the connection.
  Result<Done> claim(const std::vector<std::string>& characters = {},
                     const ClaimOptions& options = {});

  /// Gives these back, or all that one has.
  Result<Done> release(const std::vector<std::string>& characters = {});

  /// Has a character come. Scripts may be submitted to it at once.
  Result<Character> join(const std::string& name, const JoinOptions& options = {});

  /// Has a character go, with all that plays on it.
  Result<Done> leave(const std::string& name);

  /// Somebody has come, or gone, whoever had them do so. characters() knows it by then.
  void on_joined(std::function<void(const Character&)> call);
  void on_left(std::function<void(const Character&)> call);

  void on_feedback(std::function<void(const Feedback&)> call);

  /// How one's blocks are expected to go, where SubmitOptions::predictions asked for it: when
  /// planning begins, when it has ended, at the start, behind its feedback, and once more each time
  /// that it is retimed.
  void on_prediction(std::function<void(const Prediction&)> call);

  /// Every message from now on, before anything else is done with it: the bytes of an Envelope of
  /// kinesphere.proto, for programs that keep them or read more out of them.
  void on_message(std::function<void(std::string_view)> call);
  void on_skeleton(std::function<void(const Skeleton&)> call);

  /// With the skeleton of its character, which has come before.
  void on_frame(std::function<void(const Skeleton&, const Frame&)> call);

  /// What the subscription's characters say, or all of them where there is no subscription: it
  /// subscribes to Part::Audio by itself.
  Result<Done> on_audio(std::function<void(const AudioPiece&)> call);

  /// What is heard of the sound of send_sound(), where its piece `tells`, and which motions it
  /// makes begin.
  void on_heard(std::function<void(const HeardSound&)> call);

  /// The connection is lost, stands again, or is over: the text says why.
  void on_state(std::function<void(State, const std::string&)> call);

  /// A script, by its id, is in the server's journal.
  void on_kept(std::function<void(const std::string&)> call);

  /// What the server complains about without closing.
  void on_problem(std::function<void(const std::string&)> call);

  /// Hears what has come, or comes within `wait_max`; true if it was anything. An error says why
  /// the connection is closed, for good.
  Result<bool> poll(std::chrono::milliseconds wait_max = std::chrono::milliseconds(0));

  /// Hears until close() is called from one of the functions (then it is done), or the server
  /// closes.
  Result<Done> run();

  void close();

 private:
  explicit Client(std::unique_ptr<Connection> connection);
  std::unique_ptr<Connection> connection_;
};

}  // namespace kine::client
