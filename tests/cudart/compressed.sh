#!/bin/bash
# compressed.sh - device code that nvcc compressed, as in objects built without `warpbook cc`: in a program, in a
# file that is loaded, and truncated.
. "${TESTS_DIR:?make check sets it}/tap/tap.sh"

if ! has_compiler nvcc || ! command -v nvcc >/dev/null; then
	skip "compressed device code" "no nvcc here"
	tap_done
fi
cd "$scratch" || exit 99
cat >kernel.cu <<'END'
#include <cstdio>
extern "C" __global__ void fill(int *x) { for (int i = 0; i < 40; i++) x[i * 8 + threadIdx.x] = i * threadIdx.x; }
int main(int argc, char **argv)
{
	int *d, sum = 0, host[320];
	void *args[] = { &d };
	cudaLibrary_t library;
	cudaKernel_t kernel;
	cudaError_t error = cudaMalloc(&d, sizeof host);

	if (argc == 1) {
		fill<<<1, 8>>>(d);
		error = cudaGetLastError();
	} else {
		error = cudaLibraryLoadFromFile(&library, argv[1], NULL, NULL, 0, NULL, NULL, 0);
		if (!error)
			error = cudaLibraryGetKernel(&kernel, library, "fill");
		if (!error)
			error = cudaLaunchKernel((const void *)kernel, 1, 8, args, 0, 0);
	}
	if (!error)
		error = cudaMemcpy(host, d, sizeof host, cudaMemcpyDeviceToHost);
	for (int i = 0; !error && i < 320; i++)
		sum += host[i];
	cudaFree(d);
	printf("%s %d\n", cudaGetErrorName(error), sum);
}
END
options='-gencode arch=compute_75,code=compute_75 -Wno-deprecated-gpu-targets'
for mode in none speed balance size; do
	# shellcheck disable=SC2086 # words
	nvcc $options -compress-mode=$mode -c kernel.cu -o $mode.o 2>errors &&
		nvcc $options -compress-mode=$mode -fatbin kernel.cu -o $mode.fatbin 2>>errors || {
		skip "-compress-mode=$mode" "this nvcc does not know it"
		continue
	}
	flags=$(od -An -tx1 -j57 -N1 $mode.fatbin | tr -d ' ')
	"$WARPBOOK_BIN" cc --compiler nvcc $mode.o -o $mode.out 2>errors || cat errors
	out=$(./$mode.out 2>errors)
	if [ "$out" != "cudaSuccess 21840" ] && grep -q 'built without it' errors; then
		skip "-compress-mode=$mode" "no libzstd"
		continue
	fi
	is "an object of -compress-mode=$mode (flags $flags)" "$out" "cudaSuccess 21840"
	is "and a file" "$(./$mode.out $mode.fatbin 2>&1)" "cudaSuccess 21840"
	[ $mode != none ] || continue
	# Some bytes of what is packed, all the same. What comes of it is no PTX, or it can not be unpacked: never a crash.
	for at in 97 130 200 300; do
		cp $mode.fatbin torn.fatbin
		printf '\377\377\377\377' | dd of=torn.fatbin bs=1 seek=$at conv=notrunc 2>/dev/null
		like "torn at $at" "$(./$mode.out torn.fatbin 2>/dev/null)" '^cudaErrorInvalidPtx 0$|^cudaSuccess'
	done
done
tap_done
