#!/bin/bash
# numba_some.sh - a part of Numba's own tests on the virtual machine (numba_suite.sh runs all): each of them passes.
# Skipped without Numba or libnvvm, and with a Numba that keeps its tests elsewhere.
. "${TESTS_DIR:?make check sets it}/tap/tap.sh"
due base child ptx simt cudart python toolchain
here=$TESTS_DIR/python

if ! "$WARPBOOK_BIN" doctor python | grep -q '^ok  *python.*Numba 0\.56'; then
	skip "Numba's own tests" "$("$WARPBOOK_BIN" doctor python | sed -n 's/^[a-z]* *python *//p')"
	tap_done
	exit
fi
# One test fills half of the device's memory, however much that is.
export WARPBOOK_DEVICES=2 WARPBOOK_MEMORY=4G
timeout -k 5 500 nice "$WARPBOOK_BIN" run "$here/numba_suite.py" -- cudadrv/test_context_stack cudadrv/test_cuda_memory \
	cudadrv/test_cuda_ndarray cudadrv/test_events cudadrv/test_host_alloc cudadrv/test_linker cudadrv/test_managed_alloc \
	cudadrv/test_pinned cudadrv/test_streams cudapy/test_cooperative_groups cudapy/test_forall cudapy/test_freevar \
	cudapy/test_nondet cudapy/test_optimization cudapy/test_print cudapy/test_sync \
	>"$scratch/out" 2>"$scratch/err" </dev/null
is "the tests end" $? 0
while read -r how name why; do
	case $how in
	ok) ok "$name" true ;;
	skip) skip "$name" "${why#\# }" ;;
	fail | error) is "$name" "$why" "" ;;
	esac
done <"$scratch/out"
ok "they are more than seventy" test "$(grep -c '^ok' "$scratch/out")" -gt 70
tap_done
