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

# The very command that warpbook runs, as its JSON report has it: kernel.cu in, kernel.ptx out.
compile_command() {
	"$warpbook" check --no-record --json --compiler "$1" "$2" | sed -n 's/^  "compile_command": "\(.*\)",$/\1/p'
}

compiler_alone() {
	(cd "$scratch" && $command) >/dev/null 2>&1
}

now() { date +%s%N; }
median() { sort -n | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'; }

printf '%-10s %-26s %14s %14s %8s\n' compiler exercise 'compiler ms' 'verdict ms' ratio
for compiler in nvcc $(compgen -c clang- | grep -x 'clang-[0-9]*' | sort -u); do
	command -v "$compiler" >/dev/null || continue
	for exercise in 01_kernels/add 02_grids/grayscale; do
		name=${exercise#*/}
		: >"$scratch/alone"; : >"$scratch/whole"; : >"$scratch/ratio"
		# Once each unmeasured: the reference's artifact is cached from then on, as in a session.
		command=$(compile_command "$compiler" "$top/solutions/$exercise.cu")
		for run in $(seq "$runs"); do
			{ cat "$top/solutions/$exercise.cu"; echo "// run $run of $$"; } >"$scratch/$name.cu"
			cp "$scratch/$name.cu" "$scratch/kernel.cu"
			t0=$(now); compiler_alone
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
