#!/bin/bash
# timing.sh - times on a GPU, measured alternately with the reference's, with our own driver (tests/gpu/fake_cuda.c, fake_nvml.c),
# which sets how long a kernel takes. On a real GPU: tests/gpu/timing.sh.
. "${TESTS_DIR:?make check sets it}/tap/tap.sh"
due base child device bench attempt worker judge grader/
content=$TESTS_DIR/..
cc=$(command -v gcc || command -v cc || command -v clang)
if [ -z "$cc" ]; then
	echo "1..0 # SKIP no C compiler to make the driver with"
	exit 0
fi
export XDG_CACHE_HOME=$scratch/cache
solution=$content/solutions/01_kernels/add.cu

driver() { # name flags...: a folder with such a driver; flags of NVML after --
	mkdir -p "$scratch/$1"
	local to=$scratch/$1 cuda=() nvml=no
	shift
	while [ $# -gt 0 ] && [ "$1" != -- ]; do
		cuda+=("$1")
		shift
	done
	[ $# -eq 0 ] || nvml=yes
	"$cc" -shared -fPIC -o "$to/libcuda.so.1" "${cuda[@]}" "$TESTS_DIR/gpu/fake_cuda.c"
	[ $nvml = no ] || "$cc" -shared -fPIC -o "$to/libnvidia-ml.so.1" "${@:2}" "$TESTS_DIR/gpu/fake_nvml.c"
}

check() { # driver file options...
	LD_LIBRARY_PATH=$scratch/$1 "$WARPBOOK_BIN" check --no-record --as 01_kernels/add "$2" --device gpu --seed 1 "${@:3}" 2>&1
}

field() { # name: a number of `speed` in the JSON on standard input, to three digits; or null
	sed -n 's/^    "'"$1"'": \([^,]*\),\{0,1\}$/\1/p' | head -1 | awk '/^[0-9]/ { printf "%.3f\n", $1; next } { print }'
}

# A right kernel, whose times the driver sets: it knows it by the variable.
printf '__device__ int spoil = 1;\n__global__ void add(float *out, const float *a, const float *b, int n)\n{\n\tint i = blockIdx.x * blockDim.x + threadIdx.x;\n\tif (i < n) out[i] = a[i] + b[i];\n}\n' >"$scratch/right.cu"

# The same exercise with a limit on its time.
mkdir -p "$scratch/data"
cp -r "$content/exercises" "$content/solutions" "$content/lessons" "$content/gpus" "$scratch/data/"
sed -i 's/share_work = 4,/limits = { { "time", times = 1.2, why = "it only waits for memory" } },/' \
	"$scratch/data/exercises/01_kernels/add.lua"
limited() { # driver options...
	WARPBOOK_DATA=$scratch/data check "$1" "$scratch/right.cu" "${@:2}"
}

# ---- the ratio ------------------------------------------------------------------------------
driver even
out=$(check even "$solution" | joined)
like "a kernel beside itself is as fast" "$out" \
	"speed: with n = 16384, 250 us: 1.00x as fast as the reference \(250 us\), 1.00 to 1.00; [0-9.e+]+ GB/s, "
driver slow -DSLOW=142
like "one that takes 1.42 of the time is 0.70 times as fast" "$(check slow "$scratch/right.cu" | joined)" \
	"355 us: 0.70x as fast as the reference \(250 us\), 0.70 to 0.70"
driver fast -DSLOW=70 -DNOISE=3
json=$(check fast "$scratch/right.cu" --json)
is "one that takes 0.7 of it is faster, with an interval" \
	"$(field speedup <<<"$json" | grep -cE '^1\.4[1-4]') $(field speedup_low <<<"$json" |
	grep -cE '^1\.4[0-3]') $(field speedup_high <<<"$json" | grep -cE '^1\.4[2-6]')" "1 1 1"
like "the rounds are 20 or more" "$(field rounds <<<"$json")" "^([2-9][0-9]|[1-9][0-9]{2,})\."
is "without NVML nothing is known of the card" "$(field sm_mhz <<<"$json") $(field slowed <<<"$json")" "null null"

# ---- the card -------------------------------------------------------------------------------
driver cool -DSLOW=100 -- -DREASONS=4
json=$(check cool "$scratch/right.cu" --json)
is "with NVML its clocks are" "$(field sm_mhz <<<"$json") $(field memory_mhz <<<"$json") $(field watts <<<"$json") $(field \
	watts_limit <<<"$json") $(field celsius <<<"$json")" "1755.000 2619.000 312.500 700.000 41.000"
is "and what holds them down" "$(field power_capped <<<"$json") $(field slowed <<<"$json") $(field mig <<<"$json")" \
	"true false false"
like "which the report says" "$(check cool "$scratch/right.cu" | joined)" "its power limit held the GPU's clock down"
driver few -- -DFEW
json=$(check few "$scratch/right.cu" --json)
is "an NVML that has little tells little" "$(field sm_mhz <<<"$json") $(field watts <<<"$json") $(field power_capped \
	<<<"$json")" "1755.000 null false"
driver hot -- -DREASONS=0x40 -DHOT_FROM=5 -DHOT_UPTO=11
json=$(check hot "$scratch/right.cu" --json)
is "rounds in which heat slows the card are left out" "$(field dropped_rounds <<<"$json") $(field slowed <<<"$json")" "6.000 true"
like "and others taken" "$(field rounds <<<"$json")" "^2[0-9]\."

# ---- a limit --------------------------------------------------------------------------------
out=$(limited fast)
is "a kernel within the limit passes" "$? $(grep -c '^01_kernels/add: passed' <<<"$out")" "0 1"
out=$(limited slow | joined)
like "one beyond it is too slow" "$out" "right answer, too slow.*1.42 times the reference solution's value; the limit is at most 1.2 times"
driver across -DSLOW=120 -DSWING=6
out=$(limited across); status=$?
is "where the interval is across it, the verdict stands" "$status $(grep -c '^01_kernels/add: passed$' <<<"$out")" "0 1"
like "and it is said that the times do not tell" "$(joined <<<"$out")" \
	"speed: with n = 16384, .* NOISY time with n = 16384: [0-9.]+ us \(limit 1.2x the reference's [0-9.]+ us\)"

# A signal while times are taken, which here takes a second.
(LD_LIBRARY_PATH=$scratch/across WARPBOOK_DATA=$scratch/data exec "$WARPBOOK_BIN" check --no-record --as 01_kernels/add \
	"$scratch/right.cu" --device gpu >"$scratch/said" 2>&1) &
checking=$!
workers() { grep -lsz '^card$' /proc/[0-9]*/cmdline | while IFS=/ read -r _ _ pid _; do
	[ "$(sed -n 's/^PPid:[^0-9]*//p' "/proc/$pid/status" 2>/dev/null)" != "$checking" ] || echo "$pid"
done; }
for i in $(seq 200); do
	grep -q "^device: gpu" "$scratch/said" && break
	sleep 0.05
done
list=$(workers)
is "two processes take the times" "$(wc -l <<<"$list")" 2
start=$SECONDS
kill -TERM $checking
wait $checking
ok "a signal ends that at once" test $((SECONDS - start)) -lt 4
like "and the verdict stands" "$(joined <"$scratch/said")" \
	"add: passed .* device: gpu, .* are right there too speed: no times were taken: a signal ended it"
ok "and leaves no process behind" test -z "$(for pid in $list; do [ ! -e "/proc/$pid" ] || echo "$pid"; done)"

# Four million numbers and more than the cache holds, faster than this driver moves them.
cp -r "$scratch/data" "$scratch/large"
sed -i 's/case = { n = 16384 },/& gpu = { n = 1 << 22 },/' "$scratch/large/exercises/01_kernels/add.lua"
driver fastest -DSLOW=0.2
json=$(WARPBOOK_DATA=$scratch/large check fastest "$scratch/right.cu" --json); status=$?
is "a time that cannot be is believed of nobody" \
	"$status $(sed -n 's/^  "verdict": "\(.*\)",$/\1/p' <<<"$json") $(field speedup <<<"$json")" "4 too-noisy null"
like "and it is said why" "$json" '"message": "0.5 us were measured, but moving 50.3 MB takes this GPU [0-9.]+ us at least: a time that is impossible does not count"'
# A busy machine has time for a round or two, so that this driver makes no noise.
driver faster -DSLOW=70
like "a time that can be is believed" "$(WARPBOOK_DATA=$scratch/large check faster "$scratch/right.cu" | joined)" \
	"add: passed .* 1.4[1-4]x as fast as the reference"

# ---- what the timed runs give ---------------------------------------------------------------
# Ten cases, each run twice, come first.
driver lazy -DLATER=60
out=$(check lazy "$scratch/right.cu" | joined)
like "a kernel that is wrong once its time is taken is wrong" "$out" \
	"wrong answer with n = 16384 and fresh data, in a run whose time was taken, out\[0\] is"
like "also the last" "$(driver last -DLATER=98; check last "$scratch/right.cu" | joined)" \
	"wrong answer with n = 16384 and fresh data, in a run whose time was taken"
driver breaks -DLATER=60 -DFAULT
like "one that faults there has its fault" "$(check breaks "$scratch/right.cu" | joined)" \
	"out-of-bounds access .*CUDA_ERROR_ILLEGAL_ADDRESS"

# ---- no times -------------------------------------------------------------------------------
driver bare -DNO_TIMES
out=$(check bare "$scratch/right.cu"); status=$?
is "where no times can be taken a kernel passes all the same" "$status" 0
like "and it is said why" "$(joined <<<"$out")" "speed: no times were taken: the GPU driver is too old .*cuMemsetD8"
out=$(limited bare); status=$?
is "also if its time has a limit" "$status $(grep -c '^01_kernels/add: passed$' <<<"$out")" "0 1"
driver alone "-DALONE"
like "a GPU that takes one process at a time confirms the results, without times" "$(check alone "$scratch/right.cu" | joined)" \
	"passed .*device: gpu, Imaginary GPU A: all 10 cases are right there too speed: no times were taken: the GPU takes one process at a time"

# ---- one at a time --------------------------------------------------------------------------
if command -v flock >/dev/null; then
	lock=$XDG_CACHE_HOME/warpbook/turns/GPU-a0a0a0a0-a0a0-a0a0-a0a0-a0a0a0a0a0a0
	ok "a GPU has a lock by its own name" test -e "$lock"
	flock "$lock" sleep 3 &
	sleep 0.3
	out=$(check even "$solution")
	like "whoever comes second says in a line that it waits" "$out" \
		"^warpbook: waiting until other times on this GPU are taken$"
	like "and passes" "$out" "add: passed"
	wait
	flock "$lock" sleep 3 &
	sleep 0.3
	out=$(LD_LIBRARY_PATH=$scratch/even "$WARPBOOK_BIN" check --no-record --as 01_kernels/add "$solution" --device gpu:1 2>&1)
	unlike "another GPU is another's turn" "$out" "waiting"
	wait
	unlike "alone, nothing is said" "$(check even "$solution")" "waiting"
else
	skip "one timing at a time" "no flock here"
fi

# ---- the record -----------------------------------------------------------------------------
if command -v sqlite3 >/dev/null; then
	cd "$scratch" && "$WARPBOOK_BIN" init desk >/dev/null 2>&1 && cd desk &&
		cp "$scratch/right.cu" exercises/01_kernels/add.cu
	LD_LIBRARY_PATH=$scratch/cool "$WARPBOOK_BIN" check add --device gpu >/dev/null 2>&1
	"$WARPBOOK_BIN" check add >/dev/null 2>&1
	is "time_view has the attempt on the GPU, and no other" "$(sqlite3 .warpbook/warpbook.db 'select exercise, device_name, timed_case, round(speedup, 3), round(speedup_low, 2), round(speedup_high, 2), rounds, dropped_rounds, driver, sm_mhz, power_capped, slowed from time_view')" \
		"01_kernels/add|Imaginary GPU A|n = 16384|1.0|1.0|1.0|20|0|13000|1755|1|0"
else
	skip "time_view has the attempt on the GPU, and no other" "no sqlite3 here"
fi
tap_done
