"""A client of Kinesphere: send behaviour scripts, and see the figures move.

    client = kinesphere.connect("127.0.0.1:7730")
    client.on_feedback(print)
    client.subscribe(["ada"], on_frame=draw)
    client.submit(script).wait()
    client.interrupt(character="ada")

`kinesphere.aio` has the same calls for asyncio.
"""

from kinesphere import aio, axes
from kinesphere.client import Client, connect
from kinesphere.clock import Clock
from kinesphere.company import Character
from kinesphere.interpolation import InterpolationBuffer
from kinesphere.messages import (Audio, Checked, ConnectionLost, Feedback, HeardSound,
                                 PlannedSync, PredictedBehaviour, Prediction, Refused, Speech,
                                 Stats, Submission, Unwanted, Warning)
from kinesphere.performed import (Performed, PerformedBehaviour, PerformedBlock,
                                  PerformedSpeech)
from kinesphere.pose import joint_positions, world_positions
from kinesphere_pb2 import Frame, Skeleton

__all__ = ["Audio", "Character", "Checked", "Client", "Clock", "ConnectionLost", "Feedback",
           "Frame", "HeardSound", "InterpolationBuffer", "Performed", "PerformedBehaviour",
           "PerformedBlock", "PerformedSpeech", "PlannedSync", "PredictedBehaviour", "Prediction",
           "Refused", "Skeleton", "Speech", "Stats", "Submission", "Unwanted", "Warning", "aio",
           "axes", "connect", "joint_positions", "world_positions"]
