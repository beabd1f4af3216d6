#!/bin/sh
# Compiles the PTX of programs.cu again: needs nvcc.
set -e
cd "$(dirname "$0")"
for arch in 75 80 90; do
	nvcc -arch=compute_$arch -lineinfo -std=c++17 -ptx programs.cu -o "programs.$arch.ptx"
	sed -i "s|\"[^\"]*/\([^/\"]*\)\"|\"\1\"|" "programs.$arch.ptx"
done
