/*
 * counters_launch.c - runs the launches of counters.def on a GPU under ncu,
 * in the table's order: counters_launch CUBIN launches|patterns.
 */
#include <cuda.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "counters_data.h"

static CUdeviceptr out, in, idx;

static void try(CUresult rc, const char *what)
{
	const char *text = "?";

	if (rc == CUDA_SUCCESS)
		return;
	cuGetErrorString(rc, &text);
	fprintf(stderr, "counters_launch: %s: %s\n", what, text);
	exit(1);
}

static void launch(CUmodule module, const char *kernel, const unsigned *dim, int n)
{
	void *params[] = { &out, &in, &idx, &n };
	CUfunction f;

	try(cuMemsetD8(out, 0, ARRAY_BYTES), kernel);
	try(cuModuleGetFunction(&f, module, kernel), kernel);
	try(cuLaunchKernel(f, dim[0], dim[1], 1, dim[2], dim[3], 1, 0, NULL, params, NULL), kernel);
	try(cuCtxSynchronize(), kernel);
}

int main(int argc, char **argv)
{
	static uint32_t input[ARRAY_WORDS];
	static int32_t indices[ARRAY_WORDS];
	CUdevice device;
	CUcontext context;
	CUmodule module;
	int patterns;

	if (argc != 3 || (strcmp(argv[2], "launches") && strcmp(argv[2], "patterns"))) {
		fputs("usage: counters_launch CUBIN launches|patterns\n", stderr);
		return 2;
	}
	patterns = !strcmp(argv[2], "patterns");
	try(cuInit(0), "cuInit");
	try(cuDeviceGet(&device, 0), "cuDeviceGet");
	try(cuDevicePrimaryCtxRetain(&context, device), "cuDevicePrimaryCtxRetain");
	try(cuCtxSetCurrent(context), "cuCtxSetCurrent");
	try(cuModuleLoad(&module, argv[1]), argv[1]);
	try(cuMemAlloc(&out, ARRAY_BYTES), "out");
	try(cuMemAlloc(&in, ARRAY_BYTES), "in");
	try(cuMemAlloc(&idx, ARRAY_BYTES), "idx");
	input_fill(input);
	try(cuMemcpyHtoD(in, input, ARRAY_BYTES), "in");
	index_fill(indices, patterns);
	try(cuMemcpyHtoD(idx, indices, ARRAY_BYTES), "idx");
#define LAUNCH(kernel, gx, gy, bx, by, n) \
	if (!patterns) \
		launch(module, #kernel, (unsigned[]){ gx, gy, bx, by }, n);
#define PATTERN(kernel) \
	for (int k = 0; patterns && k < PATTERNS; k++) \
		launch(module, #kernel, (unsigned[]){ 1, 1, 32, 1 }, k);
#include "counters.def"
	return 0;
}
