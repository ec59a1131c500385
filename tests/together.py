"""Several people at the same moment: threads with connections of their own, let go at once."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from django.db import connection


def together(works: Sequence[Callable[[], Any]]) -> list[Any]:
    """Run each in a thread of its own, let go at once; what each came to, an error included."""
    outcomes: list[Any] = [None] * len(works)
    start = threading.Barrier(len(works))

    def run(number: int, work: Callable[[], Any]) -> None:
        try:
            connection.ensure_connection()
            start.wait(10)
            outcomes[number] = work()
        except Exception as error:
            outcomes[number] = error
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=pair) for pair in enumerate(works)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    return outcomes


def names_of(outcomes: Iterable[Any]) -> Counter[str]:
    """How often each came out: the code of a refusal, else the name of the class."""
    return Counter(getattr(each, "code", type(each).__name__) for each in outcomes)
