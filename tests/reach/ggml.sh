#!/bin/bash
# ggml.sh - ggml's own comparison of its CUDA operators with its CPU's (test-backend-ops), on the virtual machine: a project that
# was not made for it, built with CMake as its readme says.
#
#	ggml.sh FOLDER [OPERATOR...]    FOLDER: a checkout of github.com/ggml-org/ggml; no operator: all
#
# `make check` does not run it: the build takes an hour of one core, in FOLDER/build-warpbook, where a second run finds it. An
# operator gets SECONDS_MOST (60) seconds, and its cases that did not begin by then are not tried. JOBS (2) of them at a time.
# Without FlashAttention's kernels, whose build takes as long as all others.
. "${TESTS_DIR:-$(dirname "$0")/..}/tap/tap.sh"
top=$(cd "$TESTS_DIR/.." && pwd)
export WARPBOOK_LIBDIR=${WARPBOOK_LIBDIR:-$top/build} WARPBOOK_DATA=$top NO_COLOR=1
folder=$(cd "${1:?the folder of a checkout of ggml}" && pwd) && shift || exit 99
tests=$folder/build-warpbook/bin/test-backend-ops
logs=$folder/build-warpbook/operators
mkdir -p "$logs"

build() {
	cmake -S "$folder" -B "$folder/build-warpbook" -DCMAKE_CUDA_COMPILER="$WARPBOOK_LIBDIR/toolkit/bin/nvcc" \
		-DCUDAToolkit_ROOT="$WARPBOOK_LIBDIR/toolkit" -DCMAKE_CUDA_ARCHITECTURES=80-virtual \
		-DCMAKE_BUILD_TYPE=Release -DGGML_CUDA=ON -DGGML_CUDA_FA=OFF -DGGML_CUDA_NCCL=OFF \
		-DGGML_ALL_WARNINGS=OFF -DGGML_NATIVE=OFF -DGGML_OPENMP=OFF -DGGML_BUILD_EXAMPLES=OFF &&
		cmake --build "$folder/build-warpbook" --target test-backend-ops
}
ok "ggml builds" build
[ -x "$tests" ] || { tap_done; exit; }

operator() {
	timeout -k 5 "${SECONDS_MOST:-60}" "$tests" test -b CUDA0 -o "$1" 2>&1 | sed 's/\x1b\[[0-9;]*m//g' >"$logs/$1"
}
export -f operator
export tests logs
[ $# -gt 0 ] || set -- $("$tests" --list-ops | sed -n 's/^  \([A-Z0-9_]*\)$/\1/p' | grep -v 'CUSTOM\|FLASH_ATTN')
printf '%s\n' "$@" | xargs -P "${JOBS:-2}" -I{} bash -c 'operator {}'

for operator; do
	log=$logs/$operator passed=$(grep -c '^  .*): OK$' "$logs/$operator") whole=
	grep -q 'tests passed$' "$log" || whole=", not all in time"
	if [ "$passed" -eq 0 ] && [ -z "$whole" ]; then
		skip "$operator" "CUDA has none, or the tests"
	else
		is "$operator agrees with the CPU in $passed cases$whole" "$(grep '): FAIL' "$log")" ""
	fi
	grep -hE '^warpbook: .*error' "$log" | sed 's/^/# /'
done
tap_done
