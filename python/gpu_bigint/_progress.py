"""Long work in pieces, between which Python sees the keyboard and a progress bar moves."""

import importlib
import time
from collections.abc import Callable, Iterator
from typing import Any

# Seconds that a piece should take.
_SHORT, _LONG = 0.05, 0.2


def in_pieces(total: int, smallest: int, unit: str, progress: bool) -> Iterator[tuple[int, int]]:
    """Ranges from 0 to total. The first has `smallest` steps; the others follow the time that they take. The
    progress bar is tqdm's, where that is installed."""
    bar = _bar(total, unit) if progress else None
    size = smallest
    start = 0
    try:
        while start < total:
            stop = min(start + size, total)
            begin = time.monotonic()
            yield start, stop
            seconds = time.monotonic() - begin
            if bar is not None:
                bar.update(stop - start)
            start = stop
            if seconds < _SHORT:
                size *= 2
            elif seconds > _LONG:
                size = max(smallest, size // 2)
    finally:
        if bar is not None:
            bar.close()


class Stages:
    """Shows how far a search is, with a bar for each of its stages. Entered, it is the function to call, or None."""

    def __init__(self, progress: bool) -> None:
        self._progress = progress
        self._bar: Any = None
        self._stage, self._done = 0, 0.0

    def __enter__(self) -> Callable[[int, float], None] | None:
        return self._advance if self._progress else None

    def __exit__(self, *error: object) -> None:
        if self._bar is not None:
            self._bar.close()

    def _advance(self, stage: int, done: float) -> None:
        if stage != self._stage or done < self._done:
            self.__exit__()
            self._bar, self._stage, self._done = _bar(100, f"% of stage {stage}"), stage, 0.0
        if self._bar is not None:
            self._bar.update(100 * (done - self._done))
        self._done = done


def _bar(total: int, unit: str) -> Any:
    try:
        tqdm = importlib.import_module("tqdm.auto")
    except ImportError:
        return None
    return tqdm.tqdm(total=total, unit=f" {unit}", unit_scale=True)
