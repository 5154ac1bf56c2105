#!/usr/bin/env python3
"""Writes large diffs for measuring, the same bytes each time. Python's standard library only, no git.

usage: make_inputs.py OUT_DIR [NAME...]      NAME: one-file many-files long-line wide-text; all when none is given

Each diff begins with a file in which PRR_BENCH_START is added and ends with one in which PRR_BENCH_END is added, so
that a harness can see when the first and the last screen of any viewer are drawn.
"""

import itertools
import pathlib
import sys

CONTEXT = 3


class Numbers:
    """A small generator of our own: Python's may change between versions, these files must not."""

    def __init__(self, seed):
        self.state = seed

    def below(self, limit):
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % 2**64
        return (self.state >> 33) % limit

    def one_of(self, items):
        return items[self.below(len(items))]


def hunks(old, new):
    """Hunks of a file in which lines are only replaced, so that both sides have the same number of lines."""
    changed = [i for i, (a, b) in enumerate(zip(old, new)) if a != b]
    spans = []
    for i in changed:
        start, end = max(0, i - CONTEXT), min(len(old), i + CONTEXT + 1)
        if spans and start <= spans[-1][1]:
            spans[-1][1] = end
        else:
            spans.append([start, end])
    for start, end in spans:
        yield f"@@ -{start + 1},{end - start} +{start + 1},{end - start} @@"
        pairs = zip(old[start:end], new[start:end])
        for same, run in itertools.groupby(pairs, key=lambda pair: pair[0] == pair[1]):
            run = list(run)
            if same:
                yield from (" " + a for a, _ in run)
            else:
                yield from ("-" + a for a, _ in run)
                yield from ("+" + b for _, b in run)


def file(path, old, new):
    yield f"diff --git a/{path} b/{path}"
    yield "index 1111111..2222222 100644"
    yield f"--- a/{path}"
    yield f"+++ b/{path}"
    yield from hunks(old, new)


def added(path, lines):
    yield f"diff --git a/{path} b/{path}"
    yield "new file mode 100644"
    yield "index 0000000..2222222"
    yield "--- /dev/null"
    yield f"+++ b/{path}"
    yield f"@@ -0,0 +1,{len(lines)} @@"
    yield from ("+" + line for line in lines)


NOUNS = "anchor batch cursor digest event frame gate hunk index journal key ledger mark node order page".split()
VERBS = "apply bind close draw emit find grow hold join keep load move name open pack read".split()


def statement(rnd, number):
    noun, verb, other = rnd.one_of(NOUNS), rnd.one_of(VERBS), rnd.one_of(NOUNS)
    return f"    let {noun}_{number} = {other}.{verb}({rnd.below(100_000)}, \"{noun} {verb}\")?; // {other}"


def one_file():
    """A source file of 200,000 statements, every second one changed: one hunk of 300,000 lines."""
    rnd = Numbers(1)
    old = [statement(rnd, i) for i in range(200_000)]
    new = [line.replace(")?;", ").await?;") if i % 2 else line for i, line in enumerate(old)]
    yield from file("src/long.rs", old, new)


def many_files():
    """20,000 files, one line changed in each."""
    rnd = Numbers(2)
    for n in range(20_000):
        old = [statement(rnd, i) for i in range(12)]
        new = [line.replace("let ", "let mut ") if i == 6 else line for i, line in enumerate(old)]
        yield from file(f"part{n // 400:02}/{NOUNS[n // 25 % 16]}{n // 20 % 20:02}/file{n:05}.rs", old, new)


def long_line():
    """Four packed scripts of one line, about 800 kB each, changed in the middle."""
    rnd = Numbers(3)
    for n in range(4):
        parts = [f"function {rnd.one_of(VERBS)}{i}(a,b){{return a*{rnd.below(1000)}+b}}" for i in range(20_000)]
        old = ";".join(parts)
        parts[10_000] = "function replaced(a,b){return b}"
        yield from file(f"assets/bundle{n}.min.js", [old], [";".join(parts)])


WIDE = ["漢字とかな", "한국어 문장", "👩‍👩‍👧‍👦 ende", "e\u0301te\u0301", "עברית", "tab\tstop", "naïve café", "🇯🇵🇨🇦", "ＦＵＬＬ", "ไทย"]


def wide_text():
    """20,000 lines of wide, joined, combined and right-to-left characters and tabs, every third one changed."""
    rnd = Numbers(4)
    old = [f"{i} " + " ".join(rnd.one_of(WIDE) for _ in range(7)) for i in range(20_000)]
    new = [line + " 変更" if i % 3 == 0 else line for i, line in enumerate(old)]
    yield from file("docs/scripts.md", old, new)


INPUTS = {"one-file": one_file, "many-files": many_files, "long-line": long_line, "wide-text": wide_text}


def main():
    if len(sys.argv) < 2 or any(name not in INPUTS for name in sys.argv[2:]):
        sys.exit(__doc__)
    out = pathlib.Path(sys.argv[1])
    out.mkdir(parents=True, exist_ok=True)
    for name in sys.argv[2:] or INPUTS:
        first = added(".aaa_bench_start.txt", ["PRR_BENCH_START"])
        last = added("zzz_bench_end.txt", ["PRR_BENCH_END"])
        with open(out / f"{name}.diff", "w", encoding="utf-8", newline="\n") as target:
            target.writelines(line + "\n" for line in itertools.chain(first, INPUTS[name](), last))
        print(f"{name}.diff", (out / f"{name}.diff").stat().st_size, "bytes")


if __name__ == "__main__":
    main()
