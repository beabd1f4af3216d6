#!/bin/bash
# profile.sh - `warpbook profile`: its counts equal those of `vm run --counters`; the GPUs, the last version, and the advice: for
# each row of profile_advice.c a kernel that must get it and one that must not.
. "${TESTS_DIR:?make check sets it}/tap/tap.sh"
export WARPBOOK_WORKSPACE="$scratch/none" WARPBOOK_COMPILER=clang NO_COLOR=1 LC_ALL=C.UTF-8 XDG_CONFIG_HOME="$scratch/config"
w=$WARPBOOK_BIN
solutions=$TESTS_DIR/../solutions

status() { "$@" >"$scratch/out" 2>"$scratch/err" </dev/null; echo $?; }
query() { sqlite3 :memory: "with doc(j) as (select readfile('$scratch/out')) select $1"; }
json() { query "json_extract(j, '$1') from doc"; }

# ---- counts ------------------------------------------------------------------------------
# Each line's counters as "line counter value", those that are 0 left out. $1: where the lines are; $2: where a line's counters.
lines_of() {
	sqlite3 "$scratch/db" "select json_extract(l.value, '\$.line') || ' ' || c.key || ' ' || c.value from json_each(readfile('$scratch/out'), '$1') l,
		json_each(l.value, '$2') c where c.type = 'integer' and c.value > 0 and c.key != 'line' and json_extract(l.value, '\$.line') > 0" | sort
}
totals_of() { sqlite3 :memory: "select c.key || ' ' || c.value from json_each(readfile('$scratch/out'), '$1') c" | sort; }
agrees() { # exercise vm-arguments...
	local id=$1 grid block shared; shift
	is "$id has a profile" "$(status $w profile "$solutions/$id.cu" --json)" 0
	grid=$(json '$.yours.grid') block=$(json '$.yours.block')
	lines_of '$.yours.lines' '$.counters' >"$scratch/lines"
	totals_of '$.yours.totals' >"$scratch/totals"
	is "and its lines add up to the total" \
		"$(query "count(*) from (select c.key k, sum(c.value) s from doc, json_each(j, '\$.yours.lines') l, json_each(l.value, '\$.counters') c group by k) a,
			doc, json_each(j, '\$.yours.totals') t where t.key = k and t.value != s")" 0
	is "its shares of the time to 1" "$(query \
		"round(sum(json_extract(l.value, '\$.share')), 6) from doc, json_each(j, '\$.yours.lines') l")" 1.0
	is "the vm runs it" "$(status $w vm run "$solutions/$id.cu" --kernel "${id#*/}" --check none --counters --json \
		--grid "$(echo "$grid" | tr -d '[]')" --block "$(echo "$block" | tr -d '[]')" "$@")" 0
	totals_of '$.counters' >"$scratch/vm-totals"
	lines_of '$.lines' '$' >"$scratch/vm-lines"
	is "and counts the same in total" "$(diff "$scratch/totals" "$scratch/vm-totals")" ""
	is "and line by line" "$(diff "$scratch/lines" "$scratch/vm-lines")" ""
	ok "which are some" test -s "$scratch/vm-lines"
}
agrees 01_kernels/add --arg 'out=f32[16384]' --arg 'a=f32[16384]:random' --arg 'b=f32[16384]:random' --arg n=16384
agrees 01_kernels/saxpy --arg 'y=f32[16384]:random' --arg 'x=f32[16384]:random' --arg 'a=3' --arg n=16384
agrees 05_shared_memory/transpose_tiled --arg 'out=f32[81920]' --arg 'x=f32[81920]:random' --arg w=320 --arg h=256
agrees 04_global_memory/transpose_naive --arg 'out=f32[12288]' --arg 'x=f32[12288]:random' --arg w=96 --arg h=128
agrees 10_matmul/matmul_tiled --arg 'c=f32[20480]' --arg 'a=f32[24576]:random' --arg 'b=f32[30720]:random' --arg m=128 \
	--arg n=160 --arg k=192

# ---- text and CSV ------------------------------------------------------------------------
is "as text" "$(status $w profile "$solutions/05_shared_memory/transpose_tiled.cu" --plain)" 0
like "it says that times are modelled" "$(joined <"$scratch/out")" 'modelled on an H200, never measured'
like "and what limits it" "$(cat "$scratch/out")" '^yours .* us, limited by '
is "in 80 columns" "$(grep -c '.\{81\}' "$scratch/out")" 0
is "sorted by a column" "$(status $w profile "$solutions/05_shared_memory/transpose_tiled.cu" --plain --sort barriers)" 0
like "the most is first" "$(grep -A1 '^ line' "$scratch/out" | tail -n 1)" '__syncthreads'
is "an unknown column is wrong usage" "$(status $w profile "$solutions/01_kernels/add.cu" --sort quux)" 2
is "as CSV" "$(status $w profile "$solutions/01_kernels/add.cu" --csv)" 0
like "with a heading" "$(head -n 1 "$scratch/out")" '^version,line,time_share,instructions,.*,counted_warp_instructions,.*,source'
like "a row for each line" "$(cat "$scratch/out")" '^yours,[0-9]+,.*"out\[i\] = '
unlike "and no source of the reference's" "$(grep '^reference' "$scratch/out")" 'out'
is "a host exercise has none" "$(status $w profile "$solutions/09_streams/two_streams.cu")" 1
like "which is said" "$(joined <"$scratch/err")" "host's side"
mkdir "$scratch/broken"
echo '__global__ void add(float *out, const float *a, const float *b, int n) { out[ }' >"$scratch/broken/add.cu"
is "nor a file that does not compile" "$(status $w profile "$scratch/broken/add.cu")" 1
like "check tells more" "$(joined <"$scratch/err")" 'warpbook check'
echo '__global__ void add(float *out, const float *a, const float *b, int n) { out[1 << 24] = 1; }' >"$scratch/broken/add.cu"
is "nor a kernel that faults" "$(status $w profile "$scratch/broken/add.cu")" 1
like "check says why" "$(joined <"$scratch/err")" 'warpbook check'

# ---- the last version ------------------------------------------------------------------------
export WARPBOOK_WORKSPACE="$scratch/ws"
"$w" init "$scratch/ws" >/dev/null
mine=$scratch/ws/exercises/01_kernels/add.cu
cp "$solutions/01_kernels/add.cu" "$mine"
is "the first profile of a workspace's file" "$(status $w profile add --json)" 0
is "has no last" "$(json '$.last')" ""
is "the same again" "$(status $w profile add --json; json '$.last')" "0"
sed 's/a\[i\] + b\[i\]/b[i] + a[i] + 0 * a[0]/' "$mine" >"$scratch/new.cu" && cp "$scratch/new.cu" "$mine"
is "another version" "$(status $w profile add --json)" 0
is "has the one before beside it" "$(json '$.last.source_sha256')" "$(sha256sum <"$solutions/01_kernels/add.cu" | cut -d' ' -f1)"
status $w profile add --json >/dev/null
is "which stays at the next look" "$(json '$.last.source_sha256')" "$(sha256sum <"$solutions/01_kernels/add.cu" | cut -d' ' -f1)"
status $w profile add --plain >/dev/null
like "as text, too" "$(cat "$scratch/out")" '^last try '
echo '{' >"$scratch/ws/.warpbook/profiles/01_kernels-add.json"
is "a damaged record counts as none" "$(status $w profile add --json)$(json '$.last')" 0
is "--no-record keeps nothing" "$(rm -r "$scratch/ws/.warpbook/profiles";
	status $w profile add --no-record)$(ls "$scratch/ws/.warpbook/profiles" 2>&1 | grep -c 'No such')" 01
export WARPBOOK_WORKSPACE="$scratch/none"

# ---- advice -----------------------------------------------------------------------------------
advice() { # what file kinds: the advice that it gets on $gpu
	is "$1: has a profile" "$(status $w profile "$2" --gpu "${gpu:-h200}" --json)" 0
	is "$1: its advice" "$(query "group_concat(distinct json_extract(a.value, '\$.kind')) from doc, json_each(j, '\$.advice') a")" "$3"
}
mkdir "$scratch/k"
advice "a transpose by tiles" "$solutions/05_shared_memory/transpose_tiled.cu" ""
for e in 01_kernels/add 04_global_memory/vector_copy 08_reduce_scan/block_sum 10_matmul/matmul_tiled \
	07_atomics/atomic_max_shared; do
	advice "the solution of $e" "$solutions/$e.cu" ""
done
mutants=$TESTS_DIR/mutants
of() { # exercise/mutant
	cp "$mutants/$1.cu" "$scratch/k/$(basename "$(dirname "$1")").cu"
	echo "$scratch/k/$(basename "$(dirname "$1")").cu"
}
advice "a piece for each thread" "$(of 08_reduce_scan/dot/slow_piece_for_each_thread)" load-sectors
like "tells the figures and the saving" "$(json '$.advice[0].message')" '^line 10: neighbouring threads are 128 bytes apart: 32 sectors per load, where 4 would be enough. Otherwise the kernel would run about [2-9](\.[0-9])?x faster on a fully occupied H200 \(modelled\)$'
advice "a transpose without a tile" "$(of 05_shared_memory/transpose_tiled/slow_no_tile)" store-sectors
advice "a tile without padding" "$(of 05_shared_memory/transpose_tiled/slow_conflicts)" bank-conflicts
advice "a transposed tile of a product" "$(of 10_matmul/matmul_tiled/slow_transposed_tile)" bank-conflicts
advice "an atomic of each thread" "$(of 07_atomics/atomic_max_shared/slow_global_atomics)" atomics
advice "a histogram, whose threads meet seldom" "$solutions/07_atomics/histogram.cu" ""
cat >"$scratch/k/saxpy.cu" <<'K'
__global__ void saxpy(float *y, const float *x, float a, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	double v = 0;
	if (i < n) {
		for (int k = 0; k < 40; k++)
			v = v * 1.5 + x[i] * 0.25;
		y[i] = a * x[i] + y[i] + v;
	}
}
K
gpu=rtx4090
advice "double constants in a kernel of floats" "$scratch/k/saxpy.cu" doubles
sed -i 's/double v/float v/; s/1\.5/1.5f/; s/0\.25/0.25f/' "$scratch/k/saxpy.cu"
advice "float constants" "$scratch/k/saxpy.cu" ""
gpu=
cat >"$scratch/k/saxpy.cu" <<'K'
__global__ void saxpy(float *y, const float *x, float a, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float v[16];
	if (i < n) {
		for (int k = 0; k < 16; k++)
			v[(k * n + i) & 15] = x[i] + k;
		y[i] = a * x[i] + y[i] + v[(i * 7 + n) & 15] + v[(i + n) & 15];
	}
}
K
advice "an array of each thread with a computed index" "$scratch/k/saxpy.cu" local
sed -i 's/v\[(k .*\] = x/v[k] = x/; s/v\[(i \* 7.*;/v[3] + v[5];/' "$scratch/k/saxpy.cu"
advice "one with a constant index" "$scratch/k/saxpy.cu" ""

# ---- GPUs -------------------------------------------------------------------------------------
is "the GPUs are listed" "$(status $w profile --gpus)" 0
is "all nine" "$(cut -d' ' -f1 "$scratch/out" | joined | sed 's/ *$//')" "a100 a30 h100 h200 l40s rtx3060 rtx4090 t4 v100"
is "as JSON" "$(status $w profile --gpus --json)" 0
is "each figure has a source" "$(query "count(*) from doc, json_each(j) g, json_each(g.value, '\$.figures') f where length(json_extract(f.value, '\$.source')) < 8")" 0
is "and there are 20 of each" "$(query "group_concat(distinct n) from (select count(*) n from doc, json_each(j) g, json_each(g.value, '\$.figures') f group by g.key)")" 20
is "one of them in full" "$(status $w profile --gpus --gpu 'RTX 4090')" 0
like "with what its figures are" "$(cat "$scratch/out")" '128  multiprocessors \(NVIDIA'
is "an unknown one is wrong usage" "$(status $w profile "$solutions/01_kernels/add.cu" --gpu h201)" 2
like "with the nearest" "$(joined <"$scratch/err")" "did you mean 'h200'"
is "so is a path" "$(status $w profile "$solutions/01_kernels/add.cu" --gpu ../gpus/h200)" 2
slow=$(of 10_matmul/matmul_tiled/slow_transposed_tile)
for g in t4 h200; do status $w profile "$slow" --gpu $g --json >/dev/null;
	eval "$g=$(query "cast(json_extract(j, '\$.yours.modelled_seconds') * 1e9 as integer) from doc")"; done
ok "a small GPU takes longer" test "$t4" -gt "$h200"
like "check models for it, too" "$(WARPBOOK_WORKSPACE=$scratch/none "$w" check --no-record --gpu t4 \
	--plain "$solutions/04_global_memory/vector_copy.cu" | joined)" 'modelled on a T4'
is "and says an unknown one first" "$(status $w check --no-record --gpu h201 "$solutions/01_kernels/add.cu")" 2
like "a demo, too" "$("$w" demo add --gpu v100 --n 1000 --plain | joined)" 'modelled for a V100'

# Static shared memory counts: 40 KiB in a block leave room for one on each multiprocessor of a T4, of four.
for bytes in 64 40960; do
	cat >"$scratch/k/add.cu" <<K
__global__ void add(float *out, const float *a, const float *b, int n)
{
	__shared__ char room[$bytes];
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	room[threadIdx.x % 64] = (char)i;
	__syncthreads();
	if (i < n) out[i] = a[i] + b[i] + room[(threadIdx.x + 1) % 64];
}
K
	status $w profile "$scratch/k/add.cu" --gpu t4 --json >/dev/null
	eval "with_$bytes=$(query "cast(json_extract(j, '\$.yours.modelled_seconds') * 1e9 as integer) from doc")"
	is "the shared memory of a block is reported" "$(json '$.yours.shared_bytes')" "$bytes"
done
ok "static shared memory takes room that blocks need" test "$with_40960" -gt "$with_64"

# ---- a GPU of one's own -------------------------------------------------------------------------
mkdir -p "$scratch/config/warpbook/gpus"
own=$scratch/config/warpbook/gpus/mine.lua
sed 's/"H200"/"Mine"/; s/an H200"/a Mine"/; s/sms = { 132/sms = { 1/' "$TESTS_DIR/../gpus/h200.lua" >"$own"
is "a GPU of one's own" "$(status $w profile "$solutions/01_kernels/add.cu" --gpu mine --plain)" 0
like "is modelled" "$(joined <"$scratch/out")" 'modelled on a Mine'
located() { # what line pattern
	is "$1: the learner must act" "$(status $w profile "$solutions/01_kernels/add.cu" --gpu mine)" 1
	like "$1: at its line" "$(tr '\n' ' ' <"$scratch/err")" "mine.lua:$2"
	like "$1: and says why" "$(tr '\n' ' ' <"$scratch/err")" "$3"
}
good() { sed 's/"H200"/"Mine"/' "$TESTS_DIR/../gpus/h200.lua"; }
good | sed '/clock_mhz/d' >"$own"; located "a figure that is missing" 2 'clock_mhz'
good | sed 's/clock_mhz = { 1980, .*/clock_mhz = 1980,/' >"$own"; located "a figure without a source" 6 'clock_mhz'
good | sed 's/clock_mhz = { 1980, .*/clock_mhz = { 1980 },/' >"$own"; located "another" 6 'where'
good | sed 's/clock_mhz = { 1980/clock_mhz = { -3/' >"$own"; located "a figure that no GPU has" 6 'from 1 to'
good | sed 's/clock_mhz = { 1980/clock_mhz = { "fast"/' >"$own"; located "a word for a figure" 6 'number'
good | sed 's/clock_mhz/clock_mzh/' >"$own"; located "an unknown figure" 6 "clock_mhz"
echo 'return { name = ' >"$own"; located "a mistake in Lua" 2 'unexpected'
echo 'while true do end' >"$own"; is "one that does not end" \
	"$(status timeout 60 $w profile "$solutions/01_kernels/add.cu" --gpu mine)" 1

# ---- the advice in `check` ---------------------------------------------------------------------
timeout 120 "$w" check --no-record --plain --as strided_copy "$TESTS_DIR/mutants/04_global_memory/strided_copy/slow_chunks.cu" \
	>"$scratch/out" 2>&1
like "check names the line that costs most" "$(cat "$scratch/out")" \
	'^costs: line 7: neighbouring threads are 32 bytes apart: 32 sectors per store,'
is "once" "$(grep -c '^costs:' "$scratch/out")" 1
timeout 120 "$w" check --no-record --json --as strided_copy "$TESTS_DIR/mutants/04_global_memory/strided_copy/slow_chunks.cu" \
	>"$scratch/out" 2>&1
like "also for programs" "$(tr -d '\n ' <"$scratch/out")" '"saving":\{"line":7,"kind":"store-sectors"'
timeout 120 "$w" check --no-record --plain "$TESTS_DIR/../solutions/04_global_memory/strided_copy.cu" >"$scratch/out" 2>&1
unlike "and nothing to one that is as good as the reference" "$(cat "$scratch/out")" 'costs:'
tap_done
