"""Progress bars by tqdm, where it is installed."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def progress_bar(wanted: bool, total: int, unit: str) -> Iterator[Callable[[int], object]]:
    """Gives a function that moves the bar by a number of steps. Without tqdm, or if no bar is wanted, it does
    nothing."""
    bar = None
    if wanted:
        try:
            from tqdm.auto import tqdm

            bar = tqdm(total=total, unit=unit, unit_scale=True)
        except ImportError:
            pass
    try:
        yield bar.update if bar is not None else lambda steps: None
    finally:
        if bar is not None:
            bar.close()
