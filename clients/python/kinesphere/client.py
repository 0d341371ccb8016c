"""The seven calls, over one TCP connection.

A thread reads what the server sends and calls what was given to `subscribe` and `on_feedback`. A
callback that takes its time gets fewer frames and never old ones, for the server sends the newest
when there is room.
"""

import dataclasses
import socket
import threading

from kinesphere import framing
from kinesphere_pb2 import ENCODING_FLOAT32, PART_BODY, PART_EVENTS, PART_FACE, Envelope
from kinesphere_pb2 import Feedback as FeedbackMessage
from kinesphere_pb2 import SetTension

VERSION_MAJOR = 1
VERSION_MINOR = 1
PORT = 7730
RECEIVED_BYTES = 1 << 16

ARMS = {"both": SetTension.BOTH, "left": SetTension.LEFT, "right": SetTension.RIGHT}
LAGS = {"make-up": SetTension.MAKE_UP, "keep": SetTension.KEEP}
FRAMES = {"chest": SetTension.CHEST, "hips": SetTension.HIPS, "world": SetTension.WORLD}
PARTS = {"body": PART_BODY, "face": PART_FACE, "events": PART_EVENTS}
KINDS = {FeedbackMessage.STARTED: "started", FeedbackMessage.SYNC: "sync",
         FeedbackMessage.ENDED: "ended", FeedbackMessage.INTERRUPTED: "interrupted",
         FeedbackMessage.WARNING: "warning"}


class Refused(Exception):
    """The script is not played. `line` and `column` are 0 where the error has no place in it."""

    def __init__(self, error, line=0, column=0):
        super().__init__(f"{line}:{column}: {error}" if line else error)
        self.error = error
        self.line = line
        self.column = column


class ConnectionLost(Exception):
    """The server has gone, or has sent us away; the text says why."""


@dataclasses.dataclass(frozen=True)
class Warning:
    message: str
    line: int
    column: int


@dataclasses.dataclass(frozen=True)
class Feedback:
    kind: str  # "started", "sync", "ended", "interrupted", "warning"; or "problem"
    id: str = ""      # of the block, or "block:sequence:sync" of a sync point
    time: float = 0   # in seconds, of the server's ticks
    character: str = ""
    message: str = ""
    line: int = 0
    column: int = 0


class Submission:
    """A script that was accepted."""

    def __init__(self, client, accepted):
        self.id = accepted.id
        self.blocks = tuple(accepted.blocks)
        self.warnings = tuple(Warning(w.message, w.place.line, w.place.column)
                              for w in accepted.warnings)
        self._client = client
        self._playing = set(self.blocks)
        self._interrupted = False

    def wait(self, timeout=None):
        """Until the last block is over: "ended", or "interrupted" if any of them was."""
        self._client._wait_until(lambda: not self._playing, timeout,
                                 f"script {self.id!r} still plays")
        return "interrupted" if self._interrupted else "ended"

    def _end(self, block, kind):
        """Whether that was a block of ours."""
        if block not in self._playing:
            return False
        self._playing.remove(block)
        self._interrupted |= kind == "interrupted"
        return True


def connect(server="127.0.0.1:7730", name="kinesphere-python", token="", timeout=5.0):
    """Says hello to HOST[:PORT]. Raises OSError where nobody answers, and ConnectionLost where we
    are not wanted."""
    host, port = _host_and_port(server)
    connection = socket.create_connection((host, port), timeout)
    try:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return Client(connection, name, token)
    except BaseException:
        connection.close()
        raise


class Client:
    """Made by `connect`. Every call may come from any thread, but for those that wait: they may
    not come from a callback, whose thread is the one that hears the answer."""

    def __init__(self, connection, name, token):
        self._socket = connection
        self._changed = threading.Condition()  # guards all that follows
        self._sending = threading.Lock()
        self._answers = {}      # of each script that was sent: None, then Accepted or Refused
        self._submissions = []  # that play
        self._scripts_sent = 0
        self._on_frame = None
        self._on_feedback = None
        self._lost = None       # why the connection is over
        self.skeletons = {}     # character id -> Skeleton, before its first frame

        decoder = framing.Decoder()
        hello, early = self._greet(decoder, name, token)
        self.tick_rate = hello.tick_rate_hz
        self.capabilities = tuple(hello.capabilities)
        self.characters = {c.name: c.id for c in hello.characters}
        self._names = {c.id: c.name for c in hello.characters}
        connection.settimeout(None)
        self._reader = threading.Thread(target=self._read, args=(decoder, early), daemon=True)
        self._reader.start()

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        self.close()

    def submit(self, script, character="", id="", timeout=10.0):
        """Sends a script and waits for the answer: a Submission, or Refused is raised."""
        with self._changed:
            self._scripts_sent += 1
            id = id or f"script{self._scripts_sent}"
            if self._answers.get(id, ...) is None:
                raise ValueError(f"a script with the id {id!r} waits for its answer")
            self._answers[id] = None
        envelope = Envelope()
        envelope.submit.id = id
        envelope.submit.script = script
        envelope.submit.character = character
        try:
            self._send(envelope)
            self._wait_until(lambda: self._answers[id] is not None, timeout,
                             f"no answer about script {id!r}")
        finally:
            with self._changed:
                answer = self._answers.pop(id)
        if isinstance(answer, Refused):
            raise answer
        return answer

    def subscribe(self, characters=(), on_frame=None, max_rate=0, parts=("body", "face")):
        """Has the frames of these characters, by name, or of all of them, from now on. The last
        call holds. `max_rate` is in frames a second, 0 for every tick; parts are "body", "face" and
        "events", the feedback of every block, whoever sent it."""
        envelope = Envelope()
        envelope.subscribe.characters.extend(self._id_of(name) for name in characters)
        envelope.subscribe.max_rate_hz = max_rate
        envelope.subscribe.encoding = ENCODING_FLOAT32
        envelope.subscribe.parts.extend(PARTS[part] for part in parts)
        with self._changed:
            self._on_frame = on_frame
        self._send(envelope)

    def interrupt(self, *ids, character="", fade=None):
        """Fades out scripts of one's own by their ids, or all that plays on a character, in `fade`
        seconds, or as long as the server sees fit."""
        if bool(ids) == bool(character):
            raise ValueError("interrupt takes either ids or a character")
        envelope = Envelope()
        envelope.interrupt.ids.extend(ids)
        envelope.interrupt.character = character
        if fade is not None:
            envelope.interrupt.fade = fade
        self._send(envelope)

    def set_target(self, name, point):
        """Puts what characters look at under this name to x, y, z in the world, in metres."""
        x, y, z = point
        envelope = Envelope()
        envelope.set_target.name = name
        envelope.set_target.point.extend((x, y, z))
        self._send(envelope)

    def set_tension(self, character, manner="", rest_error=None, zeta=None, over=None,
                    arms="both", lag="make-up", frame="chest"):
        """How tense a character's arms are from now on: "tense", "neutral", "loose", "limp",
        "shaking" or "off", or by `rest_error`, how far gravity would pull the hand, in metres, and
        `zeta`, how damped it is. It takes `over` seconds, and holds until a script or another call
        says otherwise."""
        if bool(manner) == (rest_error is not None and zeta is not None) or (
                (rest_error is None) != (zeta is None)):
            raise ValueError("set_tension takes either a manner, or rest_error and zeta")
        envelope = Envelope()
        tension = envelope.set_tension
        tension.character = character
        tension.arms = _value_of(arms, ARMS)
        tension.manner = manner
        tension.lag = _value_of(lag, LAGS)
        tension.moves_in = _value_of(frame, FRAMES)
        if rest_error is not None:
            tension.rest_error = rest_error
            tension.zeta = zeta
        if over is not None:
            tension.over = over
        self._send(envelope)

    def on_feedback(self, callback):
        """Calls `callback` with each Feedback from now on; None: nobody. What the server could not
        do of an `interrupt` or a `subscribe` comes as one of the kind "problem"."""
        with self._changed:
            self._on_feedback = callback

    def close(self):
        """Leaves. What was submitted and plays still goes on or not as the server sees fit."""
        self._lose("this client closed the connection")
        try:
            self._socket.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass  # the other side was quicker
        if threading.current_thread() is not self._reader:
            self._reader.join()
        self._socket.close()

    def wait_closed(self, timeout=None):
        """Until the connection is over; says why."""
        with self._changed:
            if not self._changed.wait_for(lambda: self._lost, timeout):
                raise TimeoutError("still connected")
            return self._lost

    def _greet(self, decoder, name, token):
        """The server's Hello, and what came in the same breath."""
        envelope = Envelope()
        envelope.hello.version_major = VERSION_MAJOR
        envelope.hello.version_minor = VERSION_MINOR
        envelope.hello.name = name
        envelope.hello.token = token
        self._send(envelope)
        while not (envelopes := decoder.push(self._receive())):
            pass
        first = envelopes[0]
        if first.WhichOneof("message") != "hello":
            raise ConnectionLost(first.problem.error or "the server did not say hello")
        if first.hello.version_major != VERSION_MAJOR:
            raise ConnectionLost(f"the server speaks version {first.hello.version_major}, "
                                 f"this client version {VERSION_MAJOR}")
        return first.hello, envelopes[1:]

    def _receive(self):
        received = self._socket.recv(RECEIVED_BYTES)
        if not received:
            raise ConnectionLost("the server closed the connection")
        return received

    def _send(self, envelope):
        if self._lost:
            raise ConnectionLost(self._lost)
        with self._sending:
            self._socket.sendall(framing.encode(envelope))

    def _read(self, decoder, envelopes):
        try:
            while not self._lost:
                for envelope in envelopes:
                    self._hear(envelope)
                envelopes = decoder.push(self._receive())
        except (ConnectionLost, OSError, ValueError) as reason:
            self._lose(str(reason))
        except BaseException:
            self._lose("a callback failed")
            raise

    def _hear(self, envelope):
        kind = envelope.WhichOneof("message")
        if kind == "frame":
            if self._on_frame:
                self._on_frame(envelope.frame)
        elif kind == "skeleton":
            self.skeletons[envelope.skeleton.character_id] = envelope.skeleton
            self._names[envelope.skeleton.character_id] = envelope.skeleton.character
        elif kind == "feedback":
            self._hear_feedback(envelope.feedback)
        elif kind == "accepted":
            self._hear_accepted(envelope.accepted)
        elif kind == "refused":
            refused = envelope.refused
            self._answer(refused.id,
                         Refused(refused.error, refused.place.line, refused.place.column))
        elif kind == "problem":
            if envelope.problem.closing:
                self._lose(envelope.problem.error)
            self._tell(Feedback("problem", message=envelope.problem.error))
        elif kind == "goodbye":
            self._lose("the server said goodbye: " + envelope.goodbye.reason)

    def _hear_accepted(self, accepted):
        submission = Submission(self, accepted)
        with self._changed:
            self._submissions.append(submission)
        self._answer(accepted.id, submission)

    def _answer(self, id, answer):
        with self._changed:
            if id in self._answers:
                self._answers[id] = answer
            self._changed.notify_all()

    def _hear_feedback(self, message):
        kind = KINDS.get(message.kind, "warning")
        self._tell(Feedback(kind, message.id, message.tick / self.tick_rate,
                            self._names.get(message.character_id, ""), message.message,
                            message.place.line, message.place.column))
        if kind in ("ended", "interrupted"):
            with self._changed:
                any(submission._end(message.id, kind) for submission in self._submissions)
                self._submissions = [s for s in self._submissions if s._playing]
                self._changed.notify_all()

    def _tell(self, feedback):
        if self._on_feedback:
            self._on_feedback(feedback)

    def _wait_until(self, done, timeout, complaint):
        if threading.current_thread() is self._reader:
            raise RuntimeError("a callback cannot wait: its thread is the one that hears")
        with self._changed:
            self._changed.wait_for(lambda: done() or self._lost, timeout)
            if done():
                return
            if self._lost:
                raise ConnectionLost(self._lost)
            raise TimeoutError(complaint)

    def _lose(self, reason):
        with self._changed:
            self._lost = self._lost or reason
            self._changed.notify_all()

    def _id_of(self, name):
        if name not in self.characters:
            raise ValueError(f"no character {name!r}; there are {', '.join(self.characters)}")
        return self.characters[name]


def _value_of(word, values):
    if word not in values:
        raise ValueError(f"{word!r} is none of {', '.join(values)}")
    return values[word]


def _host_and_port(server):
    """("::1", 7730) of "[::1]:7730", "[::1]" or, where it is a name, "host"."""
    host, colon, port = server.rpartition(":")
    if not colon or server.endswith("]"):
        host, port = server, str(PORT)
    return host.strip("[]"), int(port)
