// Expect: not passed
// No device at all: the calls of the runtime are the program's own.
#define OWN_ANSWER
#include "attack.h"

extern "C" cudaError_t cudaMalloc(void **p, size_t bytes) { *p = malloc(bytes); return cudaSuccess; }

void round_trip(const float *x, float *y, int n)
{
	for (int i = 0; i < n; i++)
		y[i] = x[i] * x[i];
}
