#!/bin/sh
# Makes the PTX of the kernels again: nvcc and clang must be there.
set -e
cd "$(dirname "$0")"
headers=../../src/toolchain/device_headers
for source in *.cu; do
	name=${source%.cu}
	oldest=75
	test "$name" != async || oldest=80 # asynchronous copies are since then
	for arch in $oldest 90; do
		nvcc -arch=compute_$arch -lineinfo -std=c++17 -ptx "$source" -o "$name.nvcc$arch.ptx"
		sed -i "s|\"[^\"]*/\([^/\"]*\)\"|\"\1\"|" "$name.nvcc$arch.ptx"
	done
	test "$name" != grid && test "$name" != async || continue # clang has no headers for them
	${CLANG:-clang-19} -x cuda --cuda-device-only --cuda-gpu-arch=sm_75 -nocudainc -nocudalib -nostdlibinc \
		-Xclang -target-sdk-version=11.5 -Xclang -target-feature -Xclang +ptx63 -O2 -ffp-contract=fast \
		-gline-tables-only -ffile-compilation-dir=. -std=c++17 -Wno-unknown-cuda-version \
		-iquote "$headers" -isystem "$headers" -include cuda_runtime.h -S "$source" -o "$name.clang.ptx"
done
