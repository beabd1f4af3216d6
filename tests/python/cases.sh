#!/bin/bash
# cases.sh - the processes in which a host exercise's cases run when it is solved in Python: forks of one that has loaded Numba
# (src/child/proc_seed.h), each as alone as a process of its own. Skipped without Numba or libnvvm.
. "${TESTS_DIR:?make check sets it}/tap/tap.sh"
due base child python cudart bench attempt worker script judge grader/
export NO_COLOR=1 HOME=$scratch/home XDG_CACHE_HOME=$scratch/cache
unset WARPBOOK_WORKSPACE
mkdir -p "$HOME" "$scratch/said"
if "$WARPBOOK_BIN" doctor python | grep -q '^note  *python'; then
	skip "cases in Python" "$("$WARPBOOK_BIN" doctor python | sed -n 's/^note *python *//p')"
	tap_done
	exit
fi

# answer HEAD BODY: an answer to round_trip that is right, with more lines at its top and in the function
answer() {
	cat >"$scratch/said/round_trip.py" <<P
import os
import sys
import numpy as np
from numba import cuda
$1


@cuda.jit
def square(y, x):
    i = cuda.grid(1)
    if i < x.size:
        y[i] = x[i] * x[i]


def round_trip(x, y, n):
$2
    d_x = cuda.to_device(x)
    d_y = cuda.device_array(n, np.float32)
    square[(n + 255) // 256, 256](d_y, d_x)
    d_y.copy_to_host(y)
P
	timeout -k 5 240 "$WARPBOOK_BIN" check --no-record --json "$scratch/said/round_trip.py" >"$scratch/json" \
		2>"$scratch/err" </dev/null
}
# passes NAME HEAD BODY: it has several cases, and passes
passes() {
	answer "$2" "$3"
	is "$1" "$(jq -r '"\(.verdict) \(.findings[0].message // "")"' "$scratch/json")" "passed "
}

passes "nothing that a case leaves in a loaded module is there in the next" 'import json
json.seen = getattr(json, "seen", 0) + 1
os.environ["SEEN"] = os.environ.get("SEEN", "") + "x"
assert json.seen == 1 and os.environ["SEEN"] == "x"' '    pass'
ok "there are several cases" test "$(jq '.cases | length' "$scratch/json")" -gt 2
passes "a case is a fork of a process that knew of no file" '' '    with open("/proc/self/cmdline", "rb") as file:
        assert b"\0-\0-\0-\0" in file.read()'
passes "a case has no descriptors but its own (3 lists them)" '' '    own = set(os.listdir("/proc/self/fd"))
    assert own <= {"0", "1", "2", "3", "4", "5", "12"}, own'
passes "it cannot signal the process that it is a fork of" '' '    for pid in os.getppid(), -os.getpgrp(), -1:
        try:
            if pid not in (0, 1):
                os.kill(pid, 0)
            assert pid in (0, 1)
        except OSError:
            pass'
passes "it can neither fork nor become another program" '' '    for way in os.fork, lambda: os.execv("/bin/true", ["true"]):
        try:
            way()
            assert False
        except OSError:
            pass'
passes "its limits are those of a case" '' '    with open("/proc/self/limits") as file:
        limits = {line[:25].strip(): line[26:].split()[0] for line in file}
    assert limits["Max open files"] == "64" and limits["Max file size"] == str(1 << 20), limits
    assert limits["Max data size"].isdigit() and limits["Max address space"].isdigit() and int(limits["Max cpu time"]) < 100, limits'
passes "its variables and its folder are those of a case" '' '    assert os.getcwd() == os.environ["TMPDIR"] == os.environ["HOME"]
    assert "WARPBOOK_SEED" not in os.environ and os.environ["WARPBOOK_SECONDS"]
    assert os.listdir() == [] or hasattr(os, "kept")
    with open("kept", "w") as file:
        file.write("here")
    os.kept = True'
passes "its words are its own: the process that loaded Numba knew of no file" '' \
	'    assert sys.argv[1].endswith("round_trip.py") and sys.argv[2] == "round_trip", sys.argv
    with open(sys.argv[4]) as file:
        assert "def round_trip" in file.read()
    assert os.path.isdir(sys.argv[5]) and not [name for name in os.environ if name.startswith("WARPBOOK_CASE")]'
answer '' '    raise ValueError("here")'
is "a case that fails says where" "$(jq -r '"\(.verdict) \(.findings[0].line)"' "$scratch/json")" "host-crash 16"
answer '' '    os._exit(0)'
is "a case that ends itself" "$(jq -r .verdict "$scratch/json")" host-crash
answer '' '    os.kill(os.getpid(), 9)'
is "a case that kills itself" "$(jq -r .verdict "$scratch/json")" host-crash
answer '' '    x = bytearray(6 << 30)'
is "a case that wants more memory than it may have" "$(jq -r '"\(.verdict) \(.findings[0].line)"' "$scratch/json")" \
	"host-crash 16"
answer '' '    while True:
        pass'
is "a case that never returns" "$(jq -r .verdict "$scratch/json")" hang
tap_done
