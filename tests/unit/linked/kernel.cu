/* The kernel: what it calls and reads is defined in tables.cu and shapes.cu. nvcc -rdc=true -arch=sm_75 -lineinfo -ptx; ptx_link.c runs it. */
#include "shared.h"

extern __device__ int counter;
extern __constant__ int table[4];
extern __device__ op_fn ops[2];
__device__ int twice(int x);

static __device__ int local_helper(int x)
{
	return x + 100;
}

static __device__ int hidden = 5;

extern "C" __global__ void k(int *out, const int *in)
{
	int i = threadIdx.x;
	Shape *s = make_shape(i);

	out[i] = twice(i) + table[i & 3] + ops[i & 1](i) + local_helper(i) + hidden + s->area() + tmpl<int>(i);
	atomicAdd(&counter, 1);
	if (in[0] == 7)
		out[i] = stray(out, i);
}
