#!/bin/sh
# Makes the PTX of the kernels again: nvcc must be there.
set -e
cd "$(dirname "$0")"
nvcc -arch=compute_75 -lineinfo -std=c++17 -diag-suppress 186 -ptx kernels.cu -o kernels.ptx
sed -i "s|\"[^\"]*/\([^/\"]*\)\"|\"\1\"|" kernels.ptx
