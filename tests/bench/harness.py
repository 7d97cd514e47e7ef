"""Measures ratios on a busy machine: candidate and reference in turn, in shuffled order, round by round.

A ratio is taken inside each round and its median is reported, so that slow drifts of the machine cancel out. Work
that stays in this process is measured in processor time: what others do on the machine then hardly counts. Where that
is still too much, the instructions are counted that the interpreter carries out: they are the same on every machine.
"""

import gc
import itertools
import random
import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass

KILO = "thousand instructions"

type Work = Callable[[], object]
type Clock = Callable[[], float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Ratio:
    """A goal as a multiple of something measured in the same run."""

    id: str
    title: str
    goal: float
    candidate: Work
    reference: Work
    rounds: int = 7
    slot: float = 0.1  # seconds that one candidate gets in one round
    clock: Clock = time.process_time
    limit: float | None = None  # above this it is a fault; nothing said: one and a half times the goal

    @property
    def fault(self) -> float:
        return self.limit if self.limit is not None else 1.5 * self.goal


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """A goal that is no ratio: a count, or milliseconds as an order of size.

    Instructions (``KILO``) have no goal but what they are now: a quarter more is a fault, other interpreters count a
    little differently.
    """

    id: str
    title: str
    goal: float
    unit: str
    measure: Callable[[], float]

    @property
    def fault(self) -> float:
        if self.unit == KILO:
            return 1.25 * self.goal
        return self.goal if self.unit in {"queries", ""} else 1.5 * self.goal


type Row = Ratio | Figure


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    id: str
    title: str
    measured: float
    unit: str
    goal: float
    fault: float

    @property
    def verdict(self) -> str:
        if self.measured <= self.goal:
            return "ok"
        return "short of the goal" if self.measured <= self.fault else "FAULT"

    def line(self) -> str:
        bounds = f"<= {self.goal:g} | fault above {self.fault:g}"
        return f"{self.id} | {self.title} | {self.measured:.3g} {self.unit} | {bounds} | {self.verdict}"


def calibrated(work: Work, slot: float, clock: Clock) -> int:
    """How often the work fits into a slot."""
    work()
    number = 1
    while (took := timed(work, number, clock)) < slot / 4:
        number *= 4
    return max(1, round(number * slot / took))


def timed(work: Work, number: int, clock: Clock) -> float:
    gc.collect()
    began = clock()
    for _ in range(number):
        work()
    return clock() - began


def measure_ratio(row: Ratio) -> float:
    works = {"candidate": row.candidate, "reference": row.reference}
    numbers = {name: calibrated(work, row.slot, row.clock) for name, work in works.items()}
    ratios = []
    for _ in range(row.rounds):
        each = {
            name: timed(works[name], numbers[name], row.clock) / numbers[name]
            for name in random.sample(list(works), len(works))
        }
        ratios.append(each["candidate"] / each["reference"])
    return statistics.median(ratios)


def median_ms(work: Work, rounds: int = 15, clock: Clock = time.process_time) -> float:
    """Median time of single calls in milliseconds, after one call to warm up."""
    work()
    return statistics.median(timed(work, 1, clock) * 1000 for _ in range(rounds))


def kilo_instructions(work: Work, number: int = 1) -> float:
    """How many thousand instructions of the interpreter a single call takes, after one call to warm up."""
    work()
    counted = itertools.count()
    watch, tool = sys.monitoring, sys.monitoring.PROFILER_ID
    watch.use_tool_id(tool, __name__)
    watch.register_callback(tool, watch.events.INSTRUCTION, lambda code, offset: next(counted))
    gc.collect()
    watch.set_events(tool, watch.events.INSTRUCTION)
    try:
        for _ in range(number):
            work()
    finally:
        watch.set_events(tool, watch.events.NO_EVENTS)
        watch.free_tool_id(tool)
    return next(counted) / number / 1000


def measure(row: Row) -> Result:
    measured, unit = (measure_ratio(row), "x") if isinstance(row, Ratio) else (row.measure(), row.unit)
    return Result(id=row.id, title=row.title, measured=measured, unit=unit, goal=row.goal, fault=row.fault)
