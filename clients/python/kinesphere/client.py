"""The client, over one TCP connection, and the next one where the first was lost.

    your threads ──calls──▶ socket      a thread reads ──▶ Inbox ──▶ a thread calls your callbacks

The reader always drains the socket, whatever the callbacks do: so answers and pings are quick, and
a slow callback gets fewer frames and never old ones.
"""

from __future__ import annotations

import random
import selectors
import socket
import ssl
import threading
from typing import Any, Callable, Optional, Union

from kinesphere import framing, requests
from kinesphere.address import host_and_port
from kinesphere.calls import Calls
from kinesphere.hearing import State
from kinesphere.messages import ConnectionLost, Feedback, Submission, Unwanted
from kinesphere.resuming import OUTBOX_SECONDS
from kinesphere.tls import TlsSocket
from kinesphere.tls import read as tls_of

Wire = Union[socket.socket, TlsSocket]

# Seconds before an attempt to call again: the first, and the most.
PAUSE_FIRST, PAUSE_MAX = 0.25, 5.0

# Pings, and seconds between them: quickly at first, so that the clock is good at once.
FIRST_PINGS = 5
FIRST_PING_PAUSE = 0.1
PING_PAUSE = 2.0

# Seconds without a word, pongs among them, after which nobody is there any more.
SILENCE_MAX = 10.0

CLOSED = "this client closed the connection"


def connect(server: str = "127.0.0.1:7730", name: str = "kinesphere-python", token: str = "",
            timeout: float = 5.0, reconnect: bool = False, keep_waiting: bool = False,
            tls: Optional[ssl.SSLContext] = None, resume: str = "",
            scene: str = "") -> Client:
    """Says hello to HOST[:PORT], or under TLS to wss://HOST[:PORT]. `tls` says whom to trust and
    which certificate to show; without it whom the system trusts, and none. Raises ValueError where
    that is no address, OSError where nobody answers, and ConnectionLost where we are not wanted.
    With `reconnect`, a connection that is lost is called again, after a quarter of a second, then
    half, up to five, and subscribed again; what was submitted is not sent again. Lost is one, too,
    of which nothing was heard for ten seconds, whatever was asked. What was submitted and still
    waits is interrupted when the client leaves or its connection is lost; with `keep_waiting` it
    goes on to wait. What plays goes on anyway. With `resume`, a secret name of this client's own,
    a connection that comes within 30 s is taken for the same client: what waits and what was
    claimed is there still, feedback that was missed is told, and scripts without an answer are sent
    again for 20 s, and played once. Ids are unique then among all that it ever submits. `scene` is
    the one that it joins, and main without."""
    address, context = tls_of(server, tls)
    host, port = host_and_port(address)

    def dial() -> Wire:
        connection = socket.create_connection((host, port), timeout)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return TlsSocket(connection, context, host) if context else connection

    return Client(dial(), name, token, dial if reconnect else None, keep_waiting, resume, scene)


class Client(Calls):
    """Made by `connect`. Every call may come from any thread, and from callbacks; but a callback
    must not wait for the end of a script or of the connection, which other callbacks come before.
    """

    def __init__(self, connection: Wire, name: str, token: str,
                 dial_again: Optional[Callable[[], Wire]] = None,
                 keep_waiting: bool = False, resume: str = "", scene: str = "") -> None:
        super().__init__(name, token, keep_waiting, resume, scene)
        self._dial_again = dial_again
        self._changed = threading.Condition()  # guards all that follows, and the inbox
        self._sending = threading.Lock()
        self._answers: dict[tuple, Any] = {}  # to each question: None, then the answer
        self._broken: Optional[str] = None    # why there is no connection now
        self._lost: Optional[str] = None      # why it is over
        self._all_told = False                # after the last callback
        self._teller_asks = False
        self._over = threading.Event()

        early = self._greet(connection)
        self._reader = threading.Thread(target=self._read, args=early, daemon=True)
        self._teller = threading.Thread(target=self._tell_all, daemon=True)
        self._reader.start()
        self._teller.start()
        threading.Thread(target=self._beat, daemon=True).start()

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *exception: Any) -> None:
        self.close()

    def close(self) -> None:
        """Leaves. What was submitted and plays goes on; what waits does with `keep_waiting`."""
        self._lose(CLOSED)
        self._hang_up()
        for thread in (self._reader, self._teller):
            if threading.current_thread() is not thread:
                thread.join()

    def wait_closed(self, timeout: Optional[float] = None) -> str:
        """Until the connection is over, and all that came before is told; says why."""
        self._refuse_to_wait_in_callback()
        with self._changed:
            if not self._changed.wait_for(lambda: self._all_told, timeout):
                raise TimeoutError("still connected")
            return self._lost or ""

    def _greet(self, connection: Wire) -> tuple:
        """Hears the server's Hello; the decoder, and what came in the same breath."""
        try:
            self._hello.hello.heard_tick = self._resuming.heard_tick
            connection.sendall(framing.encode(self._hello))
            decoder = framing.Decoder()
            while not (envelopes := decoder.push(framing.receive(connection))):
                pass
            with self._changed:
                self._begin(envelopes[0])
            connection.settimeout(None)
        except BaseException:
            connection.close()
            raise
        with self._changed:
            self._pings = 0
            self._socket = connection
            self._broken = None
        return decoder, envelopes[1:]

    def _send(self, envelope: Any) -> None:
        with self._changed:
            connection, why = self._socket, self._lost or self._broken
        if why:
            raise ConnectionLost(why)
        with self._sending:
            connection.sendall(framing.encode(envelope))

    def _say(self, envelope: Any) -> None:
        try:
            self._send(envelope)
        except (ConnectionLost, OSError):
            pass  # the reading thread finds out why

    def _beat(self) -> None:
        """Pings, for the clock, and so that a server that is there is heard of."""
        while not self._lost:
            self._say(requests.ping())
            self._pings += 1
            self._over.wait(FIRST_PING_PAUSE if self._pings < FIRST_PINGS else PING_PAUSE)

    def _read(self, decoder: framing.Decoder, envelopes: list) -> None:
        try:
            while True:
                reason = self._hear_all(decoder, envelopes)
                if not self._dial_again or isinstance(reason, Unwanted) or self._lost:
                    return self._lose(str(reason))
                greeted = self._call_again(self._dial_again, str(reason))
                if not greeted:
                    return self._lose(str(reason))
                decoder, envelopes = greeted
        except Unwanted as reason:
            self._lose(str(reason))
        except BaseException:
            self._lose("what the server sent was not understood")
            raise
        finally:
            self._socket.close()

    def _hear_all(self, decoder: framing.Decoder, envelopes: list) -> Exception:
        """Until the connection is over; why."""
        try:
            with selectors.DefaultSelector() as silence:
                silence.register(self._socket, selectors.EVENT_READ)
                while not self._lost:
                    for envelope in envelopes:
                        with self._changed:
                            reply = self._hear(envelope)
                            self._changed.notify_all()
                        if reply:
                            self._say(reply)
                    self._wait_for_room()
                    if not silence.select(SILENCE_MAX):
                        return ConnectionLost("the server does not answer any more")
                    envelopes = decoder.push(framing.receive(self._socket))
        except (ConnectionLost, OSError, ValueError) as reason:
            return reason
        return ConnectionLost(self._lost)

    def _wait_for_room(self) -> None:
        """A callback that waits for an answer is let hear it."""
        with self._changed:
            self._changed.wait_for(
                lambda: not self._inbox.is_full or self._teller_asks or self._lost)

    def _call_again(self, dial: Callable[[], Wire], reason: str) -> Optional[tuple]:
        """What _greet gives; None where this client is closed meanwhile. Raises Unwanted."""
        with self._changed:
            self._broken = reason
            self._give_up_questions(reason, but=self._resuming.has)
            self._inbox.push(State("calling", reason))
            self._changed.notify_all()
        self._socket.close()
        pause = PAUSE_FIRST
        # Not all at the same moment, where many have lost the same server.
        while not self._over.wait(pause * random.uniform(0.75, 1.25)):
            try:
                greeted = self._greet(dial())
            except Unwanted:
                raise
            except (ConnectionLost, OSError, ValueError):
                pause = min(2 * pause, PAUSE_MAX)
                continue
            self._subscribe_again()
            return greeted
        return None

    def _subscribe_again(self) -> None:
        problem = None
        try:
            if subscription := self._subscription():
                self._say(subscription)
        except ValueError as error:
            problem = Feedback("problem", message=str(error))
        if claim := self._claim_again():
            self._say(claim)
        with self._changed:
            unanswered = list(self._resuming.unanswered())
        for envelope in unanswered:
            self._say(envelope)
        with self._changed:
            if problem:
                self._inbox.push(problem)
            self._inbox.push(State("connected", ""))
            self._changed.notify_all()

    def _tell_all(self) -> None:
        """Calls what waits to be called, one thing after the other, until the connection is over.
        """
        item = None
        try:
            while not (isinstance(item, State) and item.state == "closed"):
                with self._changed:
                    self._changed.wait_for(lambda: len(self._inbox))
                    item = self._inbox.pop()
                    self._changed.notify_all()  # there is room
                # Who has closed the connection wants to hear of nothing more than that.
                if self._lost != CLOSED or isinstance(item, State):
                    self._tell(item)
                with self._changed:
                    self._told(item)
                    self._changed.notify_all()
        except BaseException:
            self._lose("a callback failed")
            self._hang_up()
            with self._changed:
                self._told(State("closed", self._lost))
            if self._on_state and not isinstance(item, State):
                self._on_state("closed", self._lost)
            raise
        finally:
            with self._changed:
                self._all_told = True
                self._changed.notify_all()

    def _ask(self, question: tuple, envelope: Any, timeout: float, complaint: str) -> Any:
        in_callback = threading.current_thread() is self._teller
        with self._changed:
            if question in self._answers:
                raise ValueError(f"{question[0]} {question[1]!r} waits for its answer already")
            self._answers[question] = self._begun.pop(question, None)
            self._teller_asks = self._teller_asks or in_callback
            is_kept = self._resuming.keep(question, envelope)
        answer = None
        timeout = max(timeout, OUTBOX_SECONDS) if is_kept else timeout
        try:
            self._send_or_keep(envelope, is_kept)
            with self._changed:
                self._changed.notify_all()  # the reader, where the inbox is full
                self._changed.wait_for(lambda: self._answers[question] is not None, timeout)
        finally:
            with self._changed:
                answer = self._answers.pop(question)
                self._resuming.forget(question)
                if in_callback:
                    self._teller_asks = False
        if answer is None:
            raise TimeoutError(complaint)
        if isinstance(answer, Exception):
            raise answer
        return answer

    def _send_or_keep(self, envelope: Any, is_kept: bool) -> None:
        """What is kept is sent again by the next connection."""
        try:
            self._send(envelope)
        except (ConnectionLost, OSError):
            if not is_kept or not self._dial_again or self._lost:
                raise

    def _answer(self, question: tuple, answer: Any) -> bool:
        with self._changed:
            waits = question in self._answers
            if waits:
                self._answers[question] = answer
                self._changed.notify_all()
            return waits

    def _give_up_questions(self, reason: str,
                           but: Callable[[tuple], bool] = lambda question: False) -> None:
        for question, answer in self._answers.items():
            if answer is None and not but(question):
                self._answers[question] = ConnectionLost(reason)

    def _wait(self, submission: Submission, timeout: Optional[float]) -> str:
        self._refuse_to_wait_in_callback()
        with self._changed:
            self._changed.wait_for(lambda: submission.outcome or submission._lost, timeout)
            if submission.outcome:
                return submission.outcome
            if submission._lost:
                raise ConnectionLost(submission._lost)
            raise TimeoutError(f"script {submission.id!r} still plays")

    def _refuse_to_wait_in_callback(self) -> None:
        if threading.current_thread() is self._teller:
            raise RuntimeError("a callback cannot wait for what other callbacks come before; "
                               "wait on another thread")

    def _lose(self, reason: str) -> None:
        """For good; the first reason holds."""
        with self._changed:
            if self._lost is None:
                self._lost = reason
                self._give_up_questions(reason)
                self._inbox.push(State("closed", reason))
            self._changed.notify_all()
        self._over.set()

    def _hang_up(self) -> None:
        try:
            self._socket.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass  # the other side was quicker
