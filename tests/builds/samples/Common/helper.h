#pragma once

#include <cstdio>
#include <cstdlib>

#define checkCudaErrors(call) check((call), #call, __FILE__, __LINE__)

static inline void check(cudaError_t error, const char *call, const char *file, int line)
{
	if (error == cudaSuccess)
		return;
	fprintf(stderr, "CUDA error at %s:%d code=%d(%s) \"%s\"\n", file, line, (int)error, cudaGetErrorName(error), call);
	exit(EXIT_FAILURE);
}
