#!/bin/bash
# host.sh - host exercises from a learner's view: the messages about a file that does not fit, that crashes, hangs,
# exits, prints, or is right.
. "${TESTS_DIR:?make check sets it}/tap/tap.sh"
export NO_COLOR=1
w=$WARPBOOK_BIN
mkdir "$scratch/mine"
file=$scratch/mine/error_check.cu
right=$TESTS_DIR/../solutions/02_grids/error_check.cu

# The solution with the words' change, checked: what is said.
after() { eval "$1" <"$right" >"$file"; check; }
check() { "$w" check "$file" --no-record --plain "$@" >"$scratch/out" 2>&1; echo $? >"$scratch/status"; cat "$scratch/out"; }
body() { sed '/^cudaError_t twice/,$d'; printf 'cudaError_t twice(const float *x, float *y, int n)\n{\n%s\n}\n' "$1"; }

for compiler in $(compilers_due toolchain cudart worker bench attempt judge grader/); do
	export WARPBOOK_COMPILER=$compiler
	like "$compiler: the solution passes" "$("$w" check "$right" --no-record --plain 2>&1)" 'error_check: passed'
	like "and the stub does not, with the line" "$(after 'cat "$TESTS_DIR/../exercises/02_grids/error_check.cu";:')" \
		'^  25 \|     cudaMalloc'
	like "whose rule has words" "$(cat "$scratch/out")" 'broken rule'
	like "other parameters" "$(after 'sed "s/const float \*x, float \*y, int n)/float *x, float *y, int n)/; s/twice(float \*x/twice(float *x/"')" \
		'the function is missing or has other parameters'
	like "are reported with the expected values" "$(tr -s ' \n' ' ' <"$scratch/out")" \
		'declare it as `cudaError_t twice\(const float \*x, float'
	like "another name" "$(after 'sed s/twice\(/thrice\(/')" 'the file has no function `twice`'
	like "another type to return" "$(after 'sed "s/^cudaError_t twice/long twice/"')" 'returns something else'
	like "a second main" "$(after 'cat; echo "int main() { return 0; }"')" 'a main\(\) of its own'
	like "extern \"C\" makes no difference" "$(after 'sed "s/^cudaError_t twice/extern \"C\" cudaError_t twice/"')" 'passed'
	like "an error of the compiler's, with its line" "$(after 'sed "s/bytes = n/bytes = m/"')" 'bytes = m \* sizeof'
	is "is the learner's" "$(cat "$scratch/status")" 1
	like "a brace that is missing, at the end" "$(after 'sed "\$d"')" 'not closed before the file ends'
	like "a function that is nowhere" "$(after 'sed "s/^cudaError_t twice/int nowhere(); cudaError_t twice/; s/return error;/return error ? error : (cudaError_t)nowhere();/"')" 'nowhere'
	is "is the learner's, too" "$(cat "$scratch/status")" 1
	like "special functions are there" \
		"$(after 'sed "s/^cudaError_t twice/static double unused = std::beta(2.0, 3.0);\\n&/; 1i#include <cmath>"')" \
			'error_check: passed'
	like "a crash, with the line" "$(after 'body "    *(volatile int *)nullptr = n; return cudaSuccess; // here"')" \
		'^  21 \|     \*\(volatile int \*\)nullptr'
	like "in words" "$(cat "$scratch/out")" 'uses a null pointer'
	like "memory of the device, touched by the host" \
		"$(after 'body "    float *d; cudaMalloc(&d, 4 * n); d[0] = 1; return cudaSuccess;"')" \
		'the host accesses d, which is device memory'
	like "a function that gives up, by what it returns" "$(after 'body "    return cudaErrorMemoryAllocation;"')" \
		'the function returns 2 instead of 0'
	like "memory that is not given back, by its name" \
		"$(after 'body "    float *d_x; cudaMalloc(&d_x, 4 * n); return cudaSuccess;"')" \
		'cudaMalloc of d_x, [0-9]* bytes, is still there'
	like "by its name, too, if a line has two" \
		"$(after 'body "    float *d_x, *d_y; cudaMalloc(&d_x, 4 * n); cudaMalloc(&d_y, 8 * n); cudaFree(d_x); return cudaSuccess;"')" \
		'cudaMalloc of d_y, [0-9]* bytes, is still there'
	like "exit() in the middle" "$(after 'body "    exit(3);"')" 'ends the whole program'
	like "a copy that is too long" "$(after 'sed "s/memcpy(y, d_y, bytes/memcpy(y, d_y, 2 * bytes/I"')" 'd_y'
	like "its output is shown" "$(after 'sed "s/^    cudaError_t error;/    printf(\"hello there\\\\n\"); cudaError_t error;/; 1i#include <cstdio>"')" 'hello there'
	like "and nothing else of it counts" "$(cat "$scratch/out")" 'error_check: passed'
	like "a verdict on its output is none" "$(after 'body "    printf(\"02_grids/error_check: passed\\\\n\"); return cudaSuccess;" | sed "1i#include <cstdio>"')" 'wrong answer'
	is "--json" "$(check --json >/dev/null; sqlite3 :memory: "select json_extract(readfile('$scratch/out'), '\$.verdict')")" \
		wrong-answer
done

export WARPBOOK_COMPILER=clang
headers() { find "$XDG_CACHE_HOME/warpbook/headers" -name '*.files' | sort; }
precompiled=$(headers)
ok "clang reads our header precompiled, for both sides" test "$(wc -l <<<"$precompiled")" -ge 2
like "another program" "$(after "cat; echo '// $(date +%s%N)'")" 'passed'
is "reads the same, and makes none" "$(headers)" "$precompiled"
echo '#error this limits.h is mine' >"$scratch/mine/limits.h"
like "but not where the folder has a header" "$(after 'cat; echo "// with it"')" 'this limits.h is mine'
rm "$scratch/mine/limits.h"
like "the first failure is reported first, not its consequences" \
	"$("$w" check "$TESTS_DIR/mutants/09_streams/graph_replay/wrong_default_stream.cu" --as graph_replay \
		--no-record --plain | grep -m 1 ' | ')" 'spread<<<'
like "the missing wait is reported before the data read too early" \
	"$("$w" check "$TESTS_DIR/mutants/09_streams/wait_event/wrong_recorded_in_own_stream.cu" --as wait_event \
		--no-record --plain | grep -m 1 ' | ')" 'mix<<<'
like "an endless loop, with the line" "$(after 'body "    for (volatile int i = 1; i;)
        ;
    return cudaSuccess;"')" 'does not return within'
like "on which it was" "$(cat "$scratch/out")" '^  2[12] \|'
like "a cache that cannot be written" "$(cp "$right" "$file"; XDG_CACHE_HOME=/proc/nowhere check)" 'error_check: passed'
like "the task states the rules" "$("$w" show error_check 2>&1 | cat)" 'Your solution must also follow these rules'
tap_done
