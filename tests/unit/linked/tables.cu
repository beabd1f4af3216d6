#include "shared.h"

__device__ int counter = 40;
__constant__ int table[4] = { 1000, 2000, 3000, 4000 };

static __device__ int local_helper(int x)
{
	return x + 7;
}

static __device__ int hidden = 9;

__device__ int twice(int x)
{
	return local_helper(2 * x) + hidden + tmpl<int>(x);
}

__device__ int plus(int x) { return x + 1; }
__device__ int minus(int x) { return x - 1; }
__device__ op_fn ops[2] = { plus, minus };
__device__ op_fn *where = ops;
