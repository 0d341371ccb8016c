"""The client for asyncio: the calls of `kinesphere.Client` under the same names, to be awaited.

    async with kinesphere.aio.connect("127.0.0.1:7730") as client:
        client.on_feedback(print)
        await client.subscribe(["ada"], on_frame=draw)
        submission = await client.submit(script)
        await submission.wait()

Callbacks are functions or coroutine functions, called one after the other in a task of their own.
The loop reads what has come before each of them, so that a slow one gets fewer frames and never old
ones. A client belongs to the loop that it was made in.
"""

from __future__ import annotations

import asyncio
import inspect
import random
import ssl
from typing import Any, Callable, Generator, Optional

from kinesphere import framing, requests
from kinesphere.address import host_and_port
from kinesphere.calls import Calls
from kinesphere.client import (CLOSED, FIRST_PING_PAUSE, FIRST_PINGS, PAUSE_FIRST, PAUSE_MAX,
                               PING_PAUSE)
from kinesphere.hearing import State
from kinesphere.messages import ConnectionLost, Feedback, Submission, Unwanted
from kinesphere.resuming import OUTBOX_SECONDS
from kinesphere.tls import read as tls_of

__all__ = ["Client", "connect"]

# Pings in a row, of the slow ones, after which nothing was heard: nobody is there any more. They
# are counted, and time is not, for a loop may stand still for long.
UNANSWERED_MAX = 5


class connect:
    """`client = await connect(…)`, or `async with connect(…) as client`. Says hello to HOST[:PORT],
    and raises and calls again as `kinesphere.connect` does."""

    def __init__(self, server: str = "127.0.0.1:7730", name: str = "kinesphere-python",
                 token: str = "", timeout: float = 5.0, reconnect: bool = False,
                 keep_waiting: bool = False, tls: Optional[ssl.SSLContext] = None,
                 resume: str = "", scene: str = "") -> None:
        address, context = tls_of(server, tls)
        self._address = *host_and_port(address), context
        self._how = name, token, timeout, reconnect, keep_waiting, resume, scene
        self._client: Client  # of `async with`

    def __await__(self) -> Generator[Any, None, Client]:
        return self._open().__await__()

    async def __aenter__(self) -> Client:
        self._client = await self._open()
        return self._client

    async def __aexit__(self, *exception: Any) -> None:
        await self._client.close()

    async def _open(self) -> Client:
        client = Client(self._address, *self._how)
        await client._open()
        return client


class Client(Calls):
    """Made by `connect`. Every call may come from callbacks, but for waits for the end of a script
    or of the connection, which other callbacks come before."""

    def __init__(self, address: tuple, name: str, token: str, timeout: float,
                 reconnect: bool, keep_waiting: bool, resume: str = "",
                 scene: str = "") -> None:
        super().__init__(name, token, keep_waiting, resume, scene)
        self._address, self._timeout, self._reconnect = address, timeout, reconnect
        self._wire: _Wire  # the last connection, from _open on
        self._answers: dict[tuple, asyncio.Future] = {}
        self._broken: Optional[str] = None
        self._lost: Optional[str] = None
        self._something_waits = asyncio.Event()
        self._something_was_told = asyncio.Condition()
        self._all_told = False
        self._over = asyncio.Event()

    async def __aenter__(self) -> Client:
        return self

    async def __aexit__(self, *exception: Any) -> None:
        await self.close()

    async def close(self) -> None:
        """Leaves. What was submitted and plays goes on; what waits does with `keep_waiting`."""
        self._lose(CLOSED)
        self._wire.close()
        await self._wire.closed.wait()
        tasks = {self._keeper, self._teller, self._beater} - {asyncio.current_task()}
        await asyncio.gather(*tasks, return_exceptions=True)

    async def wait_closed(self, timeout: Optional[float] = None) -> str:
        """Until the connection is over, and all that came before is told; says why."""
        await self._until(lambda: self._all_told, timeout, "still connected")
        return self._lost or ""

    async def _open(self) -> None:
        self._wire = await self._greet()
        loop = asyncio.get_running_loop()
        self._keeper = loop.create_task(self._keep())
        self._teller = loop.create_task(self._tell_all())
        self._beater = loop.create_task(self._beat())

    async def _greet(self) -> _Wire:
        """A connection on which the server has said hello."""
        loop = asyncio.get_running_loop()
        host, port, context = self._address

        async def call() -> _Wire:
            _, wire = await loop.create_connection(lambda: _Wire(self), host, port, ssl=context)
            try:
                self._hello.hello.heard_tick = self._resuming.heard_tick
                wire.write(self._hello)
                await asyncio.shield(wire.greeted)
            except BaseException:
                wire.close()
                raise
            return wire

        try:
            return await asyncio.wait_for(call(), self._timeout)
        except asyncio.TimeoutError as error:
            raise OSError(f"{host}:{port} did not say hello in {self._timeout} s") from error

    async def _keep(self) -> None:
        """From one connection to the next, where it is to be called again."""
        while True:
            reason = await self._wire.gone
            again = self._reconnect and not isinstance(reason, Unwanted) and not self._lost
            if not again or not await self._call_again(str(reason)):
                return self._lose(str(reason))

    async def _call_again(self, reason: str) -> bool:
        self._broken = reason
        self._give_up_questions(reason, but=self._resuming.has)
        self._push(State("calling", reason))
        pause = PAUSE_FIRST
        while not await _comes_within(self._over, pause * random.uniform(0.75, 1.25)):
            try:
                self._wire = await self._greet()
            except Unwanted as unwanted:
                self._lose(str(unwanted))
                return False
            except (ConnectionLost, OSError, ValueError):
                pause = min(2 * pause, PAUSE_MAX)
                continue
            self._broken = None
            try:
                if subscription := self._subscription():
                    self._wire.write(subscription)
            except ValueError as error:
                self._push(Feedback("problem", message=str(error)))
            if claim := self._claim_again():
                self._wire.write(claim)
            for envelope in self._resuming.unanswered():
                self._wire.write(envelope)
            self._push(State("connected", ""))
            return True
        return False

    async def _beat(self) -> None:
        """Pings, for the clock, and to find out that nobody is there any more."""
        pings = 0
        while not self._lost:
            wire = self._wire
            if pings >= FIRST_PINGS:
                wire.unanswered += 1
            if wire.unanswered > UNANSWERED_MAX:
                wire.end(ConnectionLost("the server does not answer any more"))
            else:
                wire.write(requests.ping())
            pings += 1
            await _comes_within(self._over,
                                FIRST_PING_PAUSE if pings < FIRST_PINGS else PING_PAUSE)

    async def _tell_all(self) -> None:
        """Calls what waits to be called, one thing after the other, until the connection is over.
        """
        item = None
        try:
            while not (isinstance(item, State) and item.state == "closed"):
                await self._something_waits.wait()
                # One turn of the loop to see what has come, and one to read it.
                await asyncio.sleep(0)
                await asyncio.sleep(0)
                item = self._inbox.pop()
                if not len(self._inbox):
                    self._something_waits.clear()
                if not self._inbox.is_full:
                    self._wire.read_on()
                if self._lost != CLOSED or isinstance(item, State):
                    await _done(self._tell(item))
                await self._note_told(item)
        except BaseException:
            self._lose("a callback failed")
            self._wire.close()
            await self._note_told(State("closed", self._lost))
            if self._on_state and not isinstance(item, State):
                await _done(self._on_state("closed", self._lost))
            raise
        finally:
            self._all_told = True
            async with self._something_was_told:
                self._something_was_told.notify_all()

    async def _note_told(self, item: Any) -> None:
        self._told(item)
        async with self._something_was_told:
            self._something_was_told.notify_all()

    def _push(self, item: Any) -> None:
        self._inbox.push(item)
        self._something_waits.set()

    def _take_in(self, wire: _Wire, envelope: Any) -> None:
        """What was read on a wire."""
        wire.unanswered = 0
        if not wire.greeted.done():
            self._begin(envelope)
            wire.greeted.set_result(None)
        elif reply := self._hear(envelope):
            wire.write(reply)
        if len(self._inbox):
            self._something_waits.set()
        if self._inbox.is_full and not self._answers:
            wire.read_no_more()

    async def _send(self, envelope: Any) -> None:
        if why := self._lost or self._broken:
            raise ConnectionLost(why)
        self._wire.write(envelope)
        await self._wire.can_write.wait()

    async def _nothing(self) -> None:
        pass

    async def _ask(self, question: tuple, envelope: Any, timeout: float, complaint: str) -> Any:
        if question in self._answers:
            raise ValueError(f"{question[0]} {question[1]!r} waits for its answer already")
        answer = self._answers[question] = asyncio.get_running_loop().create_future()
        if (early := self._begun.pop(question, None)) is not None:
            self._answer(question, early)
        is_kept = self._resuming.keep(question, envelope)
        timeout = max(timeout, OUTBOX_SECONDS) if is_kept else timeout
        try:
            await self._send_or_keep(envelope, is_kept)
            self._wire.read_on()  # where the inbox is full and a callback asks
            return await asyncio.wait_for(answer, timeout)
        except asyncio.TimeoutError as error:
            raise TimeoutError(complaint) from error
        finally:
            del self._answers[question]
            self._resuming.forget(question)
            answer.cancel()

    async def _send_or_keep(self, envelope: Any, is_kept: bool) -> None:
        """What is kept is sent again by the next connection."""
        try:
            await self._send(envelope)
        except ConnectionLost:
            if not is_kept or not self._reconnect or self._lost:
                raise

    def _answer(self, question: tuple, answer: Any) -> bool:
        asked = self._answers.get(question)
        if asked is None or asked.done():
            return False
        if isinstance(answer, Exception):
            asked.set_exception(answer)
        else:
            asked.set_result(answer)
        return True

    def _give_up_questions(self, reason: str,
                           but: Callable[[tuple], bool] = lambda question: False) -> None:
        for question in list(self._answers):
            if not but(question):
                self._answer(question, ConnectionLost(reason))

    async def _wait(self, submission: Submission, timeout: Optional[float]) -> str:
        await self._until(lambda: submission.outcome or submission._lost, timeout,
                          f"script {submission.id!r} still plays")
        if submission.outcome:
            return submission.outcome
        raise ConnectionLost(submission._lost)

    async def _until(self, done: Any, timeout: Optional[float], complaint: str) -> None:
        if asyncio.current_task() is self._teller:
            raise RuntimeError("a callback cannot wait for what other callbacks come before; "
                               "wait in another task")

        async def wait() -> None:
            async with self._something_was_told:
                await self._something_was_told.wait_for(done)

        try:
            await asyncio.wait_for(wait(), timeout)
        except asyncio.TimeoutError as error:
            raise TimeoutError(complaint) from error

    def _lose(self, reason: str) -> None:
        """For good; the first reason holds."""
        if self._lost is None:
            self._lost = reason
            self._give_up_questions(reason)
            self._push(State("closed", reason))
        self._over.set()


class _Wire(asyncio.Protocol):
    """One TCP connection: envelopes out, envelopes in."""

    def __init__(self, client: Client) -> None:
        loop = asyncio.get_running_loop()
        self._client = client
        self._decoder = framing.Decoder()
        self.greeted: asyncio.Future[None] = loop.create_future()
        self.gone: asyncio.Future[Exception] = loop.create_future()  # and why
        self.closed = asyncio.Event()
        self.can_write = asyncio.Event()
        self.can_write.set()
        self.unanswered = 0

    def connection_made(self, transport: Any) -> None:
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        try:
            for envelope in self._decoder.push(data):
                if not self.gone.done():
                    self._client._take_in(self, envelope)
        except (ConnectionLost, ValueError) as reason:
            self.end(reason)

    def connection_lost(self, error: Optional[Exception]) -> None:
        self.end(ConnectionLost(str(error) if error else "the server closed the connection"))
        self.closed.set()

    def pause_writing(self) -> None:
        self.can_write.clear()

    def resume_writing(self) -> None:
        self.can_write.set()

    def write(self, envelope: Any) -> None:
        if not self._transport.is_closing():
            self._transport.write(framing.encode(envelope))

    def read_no_more(self) -> None:
        if self._transport.is_reading():
            self._transport.pause_reading()

    def read_on(self) -> None:
        if not self._transport.is_closing() and not self._transport.is_reading():
            self._transport.resume_reading()

    def end(self, reason: Exception) -> None:
        """The first reason holds."""
        if not self.greeted.done():
            self.greeted.set_exception(reason if isinstance(reason, ConnectionLost)
                                       else ConnectionLost(str(reason)))
        if not self.gone.done():
            self.gone.set_result(reason)
        self.can_write.set()  # who waits is told by the next call
        self._transport.close()

    def close(self) -> None:
        self.end(ConnectionLost(CLOSED))


async def _done(result: Any) -> None:
    """What a callback gave back, where it is to be awaited."""
    if inspect.isawaitable(result):
        await result


async def _comes_within(event: asyncio.Event, seconds: float) -> bool:
    try:
        await asyncio.wait_for(event.wait(), seconds)
    except asyncio.TimeoutError:
        return False
    return True
