#!/bin/sh
# Not a test of cargo: `prr review` against a real, very small model through two dialects. Its nonsense must end as
# malformed, dropped, or a claim: never a crash, never a clean review. Needs /tmp/llm as the header of the shared
# tool `local_llm.py` says, whose path is the first argument; the second is the program.
# Run from the repository's root: tests/agents/real_model.sh PATH/local_llm.py [target/debug/prr]
set -eu
tool=$1
prr=$(realpath "${2:-target/debug/prr}")
here=$(realpath "$(dirname "$0")/../..")
port=${PORT:-8099}
home=$(mktemp -d)
/tmp/llm/bin/python "$tool" "$port" 1500 >"$home/server.log" 2>&1 &
server=$!
trap 'kill "$server" 2>/dev/null; rm -rf "$home"' EXIT INT TERM
tries=0
until curl -fsS "http://127.0.0.1:$port/health" >/dev/null 2>&1; do
    tries=$((tries + 1))
    [ "$tries" -lt 240 ] || { echo "the model did not start"; exit 1; }
    sleep 1
done
bad=0
for dialect in openai anthropic; do
    mkdir -p "$home/$dialect/.config/prr"
    base="http://127.0.0.1:$port"
    cat >"$home/$dialect/.config/prr/config.toml" <<CONFIG
limits.parallel = 1
[tiers]
heavy = "local::smollm2"
medium = "local::smollm2"
light = "local::smollm2"
[[providers]]
name = "local"
dialect = "$dialect"
base_url = "$base"
CONFIG
    cp "$here/fixtures/agents/pr.diff" "$home/$dialect/pr.diff"
    code=0
    started=$(date +%s)
    (cd "$home/$dialect" && env -i PATH="$PATH" HOME="$home/$dialect" "$prr" review pr.diff --strategy passes --full \
        --threshold 0 --no-builtin --all --agents correctness-contracts,overview --output json >out.json 2>err.txt) || code=$?
    echo "== $dialect: exit code $code after $(($(date +%s) - started)) s"
    cat "$home/$dialect/err.txt"
    # Every task ended, and a run with a failed one does not approve.
    /tmp/llm/bin/python - "$home/$dialect/out.json" "$code" <<'CHECK' || bad=1
import json, sys
code = int(sys.argv[2])
assert code in (0, 5), f"exit code {code}"
d = json.load(open(sys.argv[1]))
m = d["metadata"]
print("completed", m["completedAgents"], "of", m["totalAgents"], "failed", m["failedAgents"], "findings", len(d["findings"]),
      "->", d["recommendation"], m["totalTokens"])
assert m["completedAgents"] + len(m["failedAgents"]) == m["totalAgents"]
assert not m["failedAgents"] or d["recommendation"] != "approve"
CHECK
done
exit "$bad"
