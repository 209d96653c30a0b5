"""A process that appends until it is killed: four threads, each attempt told before it is made and after.

    python -m tests.faults.writer URL RUN [careless]

`try NAME` and `ack NAME POSITION` go to standard output, a line in one write.
`careless` keeps its answers outside the transaction, and is killed in between.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from itertools import count

from ledger.store.factory import open_recorder
from ledger.store.recorder import LedgerRecorder
from tests.faults.appending import answer, sent

THREADS = 4


def tell(line: str) -> None:
    os.write(sys.stdout.fileno(), f"{line}\n".encode())


def careful(recorder: LedgerRecorder, name: str) -> int:
    return recorder.append([sent(name)], answer(name))


def careless(recorder: LedgerRecorder, name: str) -> int:
    first = recorder.append([sent(name)])
    if name.endswith("/9"):
        os.kill(os.getpid(), signal.SIGKILL)
    recorder.remember(answer(name))
    return first


def main(url: str, run: str, how: str = "careful") -> None:
    recorder = open_recorder(url, property="demo")
    append = {"careful": careful, "careless": careless}[how]

    def write(thread: int) -> None:
        for number in count():
            name = f"{run}/{thread}/{number}"
            tell(f"try {name}")
            tell(f"ack {name} {append(recorder, name)}")

    threads = [threading.Thread(target=write, args=[thread]) for thread in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


if __name__ == "__main__":
    main(*sys.argv[1:])
