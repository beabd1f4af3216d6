#!/bin/bash
# run.sh - real programs, run as a learner would: `warpbook run` gives the expected output and exit status,
# and finds nothing wrong in them, with each compiler that is here.
#
#	run.sh                       all, on the vm
#	run.sh NAME...               these
#	PROGRAMS_DEVICE=gpu run.sh   the same on a GPU, by the real runtime (nvcc only; no findings to look at)
#	PROGRAMS_FOLDER=DIR          the programs of another folder
#	PROGRAMS_COMPILERS="nvcc clang-14"   these compilers; otherwise nvcc, the oldest and the newest clang
#
# A program is NAME.cu, or NAME/main.cu with more files in the folder; NAME.expected is its standard output.
# Its comments state what it needs:
#	// options: WORDS     for the compiler
#	// sources: FILES     of the program, if there are several
#	// needs: nvcc (WHY)  other compilers are skipped
#	// cccl: WHAT        clang is skipped if neither a CUDA toolkit has CCCL in a folder of its own, nor /usr/include the headers
#	// library: SONAME   skipped on the vm if the loader does not know it
#	// devices: N         virtual devices
#	// memory: BYTES     of each virtual device (WARPBOOK_MEMORY)
#	// seconds: WHY       no limit for a kernel; otherwise 5 seconds
#	// compare: sum       much output: NAME.expected holds its cksum
#	// findings: WHY      it does wrong on purpose: findings are expected
#	// gpu: no (WHY)      not run on a GPU
# Programs of misuse/ have additional ones:
#	// status: N          how the process ends, 0 otherwise; 128 + the signal
#	// says: PATTERN      in the output on standard error (grep -E); "nothing": no finding at all
. "${TESTS_DIR:?make check sets it}/tap/tap.sh"
export NO_COLOR=1 scratch WARPBOOK_SECONDS=5
export device=${PROGRAMS_DEVICE:-vm}
cd "${PROGRAMS_FOLDER:-$TESTS_DIR/programs}" || exit 99
shopt -s nullglob

compilers=${PROGRAMS_COMPILERS:-$(compilers)}
[ "$device" = vm ] || compilers=nvcc

field() { sed -n "s|^// $1: *||p" "$2"; } # NAME FILE
export -f field

cccl_is_there() { # FILE
	local header
	[ ! -d "${CUDA_HOME:-/usr/local/cuda}/include/cccl" ] || return 0
	for header in $(sed -nE 's/^#include <((cub|cuda|thrust)\/[^>]*)>.*/\1/p' "$1"); do
		[ -e "/usr/include/$header" ] || return 1
	done
}

# Runs one program with one compiler. Says on standard output what is wrong, nothing when nothing is.
run_one() { # file compiler
	local file=$1 compiler=$2 name=${1%.cu} out=$scratch/job.${1//\//.}.$2 folder expected sources status says kind options \
		memory
	! is_over "${WARPBOOK_TEST_END:-}" || return 0
	name=${name%/main}
	folder=$(dirname "$file")
	expected=$name.expected
	for f in $(field sources "$file"); do sources+=" $folder/$f"; done
	options=$(field options "$file")
	[ "$device" != vm ] || export WARPBOOK_JSON="$out.json"
	# shellcheck disable=SC2086 # words are words
	memory=$(field memory "$file")
	[ -z "$memory" ] || export WARPBOOK_MEMORY=$memory
	[ -z "$(field seconds "$file")" ] || unset WARPBOOK_SECONDS
	timeout -k 5 480 "$WARPBOOK_BIN" run --device "$device" --compiler "$compiler" \
		--devices "$(field devices "$file" | grep . || echo 1)" $options ${sources:-$file} \
		>"$out.stdout" 2>"$out.stderr" </dev/null
	status=$?
	says=$(field says "$file")
	[ -z "$(field compare "$file")" ] || cksum <"$out.stdout" >"$out.sum" && [ -f "$out.sum" ] && mv "$out.sum" "$out.stdout"
	{
		[ $status -eq "$(field status "$file" | grep . || echo 0)" ] || echo "exit status $status"
		cmp -s "$expected" "$out.stdout" || diff "$expected" "$out.stdout" | head -20
		if [ "$device" = vm ]; then
			if [[ $file = misuse/* && -n $says && $says != nothing ]]; then
				{ cat "$out.stderr"; joined <"$out.stderr"; } | grep -qE -- "$says" ||
					echo "nothing told of /$says/"
				kind=$(field kind "$file")
				[ -z "$kind" ] || grep -q "\"kind\": *\"$kind\"" "$out.json" || echo "no finding of kind $kind"
			elif [[ $says = nothing || $file != misuse/* ]] && [ -z "$(field findings "$file")" ]; then
				[ ! -f "$out.json" ] || ! grep -q '"kind"' "$out.json" || echo "findings where nothing is wrong"
			fi
		fi
	} >"$out.wrong"
	[ ! -s "$out.wrong" ] || head -c 3000 "$out.stderr" >>"$out.wrong"
}
export -f run_one joined is_over

files=()
for name in "${@:-}"; do
	for f in ${name:-*.cu */main.cu misuse/*.cu}; do
		case $f in *.expected) continue ;; esac
		f=${f%.cu}
		[ -d "$f" ] && files+=("$f/main.cu") || files+=("$f.cu")
	done
done
jobs=()
number=0
for f in "${files[@]}"; do
	# What is misused is the library, which is the same for every compiler: one of them will do.
	of_this=$compilers
	[[ $f != misuse/* ]] || of_this=${compilers%%[[:space:]]*}
	needs=$(field needs "$f")
	number=$((number + 1))
	[ $# -gt 0 ] || [ -n "$needs" ] || of_this=$(provers $number "tests/programs/${f%/main.cu}" $of_this)
	for c in $of_this; do
		why=
		[[ -z $needs || ${needs%% *} = "${c%%-*}" ]] || why="needs $needs"
		[[ -z $(field cccl "$f") || $c = nvcc ]] || cccl_is_there "$f" || why="needs CCCL's headers"
		library=$(field library "$f")
		[ "$device" != vm ] || [ -z "$library" ] || /sbin/ldconfig -p | grep -qF "$library" || why="needs $library"
		[ "$device" = vm ] || [ -z "$(field gpu "$f")" ] || why="not on a GPU: $(field gpu "$f")"
		if [ -n "$why" ]; then skip "${f%.cu}: $c" "$why"; else jobs+=("$f $c"); fi
	done
done
# The changed ones first.
for job in "${jobs[@]}"; do
	if changed "tests/programs/${job%[/.]*}"; then echo "$job"; else echo "$job" >&3; fi
done >"$scratch/jobs" 3>"$scratch/others"
turned <"$scratch/others" >>"$scratch/jobs"
sed '/^$/d' "$scratch/jobs" | xargs -P "${PROGRAMS_JOBS:-2}" -L1 bash -c 'run_one "$0" "$1"'
for job in "${jobs[@]}"; do
	read -r f c <<<"$job"
	wrong=$scratch/job.${f//\//.}.$c.wrong
	if [ -e "$wrong" ]; then is "${f%.cu}: $c" "$(cat "$wrong")" ""; else skip "${f%.cu}: $c" "no time is left"; fi
done
tap_done
