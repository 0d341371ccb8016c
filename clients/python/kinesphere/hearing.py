"""What a client makes of a server's messages, without sockets, threads or loops.

    bytes --Decoder--> _hear: answers, the clock, acknowledgements, at once
                         └──> Inbox --> _tell: one callback, then _told

The plain client and the one for asyncio read, wait and send each in its own way. `_hear` runs where
bytes are read, `_tell` and `_told` where callbacks run.
"""

from __future__ import annotations

import collections
from typing import Any, Callable, Optional

from kinesphere import requests, rotations
from kinesphere.acknowledgement import Acknowledgement
from kinesphere.clock import Clock, Sample, client_us
from kinesphere.company import Came, Company, Went
from kinesphere.inbox import Inbox
from kinesphere.messages import (KINDS, WARNINGS, ConnectionLost, Feedback, Refused, Stats,
                                 Submission, Unwanted, audio_of, checked_of, heard_of,
                                 prediction_of, stats_of)
from kinesphere.performed import blocks_of, performed_of
from kinesphere.resuming import Resuming
from kinesphere_pb2 import Envelope

# The connection "calling", "connected", "closed"; and which characters there are, by id.
State = collections.namedtuple("State", "state reason")
Began = collections.namedtuple("Began", "names is_known")


class Hearing(Company):
    def __init__(self, name: str, token: str, keep_waiting: bool, resume: str, scene: str) -> None:
        self._begin_company()
        self._hello = requests.hello(name, token, keep_waiting, resume, scene)
        self._resuming = Resuming(resume)
        self._inbox = Inbox()
        self._playing: list[Submission] = []
        self._begun: dict[tuple, Any] = {}  # speeches in pieces: None, or an answer that is early
        self._wanted: Optional[tuple] = None  # characters, max_rate, parts, encoding
        self._on_frame: Optional[Callable] = None
        self._on_audio_of_subscription: Optional[Callable] = None
        self._on_audio: Optional[Callable] = None
        self._on_feedback: Optional[Callable] = None
        self._on_prediction: Optional[Callable] = None
        self._on_heard: Optional[Callable] = None
        self._on_state: Optional[Callable] = None
        self._names: dict[int, str] = {}
        self.skeletons: dict[int, Any] = {}  # character id -> Skeleton, before its first frame
        self.stats: Optional[Stats] = None   # the last; the server sends them once a second

    def _answer(self, question: tuple, answer: Any) -> bool:
        """Whether somebody waits for it. What is an exception is raised there."""
        raise NotImplementedError

    def _wait(self, submission: Submission, timeout: Optional[float]) -> Any:
        raise NotImplementedError

    def _answer_begun(self, question: tuple, answer: Any) -> None:
        """Of a speech that comes in pieces the answer may be there before anybody waits for it."""
        if not self._answer(question, answer) and question in self._begun:
            self._begun[question] = answer

    def _begin(self, first: Any) -> None:
        """By the server's first message. Raises Unwanted."""
        if first.WhichOneof("message") != "hello":
            raise Unwanted(first.problem.error or "the server did not say hello")
        hello = first.hello
        if hello.version_major != requests.VERSION_MAJOR:
            raise Unwanted(f"the server speaks version {hello.version_major}, "
                           f"this client version {requests.VERSION_MAJOR}")
        self.tick_rate: int = hello.tick_rate_hz
        self.session_id: int = hello.session_id  # another one after a restart of the server
        self.capabilities: tuple[str, ...] = tuple(hello.capabilities)
        self._resuming.can = "resume" in self.capabilities
        self.characters: dict[str, int] = {c.name: c.id for c in hello.characters}
        self._bodies = {c.id: c.body for c in hello.characters}
        self.clock = Clock()
        self._acknowledgement = Acknowledgement(self.tick_rate)
        self._inbox.push(Began({c.id: c.name for c in hello.characters}, bool(hello.resume)))

    def _hear(self, envelope: Any) -> Optional[Any]:
        """As it was read; what is to be sent for it. Raises Unwanted or ConnectionLost where it is
        the last."""
        kind = envelope.WhichOneof("message")
        if kind == "frame":
            self._inbox.push_frame(envelope)
            if self._acknowledgement.is_due(envelope.frame.tick):
                return requests.acknowledgement(envelope.frame.tick)
        elif kind == "pong":
            self._hear_pong(envelope.pong)
        elif kind == "stats":
            self.stats = stats_of(envelope.stats)
        elif kind == "accepted":
            submission = Submission(envelope.accepted, self._wait)
            self._inbox.push(submission)
            self._answer_begun(("submit", submission.id), submission)
        elif kind == "kept":
            self._inbox.push(Feedback("kept", envelope.kept.id))
        elif kind == "refused":
            refused = envelope.refused
            self._answer_begun(("submit", refused.id), Refused(
                refused.error, refused.place.line, refused.place.column))
        elif kind == "checked":
            self._answer(("check", envelope.checked.id), checked_of(envelope.checked))
        elif kind == "performed":
            self._hear_performed(envelope.performed)
        elif kind == "recorded":
            self._hear_recorded(envelope.recorded)
        elif kind == "answer":
            self._hear_answer(envelope.answer)
        elif kind == "joined":
            self._hear_joined(envelope.joined.character)
        elif kind == "left":
            self._hear_left(envelope.left)
        elif kind == "problem":
            self._inbox.push(Feedback("problem", message=envelope.problem.error))
            if envelope.problem.closing:
                raise Unwanted(envelope.problem.error)
        elif kind == "goodbye":
            raise ConnectionLost("the server said goodbye: " + envelope.goodbye.reason)
        elif kind == "feedback" and not self._resuming.is_news(envelope):
            pass
        elif kind is not None:  # else of a newer version
            self._inbox.push(envelope)
        return None

    def _hear_pong(self, pong: Any) -> None:
        sample = Sample(pong.client_time_us, client_us(), pong.server_time_us,
                        pong.server_tick_time_us)
        self.clock.add(sample)
        self._answer(("ping", pong.client_time_us), (sample.received - sample.sent) / 1e6)

    def _hear_performed(self, message: Any) -> None:
        names = {id: name for name, id in self.characters.items()}
        self._answer(("performed", message.id), Refused(message.error) if message.error else
                     blocks_of(message, names, self.tick_rate))

    def _hear_recorded(self, recorded: Any) -> None:
        answer = Refused(recorded.error) if recorded.error else recorded.frames
        if not self._answer(("recording", recorded.name), answer) and recorded.error:
            message = f"recording {recorded.name!r}: {recorded.error}"
            self._inbox.push(Feedback("problem", message=message))

    def _tell(self, item: Any) -> Any:
        """Calls what was given for it; what that gave back."""
        if isinstance(item, Submission):
            self._playing.append(item)
            return None
        if isinstance(item, Began):
            self._names = dict(item.names)
            self.skeletons.clear()
            return None
        if isinstance(item, State):
            return self._on_state(*item) if self._on_state else None
        if isinstance(item, (Came, Went)):
            self._names[item.character.id] = item.character.name
            return self._tell_company(item)
        if isinstance(item, Feedback):
            return self._on_feedback(item) if self._on_feedback else None
        return self._tell_message(item, item.WhichOneof("message"))

    def _told(self, item: Any) -> None:
        """After its callback: so who waits for a script has heard all of it."""
        if isinstance(item, State) and item.state != "connected":
            if item.state == "closed" or not self._resuming.is_on:
                self._lose_playing(item.reason)
        elif isinstance(item, Began) and not item.is_known:
            self._lose_playing("the server does not know this client any more")
        elif isinstance(item, Envelope) and item.WhichOneof("message") == "feedback":
            id, kind = item.feedback.id, KINDS.get(item.feedback.kind)
            if kind in ("ended", "interrupted"):
                any(each._end(id, kind) for each in self._playing)
                self._playing = [each for each in self._playing if each.outcome is None]

    def _lose_playing(self, reason: str) -> None:
        for submission in self._playing:
            submission._lose(reason)
        self._playing.clear()

    def _tell_message(self, envelope: Any, kind: str) -> Any:
        if kind == "frame":
            return self._tell_frame(envelope.frame)
        if kind == "skeleton":
            self.skeletons[envelope.skeleton.character_id] = envelope.skeleton
            self._names[envelope.skeleton.character_id] = envelope.skeleton.character
        elif kind in ("audio_open", "audio_chunk", "audio_close"):
            return self._tell_audio(kind[len("audio_"):], getattr(envelope, kind))
        elif kind == "feedback" and envelope.feedback.kind in KINDS:  # or of a newer version
            return self._on_feedback(self._feedback_of(envelope.feedback)) \
                if self._on_feedback else None
        elif kind == "audio_heard" and self._on_heard:
            heard = heard_of(envelope.audio_heard,
                             self._names.get(envelope.audio_heard.character_id, ""))
            return self._on_heard(heard) if heard else None
        elif kind == "prediction" and self._on_prediction:
            message = envelope.prediction
            prediction = prediction_of(message, self._names.get(message.character_id, ""),
                                       self.tick_rate)
            return self._on_prediction(prediction) if prediction else None
        return None

    def _tell_frame(self, frame: Any) -> Any:
        if not self._on_frame:
            return None
        if frame.packed_rotations:
            frame.parent_from_joint.extend(rotations.unpack(frame.packed_rotations))
            frame.ClearField("packed_rotations")
        return self._on_frame(frame)

    def _tell_audio(self, kind: str, message: Any) -> Any:
        callback = self._on_audio_of_subscription or self._on_audio
        if not callback:
            return None
        return callback(audio_of(kind, message, self._names.get(message.character_id, "")))

    def _feedback_of(self, message: Any) -> Feedback:
        return Feedback(KINDS[message.kind], message.id, message.tick / self.tick_rate,
                        self._names.get(message.character_id, ""), message.message,
                        message.place.line, message.place.column,
                        WARNINGS.get(message.warning, ""), message.time_s,
                        message.last_sync_point, message.last_word,
                        performed_of(message.performed) if message.HasField("performed") else None,
                        message.missed_m, message.traceparent)

    def _subscription(self) -> Optional[Any]:
        """What is subscribed to, sound with it where somebody hears it; None: nothing."""
        hears = self._on_audio_of_subscription or self._on_audio
        if self._wanted is None:
            return requests.subscribe([], 0, ["audio"], "float32") if hears else None
        characters, max_rate, parts, encoding = self._wanted
        if hears and "audio" not in parts:
            parts = (*(parts or ("body", "face")), "audio")
        return requests.subscribe([self._id_of(name) for name in characters], max_rate, parts,
                                  encoding)

    def _id_of(self, name: str) -> int:
        if name not in self.characters:
            raise ValueError(f"no character {name!r}; there are {', '.join(self.characters)}")
        return self.characters[name]
