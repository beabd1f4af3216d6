#!/bin/bash
# kernels.sh - kernels.cu and memory_kinds.cu with every installed compiler: attributes of kernels, shared memory,
# occupancy, launches; rows and boxes, peers, managed memory, pools, reset.
. "${TESTS_DIR:?make check sets it}/tap/tap.sh"

for compiler in $(compilers); do
	is "kernels.cu by $compiler" "$("$WARPBOOK_BIN" run --compiler $compiler "$TESTS_DIR/cudart/kernels.cu" \
		2>"$scratch/findings")" "0 failures"
	like "a launch beyond 48 KiB is reported with its line" "$(cat "$scratch/findings")" 'scratch<<<1, 32, 49153>>>'
	like "static arrays count" "$(cat "$scratch/findings")" 'of which its static arrays take 4224'
	is "memory_kinds.cu by $compiler" "$(WARPBOOK_MEMORY=512M "$WARPBOOK_BIN" run --devices 3 --compiler $compiler \
		"$TESTS_DIR/cudart/memory_kinds.cu" 2>"$scratch/findings")" "0 failures"
	like "a reset is named where its victims are used" "$(cat "$scratch/findings")" 'was freed before \(cudaDeviceReset'
done
tap_done
