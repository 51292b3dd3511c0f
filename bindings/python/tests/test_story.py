"""The story of tests/pipeline.rs, told through the installed wheel."""

import asyncio
import re

import pytest
from phone import ManualClock, Phone

import cs_mem

NOWHERE = cs_mem.Rect(left=0, top=0, right=0, bottom=0)


class World:
    def __init__(self, engine, clock):
        self.engine, self.phone, self.clock = engine, Phone(clock), clock

    @classmethod
    async def open(cls, folder):
        clock = ManualClock()
        config = cs_mem.EngineConfig(path=str(folder / "memory.db"))
        return cls(await cs_mem.MemoryEngine.open(config, clock), clock)

    async def step(self, session, element, text=None):
        """One step as an agent takes it: perform it on the phone, record it in the memory."""
        node = self.phone.elements.index(element)
        target = cs_mem.Target.NODE(node)
        await session.record_thought()
        if text is None:
            self.phone.act(cs_mem.DriverAction.TAP(node, NOWHERE))
            action = cs_mem.Action.TAP(target)
        else:
            self.phone.act(cs_mem.DriverAction.INPUT_TEXT(node, NOWHERE, text))
            action = cs_mem.Action.INPUT_TEXT(target, text, False)
        self.clock.millis += 300
        receipt = await session.record_step(action, cs_mem.ActionResult.OK, self.phone.screen())
        assert receipt.verdict.kind == cs_mem.VerdictKind.ADMIT
        assert receipt.target_found

    async def teach(self, text):
        self.phone.restart()
        session = await self.engine.begin_episode(cs_mem.EpisodeRequest(goal=f"print {text}"))
        await session.record_screen(self.phone.screen())
        await self.step(session, "Labels")
        await self.step(session, "text", text)
        await self.step(session, "print")
        return await session.finish(cs_mem.EpisodeOutcome.SUCCEEDED)

    async def replay(self, goal):
        run = await self.engine.start_replay(cs_mem.ReplayRequest(goal=goal))
        return await run.drive(self.phone)


async def test_a_task_learned_once_is_replayed(tmp_path):
    world = await World.open(tmp_path)
    learned = await world.teach("HELLO")
    assert learned.not_learned is None
    assert (learned.macro_steps, len(learned.slots)) == (3, 1)

    world.phone.restart()
    outcome = await world.replay("print WORLD")
    assert isinstance(outcome, cs_mem.ReplayOutcome.DONE), outcome
    assert outcome.actions == 3
    assert world.phone.hits == ["Labels", "text", "print"]
    assert world.phone.printed == ["HELLO", "WORLD"]


async def test_a_surprise_stops_it_before_anything_is_sent(tmp_path):
    world = await World.open(tmp_path)
    await world.teach("HELLO")
    world.phone.restart()
    world.phone.dialog = True
    outcome = await world.replay("print X")
    assert isinstance(outcome, cs_mem.ReplayOutcome.HANDED_BACK)
    assert outcome.hand_back.kind in (cs_mem.HandBackKind.WRONG_SCREEN, cs_mem.HandBackKind.TARGET_COVERED)
    assert outcome.hand_back.sent == cs_mem.Sent.NOTHING
    assert world.phone.hits == []


async def test_a_driver_that_throws_hands_back(tmp_path):
    world = await World.open(tmp_path)
    await world.teach("HELLO")
    world.phone.restart()
    world.phone.broken = True
    outcome = await world.replay("print X")
    assert outcome.hand_back.kind == cs_mem.HandBackKind.INPUT_FAILED
    assert outcome.hand_back.sent == cs_mem.Sent.UNKNOWN


async def test_malformed_input_is_an_error_with_a_sentence_and_a_code(tmp_path):
    world = await World.open(tmp_path)
    session = await world.engine.begin_episode(cs_mem.EpisodeRequest(goal="anything"))
    capture = cs_mem.Capture(at=0, overlay=cs_mem.OverlayState.UNKNOWN)
    for text in ("", "<hierarchy", "ERROR: could not get idle state.\n", "\0\1"):
        with pytest.raises(cs_mem.CsMemError) as caught:
            await session.record_screen(cs_mem.ScreenInput.DUMP(text.encode(), capture))
        assert re.fullmatch(r"[a-z]+(\.[a-z_]+)+", cs_mem.code(caught.value)), caught.value
        assert len(cs_mem.sentence(caught.value)) > 10
    with pytest.raises(cs_mem.CsMemError.InvalidInput) as caught:
        cs_mem.parse_tool_call("tap(")
    assert not cs_mem.is_retryable(caught.value)


async def test_cancelling_stops_a_replay_before_its_next_action(tmp_path):
    world = await World.open(tmp_path)
    await world.teach("HELLO")
    world.phone.restart()
    tapped = asyncio.Event()

    async def settle(millis):
        if world.phone.hits:
            tapped.set()
            await asyncio.Event().wait()

    world.phone.settle = settle
    task = asyncio.create_task(world.replay("print X"))
    await asyncio.wait({task, asyncio.create_task(tapped.wait())}, return_when=asyncio.FIRST_COMPLETED)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await world.engine.flush()
    assert world.phone.hits == ["Labels"]


async def test_events_are_an_asynchronous_iterator(tmp_path):
    world = await World.open(tmp_path)
    stream = cs_mem.events(world.engine)
    first = asyncio.create_task(anext(stream))
    await asyncio.sleep(0)  # lets the stream subscribe
    learned = await world.teach("HELLO")
    event = await first
    assert isinstance(event, cs_mem.MemoryEvent.EPISODE_STARTED)
    assert event.episode == learned.episode
    await stream.aclose()


def test_the_package_is_typed_and_hides_no_builtin():
    import builtins
    from importlib.resources import files

    assert (files("cs_mem") / "py.typed").is_file()
    assert not [name for name in cs_mem.__all__ if hasattr(builtins, name)]
    assert not [name for name in cs_mem.__all__ if name.startswith("_") or name.endswith("Impl")]
