#!/bin/bash
# save_to_verdict.sh - what a learner waits for after saving, beside what the compiler
# alone needs for the same file, in turn, every run on a text the cache has not seen.
#
# Prints, per compiler and exercise, the median of each and the median of the ratios.
# usage: save_to_verdict.sh [RUNS]
set -eu
runs=${1:-15}
warpbook=${WARPBOOK_BIN:?the program to measure}
top=$(cd "$(dirname "$0")/../.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export XDG_CACHE_HOME=$scratch/cache

# The very command warpbook runs is in its JSON report; only the file names differ.
compiler_alone() {
	case $1 in
	nvcc*) nvcc -arch=compute_75 -lineinfo -std=c++17 -ptx "$2" -o "$scratch/alone.ptx" ;;
	clang*) "$1" -x cuda --cuda-device-only --cuda-gpu-arch=sm_70 -nocudainc -nocudalib \
		-Xclang -target-sdk-version=11.5 -O2 -gline-tables-only -S -nostdinc -nostdinc++ \
		-isystem "$top/src/toolchain/device_headers" -include warpbook_cuda.h \
		-isystem "$("$1" -print-resource-dir)/include" -ffp-contract=fast -std=c++17 \
		-Wno-unknown-cuda-version "$2" -o "$scratch/alone.ptx" ;;
	esac >/dev/null 2>&1
}

now() { date +%s%N; }
median() { sort -n | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'; }

printf '%-10s %-26s %14s %14s %8s\n' compiler exercise 'compiler ms' 'verdict ms' ratio
for compiler in nvcc clang; do
	command -v "$compiler" >/dev/null || continue
	for exercise in 01_kernels/add 02_grids/grayscale; do
		name=${exercise#*/}
		: >"$scratch/alone"; : >"$scratch/whole"; : >"$scratch/ratio"
		# Once each unmeasured: the reference's artifact is cached from then on, as in a session.
		"$warpbook" check --no-record --plain --compiler "$compiler" "$top/solutions/$exercise.cu" >/dev/null
		for run in $(seq "$runs"); do
			{ cat "$top/solutions/$exercise.cu"; echo "// run $run of $$"; } >"$scratch/$name.cu"
			t0=$(now); compiler_alone "$compiler" "$scratch/$name.cu"
			t1=$(now); "$warpbook" check --no-record --plain --compiler "$compiler" "$scratch/$name.cu" >/dev/null
			t2=$(now)
			echo $(((t1 - t0) / 10000)) >>"$scratch/alone"
			echo $(((t2 - t1) / 10000)) >>"$scratch/whole"
			echo $(((t2 - t1) * 1000 / (t1 - t0))) >>"$scratch/ratio"
		done
		awk -v c="$compiler" -v e="$exercise" -v a="$(median <"$scratch/alone")" -v w="$(median <"$scratch/whole")" \
			-v r="$(median <"$scratch/ratio")" \
			'BEGIN { printf "%-10s %-26s %14.1f %14.1f %8.2f\n", c, e, a / 100, w / 100, r / 1000 }'
	done
done
