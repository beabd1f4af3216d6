#!/bin/bash
# exercises.sh - exercises solved in Python, from a learner's view: a workspace for Python, verdicts and findings, Numba's errors
# shortened and located, files that do harm during the import, the cache, and machines without Numba or libnvvm.
# tests/content/numba.sh proves the content's programs in Python. Skipped without Numba or libnvvm, except for the parts that must
# work there.
. "${TESTS_DIR:?make check sets it}/tap/tap.sh"
due base child words source python toolchain bench attempt worker catalog judge grader/ tests/python/
export NO_COLOR=1 WARPBOOK_WORKSPACE='' HOME=$scratch/home XDG_CACHE_HOME=$scratch/cache
unset WARPBOOK_WORKSPACE
mkdir -p "$HOME" "$scratch/ws"
book() { timeout -k 5 240 "$WARPBOOK_BIN" "$@" </dev/null; }

# ---- without Numba ----
printf '#!/bin/sh\nexec /usr/bin/python3 -S -E "$@"\n' >"$scratch/bare"
chmod +x "$scratch/bare"
if [ -x /usr/bin/python3 ]; then
	WARPBOOK_PYTHON=$scratch/bare book init --lang python "$scratch/without" >"$scratch/out" 2>"$scratch/err"
	is "without Numba: a workspace for Python can be made" $? 0
	ok "and it says how to get Numba" grep -q 'pip install numba-cuda' "$scratch/err"
	ok "the stub is there" test -f "$scratch/without/exercises/01_kernels/add.py"
	(cd "$scratch/without" && WARPBOOK_PYTHON=$scratch/bare book check --json add >"$scratch/json" 2>/dev/null)
	is "its check is the machine's fault" "$(jq -r .party "$scratch/json")" machine
	ok "and says how to get Numba" grep -q 'apt install python3-numba' "$scratch/json"
	ok "what is not in Python works" eval \
		'(cd "$scratch/without" && WARPBOOK_PYTHON=$scratch/bare book show zip_stride | grep -q zip_stride.cu)'
fi
# A script that starts Python, as pyenv's, does not start in the sandbox: the interpreter itself does.
printf '#!/bin/sh\nexec /usr/bin/python3 "$@"\n' >"$scratch/starter"
chmod +x "$scratch/starter"
is "a script that starts Python will do" \
	"$(WARPBOOK_PYTHON=$scratch/starter book check --json --no-record "$TESTS_DIR/../solutions/01_kernels/add.py" \
		2>/dev/null | jq -r .verdict)" passed
# One that does not say which that is.
printf '#!/bin/bash\nexec -a "" /usr/bin/python3 "$@"\n' >"$scratch/nameless"
chmod +x "$scratch/nameless"
if WARPBOOK_PYTHON=$scratch/nameless book doctor python | grep -q 'with Numba' && "$WARPBOOK_BIN" doctor sandbox |
	grep -q landlock; then
	WARPBOOK_PYTHON=$scratch/nameless book check --json --no-record "$TESTS_DIR/../solutions/01_kernels/add.py" \
		>"$scratch/json" 2>/dev/null
	is "a Python that does not start in the sandbox is the machine's" "$(jq -r .party "$scratch/json")" machine
	ok "and the remedy is named" grep -q 'an interpreter in a usual place' "$scratch/json"
	WARPBOOK_PYTHON=$scratch/nameless book lesson 01_kernels --run --plain >"$scratch/out" 2>"$scratch/err"
	is "a lesson's experiments then run in C++" $? 0
	ok "and the chart says what it lacks" grep -q 'The kernel in Python did not run: ' "$scratch/out"
fi
# An interpreter is asked what it has, and not again before something there changes.
mkdir -p "$scratch/packages" "$scratch/asked"
cat >"$scratch/packages/sitecustomize.py" <<EOF
import sys
if '-c' in sys.orig_argv:
    open('$scratch/starts', 'a').write('x')
EOF
cp "$TESTS_DIR/../solutions/01_kernels/add.py" "$scratch/asked/add.py"
printf '#!/bin/sh\nexec /usr/bin/python3 "$@"\n' >"$scratch/script"
chmod +x "$scratch/script"
asks() { # INTERPRETER: how often a check starts it with a question
	: >"$scratch/starts"
	PYTHONPATH=$scratch/packages WARPBOOK_PYTHON=$1 book check --no-record "$scratch/asked/add.py" >/dev/null 2>&1
	wc -c <"$scratch/starts"
}
if [ -x /usr/bin/python3 ]; then
	is "an interpreter is asked" "$(asks /usr/bin/python3)" 1
	sleep 3 # until its packages are no longer so new that they may be about to change
	asks /usr/bin/python3 >/dev/null
	is "and then the answer is known" "$(asks /usr/bin/python3)" 0
	mkdir "$scratch/packages/another"
	is "a package that comes makes the answer void" "$(asks /usr/bin/python3)" 1
	sleep 3
	is "a script in the interpreter's place is asked" "$(asks "$scratch/script")" 1
	is "every time" "$(asks "$scratch/script")" 1
fi
book list --json >"$scratch/list"
is "the list says which exercises offer Python" \
	"$(jq -r '[.exercises[] | select(.id == "01_kernels/add" or .id == "01_kernels/zip_stride") | .python] | @csv' \
		"$scratch/list")" 'true,false'
is "the track python has what can be answered in Python, and no more" \
	"$(book list --json --track python | jq -c '[.exercises[].python] | unique')" '[true]'
ok "and says which is next" eval 'book list --track python | head -3 | grep -q "<- next"'
book list --track rust >/dev/null 2>&1
is "an unknown track: a wrong word" $? 2
mkdir -p "$scratch/other"
cp "$TESTS_DIR/../solutions/01_kernels/add.py" "$scratch/other/zip_stride.py"
book check --no-record "$scratch/other/zip_stride.py" >"$scratch/out" 2>&1
is "an exercise without a version in Python: a wrong word" $? 2
ok "and it says so" grep -q "has no version in Python" "$scratch/out"
book init --lang klingon "$scratch/k" >/dev/null 2>&1
is "an unknown language: a wrong word" $? 2

if ! "$WARPBOOK_BIN" doctor python | grep -q '^ok  *python'; then
	skip "exercises in Python" "$("$WARPBOOK_BIN" doctor python | sed -n 's/^[a-z]* *python *//p')"
	tap_done
	exit
fi

# ---- the way of a learner ----
cd "$scratch/ws" || exit 99
book init --lang python . >"$scratch/out" 2>"$scratch/err"
is "init --lang python" "$? $(wc -c <"$scratch/err")" "0 0"
ok "gives the stub in Python" grep -q '^@cuda.jit' exercises/01_kernels/add.py
ok "and no other of it" test ! -e exercises/01_kernels/add.cu
ok "what is not offered in Python is C++" test -f exercises/01_kernels/zip_stride.cu
book check --json add >"$scratch/json"
is "the stub: a wrong answer" "$? $(jq -r .verdict "$scratch/json")" "1 wrong-answer"
ok "the hint is Python's" eval 'book hint --number 3 add | grep -q "cuda.grid(1)"'
ok "the task says what differs" eval 'book show add | grep -q Numba'
ok "and what its own task adds stands apart" eval 'book show hello_threads | tr "\n" " " | grep -q "shared memory. threadIdx.x"'
ok "the solution is Python's" eval 'book solution --anyway add | grep -q "^@cuda.jit"'
sed 's/^# .*//' "$TESTS_DIR/../solutions/01_kernels/add.py" >exercises/01_kernels/add.py
book check --json add >"$scratch/json"
is "the solution passes" "$? $(jq -r '"\(.verdict) \(.compiler | split(" ")[0]) \(.compile_cached)"' "$scratch/json")" \
	"0 passed Numba false"
book check --json add >"$scratch/json"
is "again: it comes from the cache" "$(jq -r '"\(.verdict) \(.compile_cached)"' "$scratch/json")" "passed true"
# With variables in global memory a kernel is launched many times, because it may count its launches. Numba declares eight that it never uses.
ok "its PTX is there" grep -rqa '^\.visible \.entry add(' "$XDG_CACHE_HOME/warpbook"
is "and has no variables" "$(grep -rla '^\.[a-z]* *\.global ' "$XDG_CACHE_HOME/warpbook")" ""
is "the attempt is recorded" "$(book list --json | jq -r '.exercises[] | select(.id == "01_kernels/add") | .state')" passed
(sleep 2; cp "$TESTS_DIR/mutants/01_kernels/add/wrong_no_guard.py" exercises/01_kernels/add.py) &
timeout -k 5 60 "$WARPBOOK_BIN" watch add >"$scratch/out" 2>&1 </dev/null &
watcher=$!
for _ in $(seq 300); do grep -q "out-of-bounds" "$scratch/out" && break; sleep 0.1; done
kill -INT $watcher 2>/dev/null
wait $watcher
ok "watch sees the file being saved" grep -q "out-of-bounds" "$scratch/out"
cp "$TESTS_DIR/../solutions/01_kernels/scale.py" exercises/01_kernels/scale.py
sed -i "s/^# .*//" exercises/01_kernels/scale.py
book profile --json scale >"$scratch/json"
ok "a profile counts its lines" grep -q "x\[i\] \*= a" "$scratch/json"
book reset add >"$scratch/out"
ok "reset brings the stub back" grep -q 'YOUR CODE' exercises/01_kernels/add.py
printf 'TWO = 2\n' >exercises/01_kernels/helper.py
sed 's/^from numba/import helper\nfrom numba/' "$TESTS_DIR/../solutions/01_kernels/add.py" >exercises/01_kernels/add.py
book check --json add >/dev/null
book check --json add >"$scratch/json"
is "a module beside the file is read, and nothing cached" "$(jq -r '"\(.verdict) \(.compile_cached)"' "$scratch/json")" \
	"passed false"
cp "$TESTS_DIR/../solutions/01_kernels/add.py" exercises/01_kernels/solution_of_add.py
sed -i 's/^import helper/import solution_of_add/' exercises/01_kernels/add.py
book check --json add >"$scratch/json"
is "an import of the solution counts as foreign" "$(jq -r .verdict "$scratch/json")" foreign-source

ok "libnvvm is there under a name with a version, which Debian 13's Numba asks for" eval \
	'test -e "$XDG_CACHE_HOME"/warpbook/cuda-*/nvvm/lib64/libnvvm.so.4'
python3 -S "$TESTS_DIR/python/release.py" "$TESTS_DIR/../src/python" >"$scratch/out" 2>&1
is "what waits to be freed is freed, wherever a version of Numba keeps it" "$(cat "$scratch/out")" "3 wait
0 wait; 1 made; the limit is 10
0 wait; 1 made"

# ---- what is said ----
# said NAME VERDICT LINE PATTERN: of the kernel on standard input (after the imports, which are lines 1 to 4)
said() {
	mkdir -p "$scratch/said"
	{ printf 'from numba import cuda, float32\nimport numpy as np\n\n\n'; cat; } >"$scratch/said/add.py"
	book check --no-record --json "$scratch/said/add.py" >"$scratch/json" 2>"$scratch/err"
	is "$1: $2, line $3" "$(jq -r '"\(.verdict) \((.findings[0] // .diagnostics[0] // {line: 0}).line // 0)"' \
		"$scratch/json")" "$2 $3"
	ok "$1: /$4/" grep -qE -- "$4" <(jq -r \
		'.message, .advice, (.diagnostics[] | .text, .hint), (.findings[] | .message, .advice)' "$scratch/json")
}
kernel() { # BODY: of add, from line 7 on
	printf '@cuda.jit\ndef add(out, a, b, n):\n    i = cuda.grid(1)\n%s\n' "$1"
}
good='    if i < n:
        out[i] = a[i] + b[i]'
said "no guard" memory-error 8 'is there a guard `if i < x.size:`' < <(kernel '    out[i] = a[i] + b[i]')
said "no colon" compile-error 8 "ends with a colon" < <(kernel '    if i < n
        out[i] = 1')
said "an unknown name" compile-error 9 '`c` is not defined' < <(kernel '    if i < n:
        out[i] = c[i]')
said "a whole array" compile-error 8 '`\+` does not work between an array of float32 and an array' \
	< <(kernel '    out[i] = a + b')
said "an input is written" compile-error 8 'writes to an input, which is read only' < <(kernel '    a[i] = 1')
said "two indices" compile-error 8 'takes one index, not 2' < <(kernel '    out[i, 0] = 1')
said "a fraction as an index" compile-error 8 'an index is a whole number, not float64' < <(kernel '    out[i / 2] = 1')
said "two types" compile-error 11 '`x` is now float32, now an array' < <(kernel '    x = a[i]
    if i < n:
        x = a
    out[i] = x')
said "a helper without its decorator" compile-error 8 'cuda.jit\(device=True\)' < <(kernel '    out[i] = helper(a[i])

def helper(x):
    return x')
said "a list" compile-error 9 'a list has no `.append`' < <(kernel '    x = [1]
    x.append(i)')
said "text" compile-error 8 'cannot work with strings' < <(kernel '    out[i] = f"{i}"')
said "try" compile-error 10 'no `try` in a kernel' < <(kernel '    try:
        out[i] = 1
    except IndexError:
        pass')
said "an attribute" compile-error 8 'has no `.nothing`' < <(kernel '    out[i] = a.nothing')
said "a shape that is no constant" compile-error 8 'must be constant' \
	< <(kernel '    s = cuda.shared.array((n, n), float32)')
said "it returns a value" compile-error 5 'a kernel returns nothing' < <(kernel '    return a[i]')
said "no decorator" no-kernel 5 'write `@cuda.jit` above' < <(printf 'def add(out, a, b, n):\n    pass\n')
said "another name" no-kernel 0 'it has `total`' < <(kernel "$good" | sed 's/def add/def total/')
said "other parameters" no-kernel 5 'write `def add\(out, a, b, n\):`' < <(printf '@cuda.jit\ndef add(out, a):\n    pass\n')
said "another type" no-kernel 5 'it passes \(float32\[:\], float32\[:\], float32\[:\], int32\)' < <(
	printf '@cuda.jit("void(float64[:], float64[:], float64[:], int32)")\ndef add(out, a, b, n):\n    pass\n')
said "a race" data-race 10 'put cuda.syncthreads\(\) between line 9 and line 10' \
	< <(kernel '    s = cuda.shared.array(256, float32)
    s[cuda.threadIdx.x] = i
    out[i if i < n else 0] = s[255 - cuda.threadIdx.x]')
said "endless" hang 8 'runs in an endless loop' < <(kernel '    while n > 0:
        n += 0')

# ---- ufuncs ----
# ufunc NAME VERDICT LINE PATTERN: as `said`, of an answer to transform (the file's line 5 is the first of standard input)
ufunc() {
	{ printf 'import math\nfrom numba import cuda, float32, vectorize, guvectorize\n\n\n'; cat;
		} >"$scratch/said/transform.py"
	book check --no-record --json "$scratch/said/transform.py" >"$scratch/json" 2>"$scratch/err"
	is "$1: $2, line $3" "$(jq -r '"\(.verdict) \((.findings[0] // .diagnostics[0] // {line: 0}).line // 0)"' \
		"$scratch/json")" "$2 $3"
	ok "$1: /$4/" grep -qE -- "$4" <(jq -r \
		'.message, .advice, (.diagnostics[] | .text, .hint), (.findings[] | .message, .advice)' "$scratch/json")
}
three="['float32(float32, float32, float32)']"
body='def transform(x, a, b):
    return a * math.cos(x) ** 2 + b * math.sin(x) ** 2'
ok "the task of a ufunc says what is judged" eval \
	'book show "$scratch/said/../ws/exercises/01_kernels/transform.py" | grep -q "puts it into such a kernel"'
ufunc "a ufunc" passed 0 'right|passed|cases' < <(printf "@vectorize(%s, target='cuda')\n%s\n" "$three" "$body")
ufunc "a plain function" no-kernel 5 'write `@vectorize\(.*above `def transform\(x, a, b\):`' <<<"$body"
ufunc "a ufunc for the processor" no-kernel 6 "write target='cuda'" < <(printf '@vectorize(%s)\n%s\n' "$three" "$body")
ufunc "no signature that fits" no-kernel 5 'no signature for what' \
	< <(printf "@vectorize(['float64(float64, float64, float64)'], target='cuda')\n%s\n" "$body")
ufunc "another parameter" no-kernel 5 'it is `transform\(x\)`' \
	< <(printf "@vectorize(['float32(float32)'], target='cuda')\ndef transform(x):\n    return x\n")
ufunc "a kernel instead" no-kernel 5 'is a kernel, and the exercise asks for a ufunc' < <(printf '@cuda.jit\n%s\n' "$body")
ufunc "another name" no-kernel 0 'it has `other`' \
	< <(printf "@vectorize(%s, target='cuda')\n%s\n" "$three" "${body/transform/other}")
ufunc "an array where elements are" compile-error 7 'has no elements to index' \
	< <(printf "@vectorize(%s, target='cuda')\ndef transform(x, a, b):\n    return x[0]\n" "$three")
ufunc "it is called" compile-error 9 'launches a kernel' \
	< <(printf "@vectorize(%s, target='cuda')\n%s\n\ntransform(1, 2, 3)\n" "$three" "$body")

# ---- functions of the host ----
# host NAME VERDICT LINE PATTERN: as `said`, of an answer to round_trip, whose kernel is in lines 5 to 9 (the function begins in line 12)
host() {
	{ printf 'import numpy as np\nfrom numba import cuda\n\n\n@cuda.jit\ndef square(y, x):\n    i = cuda.grid(1)\n    if i < x.size:\n        '
	printf 'y[i] = x[i] * x[i]\n\n\n'; cat; } >"$scratch/said/round_trip.py"
	book check --no-record --json "$scratch/said/round_trip.py" >"$scratch/json" 2>"$scratch/err"
	is "$1: $2, line $3" "$(jq -r '"\(.verdict) \((.findings[0] // .diagnostics[0] // {line: 0}).line // 0)"' \
		"$scratch/json")" "$2 $3"
	ok "$1: /$4/" grep -qE -- "$4" <(jq -r \
		'.message, .advice, .output.text, (.diagnostics[] | .text, .hint), (.findings[] | .message, .advice)' \
		"$scratch/json")
}
function_of() { printf 'def round_trip(x, y, n):\n%s\n' "$1"; }
there='    d_x = cuda.to_device(x)
    d_y = cuda.device_array(n, np.float32)
    square[(n + 255) // 256, 256](d_y, d_x)'
host "a function of the host" passed 0 'said it' < <(function_of "$there
    d_y.copy_to_host(y)
    print('said it')")
host "it raises" host-crash 13 'round_trip\(\) raises ZeroDivisionError: division by zero' < <(function_of '    n / (n - n)')
host "another name" no-function 0 'write `def round_trip\(x, y, n\):`' < <(printf 'def trip(x, y, n):\n    pass\n')
host "it never returns" hang 0 'does not return' < <(function_of '    while True:
        pass')
host "it starts a process" host-crash 14 'raises (OSError|PermissionError|BlockingIOError)' < <(function_of '    import os
    os.fork()')
host "it ends with the status by which our script says that Numba does not work" host-crash \
	0 'ends the whole program, with the exit code 113' < <(function_of '    import os
    os._exit(113)')
# The stand-in driver, in a GPU's place: Numba finds it as it finds NVIDIA's.
LD_LIBRARY_PATH=$WARPBOOK_LIBDIR/cuda book check --no-record --json --device gpu \
	"$TESTS_DIR/../solutions/06_host_memory/round_trip.py" >"$scratch/json" 2>/dev/null
is "a function of the host on a GPU" "$(jq -r '"\(.verdict) \(.device)"' "$scratch/json")" "passed gpu"
host "it writes a file" host-crash 13 'raises (PermissionError|FileNotFoundError|OSError)' \
	< <(function_of '    open("/tmp/round_trip.txt", "w")')
host "it writes past its array" memory-error 9 "writes .*has 128 elements" < <(function_of "    d_x = cuda.to_device(x)
    d_y = cuda.device_array(n // 2, np.float32)
    square[(n + 255) // 256, 256](d_y, d_x)
    d_y.copy_to_host(y[:n // 2])")

# ---- what the file does when it is imported ----
# New versions of Numba do so, too. tempfile takes only a folder in which a file can be removed.
said "it asks for the folder for temporary files" passed 0 'all 10 cases' < <(kernel "$good
import os, tempfile
assert tempfile.gettempdir() == os.environ['TMPDIR']")
said "it launches" compile-error 11 'if __name__' < <(kernel "$good
x = np.ones(4, np.float32)
add[1, 4](x, x, x, 4)")
said "it uses the device" compile-error 10 'uses the device' < <(kernel "$good
cuda.to_device(np.ones(4))")
said "it imports what is missing" compile-error 10 "No module named 'no_such_thing'" < <(kernel "$good
import no_such_thing")
said "it ends Python" compile-error 11 'take exit\(\) out' < <(kernel "$good
import sys
sys.exit(0)")
said "it ends the process" compile-error 0 'ends Python while' < <(kernel "$good
import os
os._exit(0)")
said "it crashes" compile-error 0 'crashed on this file' < <(kernel "$good
import ctypes
ctypes.string_at(0)")
said "it forks" compile-error 11 'starts another process' < <(kernel "$good
import os
os.fork()")
said "it starts a program" compile-error 11 'starts another process' < <(kernel "$good
import subprocess
subprocess.run(['ls'])")
said "it takes all memory" compile-error 10 'out of memory' < <(kernel "$good
x = np.ones(1 << 33)")
said "it reads the solution" compile-error 10 'Permission denied' < <(kernel "$good
open('$(cd "$TESTS_DIR/.." && pwd)/solutions/01_kernels/add.py').read()")
said "it writes without end" compile-error 13 'File too large' < <(kernel "$good
f = open('kernel.ptx', 'w')
while True:
    f.write('x' * 1000000)" | sed 's/^while True/\n&/')
said "it sleeps" compile-error 0 'waits for something that never comes' < <(kernel "$good
import time
time.sleep(1000)")
said "it never ends" compile-error 0 'is there an endless loop outside' < <(kernel "$good
while True:
    pass")
{ printf 'from numba import cuda\n\n\n'; kernel "$good
print('x' * 10000000)"; } >"$scratch/said/add.py"
book check --no-record --json "$scratch/said/add.py" >"$scratch/json"
is "it prints megabytes: nobody reads them" "$(jq -r .verdict "$scratch/json") $(($(wc -c <"$scratch/json") < 100000))" "passed 1"
said "it prints hundreds of megabytes" compile-error 0 'prints more than 64 MiB' < <(kernel "$good
print('x' * 300000000)")
{ printf 'from numba import cuda\n\n\n'; kernel "$good"; printf 'if __name__ == "__main__":\n    add[1, 1](1)\n';
	} >"$scratch/said/add.py"
book check --no-record --json "$scratch/said/add.py" >"$scratch/json"
is "what is under __main__ does not run" "$(jq -r .verdict "$scratch/json")" passed
book check --no-record --json "$scratch/said/add.py" --device gpu >"$scratch/json" 2>/dev/null
ok "a GPU: it passes there, or there is none" eval \
	'jq -e ".verdict == \"passed\" or .party == \"machine\"" "$scratch/json" >/dev/null'

# ---- no libnvvm ----
mkdir -p "$scratch/none"
cat >"$scratch/blind" <<'P'
#!/bin/sh
exec /usr/bin/python3 "$@"
P
chmod +x "$scratch/blind"
anywhere=$(compgen -G '/usr/lib/*/libnvvm.so*'; compgen -G '/usr/local/cuda/lib*/libnvvm.so*';
	compgen -G '/usr/local/cuda/nvvm/lib*/libnvvm.so*')
if [ -z "$anywhere" ]; then
	CUDA_HOME=$scratch/none PATH=/usr/bin:/bin WARPBOOK_PYTHON=$scratch/blind book check --json "$scratch/said/add.py" \
		>"$scratch/json"
	ok "no libnvvm: it says what is missing" grep -q 'libnvvm' "$scratch/json"
fi
# Hidden, by an empty folder over the toolkit: only root may, in a namespace of its own.
hidden() { unshare -m bash -c 'for d in /usr/local/cuda*; do mount -t tmpfs none "$d" || exit 99; done; "$@"' hidden "$@"; }
if [ "$(id -u)" = 0 ] && ls -d /usr/local/cuda* >/dev/null 2>&1 && hidden true 2>/dev/null &&
	! compgen -G '/usr/lib/*/libnvvm.so*' >/dev/null; then
	CUDA_HOME='' CUDA_PATH='' hidden timeout 60 "$WARPBOOK_BIN" check --no-record --json "$scratch/said/add.py" \
		>"$scratch/json" </dev/null
	is "libnvvm is hidden: the machine's fault" "$(jq -r .party "$scratch/json")" machine
	ok "and it says what is missing" grep -q 'needs NVIDIA.s libnvvm' "$scratch/json"
	ok "and how to get it" grep -q 'nvidia-cuda-nvcc' "$scratch/json"
	CUDA_HOME='' CUDA_PATH='' hidden timeout 60 "$WARPBOOK_BIN" run "$TESTS_DIR/python/programs/saxpy.py" >"$scratch/out" \
		2>&1 </dev/null
	is "a program: the same" "$? $(grep -c 'nvidia-cuda-nvcc' "$scratch/out")" "4 1"
else
	skip "libnvvm is hidden" "it takes root, and a toolkit in /usr/local"
fi
printf 'not a library\n' >"$scratch/none/libnvvm.so"
mkdir -p "$scratch/none/nvvm/lib64" && mv "$scratch/none/libnvvm.so" "$scratch/none/nvvm/lib64/"
printf '\n' >>"$scratch/said/add.py"
CUDA_HOME=$scratch/none book check --no-record --json "$scratch/said/add.py" >"$scratch/json"
is "a libnvvm that does not work is the machine's fault" "$(jq -r .party "$scratch/json")" machine
# A kernel of ours still fits: its PTX is shorter.
if [ "$(id -u)" = 0 ] && mkdir "$scratch/small" && mount -t tmpfs -o size=12k tmpfs "$scratch/small" 2>/dev/null; then
	{ cat "$TESTS_DIR/../solutions/01_kernels/add.py"; echo "# $$"; } >"$scratch/said/add.py"
	TMPDIR=$scratch/small book check --no-record --json "$scratch/said/add.py" >"$scratch/json"
	umount "$scratch/small"
	is "a full disk is the machine's fault, and so is said" "$(jq -r '.party, .message' "$scratch/json" | joined)" \
		"machine there is no space left for the compiler's files "
else
	skip "a full disk is the machine's fault, and so is said" "cannot mount a small tmpfs"
fi
tap_done
