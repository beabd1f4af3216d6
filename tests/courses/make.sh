#!/bin/bash
# make.sh - makes this folder's PTX and its expected results again: needs nvcc, clang, g++ and python. The
# host build of courses.cu, without any CUDA, gives the output of each kernel's 64 threads.
set -e
cd "$(dirname "$0")"
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
{
	echo '#include "courses.cu"'
	echo 'int main() { int in[64], out[64]; for (int k = 0; k < 64; k++) in[k] = (k * 37 + 11) % 97;'
	sed -n 's/^KERNEL(\([a-z_]*\)).*/\1/p' courses.cu | while read -r name; do
		echo "printf(\"$name\"); for (int t = 0; t < 64; t++) { $name(out, in, 64, t); printf(\" %d\", out[t]); } printf(\"\\n\");"
	done
	echo '}'
} > "$tmp/host.cpp"
g++ -std=c++17 -O1 -w -fwrapv -fno-strict-aliasing -I. "$tmp/host.cpp" -o "$tmp/host"
"$tmp/host" > courses.expected
nvcc -std=c++17 -w -arch=compute_75 -ptx courses.cu -o nvcc_75.ptx
nvcc -std=c++17 -w -arch=compute_90 -Xcicc -O0 -ptx courses.cu -o nvcc_90_O0.ptx
headers=../../src/toolchain/device_headers
for made in "clang-14 -O2 clang14.ptx" "clang-19 -O0 clang19_O0.ptx"; do
	read -r clang optimise out <<< "$made"
	"$clang" --cuda-gpu-arch=sm_75 -isystem $headers -include cuda_runtime.h -std=c++17 -w --cuda-device-only -nocudainc \
		-nocudalib -nostdlibinc -Xclang -target-sdk-version=11.5 -Xclang -target-feature -Xclang +ptx63 \
		-Wno-unknown-cuda-version "$optimise" -S -o "$out" -x cuda courses.cu
done
cd libraries
python3 libraries.py > courses.expected
nvcc -std=c++17 -w -arch=compute_75 -ptx libraries.cu -o nvcc_75.ptx
nvcc -std=c++17 -w -arch=compute_90 -ptx libraries.cu -o nvcc_90.ptx
