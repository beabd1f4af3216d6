#!/bin/bash
# save_to_verdict.sh - a learner's waiting time after saving, compared with the compiler's time for the same
# file, alternately, each run with a text that the cache has not seen.
#
# Prints, per compiler and exercise, the median of each and the median of the ratios. clang alone has no precompiled header,
# which warpbook makes for itself. For a host exercise the compiler alone is `warpbook cc`, which builds the same. Numba is a
# compiler as well: alone it is the process that warpbook starts for it, without a sandbox, so with the start of Python and
# the import of Numba. On a busy machine processor time says more than the clock: TIME=cpu; and the least of each says more
# than the median: LEAST=1. With Numba each is measured once more under `watch`, which has a Python ready before the save: by
# the clock alone, from the save to the end of the report.
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

# Hundredths of a millisecond by the clock, or of the processor; a child's time counts once it has ended.
if [ "${TIME:-clock}" = cpu ]; then
	took() { local TIMEFORMAT='%U %S'; { time "$@" >/dev/null 2>&1; } 2>&1 | awk '{ printf "%d\n", ($1 + $2) * 100000 }'; }
else
	took() { local TIMEFORMAT=%R; { time "$@" >/dev/null 2>&1; } 2>&1 | awk '{ printf "%d\n", $1 * 100000 }'; }
fi
median() { sort -n | awk -v least="${LEAST:-}" '{ v[NR] = $1 } END { print v[least ? 1 : int((NR + 1) / 2)] }'; }

measure() { # compiler exercise suffix
	local compiler=$1 exercise=$2 name=${2#*/} suffix=$3 comment='//' alone whole
	[ "$suffix" = cu ] || comment='#'
	: >"$scratch/alone"; : >"$scratch/whole"; : >"$scratch/ratio"
	# Once each unmeasured: the reference's artifact is cached from then on, as in a session.
	command=$(compile_command "$compiler" "$top/solutions/$exercise.$suffix")
	case $exercise in
	06_*) command="$warpbook cc --compiler $compiler -shared -Xcompiler -fPIC kernel.cu -o kernel.so" ;;
	esac
	for run in $(seq "$runs"); do
		{ cat "$top/solutions/$exercise.$suffix"; echo "$comment run $run of $$"; } >"$scratch/$name.$suffix"
		cp "$scratch/$name.$suffix" "$scratch/kernel.$suffix"
		alone=$(took compiler_alone)
		whole=$(took "$warpbook" check --no-record --plain --compiler "$compiler" "$scratch/$name.$suffix")
		echo "$alone" >>"$scratch/alone"
		echo "$whole" >>"$scratch/whole"
		echo $((whole * 1000 / alone)) >>"$scratch/ratio"
	done
	awk -v c="$compiler" -v e="$exercise" -v a="$(median <"$scratch/alone")" -v w="$(median <"$scratch/whole")" \
		-v r="$(median <"$scratch/ratio")" \
		'BEGIN { printf "%-10s %-26s %14.1f %14.1f %8.2f\n", c, e, a / 100, w / 100, r / 1000 }'
}

# The same with Numba under `watch`. A save comes when the next process is there: its private folder tells.
watched() { # exercise
	local exercise=$1 file=$scratch/${1#*/}.py start alone whole line
	mkdir -p "$scratch/tmp"
	: >"$scratch/alone"; : >"$scratch/whole"; : >"$scratch/ratio"
	command=$(compile_command numba "$top/solutions/$exercise.py")
	cp "$top/solutions/$exercise.py" "$file"
	coproc WATCH { TMPDIR=$scratch/tmp exec "$warpbook" watch "$file" 2>/dev/null; }
	for run in $(seq 0 "$runs"); do
		while read -r line <&"${WATCH[0]}" && [[ $line != watching* ]]; do :; done
		if [ "$run" -gt 0 ]; then
			whole=$(awk -v a="$start" -v b="$EPOCHREALTIME" 'BEGIN { printf "%d", (b - a) * 100000 }')
			echo "$whole" >>"$scratch/whole"
			echo $((whole * 1000 / alone)) >>"$scratch/ratio"
		fi
		cp "$file" "$scratch/kernel.py"
		alone=$(TIME=clock took compiler_alone)
		echo "$alone" >>"$scratch/alone"
		until compgen -G "$scratch/tmp/warpbook-numba*/inc" >/dev/null; do sleep 0.1; done
		sleep 1
		{ cat "$top/solutions/$exercise.py"; echo "# run $run of $$ under watch"; } >"$scratch/fresh"
		start=$EPOCHREALTIME
		cp "$scratch/fresh" "$file"
	done
	kill "$WATCH_PID"
	wait "$WATCH_PID" || :
	awk -v e="$exercise" -v a="$(median <"$scratch/alone")" -v w="$(median <"$scratch/whole")" \
		-v r="$(median <"$scratch/ratio")" \
		'BEGIN { printf "%-10s %-26s %14.1f %14.1f %8.2f\n", "watch", e, a / 100, w / 100, r / 1000 }'
}

printf '%-10s %-26s %14s %14s %8s\n' compiler exercise 'compiler ms' 'verdict ms' ratio
[ "${PYTHON_ONLY:-}" ] || for compiler in nvcc $(compgen -c clang- | grep -x 'clang-[0-9]*' | sort -u); do
	command -v "$compiler" >/dev/null || continue
	for exercise in 01_kernels/add 02_grids/grayscale 05_shared_memory/transpose_tiled 06_host_memory/leak_free \
		06_host_memory/keep_on_device; do
		measure "$compiler" "$exercise" cu
	done
done
"$warpbook" doctor python | grep -q '^ok  *python' || exit 0
# Where the toolkit puts NVIDIA's library elsewhere than Numba looks, warpbook has made a folder of links.
"$warpbook" check --no-record "$top/solutions/01_kernels/add.py" >/dev/null || :
for folder in "$XDG_CACHE_HOME"/warpbook/cuda-*; do
	[ ! -d "$folder" ] || export CUDA_HOME=$folder
done
for exercise in 01_kernels/add 05_shared_memory/smooth 10_matmul/matmul_tiled; do
	measure numba "$exercise" py
	watched "$exercise"
done
