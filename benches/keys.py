#!/usr/bin/env python3
"""What keys cost the thread that draws, in processor time: hardly moved by what else the machine does. Linux only.

usage: keys.py PROGRAM DIFF [--rows 60] [--columns 200] [--keys 60] [--early]

Opens DIFF in a pseudo-terminal, presses keys and prints, for each kind, the time the main thread was on a core and the
bytes it wrote. --early presses at random gaps of 1 to 40 ms from the first frame on, while colours and findings come.
Python's standard library only.
"""

import argparse
import fcntl
import os
import pty
import random
import select
import shutil
import signal
import struct
import tempfile
import termios
import time

KINDS = [("line", "j"), ("page", "\x06"), ("end", "G"), ("top", "gg"), ("wrap", "w"), ("layout", "=")]
BACKGROUND = b"\x1b]11;?"


class Cockpit:
    def __init__(self, program, diff, rows, columns):
        self.home = tempfile.mkdtemp(prefix="prr-keys-")
        self.pid, self.terminal = pty.fork()
        size = struct.pack("HHHH", rows, columns, 0, 0)
        if self.pid == 0:
            os.environ.update(TERM="xterm-256color", COLORTERM="truecolor", HOME=self.home)
            os.environ.pop("NO_COLOR", None)
            fcntl.ioctl(0, termios.TIOCSWINSZ, size)
            os.execv(program, [program, "tui", diff])
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, size)
        self.written = 0

    def read(self, patience):
        """Takes what comes within so many seconds; False when nothing did."""
        if not select.select([self.terminal], [], [], patience)[0]:
            return False
        try:
            got = os.read(self.terminal, 1 << 20)
        except OSError:
            return False
        self.written += len(got)
        if BACKGROUND in got:
            os.write(self.terminal, b"\x1b]11;rgb:1212/1414/1a1a\x1b\\")
        return bool(got)

    def settle(self, quiet, most):
        end = time.monotonic() + most
        while time.monotonic() < end and self.read(quiet):
            pass

    def on_core(self):
        """Milliseconds that the main thread was on a core."""
        with open(f"/proc/{self.pid}/task/{self.pid}/schedstat") as about:
            return int(about.read().split()[0]) / 1e6

    def press(self, key, quiet=0.03, most=0.5):
        before, written = self.on_core(), self.written
        os.write(self.terminal, key.encode())
        if self.read(most):
            self.settle(quiet, 2)
        return self.on_core() - before, self.written - written

    def leave(self):
        os.write(self.terminal, b"Q")
        self.settle(0.2, 3)
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        shutil.rmtree(self.home, ignore_errors=True)


def show(name, pressed):
    times, sizes = sorted(time for time, _ in pressed), sorted(size for _, size in pressed)
    middle, last = times[len(times) // 2], times[min(len(times) - 1, len(times) * 99 // 100)]
    print(
        f"{name:7} {len(times):4} keys   on core: middle {middle:6.2f} ms, 99 % {last:6.2f}, worst {times[-1]:6.2f}"
        f"   bytes: middle {sizes[len(sizes) // 2]}, most {sizes[-1]}"
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("diff")
    parser.add_argument("--rows", type=int, default=60)
    parser.add_argument("--columns", type=int, default=200)
    parser.add_argument("--keys", type=int, default=60)
    parser.add_argument("--early", action="store_true")
    asked = parser.parse_args()
    cockpit = Cockpit(os.path.abspath(asked.program), asked.diff, asked.rows, asked.columns)
    while cockpit.written < 3000 and cockpit.read(20):
        pass
    print(f"first frame: {cockpit.on_core():.1f} ms on a core")
    if asked.early:
        gaps, pressed = random.Random(7), []
        for _ in range(asked.keys):
            time.sleep(gaps.uniform(0.001, 0.040))
            pressed.append(cockpit.press(gaps.choice("jjjk\x06\x02"), quiet=0.004))
        show("early", pressed)
    cockpit.settle(1, 20)
    for name, key in KINDS:
        count = asked.keys if name in ("line", "page") else 6
        show(name, [cockpit.press(key) for _ in range(count)])
    cockpit.leave()


if __name__ == "__main__":
    main()
