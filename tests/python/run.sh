#!/bin/bash
# run.sh - programs that use numba.cuda, run like a learner's by `warpbook run prog.py`: those of programs/ give the expected
# output and no finding; those of wrong/ get a finding. In the comments of those:
#	# says: PATTERN   in the findings, joined to one line (grep -E)
#	# line: N         of the finding that says so; # other: N its second line; # frames: N functions into whose lines it was inlined
#	# causes: N       findings in all; # options: WORDS for warpbook run
# Skipped without Numba or libnvvm.
. "${TESTS_DIR:?make check sets it}/tap/tap.sh"
due base child words source ptx simt cudart python toolchain worker tests/python/
export NO_COLOR=1 NUMBA_CUDA_WARN_ON_IMPLICIT_COPY=0 NUMBA_CACHE_DIR=$scratch PYTHONDONTWRITEBYTECODE=1
cd "$TESTS_DIR/python" || exit 99

field() { sed -n "s|^# $1: *||p" "$2"; } # NAME FILE

if "$WARPBOOK_BIN" doctor python | grep -q '^note  *python'; then
	skip "programs in Python" "$("$WARPBOOK_BIN" doctor python | sed -n 's/^note *python *//p')"
	tap_done
	exit
fi

# A Numba that is there and does not suit the NumPy beside it.
mkdir -p "$scratch/packages/numba"
echo "raise AttributeError(\"module 'numpy' has no attribute 'row_stack'\")" >"$scratch/packages/numba/__init__.py"
PYTHONPATH=$scratch/packages "$WARPBOOK_BIN" doctor python >"$scratch/out" 2>&1
like "doctor reports a Numba that cannot be imported" "$(tr -s '\n ' ' ' <"$scratch/out")" \
	"^.*note python .*Numba cannot be imported: AttributeError: module 'numpy' has no attribute 'row_stack'.*install versions"
# One that can be imported, and whose compiler does not suit it.
mkdir -p "$scratch/later/numba"
cat >"$scratch/later/numba/__init__.py" <<-'P'
	import sys
	import importlib.machinery as machinery
	class _Finder:
	    @staticmethod
	    def find_spec(name, path=None, target=None):
	        if name == 'numba.cuda.cudaimpl':
	            raise AttributeError("module 'numpy' has no attribute 'row_stack'")
	sys.meta_path.insert(0, _Finder)
	_real = machinery.PathFinder.find_spec('numba', sys.path[[p.endswith('/later') for p in sys.path].index(True) + 1:])
	__path__, __file__ = list(_real.submodule_search_locations), _real.origin
	exec(compile(open(__file__).read(), __file__, 'exec'))
P
has_numba=$("$WARPBOOK_BIN" doctor python | sed -nE 's/^ok *python *([^ ]+) is .*/\1/p')
PYTHONPATH=$scratch/later WARPBOOK_PYTHON=$has_numba "$WARPBOOK_BIN" doctor python >"$scratch/out" 2>&1
like "and one that compiles no kernel, with Python's own words" "$(tr -s '\n ' ' ' <"$scratch/out")" \
	"^.*note python .*Numba c(ompiles no kernel|annot be imported): AttributeError: module 'numpy' has no attribute 'row_stack'.*install versions"

for file in programs/*.py; do
	name=$(basename "$file" .py)
	timeout -k 5 240 nice "$WARPBOOK_BIN" run --json="$scratch/json" "$file" one --two >"$scratch/out" 2>"$scratch/err" \
		</dev/null
	status=$?
	is "$name: its output" "$(cat "$scratch/out")" "$(cat "programs/$name.expected")"
	is "$name: its status" $status "$([ "$name" = arguments ] && echo 7 || echo 0)"
	[ "$name" = arguments ] || is "$name: nothing is found" "$(jq -c '[.findings[].message]' "$scratch/json")" '[]'
done

for file in wrong/*.py; do
	name=$(basename "$file" .py)
	read -ra options <<<"$(field options "$file")"
	timeout -k 5 240 nice "$WARPBOOK_BIN" run --json="$scratch/json" "${options[@]}" "$file" >"$scratch/out" \
		2>"$scratch/err" </dev/null
	jq -r --argjson line "$(field line "$file")" '.findings[] | select(.line == $line) | "\(.message) \(.advice) \(.kernel) \(.kind) other \(.other.line) frames \(.inlined // [] | length)"' \
		"$scratch/json" >"$scratch/said"
	ok "wrong/$name: it says /$(field says "$file")/" grep -qE -- "$(field says "$file")" "$scratch/said"
	[ -z "$(field causes "$file")" ] || is "wrong/$name: causes" "$(jq '.findings | length' "$scratch/json")" \
		"$(field causes "$file")"
	[ -z "$(field frames "$file")" ] || ok "wrong/$name: frames: $(field frames "$file")" grep \
		-q "frames $(field frames "$file")\$" "$scratch/said"
	[ -z "$(field other "$file")" ] || ok "wrong/$name: the other line is $(field other "$file")" grep \
		-q "other $(field other "$file")" "$scratch/said"
done

# ---- bad input ----
cat >"$scratch/syntax.py" <<'P'
from numba import cuda
def f(:
    pass
P
timeout 60 "$WARPBOOK_BIN" run "$scratch/syntax.py" >"$scratch/out" 2>&1
is "a file that does not parse: Python's status" $? 1
ok "and its message, with the line" grep -q 'syntax.py", line 2' "$scratch/out"

cat >"$scratch/typing.py" <<'P'
from numba import cuda
import numpy as np


@cuda.jit
def wrong(x):
    x[0] = x.nothing


wrong[1, 1](np.zeros(1))
P
timeout 60 "$WARPBOOK_BIN" run "$scratch/typing.py" >"$scratch/out" 2>&1
is "a kernel that Numba cannot type: Python's status" $? 1
like "and what Numba refuses, at its line" "$(joined <"$scratch/out")" \
	'7 x\[0\] = x.nothing \^ an array of float64 has no `.nothing`'

cat >"$scratch/raises.py" <<'P'
from numba import cuda
import numpy as np


@cuda.jit
def one(x):
    x[0] = 1


one[1, 1](cuda.device_array(1))
print(x)
P
timeout 60 "$WARPBOOK_BIN" run --json="$scratch/json" "$scratch/raises.py" >"$scratch/out" 2>&1
is "an exception before the wait: Python's status" $? 1
is "and no finding besides the exception" "$(jq '.findings | length' "$scratch/json")" 0

mkdir -p "$scratch/project"
echo 'import sys; from .part import run; print(run(), sys.argv[1:])' >"$scratch/project/__main__.py"
printf 'from numba import cuda\nimport numpy as np\n\n\n@cuda.jit\ndef one(x):\n    x[cuda.grid(1)] = 1\n\n\ndef run():\n    x = np.zeros(4)\n    one[1, 4](x)\n    return x.sum()\n' \
	>"$scratch/project/part.py"
is "a package, as a module" "$(cd "$scratch" && timeout 60 "$WARPBOOK_BIN" run -m project one -m two 2>"$scratch/err")" \
	"4.0 ['one', '-m', 'two']"
is "and nothing is found" "$(grep -c warpbook: "$scratch/err")" 0

timeout 60 "$WARPBOOK_BIN" run "$scratch/no_such.py" >"$scratch/out" 2>&1
is "no such file: a wrong word" $? 2

timeout 60 "$WARPBOOK_BIN" run --device moon "$scratch/syntax.py" >"$scratch/out" 2>&1
is "an unknown device: a wrong word" $? 2

WARPBOOK_PYTHON=/bin/false timeout 60 "$WARPBOOK_BIN" run "$scratch/typing.py" >"$scratch/out" 2>&1
is "an interpreter that is none: the machine's fault" $? 4
ok "with the remedy" grep -q WARPBOOK_PYTHON "$scratch/out"

cat >"$scratch/loop.py" <<'P'
from numba import cuda
import numpy as np


@cuda.jit
def forever(x):
    while x[0] == 0:
        pass


x = cuda.to_device(np.zeros(1, np.int32))
forever[1, 1](x)
cuda.synchronize()
P
WARPBOOK_SECONDS=2 timeout 60 "$WARPBOOK_BIN" run --json="$scratch/json" "$scratch/loop.py" >"$scratch/out" 2>&1
is "a kernel that never ends: Python's status, of an exception" $? 1
is "and the finding with its line" "$(jq -r '.findings[0] | "\(.kind) \(.kernel)"' "$scratch/json")" "hang forever"

cat >"$scratch/slow.py" <<'P'
from numba import cuda
import numpy as np


@cuda.jit
def slow(x):
    s = x[0]
    for i in range(1000000000000):
        s = s * 0.5 + i
    x[0] = s


x = cuda.to_device(np.zeros(1))
slow[1, 1](x)
cuda.synchronize()
P
timeout -s INT -k 60 10 "$WARPBOOK_BIN" run "$scratch/slow.py" >"$scratch/out" 2>"$scratch/err" </dev/null
is "an interrupt ends a program in a long kernel" $? 124
ok "by Python's exception" grep -q KeyboardInterrupt "$scratch/err"


# PyTorch: what cannot run is named (a package with the name alone stands in).
mkdir -p "$scratch/named/torch"
cat >"$scratch/named/torch/__init__.py" <<-'P'
	_C = None
	class distributed:
	    init_process_group = staticmethod(lambda backend=None, rank=-1: print('begun with', backend, rank))
P
cat >"$scratch/named.py" <<-'P'
	import torch
	torch.distributed.init_process_group("gloo", rank=0)
	torch.distributed.init_process_group("cpu:gloo,cuda:nccl")
P
PYTHONPATH=$scratch/named "$WARPBOOK_BIN" run "$scratch/named.py" >"$scratch/out" 2>&1 </dev/null
like "PyTorch's NCCL is named, another way of communication is not" "$(tr '\n' ' ' <"$scratch/out")" \
	'^begun with gloo 0 .*RuntimeError: the virtual machine has no NCCL: call init_process_group'

tap_done
