#!/bin/bash
# once_more.sh - every case runs twice: a file that is right only at the first call is wrong. Each attack with its honest
# twin.
. "${TESTS_DIR:?make check sets it}/tap/tap.sh"
due base child simt cudart worker bench attempt judge grader/ exercises/ solutions/
export NO_COLOR=1 WARPBOOK_COMPILER=clang
unset WARPBOOK_WORKSPACE
w=$WARPBOOK_BIN
solutions=$TESTS_DIR/../solutions
cd "$scratch" || exit 1

get() { sqlite3 :memory: "select json_extract(readfile('$scratch/doc'), '$1')"; }
verdict() { "$w" check --json --no-record --seed 11 "$1" >"$scratch/doc" 2>/dev/null; get '$.verdict'; }

if "$w" check --plain --no-record "$solutions/01_kernels/add.cu" 2>&1 |
	grep -q 'cannot find\|no compiler\|not found\|not installed'; then
	skip "once more" "clang is not here"
	tap_done
	exit 0
fi

# ---- kernels ------------------------------------------------------------------------------------
kernel() { # statements at the kernel's beginning
	printf '__device__ int calls;\n__global__ void add(float *out, const float *a, const float *b, int n)\n{\n'
	printf '\tint i = blockIdx.x * blockDim.x + threadIdx.x;\n\tif (i < n) out[i] = a[i] + b[i];\n%s\n}\n' "$1"
}
kernel 'if (i == 0 && ++calls > 1) out[0] = 7;' >add.cu
is "a kernel that is right at its first call only" "$(verdict add.cu)" wrong-answer
like "is reported the reason" "$(get '$.message')" 'when it runs once more, .*out'
like "and what to look for" "$(get '$.advice')" '__device__'
kernel 'if (i == 0 && ++calls > 1) out[n] = 7;' >add.cu
is "one that writes past the end at its second call" "$(verdict add.cu)" memory-error
like "is reported as such" "$(get '$.message')" 'when it runs once more'
kernel 'if (i == 0 && ++calls > 1) while (*(volatile int *)&calls) ;' >add.cu
is "one that hangs at its second call" "$(verdict add.cu)" hang
kernel 'if (i == 1) out[0] = 7; __syncwarp(); if (i == 0 && ++calls > 1) out[0] = a[0] + b[0];' >add.cu
is "one that is wrong at its first call only" "$(verdict add.cu)" 'wrong-answer'
kernel 'if (i < n && calls && threadIdx.x == 0) out[n - 1] = a[n - 1] + b[n - 1]; __syncthreads(); if (i == n - 1) ++calls;' \
	>add.cu
is "one that has a race at its second call only" "$(verdict add.cu)" data-race
kernel 'if (i == 0) ++calls;' >add.cu
is "a kernel that only counts its calls is fine" "$(verdict add.cu)" passed

# ---- blocks that wait for others: the second run holds half of them at a time --------------------------
waiting() { # the block that thread 0 waits for has begun; -1: all have
	printf '__device__ unsigned begun;\n__global__ void add(float *out, const float *a, const float *b, int n)\n{\n'
	printf '\tint i = blockIdx.x * blockDim.x + threadIdx.x;\n\tif (threadIdx.x == 0) {\n'
	printf '\t\tunsigned before = atomicAdd(&begun, 1) / gridDim.x * gridDim.x;\n'
	printf '\t\twhile (atomicAdd(&begun, 0) < before + %s) ;\n\t}\n\t__syncthreads();\n' "$1"
	printf '\tif (i < n) out[i] = a[i] + b[i];\n}\n'
}
waiting gridDim.x >add.cu
is "a kernel whose blocks wait until all have begun" "$(verdict add.cu)" hang
is "shows the line that waits" "$(get '$.findings[0].line')" 7
like "and says that the device is full" "$(get '$.findings[0].advice')" 'not begun, since the device is full'
waiting 1 >add.cu
is "blocks that wait for the first one may" "$(verdict add.cu)" passed
kernel 'if (n != 1 && n != 2 && n != 3 && n != 255 && n != 256 && n != 257 && n < 70000 && i < n) out[i] = 0;' >add.cu
is "a kernel that is right with the sizes of the table only" "$(verdict add.cu)" wrong-answer

# ---- the measured case -----------------------------------------------------------------------------
reference=$solutions/08_reduce_scan/sum_any_n.cu
cp "$reference" sum_any_n.cu
is "a measured exercise's reference" "$(verdict sum_any_n.cu)" passed
awk '/last = atomicInc/ { print "if (n > 60000) last = blockIdx.x == gridDim.x - 1; else" } { print }' "$reference" >sum_any_n.cu
is "a race in the measured case only" "$(verdict sum_any_n.cu)" data-race

# What an earlier launch left does not tell the launch with checkers from the counted one.
told() { # what the last block is, a statement at the end
	sed -e 's/^__device__ float partial/__device__ int told;\n&/' -e "s/last = \\(atomicInc.*\\);/last = $1;/" \
		-e "s/ out\[0\] = sum;/ { & $2 }/" \
		"$reference" >sum_any_n.cu
}
told 'n > 60000 \&\& !told ? blockIdx.x == gridDim.x - 1 : (\1)' 'if (n > 60000) told = 1;'
is "a race in the first launch of the measured case only" "$(verdict sum_any_n.cu)" data-race
told '\1' 'if (n > 60000 \&\& told++) out[0] = 7;'
is "a measured case that is right in its first launch only" "$(verdict sum_any_n.cu)" wrong-answer
told '\1' 'if (n > 60000) told++;'
is "one that only counts its launches is fine" "$(verdict sum_any_n.cu)" passed

reference=$solutions/10_matmul/matmul_tiled.cu
large='n == 160 && k == 192'
begin() { awk -v add="$1" '/^ *float sum = 0;/ { print add } { print }' "$reference" >matmul_tiled.cu; }
begin "if ($large && blockIdx.x == 0) c[row * n + 32 + tx] = 0;"
is "a race in a large measured case, right in the order of blocks" "$(verdict matmul_tiled.cu)" data-race
is "is reported of that case" "$(get '$.findings[0].case')" 9
begin "if ($large && blockIdx.x == 0) c[row * n + tx] = 0;"
is "where the block stores to its own elements it is right" "$(verdict matmul_tiled.cu)" passed
# Many times the work, all of it in the measured case: the checkers still run.
begin "for (volatile int i = 0; $large && i < 300; i++) ; if ($large && blockIdx.x == 0) c[row * n + 32 + tx] = 0;"
is "a race in a case that takes its time" "$(verdict matmul_tiled.cu)" data-race
begin "for (volatile int i = 0; $large && i < 300; i++) ;"
is "a kernel that takes its time is right" "$(verdict matmul_tiled.cu)" passed

# ---- host functions ------------------------------------------------------------------------------------
host() { # statements at the function's beginning
	awk -v add="$1" '/^void round_trip/ { print "static int calls;" } { print } /^\{/ && ++n == 2 { print "    " add }' \
		"$solutions/06_host_memory/round_trip.cu" >round_trip.cu
}
host 'if (++calls > 1) return;'
is "a function that works at its first call only" "$(verdict round_trip.cu)" wrong-answer
like "is reported the reason" "$(get '$.message')" 'when it runs once more, .*never written'
host 'if (++calls > 1) *(volatile int *)0 = 1;'
is "one that crashes at its second call" "$(verdict round_trip.cu)" host-crash
like "is reported as such" "$(get '$.message')" 'when it runs once more'
host 'if (++calls > 1) for (;;) ;'
is "one that never returns from it" "$(verdict round_trip.cu)" hang
host '++calls;'
is "a function that only counts its calls is fine" "$(verdict round_trip.cu)" passed

# The solution of LESSON/EXERCISE, whose function does nothing at its second call.
at_first_only() {
	local name=${1##*/} entry
	entry=$(sed -n 's/.*entry = "\([a-z_0-9]*\)".*/\1/p' "$TESTS_DIR/../exercises/$1.lua")
	awk -v entry="$entry" '$0 ~ "^[a-zA-Z_ ]+" entry "\\(" && !seen { seen = 1; type = $0; sub(" " entry ".*", "", type) }
		{ print } /^\{/ && seen == 1 { seen = 2; print "    static int calls;\n    if (++calls > 1) return " type "();" }' \
		"$solutions/$1.cu" | sed 's/ long long()/ 0/' >"$name.cu"
}

# Each host exercise that clang compiles.
for definition in $(cd "$TESTS_DIR/../exercises" && grep -l 'kind = "host"' */*.lua | xargs grep -L '^  nvcc = '); do
	at_first_only "${definition%.lua}"
	name=$(basename "$definition" .lua)
	unlike "$name: nothing at the second call" "$(verdict "$name.cu")" '^$|passed|compile-error|failed'
done

# ... but where the exercise says that the function may remember its calls, there is one call only.
mkdir course && cp -r "$TESTS_DIR/../exercises" "$TESTS_DIR/../lessons" "$TESTS_DIR/../solutions" "$TESTS_DIR/../gpus" course
sed -i 's/^  tolerance = /  keeps_state = "it is a cache",\n&/' course/exercises/06_host_memory/round_trip.lua
host 'if (++calls > 1) return;'
is "an exercise may allow state" "$(WARPBOOK_DATA=$scratch/course verdict round_trip.cu)" passed
at_first_only 06_host_memory/managed_sum
is "the others of that course still do not" "$(WARPBOOK_DATA=$scratch/course verdict managed_sum.cu)" wrong-answer
tap_done
