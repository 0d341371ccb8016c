"""What is asked of a server, in words, as envelopes."""

from __future__ import annotations

import json
from typing import Any, Iterable, Mapping, Optional, Sequence, Union

from kinesphere.clock import client_us
from kinesphere.messages import (ARMS, CODECS, DYNAMICS, ENCODINGS, FRAMES, HANDS, LAGS, PARTS,
                                 TIMINGS, UNITS, value_of)
from kinesphere_pb2 import Envelope

VERSION_MAJOR, VERSION_MINOR = 1, 8

# Of sound in one message, of which a server takes a mebibyte.
SOUND_BYTES = 256 << 10


def hello(name: str, token: str, keep_waiting: bool, resume: str = "",
          scene: str = "") -> Envelope:
    envelope = Envelope()
    envelope.hello.version_major = VERSION_MAJOR
    envelope.hello.version_minor = VERSION_MINOR
    envelope.hello.name = name
    envelope.hello.token = token
    envelope.hello.keep_waiting = keep_waiting
    envelope.hello.resume = resume
    envelope.hello.scene = scene
    return envelope


def submit(id: str, script: str, character: str, predictions: bool,
           traceparent: str = "") -> Envelope:
    envelope = Envelope()
    envelope.submit.id = id
    envelope.submit.script = script
    envelope.submit.character = character
    envelope.submit.predictions = predictions
    envelope.submit.traceparent = traceparent
    return envelope


def check(id: str, script: str, character: str) -> Envelope:
    envelope = Envelope()
    envelope.check.id = id
    envelope.check.script = script
    envelope.check.character = character
    return envelope


def record(name: str, characters: Iterable[int]) -> Envelope:
    """`characters` are ids."""
    envelope = Envelope()
    envelope.record.name = name
    envelope.record.characters.extend(characters)
    return envelope


def stop_recording(name: str) -> Envelope:
    envelope = Envelope()
    envelope.record.name = name
    envelope.record.stop = True
    return envelope


def subscribe(characters: Iterable[int], max_rate: int, parts: Iterable[str],
              encoding: str) -> Envelope:
    """`characters` are ids."""
    envelope = Envelope()
    envelope.subscribe.characters.extend(characters)
    envelope.subscribe.max_rate_hz = max_rate
    envelope.subscribe.encoding = value_of(encoding, ENCODINGS)
    envelope.subscribe.parts.extend(value_of(part, PARTS) for part in parts)
    return envelope


def interrupt(ids: Sequence[str], character: str, fade: Optional[float]) -> Envelope:
    if bool(ids) == bool(character):
        raise ValueError("interrupt takes either ids or a character")
    envelope = Envelope()
    envelope.interrupt.ids.extend(ids)
    envelope.interrupt.character = character
    if fade is not None:
        envelope.interrupt.fade = fade
    return envelope


def ask_performed(id: str, ids: Sequence[str], character: str) -> Envelope:
    if bool(ids) == bool(character):
        raise ValueError("performed takes either ids or a character")
    envelope = Envelope()
    envelope.ask_performed.id = id
    envelope.ask_performed.ids.extend(ids)
    envelope.ask_performed.character = character
    return envelope


def say(id: str, text: str, audio: bytes, words: Any, *, rate: int, character: str, unit: str,
        timing: str, script: str, composition: str, predictions: bool,
        whole: bool, traceparent: str = "") -> list[Envelope]:
    """What is to be said, in as many envelopes as it takes where it is whole."""
    if len(audio):
        check_rate(audio, rate)
    envelope = Envelope()
    say = envelope.say
    say.id, say.character, say.script, say.composition = id, character, script, composition
    say.text = text
    say.words = words_of(words)
    say.rate_hz = rate
    say.unit = value_of(unit, UNITS)
    say.timing = value_of(timing, TIMINGS)
    say.predictions = predictions
    say.traceparent = traceparent
    say.audio = bytes(audio[:SOUND_BYTES])
    say.more = not whole or len(audio) > SOUND_BYTES
    say.when_whole = whole and say.more
    rest = audio[SOUND_BYTES:]
    return [envelope, *(say_more(id, "", rest, None, False, whole) if rest else [])]


def say_more(id: str, text: str, audio: bytes, words: Any, from_piece: bool,
             last: bool) -> list[Envelope]:
    envelopes = []
    for start in range(0, max(len(audio), 1), SOUND_BYTES):
        envelope = Envelope()
        envelope.say_more.id = id
        envelope.say_more.audio = bytes(audio[start:start + SOUND_BYTES])
        envelopes.append(envelope)
    first = envelopes[0].say_more
    first.text, first.words, first.from_piece = text, words_of(words), from_piece
    envelopes[-1].say_more.last = last
    return envelopes


def check_rate(audio: bytes, rate: int) -> None:
    """Of the first sound of a speech: raises ValueError where neither a .wav nor `rate` says how
    many samples a second it has, or both do."""
    begins = bytes(audio[:4])[:4]
    if not rate and not b"RIFF".startswith(begins):  # of a .wav the first piece may be shorter
        raise ValueError("audio is no .wav; raw samples need their rate, for example rate=24000")
    if rate and begins == b"RIFF":
        raise ValueError(f"audio is a .wav, which has its own rate; leave out rate={rate}")


def words_of(words: Any) -> str:
    """As JSON, whatever it was."""
    if not words:
        return ""
    return words if isinstance(words, str) else json.dumps(words)


def set_target(name: str, point: Iterable[float]) -> Envelope:
    x, y, z = point
    envelope = Envelope()
    envelope.set_target.name = name
    envelope.set_target.point.extend((x, y, z))
    return envelope


def set_tension(character: str, manner: str, rest_error: Optional[float], zeta: Optional[float],
                over: Optional[float], arms: str, lag: str, frame: str) -> Envelope:
    if bool(manner) == (rest_error is not None and zeta is not None) or (
            (rest_error is None) != (zeta is None)):
        raise ValueError("set_tension takes either a manner, or rest_error and zeta")
    envelope = Envelope()
    tension = envelope.set_tension
    tension.character = character
    tension.arms = value_of(arms, ARMS)
    tension.manner = manner
    tension.lag = value_of(lag, LAGS)
    tension.moves_in = value_of(frame, FRAMES)
    if rest_error is not None and zeta is not None:
        tension.rest_error = rest_error
        tension.zeta = zeta
    if over is not None:
        tension.over = over
    return envelope


def set_nucleus(character: str, style: str, spatial_extent: float, temporal_extent: float,
                power: float, fluidity: float, over: Optional[float]) -> Envelope:
    envelope = _manner(character, over)
    nucleus = envelope.set_manner.nucleus
    nucleus.style = style
    nucleus.spatial_extent = spatial_extent
    nucleus.temporal_extent = temporal_extent
    nucleus.power = power
    nucleus.fluidity = fluidity
    return envelope


def set_sketch(character: str, style: str, numbers: Mapping[str, float],
               over: Optional[float]) -> Envelope:
    envelope = _manner(character, over)
    sketch = envelope.set_manner.sketch
    sketch.SetInParent()
    sketch.style = style
    sketch.numbers.update(numbers)
    return envelope


def set_face(character: str, face: Union[str, Mapping[str, float]], amount: float,
             over: Optional[float]) -> Envelope:
    """`face` is a name, or the weights of shapes by their names."""
    envelope = _manner(character, over)
    if isinstance(face, str):
        envelope.set_manner.face.name = face
        envelope.set_manner.face.amount = amount
        return envelope
    envelope.set_manner.face.SetInParent()
    for name, weight in face.items():
        envelope.set_manner.face.shapes.add(name=name, weight=amount * weight)
    return envelope


def set_dynamics(character: str, dynamics: str) -> Envelope:
    envelope = Envelope()
    envelope.set_dynamics.character = character
    envelope.set_dynamics.dynamics = value_of(dynamics, DYNAMICS)
    return envelope


def push(character: str, joint: str, force: Iterable[float], duration: float) -> Envelope:
    envelope = _push(character, joint, duration)
    x, y, z = force
    envelope.push.force.extend((x, y, z))
    return envelope


def drag(character: str, joint: str, point: Iterable[float], duration: float,
         stiffness: Optional[float], limit: Optional[float]) -> Envelope:
    envelope = _push(character, joint, duration)
    x, y, z = point
    envelope.push.towards.point.extend((x, y, z))
    if stiffness is not None:
        envelope.push.towards.stiffness = stiffness
    if limit is not None:
        envelope.push.towards.limit = limit
    return envelope


def audio_in(samples: bytes, rate: int, character: str, first_sample: int, stream: int,
             last: bool, tells: bool, codec: str, sample_count: int, delay: float) -> Envelope:
    envelope = Envelope()
    sound = envelope.audio_in
    sound.delay_ms = round(1000 * delay)
    sound.codec, sound.sample_count = value_of(codec, CODECS), sample_count
    sound.stream, sound.character, sound.first_sample = stream, character, first_sample
    sound.rate_hz, sound.samples = rate, samples
    sound.flags = (sound.END if last else 0) | (sound.TELL if tells else 0)
    return envelope


def set_load(character: str, hand: str, mass: float, believed: Optional[float]) -> Envelope:
    envelope = Envelope()
    envelope.set_load.character = character
    envelope.set_load.hand = value_of(hand, HANDS)
    envelope.set_load.mass = mass
    if believed is not None:
        envelope.set_load.believed = believed
    return envelope


def _push(character: str, joint: str, duration: float) -> Envelope:
    envelope = Envelope()
    envelope.push.character = character
    envelope.push.joint = joint
    envelope.push.duration = duration
    return envelope


def _manner(character: str, over: Optional[float]) -> Envelope:
    envelope = Envelope()
    envelope.set_manner.character = character
    if over is not None:
        envelope.set_manner.over = over
    return envelope


def claim(id: str, names: Iterable[str], key: str, grace: float = 0.0,
          release: bool = False) -> Envelope:
    envelope = Envelope()
    envelope.claim.id = id
    envelope.claim.characters.extend(names)
    envelope.claim.key = key
    envelope.claim.grace = grace
    envelope.claim.release = release
    return envelope


def join(id: str, name: str, body: str, place: Iterable[float], heading: float) -> Envelope:
    x, z = place
    envelope = Envelope()
    envelope.join.id = id
    envelope.join.name = name
    envelope.join.body = body
    envelope.join.place.extend((x, z))
    envelope.join.heading = heading
    return envelope


def leave(id: str, name: str) -> Envelope:
    envelope = Envelope()
    envelope.leave.id = id
    envelope.leave.character = name
    return envelope


def ping() -> Envelope:
    """Of this moment."""
    envelope = Envelope()
    envelope.ping.client_time_us = client_us()
    return envelope


def acknowledgement(tick: int) -> Envelope:
    """That the frame of `tick` has come now."""
    envelope = Envelope()
    envelope.ack.tick = tick
    envelope.ack.displayed_us = client_us()
    return envelope
