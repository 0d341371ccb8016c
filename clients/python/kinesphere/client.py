"""The calls, over one TCP connection, and the next one where the first was lost.

A thread reads what the server sends and calls what was given to `subscribe` and `on_feedback`. A
callback that takes its time gets fewer frames and never old ones, for the server sends the newest
when there is room.
"""

import random
import selectors
import socket
import threading

from kinesphere import framing, requests, rotations
from kinesphere.acknowledgement import Acknowledgement
from kinesphere.address import host_and_port
from kinesphere.clock import Clock, Sample, client_us, ping_now
from kinesphere.messages import (KINDS, WARNINGS, ConnectionLost, Feedback, Refused, Submission,
                                 Unwanted, audio_of, checked_of, prediction_of, stats_of)
from kinesphere_pb2 import Envelope

VERSION_MAJOR, VERSION_MINOR = 1, 3

# Seconds before an attempt to call again: the first, and the most.
PAUSE_FIRST, PAUSE_MAX = 0.25, 5.0

# Pings, and seconds between them: quickly at first, so that the clock is good at once.
FIRST_PINGS = 5
FIRST_PING_PAUSE = 0.1
PING_PAUSE = 2.0

# Seconds without a word, pongs among them, after which nobody is there any more.
SILENCE_MAX = 10.0


def connect(server="127.0.0.1:7730", name="kinesphere-python", token="", timeout=5.0,
            reconnect=False):
    """Says hello to HOST[:PORT]. Raises ValueError where that is no address, OSError where nobody
    answers, and ConnectionLost where we are not wanted. With `reconnect`, a connection that is lost
    is called again, after a quarter of a second, then half, up to five, and subscribed again; what
    was submitted is not sent again. Lost is one, too, of which nothing was heard for ten seconds,
    whatever was asked."""
    host, port = host_and_port(server)

    def dial():
        connection = socket.create_connection((host, port), timeout)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return connection

    return Client(dial(), name, token, dial if reconnect else None)


class Client:
    """Made by `connect`. Every call may come from any thread, but for those that wait: they may
    not come from a callback, whose thread is the one that hears the answer."""

    def __init__(self, connection, name, token, dial_again=None):
        self._dial_again = dial_again
        self._name, self._token = name, token
        self._changed = threading.Condition()  # guards all that follows
        self._sending = threading.Lock()
        self._answers = {}      # to each question that was sent: None, then the answer
        self._submissions = []  # that play
        self._asked = 0
        self._subscription = None
        self._on_frame = None
        self._on_audio = None
        self._on_feedback = None
        self._on_prediction = None
        self._on_state = None
        self._epoch = 0         # how often the connection was lost
        self._broken = None     # why there is none now
        self._lost = None       # why it is over
        self._over = threading.Event()
        self.skeletons = {}     # character id -> Skeleton, before its first frame
        self.stats = None       # the last Stats; the server sends them once a second

        early = self._greet(connection)
        self._reader = threading.Thread(target=self._read, args=early, daemon=True)
        self._reader.start()
        threading.Thread(target=self._beat, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        self.close()

    def submit(self, script, character="", id="", timeout=10.0, predictions=False):
        """Sends a script and waits for the answer: a Submission, or Refused is raised. With
        `predictions` those come of how its blocks will go, for `on_prediction`, and the Submission
        has no timeline."""
        with self._changed:
            self._asked += 1
            id = id or f"script{self._asked}"
        envelope = Envelope()
        envelope.submit.id = id
        envelope.submit.script = script
        envelope.submit.character = character
        envelope.submit.predictions = predictions
        answer = self._ask(("submit", id), envelope, timeout, f"no answer about script {id!r}")
        if isinstance(answer, Refused):
            raise answer
        return answer

    def check(self, script, character="", timeout=10.0):
        """What the server would say to a script, of which nothing is played: Checked, with errors
        and warnings."""
        with self._changed:
            self._asked += 1
            id = f"check{self._asked}"
        envelope = Envelope()
        envelope.check.id = id
        envelope.check.script = script
        envelope.check.character = character
        return self._ask(("check", id), envelope, timeout, "no answer to a check")

    def record(self, name, characters=()):
        """Has the server write down what these characters do, or all of them, as `name`.ksr in its
        folder for recordings, until `stop_recording`. What is wrong with it is told as a "problem".
        """
        envelope = Envelope()
        envelope.record.name = name
        envelope.record.characters.extend(self._id_of(character) for character in characters)
        self._send(envelope)

    def stop_recording(self, name, timeout=10.0):
        """Ends a recording; how many frames it holds. Refused is raised where there is none."""
        envelope = Envelope()
        envelope.record.name = name
        envelope.record.stop = True
        recorded = self._ask(("recording", name), envelope, timeout,
                             f"recording {name!r} does not end")
        if recorded.error:
            raise Refused(recorded.error)
        return recorded.frames

    def ping(self, timeout=10.0):
        """The round trip to the server, in seconds."""
        envelope = ping_now()
        return self._ask(("ping", envelope.ping.client_time_us), envelope, timeout,
                         "no answer to a ping")

    def subscribe(self, characters=(), on_frame=None, max_rate=0, parts=("body", "face"),
                  encoding="float32", on_audio=None):
        """Has the frames of these characters, by name, or of all of them, from now on. The last
        call holds. `max_rate` is in frames a second, 0 for every tick; parts are "body", "face",
        "audio", what they say, for which `on_audio` is called with each Audio, and "events", the
        feedback of every block, whoever sent it. With the encoding "smallest-three"
        rotations take 6 bytes in place of 16 and are off by at most 0.009 degrees; frames look the
        same."""
        wanted = (tuple(characters), max_rate, tuple(parts), encoding)
        envelope = self._subscribing(*wanted)
        with self._changed:
            self._on_frame = on_frame
            self._on_audio = on_audio
            self._subscription = wanted
        self._send(envelope)

    def _subscribing(self, characters, *how):
        return requests.subscribe([self._id_of(name) for name in characters], *how)

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
        self._send(requests.set_tension(character, manner, rest_error, zeta, over, arms, lag,
                                        frame))

    def on_feedback(self, callback):
        """Calls `callback` with each Feedback from now on; None: nobody. What the server could not
        do of an `interrupt` or a `subscribe` comes as one of the kind "problem"."""
        with self._changed:
            self._on_feedback = callback

    def on_prediction(self, callback):
        """Calls `callback` with each Prediction from now on, of scripts that were submitted with
        `predictions`: when planning begins, when it has ended, at the start, behind its feedback,
        and once more each time that it is retimed. None: nobody."""
        with self._changed:
            self._on_prediction = callback

    def on_state(self, callback):
        """Calls `callback(state, reason)` when the connection is "connected" again, when it is lost
        and "calling", and when it is "closed"."""
        with self._changed:
            self._on_state = callback

    def close(self):
        """Leaves. What was submitted and plays still goes on or not as the server sees fit."""
        self._lose("this client closed the connection")
        self._hang_up()
        if threading.current_thread() is not self._reader:
            self._reader.join()

    def wait_closed(self, timeout=None):
        """Until the connection is over; says why."""
        with self._changed:
            if not self._changed.wait_for(lambda: self._lost, timeout):
                raise TimeoutError("still connected")
            return self._lost

    def _greet(self, connection):
        """Hears the server's Hello; the decoder, and what came in the same breath."""
        try:
            envelope = Envelope()
            envelope.hello.version_major = VERSION_MAJOR
            envelope.hello.version_minor = VERSION_MINOR
            envelope.hello.name = self._name
            envelope.hello.token = self._token
            connection.sendall(framing.encode(envelope))
            decoder = framing.Decoder()
            while not (envelopes := decoder.push(framing.receive(connection))):
                pass
            self._begin(envelopes[0])
            connection.settimeout(None)
        except BaseException:
            connection.close()
            raise
        with self._changed:
            self._socket = connection
            self._broken = None
        return decoder, envelopes[1:]

    def _begin(self, first):
        if first.WhichOneof("message") != "hello":
            raise Unwanted(first.problem.error or "the server did not say hello")
        hello = first.hello
        if hello.version_major != VERSION_MAJOR:
            raise Unwanted(f"the server speaks version {hello.version_major}, "
                           f"this client version {VERSION_MAJOR}")
        self.tick_rate = hello.tick_rate_hz
        self.session_id = hello.session_id  # another one after a restart of the server
        self.capabilities = tuple(hello.capabilities)
        self.characters = {c.name: c.id for c in hello.characters}
        self._names = {c.id: c.name for c in hello.characters}
        self.skeletons.clear()
        self.clock = Clock()
        self._pings = 0
        self._acknowledgement = Acknowledgement(self.tick_rate)

    def _send(self, envelope):
        with self._changed:
            connection, why = self._socket, self._lost or self._broken
        if why:
            raise ConnectionLost(why)
        with self._sending:
            connection.sendall(framing.encode(envelope))

    def _send_if_connected(self, envelope):
        try:
            self._send(envelope)
        except (ConnectionLost, OSError):
            pass  # the reading thread finds out why

    def _beat(self):
        """Pings, for the clock, and so that a server that is there is heard of."""
        while not self._lost:
            self._send_if_connected(ping_now())
            self._pings += 1
            self._over.wait(FIRST_PING_PAUSE if self._pings < FIRST_PINGS else PING_PAUSE)

    def _read(self, decoder, envelopes):
        try:
            while True:
                reason = self._hear_all(decoder, envelopes)
                again = self._dial_again and not isinstance(reason, Unwanted) and not self._lost
                again = again and self._call_again(str(reason))
                if not again:
                    return self._lose(str(reason))
                decoder, envelopes = again
        except Unwanted as reason:
            self._lose(str(reason))
        except BaseException:
            self._lose("a callback failed")
            raise
        finally:
            self._socket.close()

    def _hear_all(self, decoder, envelopes):
        """Until the connection is over; why."""
        try:
            with selectors.DefaultSelector() as silence:
                silence.register(self._socket, selectors.EVENT_READ)
                while not self._lost:
                    for envelope in envelopes:
                        self._hear(envelope)
                    if not silence.select(SILENCE_MAX):
                        return ConnectionLost("the server does not answer any more")
                    envelopes = decoder.push(framing.receive(self._socket))
        except (ConnectionLost, OSError, ValueError) as reason:
            return reason
        return ConnectionLost(self._lost)

    def _call_again(self, reason):
        """What _greet gives; None where this client is closed meanwhile. Raises Unwanted."""
        with self._changed:
            self._broken = reason
            self._epoch += 1
            self._submissions.clear()
            self._changed.notify_all()
        self._socket.close()
        self._say_state("calling", reason)
        pause = PAUSE_FIRST
        # Not all at the same moment, where many have lost the same server.
        while not self._over.wait(pause * random.uniform(0.75, 1.25)):
            try:
                greeted = self._greet(self._dial_again())
            except Unwanted:
                raise
            except (ConnectionLost, OSError, ValueError):
                pause = min(2 * pause, PAUSE_MAX)
                continue
            self._subscribe_again()
            self._say_state("connected", "")
            return greeted
        return None

    def _subscribe_again(self):
        if self._subscription:
            try:
                self._send_if_connected(self._subscribing(*self._subscription))
            except ValueError as error:
                self._tell(Feedback("problem", message=str(error)))

    def _say_state(self, state, reason):
        if self._on_state:
            self._on_state(state, reason)

    def _hear(self, envelope):
        kind = envelope.WhichOneof("message")
        if kind == "frame":
            self._hear_frame(envelope.frame)
        elif kind == "skeleton":
            self.skeletons[envelope.skeleton.character_id] = envelope.skeleton
            self._names[envelope.skeleton.character_id] = envelope.skeleton.character
        elif kind in ("audio_open", "audio_chunk", "audio_close"):
            self._hear_audio(kind.removeprefix("audio_"), getattr(envelope, kind))
        elif kind == "feedback" and envelope.feedback.kind in KINDS:  # or of a newer version
            self._hear_feedback(envelope.feedback)
        elif kind == "prediction":
            self._hear_prediction(envelope.prediction)
        elif kind == "accepted":
            self._hear_accepted(envelope.accepted)
        elif kind == "refused":
            refused = envelope.refused
            self._answer(("submit", refused.id),
                         Refused(refused.error, refused.place.line, refused.place.column))
        elif kind == "checked":
            self._answer(("check", envelope.checked.id), checked_of(envelope.checked))
        elif kind == "recorded":
            self._hear_recorded(envelope.recorded)
        elif kind == "pong":
            self._hear_pong(envelope.pong)
        elif kind == "stats":
            self.stats = stats_of(envelope.stats)
        elif kind == "problem":
            self._tell(Feedback("problem", message=envelope.problem.error))
            if envelope.problem.closing:
                raise Unwanted(envelope.problem.error)
        elif kind == "goodbye":
            raise ConnectionLost("the server said goodbye: " + envelope.goodbye.reason)

    def _hear_frame(self, frame):
        if frame.packed_rotations:
            frame.parent_from_joint.extend(rotations.unpack(frame.packed_rotations))
            frame.ClearField("packed_rotations")
        if self._on_frame:
            self._on_frame(frame)
        if self._acknowledgement.is_due(frame.tick):
            envelope = Envelope()
            envelope.ack.tick = frame.tick
            envelope.ack.displayed_us = client_us()
            self._send_if_connected(envelope)

    def _hear_audio(self, kind, message):
        if self._on_audio:
            self._on_audio(audio_of(kind, message, self._names.get(message.character_id, "")))

    def _hear_pong(self, pong):
        sample = Sample(pong.client_time_us, client_us(), pong.server_time_us,
                        pong.server_tick_time_us)
        self.clock.add(sample)
        self._answer(("ping", pong.client_time_us), (sample.received - sample.sent) / 1e6)

    def _hear_recorded(self, recorded):
        question = ("recording", recorded.name)
        if question in self._answers:
            self._answer(question, recorded)
        elif recorded.error:
            self._tell(Feedback("problem",
                                message=f"recording {recorded.name!r}: {recorded.error}"))

    def _hear_accepted(self, accepted):
        epoch = self._epoch
        submission = Submission(accepted, lambda done, timeout, complaint: self._wait_until(
            done, timeout, complaint, epoch))
        with self._changed:
            self._submissions.append(submission)
        self._answer(("submit", accepted.id), submission)

    def _ask(self, question, envelope, timeout, complaint):
        with self._changed:
            if question in self._answers:
                raise ValueError(f"{question[0]} {question[1]!r} waits for its answer already")
            self._answers[question] = None
            epoch = self._epoch
        try:
            self._send(envelope)
            self._wait_until(lambda: self._answers[question] is not None, timeout, complaint, epoch)
        finally:
            with self._changed:
                answer = self._answers.pop(question)
        return answer

    def _answer(self, question, answer):
        with self._changed:
            if question in self._answers:
                self._answers[question] = answer
            self._changed.notify_all()

    def _hear_feedback(self, message):
        kind = KINDS[message.kind]
        self._tell(Feedback(kind, message.id, message.tick / self.tick_rate,
                            self._names.get(message.character_id, ""), message.message,
                            message.place.line, message.place.column,
                            WARNINGS.get(message.warning, ""), message.time_s,
                            message.last_sync_point, message.last_word))
        if kind in ("ended", "interrupted"):
            with self._changed:
                any(submission._end(message.id, kind) for submission in self._submissions)
                self._submissions = [s for s in self._submissions if s._playing]
                self._changed.notify_all()

    def _hear_prediction(self, message):
        prediction = prediction_of(message, self._names.get(message.character_id, ""),
                                   self.tick_rate)
        if prediction and self._on_prediction:
            self._on_prediction(prediction)

    def _tell(self, feedback):
        if self._on_feedback:
            self._on_feedback(feedback)

    def _wait_until(self, done, timeout, complaint, epoch):
        if threading.current_thread() is self._reader:
            raise RuntimeError("a callback cannot wait: its thread is the one that hears")
        with self._changed:
            self._changed.wait_for(lambda: done() or self._lost or self._epoch != epoch, timeout)
            if done():
                return
            if self._lost or self._epoch != epoch:
                raise ConnectionLost(self._lost or self._broken or "the connection was lost")
            raise TimeoutError(complaint)

    def _lose(self, reason):
        """For good; the first reason holds."""
        with self._changed:
            first = self._lost is None
            self._lost = self._lost or reason
            self._changed.notify_all()
        self._over.set()
        if first:
            self._say_state("closed", reason)

    def _hang_up(self):
        try:
            self._socket.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass  # the other side was quicker

    def _id_of(self, name):
        if name not in self.characters:
            raise ValueError(f"no character {name!r}; there are {', '.join(self.characters)}")
        return self.characters[name]
