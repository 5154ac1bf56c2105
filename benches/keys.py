#!/usr/bin/env python3
"""What keys cost the thread that draws, in processor time: hardly moved by what else the machine does. Linux only.

usage: keys.py PROGRAM DIFF [--rows 60] [--columns 200] [--keys 60] [--early] [--stream N]

Opens DIFF (a file, or a range of the repository in the working folder) in a pseudo-terminal, presses keys and prints, for
each kind, the time the main thread was on a core and the bytes it wrote. --early presses at random gaps of 1 to 40 ms from
the first frame on, while colours and findings come and the repository is read.
--stream plays a recorded run of N findings over the changed lines of DIFF (10,000 come 500 a second), presses in the same
way until half of them came, and tells how long each key took until the screen had answered, which other work moves.
Python's standard library only.
"""

import argparse
import fcntl
import hashlib
import json
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
    def __init__(self, program, diff, rows, columns, run=None):
        self.home = tempfile.mkdtemp(prefix="prr-keys-")
        self.pid, self.terminal = pty.fork()
        size = struct.pack("HHHH", rows, columns, 0, 0)
        if self.pid == 0:
            os.environ.update(TERM="xterm-256color", COLORTERM="truecolor", HOME=self.home)
            os.environ.pop("NO_COLOR", None)
            fcntl.ioctl(0, termios.TIOCSWINSZ, size)
            os.execv(program, [program, "tui", diff] + (["--replay", run, "--offline"] if run else []))
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

    def answer(self, key, most=0.5):
        """Milliseconds from a key to the first byte behind it; nothing when none came."""
        while self.read(0):
            pass
        begun = time.monotonic()
        os.write(self.terminal, key.encode())
        return (time.monotonic() - begun) * 1000 if self.read(most) else None

    def whole_answer(self, key, quiet=0.15):
        """Milliseconds from a key to the last byte before the screen was quiet."""
        self.settle(quiet, 5)
        os.write(self.terminal, key.encode())
        begun = last = time.monotonic()
        while self.read(quiet):
            last = time.monotonic()
        return (last - begun) * 1000

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


def changed_lines(diff):
    """Path and number of each added line of a patch."""
    path, number = None, 0
    with open(diff, encoding="utf-8", errors="replace") as lines:
        for line in lines:
            if line.startswith("+++ "):
                path = line[6:].strip() if line.startswith("+++ b/") else None
            elif line.startswith("@@"):
                number = int(line.split("+")[1].split(" ")[0].split(",")[0])
            elif path and line.startswith("+"):
                yield path, number
                number += 1
            elif line.startswith(" "):
                number += 1


def rare_words(diff):
    """Words of an added line near the end of a patch that stand nowhere before."""
    with open(diff, "rb") as bytes_of:
        text = bytes_of.read()
    ends = [line for line in text[-200_000:].split(b"\n") if line.startswith(b"+") and len(line) > 12]
    for line in reversed(ends):
        words = line[1:].strip()[:40]
        if words.isascii() and words and not set(words) & set(b"\\.*+?()[]{}|^$/\t") and text.count(words) == 1:
            return words.decode()
    return None


def record(diff, count, file):
    """Writes a run of so many findings, spread over the changed lines."""
    places = list(changed_lines(diff))
    step = max(1, len(places) // count)
    with open(diff, "rb") as bytes_of:
        whole = hashlib.sha256(bytes_of.read()).hexdigest()
    about = {"schema": 1, "at": "2026-01-01T00:00:00.000Z", "run_id": "20260101-000000-0000000"}
    run = {"repo_slug": "none", "pr_ref": "bench", "review_target_type": "file", "diff_hash": whole, "title": "bench"}
    run.update(current_model="none", skill_version="0", started_at=about["at"], base_sha=None, head_sha=None, notes=[])
    lines = [{"record_type": "run", **about, **run}]
    for nth in range(count):
        path, number = places[nth * step % len(places)]
        claim = {"candidate_id": f"c{nth}", "hotspot_id": "h", "output_type": "finding", "issue_class": f"class-{nth % 40}"}
        claim.update(fingerprint="", summary=f"What stands at {number} is wrong in way {nth}.", evidence=f"line {number}")
        claim.update(why_now="The change adds it.", file_path=path, line_start=number, line_end=number)
        claim.update(severity=["critical", "high", "medium", "low"][nth % 4], confidence_local=0.9, confidence_context=0.9)
        claim.update(actionability="high", blast_radius="module", suggested_fix="Write it otherwise.")
        ours = {"task_id": "builtin:bench", "kind": "finding", "title": f"Way {nth} of being wrong"}
        ours.update(lens="correctness", symbol=None, side="RIGHT", suggestion=None, invariant="it is right", sink=f"sink {nth}")
        lines.append({"record_type": "candidate", **about, **claim, "ours": ours})
    lines.append({"record_type": "task_end", **about, "task_id": "builtin:bench", "how": "completed", "error": None})
    file.write("".join(json.dumps(line) + "\n" for line in lines))
    file.flush()


def streaming(cockpit, seconds):
    gaps, taken = random.Random(7), []
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        until = time.monotonic() + gaps.uniform(0.001, 0.040)
        while (left := until - time.monotonic()) > 0:
            cockpit.read(left)
        taken.append(cockpit.answer(gaps.choice("jjjk\x06\x02")))
    answered = sorted(time for time in taken if time is not None)
    at = lambda share: answered[min(len(answered) - 1, int(len(answered) * share))]
    print(
        f"stream  {len(answered):4} of {len(taken)} keys answered   key to first byte: middle {at(0.5):6.2f} ms, "
        f"99 % {at(0.99):6.2f}, worst {answered[-1]:6.2f}"
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("diff")
    parser.add_argument("--rows", type=int, default=60)
    parser.add_argument("--columns", type=int, default=200)
    parser.add_argument("--keys", type=int, default=60)
    parser.add_argument("--early", action="store_true")
    parser.add_argument("--stream", type=int, default=0, metavar="N")
    asked = parser.parse_args()
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as run:
        if asked.stream:
            record(asked.diff, asked.stream, run)
        measure(asked, run.name if asked.stream else None)


def measure(asked, run):
    cockpit = Cockpit(os.path.abspath(asked.program), asked.diff, asked.rows, asked.columns, run)
    while cockpit.written < 3000 and cockpit.read(20):
        pass
    print(f"first frame: {cockpit.on_core():.1f} ms on a core")
    if asked.early:
        gaps, pressed = random.Random(7), []
        for _ in range(asked.keys):
            time.sleep(gaps.uniform(0.001, 0.040))
            pressed.append(cockpit.press(gaps.choice("jjjk\x06\x02"), quiet=0.004))
        show("early", pressed)
    if run:
        streaming(cockpit, 10)
        print(f"until then: {cockpit.on_core():.0f} ms on a core")
    cockpit.settle(1, 20)
    for name, key in KINDS:
        count = asked.keys if name in ("line", "page") else 6
        show(name, [cockpit.press(key) for _ in range(count)])
    words = rare_words(asked.diff) if os.path.isfile(asked.diff) else None
    if words:
        cockpit.press("gg")
        taken = sorted(cockpit.whole_answer(f"gg/{words}\r") for _ in range(7))
        print(f"search to the only match, near the end: middle {taken[3]:.1f} ms, worst {taken[-1]:.1f}")
    if run:
        cockpit.press("gg")
        cockpit.press("J")
        show("accept", [cockpit.press("a") for _ in range(asked.keys)])
    cockpit.leave()


if __name__ == "__main__":
    main()
