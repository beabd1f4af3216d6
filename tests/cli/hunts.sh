#!/bin/bash
# hunts.sh - what a learner is not told yet: the remedy in a hunt, before a hint, and counts and limits in the lessons before lanes are
# explained. And hints as code.
. "${TESTS_DIR:?make check sets it}/tap/tap.sh"
due attempt judge catalog exercises/ cmd
export NO_COLOR=1 WARPBOOK_COMPILER=clang
unset WARPBOOK_WORKSPACE
w=$WARPBOOK_BIN
top=$TESTS_DIR/..
cd "$scratch" || exit 1

like "a hint that is code is a block of it" "$("$w" hint check_for_a_gpu --number 3)" '^  for \(int d = 0; d < count; d\+\+\) \{$'
# Code in one line with three statements; the parts of a `for` are none.
is "nowhere is code run together" "$(awk -F'`' \
	'/^    "/ { for (i = 2; i <= NF; i += 2) { code = $i; gsub(/\([^()]*\)/, "", code); gsub(/\([^()]*\)/, "", code)
	if (gsub(/; /, "", code) > 1) print FILENAME ": " $i } }' "$top"/exercises/*/*.lua)" ""
is "nor does a full stop follow a semicolon" "$(grep -nE ';`\.' "$top"/exercises/*/*.lua "$top"/lessons/*/*.lua)" ""

if ! has_compiler clang; then
	skip "hunts" "clang is not here"
	tap_done
	exit 0
fi

# ---- hunts ----------------------------------------------------------------------------------------------
hunt=05_shared_memory/hunt_missing_barrier
"$w" init "$scratch/book" >/dev/null
says() { (cd "$scratch/book" && "$w" check --plain --seed 3 "$@" hunt_missing_barrier 2>&1); }
before=$(says)
like "a hunt's finding is shown" "$before" 'tile\[[0-9]+\] is written on line 15'
unlike "its remedy is not" "$before" 'put `?__syncthreads'
like "but the way to it" "$before" 'this is a hunt'
unlike "nor in JSON" "$(says --json)" 'put `?__syncthreads'
(cd "$scratch/book" && "$w" hint hunt_missing_barrier >/dev/null)
like "the first hint brings it" "$(says)" 'put `?__syncthreads'
unlike "a file outside a workspace has no hints behind it" \
	"$("$w" check --plain --no-record --seed 3 "$top/exercises/$hunt.cu" 2>&1)" 'put `?__syncthreads'
unlike "nor has the stepper" "$(printf 'findings\n' | "$w" debug --plain "$top/exercises/$hunt.cu" 2>&1)" 'put `?__syncthreads'

# ---- lessons before lanes --------------------------------------------------------------------------------
unlike "before lesson 03 a task names no limit" "$(for e in "$top"/exercises/0[0-2]_*/*.lua; do
	[ "${e##*/}" = order.lua ] || "$w" show "$(basename "$(dirname "$e")")/$(basename "$e" .lua)"; done 2>&1)" \
		'active lanes|warp instructions|reference solution|Performance limits'
like "in lesson 03 it does" "$("$w" show lane_id)" 'Performance limits'
passed=$("$w" check --plain --no-record "$top/solutions/01_kernels/add.cu" 2>&1)
like "a pass" "$passed" '^01_kernels/add: passed'
unlike "names no counts" "$passed" 'lanes|instructions|sectors|modelled|measured'
cat >add.cu <<'END'
__global__ void add(float *out, const float *a, const float *b, int n)
{
    if (threadIdx.x == 0)
        for (int i = blockIdx.x * blockDim.x; i < n && i < (blockIdx.x + 1) * blockDim.x; i++)
            out[i] = a[i] + b[i];
}
END
slow=$("$w" check --plain --no-record --seed 2 add.cu 2>&1 | tr -s ' |\n' ' ')
like "a miss is one sentence" "$slow" 'let each thread do its own part of the work, at the same time as its neighbours'
unlike "and no other" "$slow" 'share the work among the threads'
unlike "without a figure" "$slow" '13|lanes|warp instructions|MISSED'
tap_done
