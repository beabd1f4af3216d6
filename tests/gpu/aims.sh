#!/bin/bash
# aims.sh - on a machine with a GPU: how close the solutions come to its limits, compared with cudaMemcpy and cuBLAS. Prints a
# table, and on an H200, for which the targets are defined, checks each exercise against its own. If the solution is kept simple
# and another program of the exercise (NAME.fast.cu, ok_at_speed.cu; NAME.hopper.cu for the instructions of that family) is not,
# either may reach the target.
#
#	aims.sh --table    the table alone
here=$(cd "$(dirname "$0")" && pwd)
. "${TESTS_DIR:-$here/..}/tap/tap.sh"
top=$here/../..
if ! has_gpu || ! nvidia-smi -L >/dev/null 2>&1 || ! command -v nvcc >/dev/null; then
	echo "1..0 # SKIP no GPU with nvcc on this machine"
	exit 0
fi
if [ "$(nvidia-smi --query-gpu=memory.total --format=csv,noheader,nounits | head -1)" -lt 12000 ]; then
	echo "1..0 # SKIP the arrays need 12 GB of the GPU's memory"
	exit 0
fi
work=$scratch
arch=sm_$(nvidia-smi --query-gpu=compute_cap --format=csv,noheader | head -1 | tr -d .)
[ "$arch" != sm_90 ] || arch=sm_90a # with the instructions that only this family has


families() {
	sed -n 's/^	{ "\([a-z_0-9]*\)", ".*/\1/p' "$here/aims_families.cuh"
}

build() { # exercise file: into FAMILY.PROGRAM.cubin
	what=$(basename "$2" .cu)
	case $what in
	"$1") what=solution ;;
	"$1".*) what=${what#"$1".} ;;
	esac
	nvcc -arch="$arch" -cubin -o "$work/$1.$what.cubin" "$2" >"$work/$1.$what.log" 2>&1
}
export -f build
export work arch
nvcc -O2 -std=c++17 --extended-lambda -arch="$arch" "$here/aims.cu" \
	-o "$work/aims" -lcuda -L"$(dirname "$(command -v nvcc)")/../lib64/stubs" -lcublas >"$work/aims.log" 2>&1 &
families | while read -r exercise; do
	for file in "$top"/solutions/*/"$exercise".cu "$top"/solutions/*/"$exercise".fast.cu \
		"$top"/tests/mutants/*/"$exercise"/ok_at_speed*.cu \
		"$here/$exercise".hopper.cu; do
		[ -e "$file" ] && printf '%s\0%s\0' "$exercise" "$file"
	done
done | xargs -0 -n 2 -P "$(nproc)" bash -c 'build "$@"' bash
wait
if ! [ -x "$work/aims" ]; then
	cat "$work/aims.log"
	echo "1..0 # SKIP nvcc has no cuBLAS here"
	exit 0
fi
timeout 120 "$work/aims" "$work" 2>&1 | tee "$work/table" | sed 's/^/# /'
[ "$1" = --table ] && exit

held=$(sed -n 's/^# \(.*\), [0-9]* multi.*/\1/p' "$work/table")
for exercise in $(families); do
	rows=$(grep "^$exercise " "$work/table")
	like "$exercise: timed" "$rows" "^$exercise "
	unlike "$exercise: the result is right" "$rows" "WRONG RESULT|cannot be loaded"
	case $held in
	*H200*) ;;
	*) continue ;;
	esac
	if echo "$rows" | grep -q "below\|reached"; then like "$exercise: reaches its aim" "$rows" "reached"; fi
done
tap_done
