"""The calls, as the plain client and the one for asyncio have them.

Each makes its envelope and hands it to `_send` or `_ask`, and what those give is its result: here a
value, in `kinesphere.aio` something to await. So a call that is added here is there as well; its
signature for asyncio is added to aio.pyi.
"""

from __future__ import annotations

import itertools
from typing import Any, Callable, Iterable, Optional, Sequence

from kinesphere import requests
from kinesphere.hearing import Hearing
from kinesphere.live import Live
from kinesphere.messages import Audio, Checked, Feedback, Prediction, Submission
from kinesphere.performed import PerformedBlock
from kinesphere_pb2 import Frame


class Calls(Live, Hearing):
    def __init__(self, name: str, token: str, keep_waiting: bool, resume: str, scene: str) -> None:
        super().__init__(name, token, keep_waiting, resume, scene)
        self._asked = itertools.count(1)
        self._soundless: dict[str, int] = {}  # speeches in pieces without sound yet: their rates

    def _send(self, envelope: Any) -> Any:
        """Raises ConnectionLost where there is no connection."""
        raise NotImplementedError

    def _ask(self, question: tuple, envelope: Any, timeout: float, complaint: str) -> Any:
        """Sends it, and gives what `_answer` is given to this question."""
        raise NotImplementedError

    def _nothing(self) -> Any:
        """What `_send` gives, of nothing sent."""
        return None

    def submit(self, script: str, character: str = "", id: str = "", timeout: float = 10.0,
               predictions: bool = False, traceparent: str = "") -> Submission:
        """Sends a script and waits for the answer: a Submission, or Refused is raised. With
        `predictions` those come of how its blocks will go, for `on_prediction`, and the Submission
        has no timeline. `traceparent`, of W3C Trace Context, comes back with all that is told of
        the script, and stands in the server's log."""
        id = id or self._resuming.name(f"script{next(self._asked)}")
        return self._ask(("submit", id), requests.submit(id, script, character, predictions,
                                                         traceparent),
                         timeout, f"no answer about script {id!r}")

    def say(self, text: str, audio: bytes, words: Any = None, *, rate: int = 0, character: str = "",
            id: str = "", unit: str = "", timing: str = "", script: str = "",
            composition: str = "", predictions: bool = False, timeout: float = 10.0,
            traceparent: str = "") -> Submission:
        """Has a character say what a voice elsewhere has spoken: a Submission, or Refused is
        raised. `audio` is a .wav, which has its own rate, or raw samples of 16 bits, which need
        `rate`, in samples a second; ValueError is raised where both or neither say it. `words` are
        their times, as JSON or what json makes of it: a list of words, or the whole answer of
        Whisper, ElevenLabs, Azure or Google; None: words are spread over the sound. `unit`, "s",
        "ms" or "ticks" of 100 ns, is that of numbers whose key does not say it; `timing` calls the
        times otherwise than their keys do. With a `script`, BML with a <speech>, that is said so,
        and `text` is "".
        """
        id = id or self._resuming.name(f"speech{next(self._asked)}")
        envelopes = requests.say(id, text, audio, words, rate=rate, character=character, unit=unit,
                                 timing=timing, script=script, composition=composition,
                                 predictions=predictions, traceparent=traceparent, whole=True)
        return self._ask(("submit", id), envelopes, timeout, f"no answer about speech {id!r}")

    def begin_saying(self, id: str, *, rate: int = 0, character: str = "", unit: str = "",
                     timing: str = "", script: str = "", composition: str = "",
                     predictions: bool = False, traceparent: str = "") -> None:
        """Begins a speech that comes in pieces, as `say` has it; it is heard from the first 0.4 s
        of sound on. Raw samples need `rate` here: without it the first `say_more` that has sound
        raises ValueError."""
        self._begun[("submit", id)] = None
        self._soundless[id] = rate
        return self._send(requests.say(id, "", b"", None, rate=rate, character=character, unit=unit,
                                       timing=timing, script=script, composition=composition,
                                       predictions=predictions, traceparent=traceparent,
                                       whole=False))

    def say_more(self, id: str, text: str = "", audio: bytes = b"", words: Any = None,
                 from_piece: bool = False) -> None:
        """The next piece of a speech: more text, put behind what was there as it stands, more sound
        and more words. With `from_piece` their times count from the start of this sound."""
        if len(audio) and id in self._soundless:
            requests.check_rate(audio, self._soundless[id])
            del self._soundless[id]
        return self._send(requests.say_more(id, text, audio, words, from_piece, False))

    def end_saying(self, id: str, timeout: float = 10.0) -> Submission:
        """That was the last piece; what `say` gives."""
        self._soundless.pop(id, None)
        return self._ask(("submit", id), requests.say_more(id, "", b"", None, False, True), timeout,
                         f"no answer about speech {id!r}")

    def check(self, script: str, character: str = "", timeout: float = 10.0) -> Checked:
        """What the server would say to a script, of which nothing is played: Checked, with errors
        and warnings."""
        id = f"check{next(self._asked)}"
        return self._ask(("check", id), requests.check(id, script, character), timeout,
                         "no answer to a check")

    def record(self, name: str, characters: Iterable[str] = ()) -> None:
        """Has the server write down what these characters do, or all of them, as `name`.ksr in its
        folder for recordings, until `stop_recording`. What is wrong with it is told as a "problem".
        """
        return self._send(requests.record(name, [self._id_of(each) for each in characters]))

    def stop_recording(self, name: str, timeout: float = 10.0) -> int:
        """Ends a recording; how many frames it holds. Refused is raised where there is none."""
        return self._ask(("recording", name), requests.stop_recording(name), timeout,
                         f"recording {name!r} does not end")

    def ping(self, timeout: float = 10.0) -> float:
        """The round trip to the server, in seconds."""
        envelope = requests.ping()
        return self._ask(("ping", envelope.ping.client_time_us), envelope, timeout,
                         "no answer to a ping")

    def subscribe(self, characters: Iterable[str] = (),
                  on_frame: Optional[Callable[[Frame], Any]] = None, max_rate: int = 0,
                  parts: Sequence[str] = ("body", "face"), encoding: str = "float32",
                  on_audio: Optional[Callable[[Audio], Any]] = None) -> None:
        """Has the frames of these characters, by name, or of all of them, from now on. The last
        call holds. `max_rate` is in frames a second, 0 for every tick; parts are "body", "face",
        "audio", what they say, and "events", the feedback of every block, whoever sent it.
        `on_audio` is called with each Audio, and adds the part "audio" by itself. With the encoding
        "smallest-three" rotations take 6 bytes in place of 16 and are off by at most 0.009 degrees;
        frames look the same."""
        before = self._wanted, self._on_audio_of_subscription
        self._wanted = (tuple(characters), max_rate, tuple(parts), encoding)
        self._on_audio_of_subscription = on_audio
        try:
            envelope = self._subscription()
        except ValueError:
            self._wanted, self._on_audio_of_subscription = before
            raise
        self._on_frame = on_frame
        return self._send(envelope)

    def on_audio(self, callback: Optional[Callable[[Audio], Any]]) -> None:
        """Calls `callback` with each Audio from now on: what the subscription's characters say, or
        all of them where there is no subscription. It subscribes to sound by itself. None: nobody.
        """
        self._on_audio = callback
        envelope = self._subscription() if callback else None
        return self._send(envelope) if envelope else self._nothing()

    def interrupt(self, *ids: str, character: str = "", fade: Optional[float] = None) -> None:
        """Fades out scripts of one's own by their ids, or all that plays on a character, in `fade`
        seconds, or as long as the server sees fit."""
        return self._send(requests.interrupt(ids, character, fade))

    def performed(self, *ids: str, character: str = "",
                  timeout: float = 10.0) -> tuple[PerformedBlock, ...]:
        """How far scripts of one's own have come, by their ids, or all that plays or waits on a
        character: what was said and what is left of each text, and where each behaviour is."""
        id = f"performed{next(self._asked)}"
        return self._ask(("performed", id), requests.ask_performed(id, ids, character), timeout,
                         "no answer about what was performed")

    def set_target(self, name: str, point: Iterable[float]) -> None:
        """Puts what characters look at under this name to x, y, z in the world, in metres."""
        return self._send(requests.set_target(name, point))

    def set_tension(self, character: str, manner: str = "", rest_error: Optional[float] = None,
                    zeta: Optional[float] = None, over: Optional[float] = None,
                    arms: str = "both", lag: str = "make-up", frame: str = "chest") -> None:
        """How tense a character's arms are from now on: "rigid", "tense", "neutral", "relaxed",
        "loose", "limp", "shaking" or "off"; or by `rest_error`, how far gravity would pull the
        hand, in metres, and `zeta`, how damped it is. It takes `over` seconds, and holds until a
        script or another call says otherwise."""
        return self._send(requests.set_tension(character, manner, rest_error, zeta, over, arms,
                                               lag, frame))

    def on_feedback(self, callback: Optional[Callable[[Feedback], Any]]) -> None:
        """Calls `callback` with each Feedback from now on; None: nobody. What the server could not
        do of an `interrupt` or a `subscribe` comes as one of the kind "problem"."""
        self._on_feedback = callback

    def on_prediction(self, callback: Optional[Callable[[Prediction], Any]]) -> None:
        """Calls `callback` with each Prediction from now on, of scripts that were submitted with
        `predictions`: when planning begins, when it has ended, at the start, behind its feedback,
        and once more each time that it is retimed. None: nobody."""
        self._on_prediction = callback

    def on_state(self, callback: Optional[Callable[[str, str], Any]]) -> None:
        """Calls `callback(state, reason)` when the connection is "connected" again, when it is lost
        and "calling", and when it is "closed"."""
        self._on_state = callback
