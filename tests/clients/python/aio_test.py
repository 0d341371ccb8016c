"""Tests for clients/python/kinesphere/aio.py, against a server that the test itself plays, and
against the real one."""

import ast
import asyncio
import inspect
import pathlib
import unittest

import kinesphere
from kinesphere import aio, framing
from kinesphere.calls import Calls
from kinesphere_pb2 import PART_AUDIO, Envelope
from kinesphere_pb2 import Feedback as FeedbackMessage
from server import Server
from stage import accepted, feedback, frame, hello

DEADLINE = 30
STUB = pathlib.Path(aio.__file__).with_suffix(".pyi")
NOD = """<bml xmlns="http://www.bml-initiative.org/bml/bml-1.0" id="{id}" characterId="ada">
  <head id="nod" lexeme="NOD" start="0.1" end="0.5"/></bml>"""


class AioStage:
    """The server's end of connections, by hand: `async with AioStage() as stage`."""

    async def __aenter__(self):
        self._guests = asyncio.Queue()
        self._writers = []
        self._server = await asyncio.start_server(lambda *guest: self._guests.put_nowait(guest),
                                                  "127.0.0.1", 0)
        self.address = "127.0.0.1:%d" % self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *exception):
        for writer in self._writers:
            writer.close()
        self._server.close()

    async def guest(self, *first):
        """The next that calls has said hello, and is answered."""
        self._reader, self.writer = await self._guests.get()
        self._writers.append(self.writer)
        self._decoder, self._heard = framing.Decoder(), []
        said = await self.receive()
        self.send(*(first or (hello(),)))
        return said.hello

    def send(self, *envelopes):
        self.writer.write(b"".join(framing.encode(envelope) for envelope in envelopes))

    async def receive(self):
        """The next message that is no ping."""
        while True:
            while not self._heard:
                self._heard += self._decoder.push(await self._reader.read(4096))
            if not (envelope := self._heard.pop(0)).HasField("ping"):
                return envelope


def opened(stage, **how):
    """A client on whom the server has looked."""
    async def both():
        client, _ = await asyncio.gather(aio.connect(stage.address, **how)._open(), stage.guest())
        return client
    return both()


class Conversation(unittest.IsolatedAsyncioTestCase):
    async def test_the_calls_are_awaited_and_callbacks_may_be_coroutines(self):
        async with AioStage() as stage:
            client = await opened(stage, name="test")
            heard = asyncio.Queue()
            client.on_feedback(heard.put)  # a coroutine function
            submitting = asyncio.ensure_future(client.submit("<script/>"))
            id = (await stage.receive()).submit.id
            stage.send(accepted(id, id), feedback(FeedbackMessage.STARTED, id))
            submission = await submitting
            with self.assertRaises(TimeoutError):
                await submission.wait(timeout=0.01)
            stage.send(feedback(FeedbackMessage.INTERRUPTED, id))
            self.assertEqual("interrupted", await submission.wait(DEADLINE))
            self.assertEqual(["started", "interrupted"],
                             [heard.get_nowait().kind for _ in range(2)])
            await client.close()
            self.assertIn("this client closed", await client.wait_closed(DEADLINE))

    async def test_a_refusal_is_raised_and_a_wrong_argument_too(self):
        async with AioStage() as stage:
            client = await opened(stage)
            submitting = asyncio.ensure_future(client.submit("<script"))
            refusal = Envelope()
            refusal.refused.id = (await stage.receive()).submit.id
            refusal.refused.error = "cut off"
            refusal.refused.place.line = 3
            stage.send(refusal)
            with self.assertRaisesRegex(kinesphere.Refused, "3:0: cut off"):
                await submitting
            with self.assertRaises(ValueError):
                await client.interrupt()
            with self.assertRaisesRegex(ValueError, "'carl'; there are ada"):
                await client.subscribe(["carl"])
            await client.close()

    async def test_while_a_callback_waits_all_is_read_and_of_frames_the_newest_is_told(self):
        async with AioStage() as stage:
            client = await opened(stage)
            told, go_on = asyncio.Queue(), asyncio.Event()

            async def draw(frame):
                told.put_nowait(frame.tick)
                await go_on.wait()

            client.on_feedback(lambda heard: told.put_nowait(heard.id))
            await client.subscribe(on_frame=draw)
            await stage.receive()
            stage.send(frame(1, 1))
            self.assertEqual(1, await told.get())
            stage.send(*(frame(1, tick) for tick in range(2, 100)),
                       feedback(FeedbackMessage.SYNC, "s"), frame(1, 100),
                       feedback(FeedbackMessage.ENDED, "e"))
            while (await stage.receive()).ack.tick < 97:
                pass
            go_on.set()
            self.assertEqual(["s", 100, "e"], [await told.get() for _ in range(3)])
            await client.close()

    async def test_who_hears_sound_need_not_name_the_part(self):
        async with AioStage() as stage:
            client = await opened(stage)
            await client.on_audio(lambda audio: None)
            self.assertEqual([PART_AUDIO], list((await stage.receive()).subscribe.parts))
            await client.close()

    async def test_a_lost_connection_is_called_again_and_subscribed_again(self):
        async with AioStage() as stage:
            client = await opened(stage, reconnect=True)
            states = asyncio.Queue()
            client.on_state(lambda state, reason: states.put_nowait(state))
            await client.subscribe(["ada"], max_rate=30)
            await stage.receive()
            asking = asyncio.ensure_future(client.submit("<script/>"))
            await stage.receive()
            stage.writer.close()
            with self.assertRaises(kinesphere.ConnectionLost):
                await asking
            await stage.guest()
            subscribed = (await stage.receive()).subscribe
            self.assertEqual(([1], 30), (list(subscribed.characters), subscribed.max_rate_hz))
            self.assertEqual(["calling", "connected"], [await states.get() for _ in range(2)])
            await client.close()

    async def test_who_is_not_wanted_is_told_why(self):
        away = Envelope()
        away.problem.error = "not the right token"
        away.problem.closing = True
        async with AioStage() as stage:
            calling = asyncio.ensure_future(aio.connect(stage.address)._open())
            await stage.guest(away)
            with self.assertRaisesRegex(kinesphere.ConnectionLost, "not the right token"):
                await calling

    async def test_a_callback_that_fails_ends_the_connection_and_says_so(self):
        async with AioStage() as stage:
            client = await opened(stage)
            client.on_feedback(lambda heard: 1 / 0)
            stage.send(feedback(FeedbackMessage.STARTED, "a"))
            self.assertEqual("a callback failed", await client.wait_closed(DEADLINE))
            with self.assertRaisesRegex(kinesphere.ConnectionLost, "a callback failed"):
                await client.ping()
            await client.close()


class RealServer(unittest.IsolatedAsyncioTestCase):
    async def test_a_script_plays_and_a_body_moves(self):
        with Server("--still") as server:
            frames, heard = [], []
            async with aio.connect(server.address, name="aio_test") as client:
                client.on_feedback(lambda feedback: heard.append(feedback.kind))
                await client.subscribe(["ada"], on_frame=frames.append)
                self.assertLess(0, await client.ping())
                self.assertEqual((), (await client.check(NOD.format(id="b0"))).errors)
                submission = await client.submit(NOD.format(id="b1"))
                self.assertEqual("ended", await submission.wait(DEADLINE))
                with self.assertRaises(kinesphere.Refused):
                    await client.submit("<bml", character="ada")
            self.assertEqual(("started", "ended"), (heard[0], heard[-1]))
            skeleton = client.skeletons[frames[-1].character_id]
            self.assertGreater(kinesphere.world_positions(skeleton, frames[-1])["head"][1], 1)


def declared(node):
    """Names of the parameters of a function in a stub."""
    arguments = node.args
    names = [a.arg for a in [*arguments.args, *([arguments.vararg] if arguments.vararg else []),
                             *arguments.kwonlyargs]]
    return names, isinstance(node, ast.AsyncFunctionDef)


class Signatures(unittest.TestCase):
    def test_the_stub_declares_every_call_as_it_is(self):
        classes = {node.name: node for node in ast.parse(STUB.read_text()).body
                   if isinstance(node, ast.ClassDef)}
        stub = {node.name: declared(node) for node in classes["Client"].body
                if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))}
        for name, function in inspect.getmembers(Calls, inspect.isfunction):
            if name.startswith("_"):
                continue
            names = list(inspect.signature(function).parameters)
            only_sets = name in ("on_feedback", "on_heard", "on_joined", "on_left", "on_prediction",
                                 "on_state")
            self.assertEqual((names, not only_sets), stub.get(name), name)

    def test_every_function_of_the_package_says_what_it_takes_and_gives(self):
        for path in sorted(STUB.parent.glob("*.py")):
            for node in ast.walk(ast.parse(path.read_text())):
                if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                    arguments = [*node.args.args, *node.args.kwonlyargs]
                    bare = [a.arg for a in arguments
                            if a.annotation is None and a.arg not in ("self", "cls")]
                    self.assertEqual(([], True), (bare, node.returns is not None),
                                     f"{path.name}:{node.lineno} {node.name}")
        self.assertTrue(STUB.with_name("py.typed").exists())


if __name__ == "__main__":
    unittest.main()
