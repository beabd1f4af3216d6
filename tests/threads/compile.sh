#!/bin/sh
# Compiles the PTX of the kernels again: needs nvcc.
set -e
cd "$(dirname "$0")"
nvcc -arch=compute_75 -lineinfo -std=c++17 -diag-suppress 186 -ptx kernels.cu -o kernels.ptx
sed -i "s|\"[^\"]*/\([^/\"]*\)\"|\"\1\"|" kernels.ptx
