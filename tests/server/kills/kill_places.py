"""Where a process is killed: by what goes over the wire, and by what a client has heard.

No program has a fail point for it. What a node and NATS say to each other passes a proxy, which
kills the node there. A trap kills once, and all later messages go on.
"""

import enum
import signal
import threading
import time

LOG_SUBJECT = "log."
SCRIPT_ROW = b'"row":"play"'  # in the batch of the tick that took a script in

# What a node asks of the log when it takes a scene over, in this order.
TAKE_OVER_STEPS = ("$JS.API.STREAM.MSG.GET.LOG", LOG_SUBJECT, "$JS.API.CONSUMER.CREATE.LOG")


class Kill:
    """Of one process, once; when it was."""

    def __init__(self, process):
        self.process = process
        self.at = None
        self._lock = threading.Lock()

    def now(self):
        with self._lock:
            if self.at is None:
                self.process.send_signal(signal.SIGKILL)
                self.at = time.monotonic()

    def is_done(self):
        return self.at is not None


class Hold(enum.Enum):
    MESSAGE = "the append does not reach NATS"
    NOTHING = "the append goes on, and the node is killed at once"
    ANSWER = "NATS has acknowledged, and the node does not hear it"
    AFTER = "the node hears it, and is killed at once"


class AtAppend:
    """A trap: at the append of a script to the log, behind some others."""

    def __init__(self, kill, hold, passed=0):
        self._kill = kill
        self._hold = hold
        self._passed = passed
        self._reply = None

    def __call__(self, message, pass_on):
        if self._kill.is_done():
            return pass_on()
        if not message.is_from_node:
            return self._take_answer(message, pass_on)
        if not (message.subject.startswith(LOG_SUBJECT) and SCRIPT_ROW in message.data):
            return pass_on()
        if self._passed > 0:
            self._passed -= 1
            return pass_on()
        if self._hold is not Hold.MESSAGE:
            pass_on()
        if self._hold in (Hold.MESSAGE, Hold.NOTHING):
            return self._kill.now()
        self._reply = message.reply
        return None

    def _take_answer(self, message, pass_on):
        if self._reply is None or message.subject != self._reply:
            return pass_on()
        if self._hold is Hold.AFTER:
            pass_on()
        return self._kill.now()


class AtTakeOver:
    """A trap: at a step of a node that takes a scene over. Its message goes on."""

    def __init__(self, kill, step):
        self._kill = kill
        self._step = step

    def __call__(self, message, pass_on):
        pass_on()
        if message.is_from_node and message.subject.startswith(self._step):
            self._kill.now()


class AtAnswer:
    """For a client's `on_message`: at the answer of this kind to a script."""

    def __init__(self, kill, name, kind):
        self._kill = kill
        self._name = name
        self._kind = kind

    def __call__(self, envelope):
        kind = envelope.WhichOneof("message")
        if kind == self._kind and getattr(envelope, kind).id == self._name:
            self._kill.now()
