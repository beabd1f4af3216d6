#!/bin/sh
# Compiles the PTX of all kernels again, or of the named files: needs nvcc and clang.
set -e
cd "$(dirname "$0")"
headers=../../src/toolchain/device_headers
[ $# -gt 0 ] || set -- *.cu
for source; do
	name=${source%.cu}
	arch=75 # newer ones give the same but for the line that names it
	[ "$name" != async ] || arch=80 # there are no asynchronous copies before
	nvcc -arch=compute_$arch -lineinfo -std=c++17 -ptx "$source" -o "$name.nvcc.ptx"
	sed -i "s|\"[^\"]*/\([^/\"]*\)\"|\"\1\"|" "$name.nvcc.ptx"
	case $name in async | grid) continue ;; esac # clang has no headers for these
	${CLANG:-clang-19} -x cuda --cuda-device-only --cuda-gpu-arch=sm_75 -nocudainc -nocudalib -nostdlibinc \
		-Xclang -target-sdk-version=11.5 -Xclang -target-feature -Xclang +ptx63 -O2 -ffp-contract=fast \
		-gline-tables-only -Xclang -debug-info-kind=line-tables-only -Xclang -fdebug-info-for-profiling \
		-mllvm -sink-common-insts=false -ffile-compilation-dir=. -std=c++17 -Wno-unknown-cuda-version \
		-iquote "$headers" -isystem "$headers" -isystem "$headers/alone" -include cuda_runtime.h -S "$source" \
			-o "$name.clang.ptx"
done
