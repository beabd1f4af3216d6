#!/bin/bash
# demo.sh - `warpbook demo`: ladders and exercises, as text, JSON and SVG; and the errors of a broken ladder.
. "${TESTS_DIR:?make check sets it}/tap/tap.sh"
export WARPBOOK_WORKSPACE="$scratch/none" WARPBOOK_COMPILER=clang NO_COLOR=1 LC_ALL=C.UTF-8
w=$WARPBOOK_BIN

json() { # sqlite-path: of $scratch/out
	sqlite3 :memory: "select json_extract(readfile('$scratch/out'), '$1')"
}
status() { "$@" >"$scratch/out" 2>"$scratch/err" </dev/null; echo $?; }
too_wide() { grep -c '.\{81\}' "$scratch/out"; }
saved() { # name: what is printed is what was saved, tests/cli/demo/NAME.txt; the compiler decides on counts, so one compiler only
	if [ -n "$UPDATE" ]; then cp "$scratch/out" "$TESTS_DIR/cli/demo/$1.txt"; fi
	is "demo $1 prints what was saved" "$(cat "$scratch/out")" "$(cat "$TESTS_DIR/cli/demo/$1.txt")"
}

# ---- the list ----------------------------------------------------------------------
is "demo alone lists" "$(status $w demo)" 0
like "the ladders" "$(cat "$scratch/out")" '^  matmul  '
is "as JSON too" "$(status $w demo --json)" 0
is "where every exercise's solution is a demo" "$(json '$.exercises')" \
	"$("$w" list --json >"$scratch/list"; sqlite3 :memory: "select json_group_array(json_extract(value, '\$.id')) from json_each(readfile('$scratch/list'), '\$.exercises')")"
ladders=$(sqlite3 :memory: "select json_extract(value, '\$.name') from json_each(readfile('$scratch/out'), '\$.ladders')")
for name in matmul reduce transpose streams contention smooth no_help mandelbrot; do
	like "there is a ladder $name" "$ladders" "$name"
done

# ---- every ladder ------------------------------------------------------------------
for name in $ladders; do
	seconds=$({ TIMEFORMAT=%U; time timeout 300 "$w" demo "$name" --json --svg "$scratch/svg" >"$scratch/out" \
		2>"$scratch/err" </dev/null; echo $? >"$scratch/status"; } 2>&1)
	is "$name runs" "$(cat "$scratch/status")" 0
	ok "$name takes ten seconds of a processor or so ($seconds s)" test "${seconds%.*}" -le 20
	is "its times are called modelled" "$(json '$.times')" modelled
	# a host program is not run in part: at a sampled value it has no bar, as the note says
	is "no bar is missing" "$(sqlite3 :memory: "select count(*) from json_tree(readfile('$scratch/out'), '\$.charts') where type = 'null' and path like '%.series%'")" \
		"$(if [ "$name" = matmul ]; then echo 2; else echo 0; fi)"
	[ "$name" != matmul ] || like "but those that a note names" "$(json '$.note')" \
		'n = 2048: .* stand for all; cublasSgemm alone and gemm_cublas'
	[ "$name" != matmul ] || is "at full size less work takes less time" \
		"$(sqlite3 :memory: "select (j ->> '\$[0].values[3]') > (j ->> '\$[2].values[3]') and
		(j ->> '\$[2].values[3]') > (j ->> '\$[3].values[3]') and (j ->> '\$[3].values[3]') > (j ->> '\$[4].values[3]') from (select json_extract(readfile('$scratch/out'), '\$.charts[1].series') j)")" 1
	[ "$name" != smooth ] || is "smooth has a bar without a tile" \
		"$(json '$.charts[0].series' | grep -o '"name":"[^"]*"' | tr '\n' ' ')" \
		'"name":"nine reads" "name":"a tile" "name":"a tile of bytes" '
	is "no time is 0" "$(sqlite3 :memory: "select count(*) from json_each(readfile('$scratch/out'), '\$.charts') c, json_tree(c.value, '\$.series') t where t.type = 'real' and t.atom <= 0")" 0
done
if command -v xmllint >/dev/null; then
	is "every SVG is well-formed" "$(xmllint --noout "$scratch"/svg/*.svg 2>&1)" ""
else
	skip "every SVG is well-formed" "no xmllint"
fi
ok "there is one for each chart, and one for the picture" test -s "$scratch/svg/mandelbrot-3.svg"

# ---- as text --------------------------------------------------------------------------
for name in no_help contention; do
	is "demo $name --plain" "$(status $w demo $name --plain)" 0
	is "fits 80 columns" "$(too_wide)" 0
	unlike "has no escape sequence" "$(cat "$scratch/out")" "$(printf '\033')"
done
is "--n takes one value of the sweep" "$(status $w demo streams --plain --n 3)" 0
saved streams
is "an exercise's demo" "$(status $w demo add --plain --n 1000)" 0
like "begins with what the solution says of itself" "$(cat "$scratch/out")" 'the kernel takes as long as the memory takes'
like "has figures" "$(cat "$scratch/out")" 'memory +375 sectors'
like "that are called modelled" "$(cat "$scratch/out")" 'microseconds modelled for an H200'
like "and counts each line" "$(cat "$scratch/out")" 'out\[i\] = a\[i\] . b\[i\]; +.* 375'
is "a ladder wins over an exercise of its name" "$(status $w demo smooth --json --n 64 >/dev/null; json '$.name')" 'smooth'
is "which its lesson tells apart" "$(status $w demo 5/smooth --json >/dev/null; json '$.name')" 05_shared_memory/smooth
is "a host exercise's demo" "$(status $w demo two_streams --plain)" 0
like "shows its operations over time" "$(cat "$scratch/out")" '^stream 2 '
like "and the calls of the host" "$(cat "$scratch/out")" '^host     '
is "which fits 80 columns" "$(too_wide)" 0
is "as JSON, operation by operation" "$(status $w demo two_streams --json >/dev/null; json '$.operations[0].kind')" \
	"copy to the device"

# ---- beside it --------------------------------------------------------------------------
is "--beside a known-wrong program" "$(status $w demo add --plain --n 1000 --beside wrong_no_guard)" 0
like "shows the finding" "$(cat "$scratch/out")" 'out-of-bounds access'
is "--beside in JSON" "$(status $w demo add --json --n 1000 --beside stub >/dev/null; json '$.beside.verdict')" wrong-answer
is "--beside something else is wrong usage" "$(status $w demo add --n 1000 --beside nothing)" 2
like "and says what there is" "$(cat "$scratch/err")" 'stub'
is "--beside a ladder is wrong usage" "$(status $w demo reduce --beside stub)" 2
is "an unknown name is wrong usage" "$(status $w demo matmull)" 2
is "--n without an n is wrong usage" "$(status $w demo 5/smooth --n 5)" 2
is "--pace takes key or seconds" "$(status $w demo add --pace quick)" 2
is "an unknown device is wrong usage" "$(status $w demo add --device xpu)" 2
is "--loop goes on until a signal" "$(timeout -s INT 4 "$w" demo contention --n 4096 --loop --pace 0.1 >"$scratch/out" 2>&1 \
	</dev/null; grep -c '^contention: time' "$scratch/out" | awk '{ print ($1 > 1) }')" 1

# ---- in Python ------------------------------------------------------------------------------
if [ -x /usr/bin/python3 ]; then
	printf '#!/bin/sh\nexec /usr/bin/python3 -S -E "$@"\n' >"$scratch/bare"
	chmod +x "$scratch/bare"
	is "--python without Numba shows the rest" \
		"$(WARPBOOK_PYTHON=$scratch/bare status $w demo add --plain --n 1000 --python)" 0
	like "and says what is missing" "$(tr '\n' ' ' <"$scratch/out")" 'note: +no twins in Python: .* does not +have Numba'
fi
is "--python where there is no twin" "$(status $w demo vector_copy --plain --python)" 0
like "says so" "$(tr '\n' ' ' <"$scratch/out")" 'has no twin in +Python'
if "$w" doctor python | grep -q '^ok  *python'; then
	is "--python shows an exercise's twin" "$(status $w demo add --plain --n 1000 --python)" 0
	like "with its own counts" "$(cat "$scratch/out")" 'memory, in Python +375 sectors'
	is "in 80 columns" "$(too_wide)" 0
	is "and those of a ladder" "$(status $w demo transpose --json --n 128 --python)" 0
	is "as bars of their own" "$(sqlite3 :memory: "select count(*) from json_each(readfile('$scratch/out'), '\$.charts[0].series') where value ->> 'name' like '%, Python'")" 2
else
	skip "twins in Python" "no Numba"
fi

# ---- without a GPU ------------------------------------------------------------------------------
mkdir "$scratch/packages"
cat >"$scratch/packages/numpy.py" <<'P'
# A stand-in with NumPy's names and without its arithmetic.
__version__ = "0.0-here"
float32 = "float32"


class Array:
    runs = 0

    def __matmul__(self, other):
        import time
        Array.runs += 1
        time.sleep(0.2 if Array.runs == 3 else 0.002)  # a busy machine
        return self


class random:
    @staticmethod
    def default_rng(seed):
        return random

    @staticmethod
    def random(shape, dtype):
        return Array()
P
if command -v python3 >/dev/null; then
	is "matmul has a row for NumPy" "$(PYTHONPATH=$scratch/packages status $w demo matmul --json --n 200)" 0
	is "in a chart of its own" "$(json '$.charts[2].title')" "matmul: NumPy 0.0-here, without a GPU"
	is "which is measured" "$(json '$.charts[2].timed') $(json '$.charts[2].device')" "1 this machine's processor"
	is "without what a busy machine does to a single run" "$(sqlite3 :memory: "select (j ->> '\$.most[0]') < 50000 from (select json_extract(readfile('$scratch/out'), '\$.charts[2].series[0]') j)")" 1
	is "the others are modelled" "$(json '$.charts[1].timed')" 0
	is "with all that the workshop's table has" \
		"$(json '$.charts[1].series' | grep -o 'naive\|tiled\|register\|tensor\|cublas' | tr '\n' ' ')" \
		"naive tiled register tensor cublas cublas "
	is "cuBLAS is there twice: its call alone, and with the copies" \
		"$(json '$.charts[1].series[5].name') < $(json '$.charts[1].series[6].name'): $(sqlite3 :memory: \
		"select (j ->> '\$[5].values[0]') > 0 and (j ->> '\$[5].values[0]') < (j ->> '\$[6].values[0]') from (select json_extract(readfile('$scratch/out'), '\$.charts[1].series') j)")" \
		"cublasSgemm alone < gemm_cublas, copies too: 1"
	is "a library's own work is not counted as 0" "$(json '$.charts[0].series' | grep -c cublas)" 0
	echo 'raise ImportError' >"$scratch/packages/numpy.py"
	is "without NumPy the rest is shown" "$(PYTHONPATH=$scratch/packages status $w demo matmul --json --n 128)" 0
	like "and a note says so" "$(json '$.note')" 'NumPy is left out: .* does not have it'
	is "and there is no such chart" "$(json '$.charts[2]')" ""
else
	skip "NumPy's row" "no python3"
fi

# ---- a ladder of one's own, and broken ones ------------------------------------------------
own() { cat >"$scratch/own.lua"; }
located() { # what line pattern
	is "$1: the author must act" "$(status $w demo "$scratch/own.lua" --plain)" 3
	like "$1: at its line" "$(tr '\n' ' ' <"$scratch/err")" "own.lua:$2"
	like "$1: and says why" "$(tr '\n' ' ' <"$scratch/err")" "$3"
	is "$1: once" "$(grep -c 'own.lua' "$scratch/err")" 1
}
own <<'L'
return {
  title = "Mine", about = "One.", solutions = { "add" }, sweep = "n", values = { 10, 100 },
  case = function(n) return { n = n } end,
}
L
is "a ladder of one's own runs" "$(status $w demo "$scratch/own.lua" --plain)" 0
own <<'L'
return {
  title = "Mine", about = "One.", solutions = { "add" }, sweep = "n", values = { 64, 102400 }, show = "global_sectors",
  case = function(n) return { n = n } end,
}
L
whole=$(status $w demo "$scratch/own.lua" --json >/dev/null; json '$.charts[0].series[0].values[1]';
	json '$.charts[1].series[0].values[1]')
own <<'L'
return {
  title = "Mine", about = "One.", solutions = { "add" }, sweep = "n", values = { 64 }, sampled = { 102400 }, show = "global_sectors",
  case = function(n) return { n = n } end, sample = function(n) return { n = n // 4 } end,
}
L
part=$(status $w demo "$scratch/own.lua" --json >/dev/null; json '$.charts[0].series[0].values[1]';
	json '$.charts[1].series[0].values[1]')
is "some of the blocks stand for all: the sectors" "${part%%$'\n'*}" "${whole%%$'\n'*}"
ok "and, within a twentieth, the time (${part##*$'\n'}, ${whole##*$'\n'})" awk \
	"BEGIN { exit !(${part##*$'\n'} / ${whole##*$'\n'} - 1 < 0.05 && ${whole##*$'\n'} / ${part##*$'\n'} - 1 < 0.05) }"
own <<'L'
return {
  title = "Mine", about = "One.", solutions = { "add" }, sweep = "n", values = { 10 },
  sampled = { 20 }, case = function(n) return { n = n } end,
}
L
located "sampled values without a sample" 1 'is missing'
own <<'L'
return {
  title = "Mine", about = "One.", sweep = "n", values = { 10 },
  solutions = { { "05_shared_memory/window", kernel = "from_globe" } },
  case = function(n) return { n = n } end,
}
L
located "a kernel that the experiment lacks" 3 'no kernel .from_globe'
own <<'L'
return {
  title = "Mine", about = "One.",
  solutions = { "addd" },
  sweep = "n", values = { 10 }, case = function(n) return { n = n } end,
}
L
located "an unknown solution" 3 "no exercise 'addd'"
own <<'L'
return {
  title = "Mine", about = "One.", solutions = { "add" }, sweep = "n",
  values = { 10, 5 },
  case = function(n) return { n = n } end,
}
L
located "values that fall" 3 'grow'
own <<'L'
return {
  title = "Mine", about = "One.", solutions = { "add" }, sweep = "n", values = { 10 },
  case = function(n) return { m = n } end,
}
L
located "a case without what the exercise needs" 3 'no .n.'
own <<'L'
return {
  title = "Mine", about = "One.", solutions = { "add" }, sweep = "n", values = { 10 },
  case = function(n) return { n = n.x } end,
}
L
located "a mistake inside the function" 3 'index'
own <<'L'
return {
  title = "Mine", about = "One.", solutions = { "add" }, sweep = "n", values = { 10 },
  show = "sectorz", case = function(n) return { n = n } end,
}
L
located "an unknown metric" 3 'sectorz'
own <<'L'
return {
  title = "Mine", about = "One.", solutions = { "add" }, sweep = "n", values = { 10 },
  numpy = "__import__('os')", case = function(n) return { n = n } end,
}
L
located "a task that NumPy is not measured with" 3 'no task'
own <<'L'
return {
  title = "Mine", about = "One.", solutions = { "add" }, sweep = "n", values = { 10 },
  colour = "red", case = function(n) return { n = n } end,
}
L
located "an unknown field" 3 'colour'
own <<'L'
return {
  title = "Mine", about = "One.", sweep = "n", values = { 10 }, solutions = {
    { "add", time = "ms" } }, case = function(n) return { n = n } end,
}
L
located "an exercise that should measure itself" 3 "'add' measures its own time, so it is an experiment"
own <<'L'
return {
  title = "Mine", about = "One.", sweep = "n", values = { 10 }, solutions = {
    { "10_matmul/sgemm", time = "seconds" } }, case = function(n) return { m = n, n = n, k = n } end,
}
L
located "an output that is not there" 3 "has no output .seconds."
own <<'L'
return {
  title = "Mine", about = "One.", solutions = { "add" }, sweep = "n", values = { 10 }
  case = function(n) return { n = n } end,
}
L
located "a mistake in Lua" 3 'expected'
# ---- on a GPU, with our own driver: kernels take 250 us there, and a host program is timed as a whole -----------
if cc=$(command -v gcc || command -v cc || command -v clang); then
	mkdir -p "$scratch/driver"
	"$cc" -shared -fPIC -o "$scratch/driver/libcuda.so.1" "$TESTS_DIR/gpu/fake_cuda.c"
	own <<'L'
return {
  title = "A kernel beside a host program", about = "With so few numbers the solution of cpu_or_gpu makes no call to the device.",
  solutions = { "add", { "cpu_or_gpu", label = "the whole call" } },
  sweep = "n", values = { 10 }, gpu = { 10, 12 },
  case = function(n) return { n = n, inputs = n, outputs = n, batch = 4 } end,
}
L
	on_gpu() { LD_LIBRARY_PATH=$scratch/driver WARPBOOK_COMPILER=$1 status "$w" demo "$scratch/own.lua" --device gpu --json; }
	if has_compiler nvcc; then
		is "a ladder of both kinds on a GPU" "$(on_gpu nvcc)" 0
		is "has bars for both, measured" \
			"$(json '$.times') $(json '$.charts[0].series[0].values[0]') $(json '$.charts[0].series[1].name')" \
			"measured 250.0 the whole call"
		is "for each value" "$(sqlite3 :memory: "select count(*) from json_each(readfile('$scratch/out'), '\$.charts[0].series[1].values') where atom > 0")" 2
		is "with their spread" "$(sqlite3 :memory: "select (j ->> '\$.least[0]') <= (j ->> '\$.values[0]') and (j ->> '\$.values[0]') <= (j ->> '\$.most[0]') \
			from (select json_extract(readfile('$scratch/out'), '\$.charts[0].series[1]') j)")" 1
		like "and a note says what such a time is" "$(json '$.note')" \
			"the whole call: the time of the whole call on the host"
	else
		skip "a ladder of both kinds on a GPU" "no nvcc"
	fi
	if has_compiler clang; then
		is "without nvcc the kernels are shown" "$(on_gpu clang)" 0
		is "alone" "$(json '$.charts[0].series' | grep -o '"name":"[^"]*"')" '"name":"add"'
		like "and the note says why" "$(json '$.note')" "the whole call is left out: .*built with nvcc"
	else
		skip "without nvcc the kernels are shown" "no clang"
	fi
else
	skip "a ladder of both kinds on a GPU" "no C compiler to make the driver with"
fi
tap_done
