#!/bin/sh
# Makes the PTX of the kernels again: nvcc and clang must be there.
set -e
cd "$(dirname "$0")"
headers=../../src/toolchain/device_headers
for source in *.cu; do
	name=${source%.cu}
	arch=compute_75
	[ "$name" = async ] && arch=compute_80
	nvcc -arch=$arch -lineinfo -std=c++17 -ptx "$source" -o "$name.nvcc.ptx"
	sed -i "s|\"[^\"]*/\([^/\"]*\)\"|\"\1\"|" "$name.nvcc.ptx"
	[ "$name" = async ] && continue
	${CLANG:-clang-19} -x cuda --cuda-device-only --cuda-gpu-arch=sm_75 -nocudainc -nocudalib -nostdlibinc \
		-Xclang -target-sdk-version=11.5 -Xclang -target-feature -Xclang +ptx63 -O2 -ffp-contract=fast \
		-gline-tables-only -ffile-compilation-dir=. -std=c++17 -Wno-unknown-cuda-version \
		-iquote "$headers" -isystem "$headers" -include cuda_runtime.h -S "$source" -o "$name.clang.ptx"
done
